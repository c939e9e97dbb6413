//! `markdown`: a page as Markdown.

use clap::{Arg, ArgMatches, Command, value_parser};
use consomme_markdown::{LinkStyle, Markdown};

use super::Entry;
use crate::failure::{Failure, Outcome};
use crate::inputs::Page;
use crate::output::Output;
use crate::pages::{self, Task};
use crate::settings::{self, Part};

pub(crate) const ENTRY: Entry =
    Entry { name: "markdown", about: "Print pages as Markdown", grammar, run };

fn grammar(command: Command) -> Command {
    let command = command
        .arg(
            Arg::new("shift")
                .long("heading-shift")
                .value_name("N")
                .value_parser(value_parser!(i8).range(-5..=5))
                .allow_negative_numbers(true)
                .default_value("0")
                .help("Make each heading this many levels lower; a negative number, higher"),
        )
        .arg(
            Arg::new("links")
                .long("links")
                .value_name("STYLE")
                .value_parser(["inline", "reference", "text"])
                .default_value("inline")
                .help("How links are written"),
        );
    settings::with_formats(settings::with_files(settings::with_address(settings::with_part(
        command,
    ))))
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    let links = match settings::text(arguments, "links") {
        "reference" => LinkStyle::Reference,
        "text" => LinkStyle::Text,
        _ => LinkStyle::Inline,
    };
    let shift = arguments.get_one::<i8>("shift").copied().unwrap_or(0);
    let markdown = Markdown::new().heading_shift(shift).link_style(links);
    pages::run(arguments, &ToMarkdown { markdown, part: settings::part(arguments)? })
}

struct ToMarkdown {
    markdown: Markdown,
    part: Part,
}

impl Task for ToMarkdown {
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure> {
        let options = &page.options;
        let document = options.get_parse().parse_document(&page.bytes, options.get_hints());
        let Some(part) = self.part.find(&document) else { return Ok(false) };
        let markdown = match self.part.address(&document, options) {
            Some(address) => self.markdown.clone().base_url(address),
            None => self.markdown.clone(),
        };
        let text = match self.part.alone(part)? {
            Some(alone) => markdown.to_string(&alone),
            None => markdown.to_string(part),
        };
        output.text(text.trim_end()).map_err(Failure::output)?;
        Ok(!text.trim().is_empty())
    }
}
