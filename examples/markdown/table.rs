//! The rows of a table.

use consomme::ElementRef;

/// The most columns that a cell spans, so that a page can't ask for millions.
const MAX_SPAN: usize = 100;

/// A table, which is written when it is complete.
#[derive(Default)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
    /// Whether the first row has headers.
    has_header: bool,
    /// For each column, the line below its header.
    rules: Vec<&'static str>,
    /// The content of the current cell so far.
    pub(crate) cell: String,
}

impl Table {
    /// Adds a block to the current cell.
    pub(crate) fn add(&mut self, text: &str) {
        let separator = if self.cell.is_empty() { "" } else { "<br>" };
        self.cell += &format!("{separator}{text}");
    }

    pub(crate) fn start_row(&mut self) {
        self.rows.push(Vec::new());
    }

    pub(crate) fn end_cell(&mut self, cell: ElementRef<'_>) {
        self.has_header |= self.rows.len() <= 1 && cell.name() == "th";
        let span = cell.attr("colspan").and_then(|span| span.trim().parse().ok()).unwrap_or(1);
        let mut text = std::mem::take(&mut self.cell);
        let Some(row) = self.rows.last_mut() else { return };
        for _ in 0..span.clamp(1, MAX_SPAN) {
            if self.rules.len() == row.len() {
                self.rules.push("---");
            }
            if let Some(rule) = rule(cell) {
                self.rules[row.len()] = rule;
            }
            row.push(std::mem::take(&mut text));
        }
    }

    /// Returns the lines of the table. A table in Markdown has a header, if need be an empty one.
    pub(crate) fn lines(mut self) -> Vec<String> {
        self.rows.retain(|row| !row.is_empty());
        if self.rows.is_empty() {
            return Vec::new();
        }
        if !self.has_header {
            self.rows.insert(0, Vec::new());
        }
        let columns = self.rules.len();
        let mut lines: Vec<String> = Vec::new();
        for (index, mut row) in self.rows.into_iter().enumerate() {
            row.resize(columns, String::new());
            lines.push(format!("| {} |", row.join(" | ")));
            if index == 0 {
                lines.push(format!("| {} |", self.rules.join(" | ")));
            }
        }
        lines
    }
}

/// Returns the line below the header of a column that is aligned like this cell.
fn rule(cell: ElementRef<'_>) -> Option<&'static str> {
    let style = cell.attr("style").unwrap_or("").to_ascii_lowercase();
    let of_style = style.split(';').filter_map(|rule| rule.split_once(':'));
    let mut aligned = of_style.filter(|(property, _)| property.trim() == "text-align");
    let alignment = match aligned.next_back() {
        Some((_, value)) => value.trim().to_owned(),
        None => cell.attr("align")?.to_ascii_lowercase(),
    };
    Some(match &*alignment {
        "left" => ":---",
        "center" => ":---:",
        "right" => "---:",
        _ => return None,
    })
}
