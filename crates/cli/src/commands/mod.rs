//! The commands: a file for each, and the list of all.
//!
//! A new command is a file with an [`Entry`], a `mod` line and a line in [`ALL`].

mod article;
mod completions;
mod convert;
mod edit;
mod encoding;
mod errors;
mod extract;
mod format;
mod links;
mod man;
mod markdown;
mod minify;
mod report;
mod sanitize;
mod select;
mod tables;
mod text;
mod tree;
mod xpath;

use clap::{ArgMatches, Command};

use crate::failure::{Failure, Outcome};

/// A command.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// Adds the arguments. Only the grammar of the command that runs is made, which takes less
    /// time and memory at each start than that of all.
    pub(crate) grammar: fn(Command) -> Command,
    /// Runs the command.
    pub(crate) run: fn(&ArgMatches) -> Result<Outcome, Failure>,
}

/// All commands, in the order of the help.
const ALL: [Entry; 19] = [
    select::ENTRY,
    xpath::ENTRY,
    extract::ENTRY,
    text::ENTRY,
    markdown::ENTRY,
    article::ENTRY,
    links::ENTRY,
    tables::ENTRY,
    tree::ENTRY,
    errors::ENTRY,
    report::ENTRY,
    sanitize::ENTRY,
    edit::ENTRY,
    format::ENTRY,
    minify::ENTRY,
    encoding::ENTRY,
    convert::ENTRY,
    completions::ENTRY,
    man::ENTRY,
];

const AFTER_HELP: &str = "\
Exit codes: 0, or 1 if nothing was found, or 2 if the arguments are wrong or a file cannot be read \
or written. Nothing is fetched, and no script runs.";

/// Returns the grammar of the program.
pub(crate) fn grammar() -> Command {
    Command::new("consomme")
        .version(env!("CARGO_PKG_VERSION"))
        .about("HTML in the shell: the tree that browsers build, selected, edited and explained")
        .after_help(AFTER_HELP)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(
            ALL.iter()
                .map(|entry| Command::new(entry.name).about(entry.about).defer(entry.grammar)),
        )
}

/// Runs a command.
pub(crate) fn run(name: &str, arguments: &ArgMatches) -> Result<Outcome, Failure> {
    match ALL.iter().find(|entry| entry.name == name) {
        Some(entry) => (entry.run)(arguments),
        None => Err(Failure::usage(format!("unknown command {name}"))),
    }
}
