//! Prints the nodes that an XPath expression selects in an HTML file.
//!
//! ```text
//! cargo run --release --features xpath --example xpath [--any-namespace] EXPRESSION [FILE|-]...
//! ```
//!
//! Prints each node on a line: elements as HTML, attributes and texts as their value; or the
//! string, number or boolean. `-` is standard input, which is also read if no file is given. The
//! exit code is 0 if a node is found or the value is true, 1 if not, 2 if the arguments are wrong
//! or a file can't be read.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind, Read, Write};
use std::process::ExitCode;

use consomme::{Hints, parse_document};
use consomme_xpath::{Item, Value, XPath, XPathExt, XPathOptions};

const USAGE: &str = "usage: xpath [--any-namespace] EXPRESSION [FILE|-]...";

fn main() -> ExitCode {
    match run() {
        Ok(found) => ExitCode::from(u8::from(!found)),
        Err(error) => {
            eprintln!("xpath: {error}");
            ExitCode::from(2)
        }
    }
}

/// Returns whether anything is found.
fn run() -> Result<bool, Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).peekable();
    let mut options = XPathOptions::new();
    let is_option = |argument: &OsString| {
        argument.to_str().is_some_and(|text| text.starts_with("--") || text == "-h")
    };
    while let Some(option) = arguments.next_if(is_option) {
        match option.to_str() {
            Some("--any-namespace") => options = options.any_namespace(true),
            Some("-h" | "--help") => {
                writeln!(io::stdout(), "{USAGE}")?;
                return Ok(true);
            }
            _ => return Err(format!("unknown option {}", option.display()).into()),
        }
    }
    let text = arguments.next().ok_or("an expression is needed")?;
    let text = text.into_string().map_err(|text| format!("{} is not text", text.display()))?;
    let path = options.parse(&text).map_err(|error| format!("{error}\n{}", error.excerpt()))?;
    let mut files: Vec<OsString> = arguments.collect();
    if files.is_empty() {
        files.push("-".into());
    }
    let mut found = false;
    for file in files {
        let bytes = read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        if let Err(error) = print(&path, bytes, &mut found) {
            return match error.downcast_ref::<io::Error>() {
                // The reader of the output may stop reading: `xpath … | head`.
                Some(error) if error.kind() == ErrorKind::BrokenPipe => Ok(true),
                _ => Err(error),
            };
        }
    }
    Ok(found)
}

/// Prints the value of an expression over a page, and notes whether there is anything.
fn print(path: &XPath, bytes: Vec<u8>, found: &mut bool) -> Result<(), Box<dyn Error>> {
    let document = parse_document(bytes, &Hints::new());
    let value = document.xpath(path)?;
    *found |= value.to_boolean();
    let Value::Nodes(nodes) = value else {
        writeln!(io::stdout(), "{}", value.to_text())?;
        return Ok(());
    };
    for item in nodes {
        match item {
            Item::Node(node) if node.as_text().is_none() => {
                writeln!(io::stdout(), "{}", node.outer_html())?;
            }
            _ => writeln!(io::stdout(), "{}", item.string_value())?,
        }
    }
    Ok(())
}

fn read(file: &OsStr) -> io::Result<Vec<u8>> {
    if file != "-" {
        return std::fs::read(file);
    }
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes).map(|_| bytes)
}
