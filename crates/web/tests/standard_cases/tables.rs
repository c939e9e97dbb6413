//! The table model.

use std::fmt::Write;

use consomme_web::consomme::{self, Document};
use consomme_web::{Ids, Spans, Table};

use super::Case;

/// Parses the section `html`, or makes `tr` children of the table by moving the `tr`s of its
/// `tbody`, if the case has a section `direct`: the parser always makes a row group.
fn document(case: &Case) -> Document {
    let mut document = consomme::parse_str(case.get("html"));
    if case.find("direct").is_some() {
        let bodies: Vec<_> =
            document.descendant_elements().filter(|e| e.is_html("tbody")).map(|e| e.id()).collect();
        for body in bodies {
            let rows: Vec<_> = document.node(body).children().map(|row| row.id()).collect();
            for row in rows {
                document.insert_before(body, row).expect("a row may be in a table");
            }
            document.discard(body).expect("the body is not the root");
        }
    }
    document
}

fn table(document: &Document) -> Table<'_> {
    document.descendant_elements().find_map(Table::new).expect("there is a table")
}

/// The size of the table and its errors, then its cells, row groups and columns.
pub(super) fn cells(case: &Case) -> String {
    let document = document(case);
    let table = table(&document);
    let error = if table.has_errors() { " error" } else { "" };
    let mut out = format!("{}x{}{error}\n", table.width(), table.height());
    if let Some(caption) = table.caption() {
        writeln!(out, "caption {}", caption.text_content().trim()).unwrap();
    }
    for cell in table.cells() {
        let (name, text) = (cell.element.name(), cell.element.text_content());
        let text = text.trim();
        writeln!(out, "{},{} {}x{} {name} {text}", cell.x, cell.y, cell.width, cell.height)
            .unwrap();
    }
    for group in table.row_groups() {
        writeln!(out, "{} {}+{}", group.element.name(), group.y, group.height).unwrap();
    }
    for group in table.column_groups() {
        writeln!(out, "colgroup {}+{}", group.x, group.width).unwrap();
    }
    for columns in table.columns() {
        writeln!(out, "col {}+{}", columns.x, columns.width).unwrap();
    }
    out
}

/// A line for each cell with headers.
pub(super) fn headers(case: &Case) -> String {
    let document = document(case);
    let table = table(&document);
    let ids = Ids::new(&document);
    let mut headers = table.headers(&ids).expect("the table is small");
    let text = |cell: &consomme_web::Cell<'_>| cell.element.inner_text().trim().to_owned();
    let mut out = String::new();
    for cell in table.cells() {
        let found: Vec<_> = headers.of(cell).expect("few steps").into_iter().map(text).collect();
        if !found.is_empty() {
            writeln!(out, "{}: {}", text(cell), found.join(", ")).unwrap();
        }
    }
    out
}

/// The rows with repeated texts, or without if the case has a section `once`; each text on one line
/// if it has a section `lines`.
pub(super) fn rows(case: &Case) -> String {
    let document = document(case);
    let spans = if case.find("once").is_some() { Spans::Once } else { Spans::Repeated };
    let table = table(&document);
    let is_on_lines = case.find("lines").is_some();
    let rows = if is_on_lines { table.line_rows(spans) } else { table.rows(spans) };
    rows.map(|row| row.join("|") + "\n").collect()
}
