//! `encoding`: what decided the encoding of a page, and why.

use std::io::{self, Write};

use clap::{ArgMatches, Command};
use serde_json::json;

use super::Entry;
use crate::failure::{Failure, Outcome};
use crate::inputs::Page;
use crate::output::{Format, Output};
use crate::pages::{self, Task};
use crate::settings;

pub(crate) const ENTRY: Entry = Entry {
    name: "encoding",
    about: "Print the encoding of pages, and what decided it",
    grammar,
    run,
};

fn grammar(command: Command) -> Command {
    let command = command.long_about(
        "Prints the encoding of pages: its name, how certain it is, and what decided it; then \
             each declaration with its bytes, and why it was used or not.",
    );
    settings::with_formats(settings::with_files(command))
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    pages::run(arguments, &Encoding)
}

struct Encoding;

impl Task for Encoding {
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure> {
        let options = &page.options;
        let document = options.get_parse().parse_document(&page.bytes, options.get_hints());
        let Some(report) = document.encoding_report() else { return Ok(false) };
        let written = match output.format() {
            Format::Json => output.object(json!({
                "encoding": report.encoding().name(),
                "report": report,
            })),
            Format::Null => output.text(report.encoding().name()),
            Format::Text => write_text(page, &report.to_string(), output),
        };
        written.map(|()| true).map_err(Failure::output)
    }
}

fn write_text(page: &Page, report: &str, output: &mut Output<'_>) -> io::Result<()> {
    let is_one = output.name().is_none();
    let writer: &mut dyn Write = output.writer();
    if !is_one {
        write!(writer, "{}: ", page.name)?;
    }
    writer.write_all(report.as_bytes())
}
