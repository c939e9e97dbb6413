//! `links`: every URL of a page.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use consomme_web::{PageUrl, UrlKind, urls};
use serde_json::json;

use super::Entry;
use crate::failure::{Failure, Outcome};
use crate::inputs::Page;
use crate::output::{Format, Output};
use crate::pages::{self, Task};
use crate::settings;

pub(crate) const ENTRY: Entry = Entry {
    name: "links",
    about: "Print the URLs of pages, resolved if the address is known",
    grammar,
    run,
};

/// The name that stands for all kinds.
const ALL: &str = "all";

fn grammar(command: Command) -> Command {
    let command = command.arg(
        Arg::new("kind")
            .short('k')
            .long("kind")
            .value_name("KIND")
            .value_parser(PossibleValuesParser::new(kinds()))
            .help("Only URLs of a kind")
            .default_value("hyperlink"),
    );
    settings::with_formats(settings::with_files(settings::with_address(command)))
}

fn kinds() -> impl Iterator<Item = &'static str> {
    [ALL].into_iter().chain(UrlKind::ALL.iter().map(|kind| kind.as_str()))
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    pages::run(arguments, &Links { kind: settings::text(arguments, "kind").to_owned() })
}

struct Links {
    kind: String,
}

impl Task for Links {
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure> {
        let options = &page.options;
        let parse = options.get_parse().clone().positions(output.format() == Format::Json);
        let document = parse.parse_document(&page.bytes, options.get_hints());
        let address = options.get_address();
        let resolver = address.and_then(|address| PageUrl::new(&document, address));
        let lines = document.line_index();
        let mut found = false;
        for used in urls(&document) {
            if self.kind != ALL && self.kind != used.kind.as_str() {
                continue;
            }
            found = true;
            let resolved = resolver.as_ref().and_then(|page| used.resolve(page));
            let url = resolved.as_deref().unwrap_or(used.url);
            let written = match output.format() {
                Format::Text | Format::Null => output.text(url),
                Format::Json => output.object(json!({
                    "url": url,
                    "kind": used.kind.as_str(),
                    "element": used.element.name(),
                    "attribute": used.attribute,
                    "line": used.span().map(|span| lines.line_column(span.source_range().start).line),
                })),
            };
            written.map_err(Failure::output)?;
        }
        Ok(found)
    }
}
