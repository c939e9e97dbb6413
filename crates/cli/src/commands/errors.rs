//! `errors`: the parse errors of a page.

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
    name: "errors",
    about: "Print the parse errors of pages, with their places",
    grammar,
    run,
};

fn grammar(command: Command) -> Command {
    let command = command.long_about(
        "Prints the parse errors of pages: file, line, column, a message, and the line with \
             the place. Exit code 1 means that there are none.",
    );
    settings::with_formats(settings::with_files(command))
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    pages::run(arguments, &Errors)
}

struct Errors;

impl Task for Errors {
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure> {
        let options = &page.options;
        let parse = options.get_parse().clone().errors(true);
        let document = parse.parse_document(&page.bytes, options.get_hints());
        let lines = document.line_index();
        for error in document.errors() {
            let place = lines.line_column(error.offset());
            let (line, column) = (place.line, place.column);
            let message = error.message(&document);
            let written = match output.format() {
                Format::Json => output.object(json!({
                    "line": line,
                    "column": column,
                    "offset": error.offset(),
                    "code": error.code().to_string(),
                    "message": message,
                })),
                Format::Null => output.text(&format!("{}:{line}:{column}: {message}", page.name)),
                Format::Text => {
                    let excerpt = error.excerpt(&document);
                    write_text(page, line, column, &message, &excerpt.to_string(), output)
                }
            };
            written.map_err(Failure::output)?;
        }
        Ok(!document.errors().is_empty())
    }
}

fn write_text(
    page: &Page,
    line: u32,
    column: u32,
    message: &str,
    excerpt: &str,
    output: &mut Output<'_>,
) -> io::Result<()> {
    let writer: &mut dyn Write = output.writer();
    writeln!(writer, "{}:{line}:{column}: {message}", page.name)?;
    excerpt.lines().try_for_each(|line| writeln!(writer, "    {line}"))
}
