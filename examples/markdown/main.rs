//! Converts an HTML file to Markdown: CommonMark with the tables and strikethrough of GitHub.
//!
//! ```text
//! cargo run --release --features markdown --example markdown [FILE|-]
//! ```
//!
//! `-` is standard input; without a file, it converts a sample. The exit code is 2 if the arguments
//! are wrong or the file can't be read.
//!
//! `consomme-markdown` has options for whatever may be written in several ways, and a writer of
//! plain text.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use consomme::{Hints, parse_document};
use consomme_markdown::Markdown;

const USAGE: &str = "usage: markdown [FILE|-]";

const SAMPLE: &str = "<h1>Onion soup</h1><p>For <b>four</b>. See <a href=/stock>stock</a>.\
    <ol><li>Fry 2 onions<li>Add <i>stock</i></ol><pre><code class=language-sh>stir --slowly</code></pre>";

fn main() -> ExitCode {
    let mut file: Option<PathBuf> = None;
    for argument in std::env::args_os().skip(1) {
        // A file name need not be text.
        match argument.to_str().unwrap_or("") {
            "-h" | "--help" => return finish(writeln!(io::stdout(), "{USAGE}")),
            option if option.starts_with("--") => {
                return fail(&format!("unknown option {option}; {USAGE}"));
            }
            _ if file.is_some() => return fail(&format!("more than one file; {USAGE}")),
            _ => file = Some(argument.into()),
        }
    }
    let bytes = match read(file.as_deref()) {
        Ok(bytes) => bytes,
        Err(error) => return fail(&format!("{}: {error}", file.unwrap_or_default().display())),
    };
    let document = parse_document(bytes, &Hints::new());
    finish(Markdown::new().write_io(&document, io::stdout().lock()).map(|_| ()))
}

fn finish(written: io::Result<()>) -> ExitCode {
    match written {
        // The reader of the output may stop reading: `markdown … | head`.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => fail(&error.to_string()),
        _ => ExitCode::SUCCESS,
    }
}

fn fail(message: &str) -> ExitCode {
    eprintln!("markdown: {message}");
    ExitCode::from(2)
}

fn read(file: Option<&Path>) -> io::Result<Vec<u8>> {
    match file {
        None => Ok(SAMPLE.into()),
        Some(file) if file.as_os_str() == "-" => {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        }
        Some(file) => std::fs::read(file),
    }
}
