//! Prints the elements of HTML files that match a CSS selector.
//!
//! ```text
//! cargo run --release --features selectors --example select [--text | --attribute NAME] SELECTOR [FILE|-]...
//! ```
//!
//! Prints the outer HTML of each match, or its text as a reader sees it, on one line, or the value
//! of an attribute. `-` is standard input, which is also read if no file is given. The exit code is
//! 0 if an element matches, 1 if none does, 2 if the arguments are wrong or a file can't be read.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind, Read, Write};
use std::process::ExitCode;

use consomme::{ElementRef, Hints, Selector, parse_document};

const USAGE: &str = "usage: select [--text | --attribute NAME] SELECTOR [FILE|-]...";

/// The part of each match to print.
enum Output {
    Html,
    Text,
    Attribute(String),
}

fn main() -> ExitCode {
    match run() {
        Ok(found) => ExitCode::from(u8::from(!found)),
        Err(error) => {
            eprintln!("select: {error}");
            ExitCode::from(2)
        }
    }
}

/// Returns whether any element matches.
fn run() -> Result<bool, Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).peekable();
    let mut output = Output::Html;
    let is_option = |argument: &OsString| {
        argument.to_str().is_some_and(|text| text.starts_with("--") || text == "-h")
    };
    while let Some(option) = arguments.next_if(is_option) {
        output = match option.to_str() {
            Some("--text") => Output::Text,
            Some("--attribute") => {
                Output::Attribute(text(arguments.next().ok_or("--attribute needs a name")?)?)
            }
            Some("-h" | "--help") => {
                writeln!(io::stdout(), "{USAGE}")?;
                return Ok(true);
            }
            _ => return Err(format!("unknown option {}", option.display()).into()),
        };
    }
    let selector = Selector::parse(&text(arguments.next().ok_or("a selector is needed")?)?)?;
    let mut files: Vec<OsString> = arguments.collect();
    if files.is_empty() {
        files.push("-".into());
    }
    let mut found = false;
    for file in files {
        let bytes = read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        for element in parse_document(bytes, &Hints::new()).select(&selector) {
            found = true;
            let Some(line) = line(element, &output) else { continue };
            match writeln!(io::stdout(), "{line}") {
                // The reader of the output may stop reading: `select … | head`.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(true),
                result => result?,
            }
        }
    }
    Ok(found)
}

fn line(element: ElementRef<'_>, output: &Output) -> Option<String> {
    match output {
        Output::Html => Some(element.outer_html()),
        Output::Text => {
            Some(element.inner_text().split_ascii_whitespace().collect::<Vec<_>>().join(" "))
        }
        Output::Attribute(name) => element.attr(name).map(str::to_owned),
    }
}

/// Returns an argument that must be text.
fn text(argument: OsString) -> Result<String, String> {
    argument.into_string().map_err(|argument| format!("{} is not text", argument.display()))
}

fn read(file: &OsStr) -> io::Result<Vec<u8>> {
    if file != "-" {
        return std::fs::read(file);
    }
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes).map(|_| bytes)
}
