//! `sanitize`: HTML that is safe to show.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use consomme_sanitizer::{Preset, Sanitizer};

use super::Entry;
use crate::failure::{Failure, Outcome};
use crate::inputs::Page;
use crate::output::Output;
use crate::pages::{self, Task};
use crate::settings;

pub(crate) const ENTRY: Entry = Entry {
    name: "sanitize",
    about: "Print what is safe to show of HTML of strangers",
    grammar,
    run,
};

fn grammar(command: Command) -> Command {
    let command = command
        .long_about(
            "Prints what is safe to show of HTML of strangers, by the configuration of the \
             standard's Sanitizer, as the content of a `div`.",
        )
        .arg(
            Arg::new("preset")
                .long("preset")
                .value_name("NAME")
                .value_parser(PossibleValuesParser::new(Preset::ALL.map(Preset::as_str)))
                .help("Allow what a kind of text needs, instead of the standard's configuration"),
        );
    settings::with_formats(settings::with_files(command))
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    let name = arguments.get_one::<String>("preset");
    let preset =
        name.and_then(|name| Preset::ALL.into_iter().find(|preset| preset.as_str() == name));
    let sanitizer = preset.map_or_else(Sanitizer::new, Sanitizer::preset);
    pages::run(arguments, &Sanitize { sanitizer })
}

struct Sanitize {
    sanitizer: Sanitizer,
}

impl Task for Sanitize {
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure> {
        let html = self.sanitizer.sanitize_bytes(&page.bytes, page.options.get_hints());
        output.text(&html).map_err(Failure::output)?;
        Ok(!html.is_empty())
    }
}
