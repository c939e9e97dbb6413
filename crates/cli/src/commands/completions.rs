//! `completions`: the completions of a shell.

use std::io::{self, Write};

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::{Shell, generate};

use super::Entry;
use crate::failure::{Failure, Outcome};

pub(crate) const ENTRY: Entry =
    Entry { name: "completions", about: "Print the completions of a shell", grammar, run };

fn grammar(command: Command) -> Command {
    command.arg(
        Arg::new("shell")
            .value_name("SHELL")
            .required(true)
            .value_parser(value_parser!(Shell))
            .help("The shell"),
    )
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    let Some(shell) = arguments.get_one::<Shell>("shell") else { return Ok(Outcome::Nothing) };
    // The generator panics if it cannot write, so it writes to memory.
    let mut script = Vec::new();
    generate(*shell, &mut super::grammar(), "consomme", &mut script);
    let mut output = io::stdout().lock();
    output.write_all(&script).and_then(|()| output.flush()).map_err(Failure::output)?;
    Ok(Outcome::Found)
}
