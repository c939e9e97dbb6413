//! `minify`: the shortest source of the same tree.

use clap::{Arg, ArgAction, ArgMatches, Command};
use consomme::serialize::MinifyOptions;

use super::Entry;
use crate::failure::{Failure, Outcome};
use crate::inputs::Page;
use crate::output::Output;
use crate::pages::{self, Task};
use crate::settings;

pub(crate) const ENTRY: Entry = Entry {
    name: "minify",
    about: "Print pages short: without optional tags and quotes",
    grammar,
    run,
};

fn grammar(command: Command) -> Command {
    let command =
        command.long_about("Prints pages short. The result is parsed to the same tree.").arg(
            Arg::new("collapse")
                .long("collapse-whitespace")
                .action(ArgAction::SetTrue)
                .help("Collapse white space that is not shown, which changes the tree"),
        );
    settings::with_files(command)
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    let options = MinifyOptions::new().collapse_whitespace(arguments.get_flag("collapse"));
    pages::run(arguments, &Minify { options })
}

struct Minify {
    options: MinifyOptions,
}

impl Task for Minify {
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure> {
        let options = &page.options;
        let document = options.get_parse().parse_document(&page.bytes, options.get_hints());
        let written = document.serialize(&self.options).write_to(output.writer());
        written.map(|()| true).map_err(Failure::output)
    }
}
