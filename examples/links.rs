//! Prints every URL of a page: what it is for, where it is, and its address.
//!
//! ```text
//! cargo run --release --features web --example links -- URL [FILE]
//! ```
//!
//! `URL` is the address of the page. Without a file, the page is read from standard input. A URL
//! that is not valid has the address `-`.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::process::ExitCode;

use consomme::{Hints, ParseOptions};
use consomme_web::{PageUrl, urls};

const USAGE: &str = "usage: links URL [FILE]";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let result = match arguments.as_slice() {
        [option] if option == "-h" || option == "--help" => {
            writeln!(io::stdout(), "{USAGE}").map_err(Into::into)
        }
        [url] => run(url, None),
        [url, file] => run(url, Some(file)),
        _ => Err(USAGE.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output may stop reading: `links … | head`.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("links: {error}");
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

fn run(url: &OsStr, file: Option<&OsString>) -> Result<(), Box<dyn Error>> {
    let url = url.to_str().ok_or_else(|| format!("{} is not text", url.display()))?;
    // Positions tell where in the file a URL is.
    let options = ParseOptions::new().positions(true);
    let document = options.parse_document(read(file)?, &Hints::new());
    let page = PageUrl::new(&document, url).ok_or_else(|| format!("{url}: not an absolute URL"))?;
    // Made once, it finds each line without reading the file again.
    let lines = document.line_index();
    let mut out = io::BufWriter::new(io::stdout().lock());
    for used in urls(&document) {
        let place = used.span().map(|span| lines.line_column(span.source_range().start));
        let place = place.map_or_else(|| "-".to_owned(), |place| place.to_string());
        let address = used.resolve(&page).unwrap_or_else(|| "-".to_owned());
        let (element, attribute) = (used.element.name(), used.attribute);
        writeln!(out, "{place}\t{}\t{element} {attribute}\t{address}", used.kind)?;
    }
    Ok(out.flush()?)
}
