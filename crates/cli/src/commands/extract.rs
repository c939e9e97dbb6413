//! `extract`: the fields of a schema.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use clap::{Arg, ArgMatches, Command, value_parser};
use consomme_schema::{Extracted, PageOptions, Schema};

use super::Entry;
use crate::failure::{Failure, Outcome};
use crate::inputs::{Input, Page};
use crate::late_encoding;
use crate::output::Output;
use crate::pages::{self, StreamTask, Task};
use crate::settings;

pub(crate) const ENTRY: Entry =
    Entry { name: "extract", about: "Print the fields of a schema as JSON", grammar, run };

const LONG: &str = "\
Prints the fields that a schema describes, as a JSON object on a line for each page. The schema is \
a file in JSON or TOML:

  title = \"h1::text\"
  price = { css = \".price\", type = \"number\", required = true }
  links = [\"a::attr(href)\"]

  [cards]
  css = \".card\"
  take = \"all\"
  fields = { name = \"h2\", image = { css = \"img::attr(src)\", type = \"url\" } }

A field may have `xpath` in place of `css`, if the expression is a selector. \
Types are text, raw, number, boolean, url and date. Reading a page on standard input stops where \
all fields are certain. A value that is not of its type is null, with a message and exit code 2.";

fn grammar(command: Command) -> Command {
    let command = command
        .long_about(LONG)
        .arg(
            Arg::new("schema")
                .value_name("SCHEMA")
                .required(true)
                .value_parser(value_parser!(OsString))
                .help("A schema in JSON, or in TOML (.toml)"),
        )
        .arg(
            Arg::new("each")
                .long("each")
                .value_name("SELECTOR")
                .help("Print the fields of each matching element of standard input, as a stream"),
        );
    settings::with_files(settings::with_address(command))
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    let default = OsString::new();
    let file = Path::new(arguments.get_one::<OsString>("schema").unwrap_or(&default));
    let name = file.display().to_string();
    let text = fs::read_to_string(file).map_err(|error| Failure::io(&name, error))?;
    let is_toml = file.extension().is_some_and(|extension| extension == "toml");
    let schema = if is_toml { Schema::from_toml(&text) } else { Schema::from_json(&text) };
    let schema = schema.map_err(|error| Failure::usage(format!("{name}: {error}")))?;
    let each = arguments.get_one::<String>("each").cloned();
    if let Some(selector) = &each {
        schema.each(selector).map_err(|error| Failure::usage(format!("--each: {error}")))?;
        let mut files = arguments.get_many::<OsString>("files").unwrap_or_default();
        if files.any(|file| file != "-") {
            return Err(Failure::usage("--each reads standard input"));
        }
    }
    pages::run(arguments, &Extract { schema, each })
}

struct Extract {
    schema: Schema,
    each: Option<String>,
}

/// Writes the fields of a page, and messages about them. Returns whether there are any.
fn write(
    name: &str,
    extracted: &Extracted,
    output: &mut Output<'_>,
    messages: &mut dyn Write,
) -> Result<bool, Failure> {
    for error in extracted.errors() {
        let _ = writeln!(messages, "consomme: {name}: {error}");
    }
    if extracted.errors_left_out() > 0 {
        let more = extracted.errors_left_out();
        let _ = writeln!(messages, "consomme: {name}: {more} more errors");
    }
    if output.name().is_some() && extracted.record().get("file").is_some() {
        return Err(Failure::usage("the field file has the name that the names of pages have"));
    }
    let line = serde_json::to_string(extracted.record());
    let written = line.map_err(io::Error::from).and_then(|line| output.json_line(&line));
    written.map_err(Failure::output)?;
    match extracted.errors().is_empty() {
        true => Ok(!extracted.record().is_blank()),
        false => Err(Failure::Reported),
    }
}

impl Task for Extract {
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure> {
        let read = self.schema.read(&page.bytes[..], &page.options);
        let read = read.map_err(|error| Failure::io(&page.name, error))?;
        write(&page.name, &read.extracted, output, &mut io::stderr())
    }

    fn as_stream(&self) -> Option<&dyn StreamTask> {
        Some(self)
    }
}

impl StreamTask for Extract {
    fn stream(
        &self,
        reader: Box<dyn Read + Send>,
        options: &PageOptions,
        output: &mut Output<'_>,
    ) -> Result<bool, Failure> {
        let name = Input::Standard.name();
        let Some(selector) = &self.each else {
            let read = self.schema.read(reader, options);
            let read = read.map_err(|error| Failure::io(&name, error))?;
            return write(&name, &read.extracted, output, &mut io::stderr());
        };
        let each = self.schema.each(selector);
        let each = each.map_err(|error| Failure::usage(format!("--each: {error}")))?;
        late_encoding::read_stream(reader, options, output, &mut |reader, options, texts| {
            let read = each.read(reader, options, |extracted| {
                texts.put(|output, messages| write(&name, &extracted, output, messages))
            });
            read.map(drop)
        })
    }
}
