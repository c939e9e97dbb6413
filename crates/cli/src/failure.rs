//! Why the program fails, and its exit codes.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;

/// How a command ended that did not fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// Exit code 0.
    Found,
    /// Exit code 1.
    Nothing,
}

impl Outcome {
    /// Returns the outcome of a command that has looked for something.
    pub(crate) fn of(found: bool) -> Outcome {
        if found { Outcome::Found } else { Outcome::Nothing }
    }
}

/// Why a command failed: exit code 2.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments make no sense.
    Usage(String),
    /// A mistake in a text of the arguments, with a line that shows its place.
    Mistake { message: String, excerpt: String },
    /// Something cannot be read or written.
    Io { name: String, error: io::Error },
    /// The output cannot be written.
    Output(io::Error),
    /// Some files have failed, and were reported.
    Reported,
}

impl Failure {
    pub(crate) fn usage(message: impl Into<String>) -> Failure {
        Failure::Usage(message.into())
    }

    pub(crate) fn io(name: impl Into<String>, error: io::Error) -> Failure {
        Failure::Io { name: name.into(), error }
    }

    /// Returns the failure of writing the output.
    pub(crate) fn output(error: io::Error) -> Failure {
        Failure::Output(error)
    }

    /// Names the output, if it is a file.
    pub(crate) fn of_output(self, file: Option<&Path>) -> Failure {
        match (self, file) {
            (Failure::Output(error), Some(file)) => Failure::io(file.display().to_string(), error),
            (failure, _) => failure,
        }
    }

    /// Whether the reader of the output has closed it.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        match self {
            Failure::Io { error, .. } | Failure::Output(error) => {
                error.kind() == io::ErrorKind::BrokenPipe
            }
            _ => false,
        }
    }

    /// Prints the message to standard error.
    pub(crate) fn print(&self) {
        if !matches!(self, Failure::Reported) {
            // Nobody may be left to read it.
            let _ = writeln!(io::stderr(), "consomme: {self}");
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(message) => f.write_str(message),
            Failure::Mistake { message, excerpt } => write!(f, "{message}\n{excerpt}"),
            Failure::Io { name, error } => write!(f, "{}: {}", visible(name), reason(error)),
            Failure::Output(error) => write!(f, "standard output: {}", reason(error)),
            Failure::Reported => Ok(()),
        }
    }
}

/// Returns the message of an error without the number of the system.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((message, _)) => message.to_owned(),
        None => text,
    }
}

/// Escapes control characters, which would change what a terminal shows.
pub(crate) fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for character in text.chars() {
        match character.is_control() {
            true => visible.extend(character.escape_default()),
            false => visible.push(character),
        }
    }
    visible
}
