//! `man`: the man page of the program or of a command.

use std::io::{self, Write};

use clap::{Arg, ArgMatches, Command};
use clap_mangen::Man;

use super::Entry;
use crate::failure::{Failure, Outcome};

pub(crate) const ENTRY: Entry =
    Entry { name: "man", about: "Print the man page of the program or of a command", grammar, run };

fn grammar(command: Command) -> Command {
    command
        .arg(Arg::new("command").value_name("COMMAND").help("A command; the program, by default"))
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    let mut program = super::grammar();
    program.build();
    let page = match arguments.get_one::<String>("command") {
        None => Man::new(program),
        Some(name) => {
            let command = program.find_subcommand(name);
            let command =
                command.ok_or_else(|| Failure::usage(format!("unknown command {name}")))?;
            Man::new(command.clone().display_name(format!("consomme-{name}")))
        }
    };
    let mut text = Vec::new();
    page.render(&mut text).map_err(Failure::output)?;
    let mut output = io::stdout().lock();
    output.write_all(&text).and_then(|()| output.flush()).map_err(Failure::output)?;
    Ok(Outcome::Found)
}
