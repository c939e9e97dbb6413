//! `select`: the texts or the HTML of elements that match a CSS selector.

use std::io::{self, Read};

use clap::{Arg, ArgAction, ArgMatches, Command};
use consomme::positions::Excerpt;
use consomme_schema::{PageOptions, Query, SchemaError};

use super::Entry;
use crate::failure::{Failure, Outcome};
use crate::inputs::{Input, Page};
use crate::late_encoding;
use crate::output::Output;
use crate::pages::{self, StreamTask, Task};
use crate::settings;

pub(crate) const ENTRY: Entry =
    Entry { name: "select", about: "Print what a CSS selector finds", grammar, run };

const LONG: &str = "\
Prints what a CSS selector finds. A part between commas may end in `::text` (each text node in \
the element), `::attr(name)` or `::html`; another part gives the element as HTML, or its text with \
--text.

Standard input is read as a stream, in memory that does not grow with it: an element is printed \
when it is complete, so one in another comes first. --whole reads all of it first, and prints in \
the order of the page; so do selectors that depend on what comes later, such as `:last-child`. \
--first prints the first one in the order of the page, and stops reading where that is certain.";

fn grammar(command: Command) -> Command {
    let command = command
        .long_about(LONG)
        .arg(Arg::new("selector").value_name("SELECTOR").required(true).help("A CSS selector"))
        .arg(
            Arg::new("text")
                .short('t')
                .long("text")
                .action(ArgAction::SetTrue)
                .help("Print texts with white space collapsed, each on a line"),
        )
        .arg(
            Arg::new("first")
                .short('1')
                .long("first")
                .action(ArgAction::SetTrue)
                .help("Print the first text of each page only"),
        )
        .arg(
            Arg::new("whole")
                .long("whole")
                .action(ArgAction::SetTrue)
                .help("Read all of standard input before printing"),
        );
    settings::with_formats(settings::with_files(command))
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    let is_text = arguments.get_flag("text");
    let query =
        Query::parse(settings::text(arguments, "selector")).map_err(|error| mistake(&error))?;
    let select = Select {
        query: if is_text { query } else { query.html_by_default() },
        is_text,
        only_first: arguments.get_flag("first"),
        is_whole: arguments.get_flag("whole"),
    };
    pages::run(arguments, &select)
}

/// Returns the failure of a selector, which shows its place.
fn mistake(error: &SchemaError) -> Failure {
    let (selector, offset) = (error.selector(), error.offset().unwrap_or(0));
    let length = selector[offset..].chars().next().map_or(0, char::len_utf8);
    Failure::Mistake {
        message: format!("selector, byte {offset}: {}", error.reason()),
        excerpt: Excerpt::new(selector, offset..offset + length).to_string(),
    }
}

struct Select {
    query: Query,
    is_text: bool,
    only_first: bool,
    is_whole: bool,
}

impl Select {
    fn write(&self, text: &str, output: &mut Output<'_>) -> io::Result<()> {
        match self.is_text {
            false => output.text(text),
            true => output.text(&text.split_whitespace().collect::<Vec<_>>().join(" ")),
        }
    }
}

impl Task for Select {
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure> {
        let options = &page.options;
        let document = options.get_parse().parse_document(&page.bytes, options.get_hints());
        let (mut found, mut written) = (false, Ok(()));
        self.query.each_in(&document, |text, _| {
            if written.is_ok() && !(found && self.only_first) {
                written = self.write(text, output);
            }
            found = true;
        });
        written.map(|()| found).map_err(Failure::output)
    }

    fn as_stream(&self) -> Option<&dyn StreamTask> {
        let is_streamed = self.only_first || !self.is_whole && self.query.streamed().is_ok();
        is_streamed.then_some(self)
    }
}

impl StreamTask for Select {
    fn stream(
        &self,
        reader: Box<dyn Read + Send>,
        options: &PageOptions,
        output: &mut Output<'_>,
    ) -> Result<bool, Failure> {
        if self.only_first {
            let first = self.query.read_first(reader, options);
            let first = first.map_err(|error| Failure::io(Input::Standard.name(), error))?;
            let written = first.iter().try_for_each(|text| self.write(text, output));
            return written.map(|()| first.is_some()).map_err(Failure::output);
        }
        let streamed = self.query.streamed();
        let streamed = streamed.map_err(|error| Failure::usage(error.to_string()))?;
        late_encoding::read_stream(reader, options, output, &mut |reader, options, texts| {
            let read = streamed.read(reader, options, |text| {
                texts.put(|output, _| {
                    self.write(text, output).map(|()| true).map_err(Failure::output)
                })
            });
            read.map(drop)
        })
    }
}
