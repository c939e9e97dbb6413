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
use std::process::ExitCode;

use consomme::serialize::PrettyOptions;
use consomme::{Hints, parse_document};

const USAGE: &str = "usage: text [FILE|-] [--pretty]";

/// A page with many errors, in Shift_JIS.
const SAMPLE: &[u8] = include_bytes!("sample.html");

fn main() -> ExitCode {
    let mut file = None;
    let mut pretty = false;
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--pretty" => pretty = true,
            "-h" | "--help" => {
                println!("{USAGE}");
                return ExitCode::SUCCESS;
            }
            option if option.starts_with("--") => {
                return fail(&format!("unknown option {option}\n{USAGE}"));
            }
            _ if file.is_some() => return fail(&format!("more than one file\n{USAGE}")),
            _ => file = Some(argument),
        }
    }
    let bytes = match read(file.as_deref()) {
        Ok(bytes) => bytes,
        Err(error) => return fail(&format!("{}: {error}", file.unwrap_or_default())),
    };
    let document = parse_document(bytes, &Hints::new());
    let mut out = io::stdout().lock();
    let written = if pretty {
        document.serialize(&PrettyOptions::new()).write_to(&mut out)
    } else {
        writeln!(out, "{}", document.inner_text())
    };
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

fn read(file: Option<&str>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match file {
        None => return Ok(SAMPLE.to_vec()),
        Some("-") => io::stdin().read_to_end(&mut bytes)?,
        Some(file) => return std::fs::read(file),
    };
    Ok(bytes)
}
