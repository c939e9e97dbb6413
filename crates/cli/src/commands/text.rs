//! `text`: a page as the text that a reader sees.

use clap::{Arg, ArgMatches, Command, value_parser};
use consomme_markdown::PlainText;

use super::Entry;
use crate::failure::{Failure, Outcome};
use crate::inputs::Page;
use crate::output::Output;
use crate::pages::{self, Task};
use crate::settings::{self, Part};

pub(crate) const ENTRY: Entry =
    Entry { name: "text", about: "Print pages as the text that a reader sees", grammar, run };

fn grammar(command: Command) -> Command {
    let width = Arg::new("width")
        .long("width")
        .value_name("COLUMNS")
        .value_parser(value_parser!(u16).range(1..))
        .help("Lay the text out for a terminal: lines of this width, drawn tables, links");
    let command = command
        .arg(width)
        // Only links are resolved.
        .arg(settings::address().requires("width"));
    settings::with_formats(settings::with_files(settings::with_part(command)))
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    let width = arguments.get_one::<u16>("width").copied();
    pages::run(arguments, &Text { width, part: settings::part(arguments)? })
}

struct Text {
    width: Option<u16>,
    part: Part,
}

impl Task for Text {
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure> {
        let options = &page.options;
        let document = options.get_parse().parse_document(&page.bytes, options.get_hints());
        let Some(part) = self.part.find(&document) else { return Ok(false) };
        let text = match self.width {
            None => part.inner_text(),
            Some(width) => {
                let text = PlainText::new().width(usize::from(width));
                let text = match self.part.address(&document, options) {
                    Some(address) => text.base_url(address),
                    None => text,
                };
                match self.part.alone(part)? {
                    Some(alone) => text.to_string(&alone),
                    None => text.to_string(part),
                }
            }
        };
        output.text(text.trim_end_matches('\n')).map_err(Failure::output)?;
        Ok(!text.trim().is_empty())
    }
}
