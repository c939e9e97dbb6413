//! Prints a table of a page as CSV. The text of a cell that spans rows or columns is in each of
//! them.
//!
//! ```text
//! cargo run --release --features web --example table -- [FILE [NUMBER]]
//! ```
//!
//! Without a file, the page is read from standard input. `NUMBER` counts the tables from 1.

mod common;

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::process::ExitCode;

use consomme::{Hints, parse_document};
use consomme_web::{Spans, tables};

const USAGE: &str = "usage: table [FILE [NUMBER]]";

fn main() -> ExitCode {
    common::start("table", USAGE, |arguments| match arguments {
        [] => Some(run(None, OsStr::new("1"))),
        [file] => Some(run(Some(file), OsStr::new("1"))),
        [file, number] => Some(run(Some(file), number)),
        _ => None,
    })
}

fn run(file: Option<&OsString>, number: &OsStr) -> Result<(), Box<dyn Error>> {
    let is_number = |number: &usize| *number > 0;
    let number: usize = number
        .to_str()
        .and_then(|text| text.parse().ok())
        .filter(is_number)
        .ok_or_else(|| format!("{} is not the number of a table", number.display()))?;
    let document = parse_document(common::read(file)?, &Hints::new());
    let mut out = io::BufWriter::new(io::stdout().lock());
    let Some(table) = tables(&document).nth(number - 1) else { return Ok(()) };
    for row in table.rows(Spans::Repeated) {
        let fields: Vec<_> = row.into_iter().map(field).collect();
        writeln!(out, "{}", fields.join(","))?;
    }
    Ok(out.flush()?)
}

/// Returns a text as a field of CSV.
fn field(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.to_owned()
}
