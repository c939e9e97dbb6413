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

pub(crate) const ENTRY: Entry = Entry { grammar, run };

fn grammar() -> Command {
    let command = Command::new("tables")
        .about("Print tables as CSV, or as JSON")
        .long_about(
            "Prints tables as CSV, with an empty line between two; with --json, an object for \
             each table with its caption and rows. A cell that spans several slots is in each of \
             them.",
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

impl Task for Tables {
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure> {
        let options = &page.options;
        let document = options.get_parse().parse_document(&page.bytes, options.get_hints());
        let mut found = false;
        for (number, table) in (1..).zip(tables(&document)) {
            if self.only.is_some_and(|only| only != number) {
                continue;
            }
            let written = match output.format() {
                Format::Json => write_json(&table, number, output),
                Format::Text | Format::Null => write_csv(&table, found, output),
            };
            written.map_err(Failure::output)?;
            found = true;
        }
        Ok(found)
    }
}

fn write_json(table: &Table<'_>, number: u32, output: &mut Output<'_>) -> io::Result<()> {
    let rows: Vec<_> = table.rows(Spans::Repeated).collect();
    let caption = table.caption().map(|caption| caption.inner_text());
    output.object(json!({ "table": number, "caption": caption, "rows": rows }))
}

fn write_csv(table: &Table<'_>, is_next: bool, output: &mut Output<'_>) -> io::Result<()> {
    if is_next {
        output.writer().write_all(b"\n")?;
    }
    let mut csv = csv::WriterBuilder::new().flexible(true).from_writer(output.writer());
    for row in table.rows(Spans::Repeated) {
        csv.write_record(&row).map_err(|error| match error.into_kind() {
            csv::ErrorKind::Io(error) => error,
            other => io::Error::other(format!("{other:?}")),
        })?;
    }
    csv.flush()
}
