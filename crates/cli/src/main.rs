//! The program `consomme`: HTML in the shell.
//!
//! - `commands/`: a file for each command, and the list of all
//! - `failure.rs`: why the program fails, and its exit codes
//! - `inputs.rs`: files, folders, archives and standard input
//! - `late_encoding.rs`: streams whose encoding is declared late
//! - `order.rs`: the outputs of many inputs, in their order
//! - `output.rs`: texts, JSON lines and texts that NUL ends
//! - `pages.rs`: many pages on many cores
//! - `progress.rs`: a line about progress
//! - `settings.rs`: the arguments that most commands have

#![forbid(unsafe_code)]

mod commands;
mod failure;
mod inputs;
mod late_encoding;
mod order;
mod output;
mod pages;
mod progress;
mod settings;

use std::process::ExitCode;

use failure::{Failure, Outcome};

fn main() -> ExitCode {
    let matches = match commands::grammar().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return help_or_mistake(&error),
    };
    let outcome = match matches.subcommand() {
        Some((name, arguments)) => commands::run(name, arguments),
        None => Err(Failure::usage("no command is given")),
    };
    match outcome {
        Ok(Outcome::Found) => ExitCode::SUCCESS,
        Ok(Outcome::Nothing) => ExitCode::from(1),
        // The reader of the output may stop reading: `consomme … | head`.
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            ExitCode::from(2)
        }
    }
}

/// Prints the help that was asked for, or the error of the arguments.
fn help_or_mistake(error: &clap::Error) -> ExitCode {
    let printed = error.print();
    match (error.use_stderr(), printed) {
        (true, _) => ExitCode::from(2),
        (false, Err(error)) if error.kind() != std::io::ErrorKind::BrokenPipe => ExitCode::from(2),
        (false, _) => ExitCode::SUCCESS,
    }
}
