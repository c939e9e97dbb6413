//! Prints the text of an HTML file as a reader sees it, or pretty-prints the file.
//!
//! ```text
//! cargo run --release --example text [FILE|-] [--pretty]
//! ```
//!
//! `-` is standard input; without a file, it prints a sample. `--pretty` prints the HTML on
//! indented lines, with whitespace changed only where it doesn't show. The exit code is 2 if the
//! arguments are wrong or the file can't be read.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use consomme::serialize::PrettyOptions;
use consomme::{Hints, parse_document};

const USAGE: &str = "usage: text [FILE|-] [--pretty]";

/// A page with many errors, in Shift_JIS.
const SAMPLE: &[u8] = include_bytes!("sample.html");

fn main() -> ExitCode {
    let mut file: Option<PathBuf> = None;
    let mut pretty = false;
    for argument in std::env::args_os().skip(1) {
        // A file name need not be text.
        match argument.to_str().unwrap_or("") {
            "--pretty" => pretty = true,
            "-h" | "--help" => {
                return finish(writeln!(io::stdout(), "{USAGE}"));
            }
            option if option.starts_with("--") => {
                return fail(&format!("unknown option {option}\n{USAGE}"));
            }
            _ if file.is_some() => return fail(&format!("more than one file\n{USAGE}")),
            _ => file = Some(argument.into()),
        }
    }
    let bytes = match read(file.as_deref()) {
        Ok(bytes) => bytes,
        Err(error) => return fail(&format!("{}: {error}", file.unwrap_or_default().display())),
    };
    let document = parse_document(bytes, &Hints::new());
    let mut out = io::stdout().lock();
    let written = if pretty {
        document.serialize(&PrettyOptions::new()).write_to(&mut out)
    } else {
        writeln!(out, "{}", document.inner_text())
    };
    finish(written)
}

fn finish(written: io::Result<()>) -> ExitCode {
    match written {
        // The reader of the output may stop reading: `text … | head`.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => fail(&error.to_string()),
        _ => ExitCode::SUCCESS,
    }
}

fn fail(message: &str) -> ExitCode {
    eprintln!("text: {message}");
    ExitCode::from(2)
}

fn read(file: Option<&Path>) -> io::Result<Vec<u8>> {
    match file {
        None => Ok(SAMPLE.to_vec()),
        Some(file) if file.as_os_str() == "-" => {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        }
        Some(file) => std::fs::read(file),
    }
}
