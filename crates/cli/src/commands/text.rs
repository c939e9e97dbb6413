//! `text`: a page as the text that a reader sees.

use clap::{Arg, ArgMatches, Command};

use super::Entry;
use crate::failure::{Failure, Outcome};
use crate::inputs::Page;
use crate::output::Output;
use crate::pages::{self, Task};
use crate::settings;

pub(crate) const ENTRY: Entry = Entry { grammar, run };

fn grammar() -> Command {
    let command = Command::new("text").about("Print pages as the text that a reader sees").arg(
        Arg::new("in")
            .long("in")
            .value_name("SELECTOR")
            .help("Only the text of the first matching element"),
    );
    settings::with_formats(settings::with_files(command))
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    let part = arguments.get_one::<String>("in");
    let part = part.map(|text| consomme::Selector::parse(text)).transpose();
    let part = part.map_err(|error| Failure::Mistake {
        message: format!("--in, byte {}: {}", error.offset(), error.reason()),
        excerpt: error.excerpt().to_string(),
    })?;
    pages::run(arguments, &Text { part })
}

struct Text {
    part: Option<consomme::Selector>,
}

impl Task for Text {
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure> {
        let options = &page.options;
        let document = options.get_parse().parse_document(&page.bytes, options.get_hints());
        let text = match &self.part {
            None => document.inner_text(),
            Some(part) => match document.select_first(part) {
                Some(element) => element.inner_text(),
                None => return Ok(false),
            },
        };
        output.text(&text).map_err(Failure::output)?;
        Ok(!text.trim().is_empty())
    }
}
