//! Prints a table of a page as CSV. The text of a cell that spans rows or columns is in each of
//! them.
//!
//! ```text
//! cargo run --release --features web --example table -- [FILE [NUMBER]]
//! ```
//!
//! Without a file, the page is read from standard input. `NUMBER` counts the tables from 1.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::process::ExitCode;

use consomme::{Hints, parse_document};
use consomme_web::{Spans, tables};

const USAGE: &str = "usage: table [FILE [NUMBER]]";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let result = match arguments.as_slice() {
        [option] if option == "-h" || option == "--help" => {
            writeln!(io::stdout(), "{USAGE}").map_err(Into::into)
        }
        [] => run(None, OsStr::new("1")),
        [file] => run(Some(file), OsStr::new("1")),
        [file, number] => run(Some(file), number),
        _ => Err(USAGE.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output may stop reading: `table … | head`.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("table: {error}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Reads a file, or standard input.
fn read(file: Option<&OsString>) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut bytes = Vec::new();
    match file.filter(|file| *file != "-") {
        None => io::stdin().read_to_end(&mut bytes).map_err(|error| format!("-: {error}"))?,
        Some(file) => std::fs::File::open(file)
            .and_then(|mut open| open.read_to_end(&mut bytes))
            .map_err(|error| format!("{}: {error}", file.display()))?,
    };
    Ok(bytes)
}

fn run(file: Option<&OsString>, number: &OsStr) -> Result<(), Box<dyn Error>> {
    let is_number = |number: &usize| *number > 0;
    let number: usize = number
        .to_str()
        .and_then(|text| text.parse().ok())
        .filter(is_number)
        .ok_or_else(|| format!("{} is not the number of a table", number.display()))?;
    let document = parse_document(read(file)?, &Hints::new());
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
