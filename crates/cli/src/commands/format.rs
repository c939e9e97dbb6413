//! `format`: pages indented.

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use consomme::serialize::PrettyOptions;

use super::Entry;
use crate::failure::{Failure, Outcome};
use crate::inputs::Page;
use crate::output::Output;
use crate::pages::{self, Task};
use crate::settings;

pub(crate) const ENTRY: Entry =
    Entry { name: "format", about: "Print pages indented", grammar, run };

fn grammar(command: Command) -> Command {
    let command = command
        .arg(
            Arg::new("indent")
                .long("indent")
                .value_name("N")
                .value_parser(value_parser!(u8).range(0..=16))
                .help("How many spaces each level has [default: 2]"),
        )
        .arg(
            Arg::new("tabs")
                .long("tabs")
                .action(ArgAction::SetTrue)
                .conflicts_with("indent")
                .help("Indent by tabs"),
        );
    settings::with_files(command)
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    let mut options = PrettyOptions::new().tabs(arguments.get_flag("tabs"));
    if let Some(indent) = arguments.get_one::<u8>("indent") {
        options = options.indent_width(usize::from(*indent));
    }
    pages::run(arguments, &Format { options })
}

struct Format {
    options: PrettyOptions,
}

impl Task for Format {
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure> {
        let options = &page.options;
        let document = options.get_parse().parse_document(&page.bytes, options.get_hints());
        let written = document.serialize(&self.options).write_to(output.writer());
        written.map(|()| true).map_err(Failure::output)
    }
}
