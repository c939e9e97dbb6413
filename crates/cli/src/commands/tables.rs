//! `tables`: the tables of a page as CSV or JSON.

use std::io;

use clap::{Arg, ArgMatches, Command, value_parser};
use consomme_web::{Spans, Table, tables};
use serde_json::json;

use super::Entry;
use crate::failure::{Failure, Outcome};
use crate::inputs::Page;
use crate::output::{Format, Output};
use crate::pages::{self, Task};
use crate::settings;

pub(crate) const ENTRY: Entry =
    Entry { name: "tables", about: "Print tables as CSV, or as JSON", grammar, run };

fn grammar(command: Command) -> Command {
    let command = command
        .long_about(
            "Prints tables as CSV, with an empty line between two, or after each one of several \
             pages; with -0, NUL ends each table. With --json, an object for each table has its \
             caption and rows. A cell that spans several slots is in each of them.",
        )
        .arg(
            Arg::new("table")
                .short('n')
                .long("table")
                .value_name("N")
                .value_parser(value_parser!(u32).range(1..))
                .help("Only the table of this number; the first one is 1"),
        );
    settings::with_formats(settings::with_files(command))
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    pages::run(arguments, &Tables { only: arguments.get_one::<u32>("table").copied() })
}

struct Tables {
    only: Option<u32>,
}

/// How many slots a table may have, whatever the size of its page. A page of more bytes may have as
/// many slots as bytes, more than which it takes cells that span many.
const MAX_SLOTS: usize = 1 << 22;

impl Task for Tables {
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure> {
        let options = &page.options;
        let document = options.get_parse().parse_document(&page.bytes, options.get_hints());
        let max_slots = MAX_SLOTS.max(page.bytes.len());
        let (mut found, mut is_cut) = (false, false);
        for (number, table) in (1..).zip(tables(&document)) {
            if self.only.is_some_and(|only| only != number) {
                continue;
            }
            let written = match output.format() {
                Format::Json => write_json(&table, number, max_slots, output),
                Format::Text | Format::Null => write_csv(&table, found, max_slots, output),
            };
            let rows = written.map_err(Failure::output)?;
            found = true;
            if rows < table.row_elements().len() {
                is_cut = true;
                let error = format!(
                    "table {number}: its cells span more than {max_slots} slots, so {} of {} rows \
                     are left out",
                    table.row_elements().len() - rows,
                    table.row_elements().len(),
                );
                Failure::io(&page.name, io::Error::other(error)).print();
            }
        }
        if is_cut { Err(Failure::Reported) } else { Ok(found) }
    }
}

/// Writes a table as JSON. Returns how many rows were written.
fn write_json(
    table: &Table<'_>,
    number: u32,
    max_slots: usize,
    output: &mut Output<'_>,
) -> io::Result<usize> {
    let rows: Vec<_> = table.rows_within(Spans::Repeated, max_slots).collect();
    let caption = table.caption().map(|caption| caption.inner_text());
    output.object(json!({ "table": number, "caption": caption, "rows": rows }))?;
    Ok(rows.len())
}

/// Writes a table as CSV. Returns how many rows were written.
fn write_csv(
    table: &Table<'_>,
    is_next: bool,
    max_slots: usize,
    output: &mut Output<'_>,
) -> io::Result<usize> {
    let is_one_of_many = output.name().is_some();
    let ends_with_nul = output.format() == Format::Null;
    if is_next && !is_one_of_many && !ends_with_nul {
        output.writer().write_all(b"\n")?;
    }
    let mut csv = csv::WriterBuilder::new().flexible(true).from_writer(output.writer());
    let mut rows = 0;
    for row in table.rows_within(Spans::Repeated, max_slots) {
        csv.write_record(&row).map_err(|error| match error.into_kind() {
            csv::ErrorKind::Io(error) => error,
            other => io::Error::other(format!("{other:?}")),
        })?;
        rows += 1;
    }
    csv.flush()?;
    drop(csv);
    match (ends_with_nul, is_one_of_many) {
        (true, _) => output.writer().write_all(b"\0")?,
        (false, true) => output.writer().write_all(b"\n")?,
        (false, false) => {}
    }
    Ok(rows)
}
