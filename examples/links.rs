//! Prints every URL of a page: its purpose, its place and its address.
//!
//! ```text
//! cargo run --release --features web --example links -- URL [FILE]
//! ```
//!
//! `URL` is the address of the page. Without a file, the page is read from standard input. A URL
//! that is not valid has the address `-`.

mod common;

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::process::ExitCode;

use consomme::{Hints, ParseOptions};
use consomme_web::{PageUrl, urls};

const USAGE: &str = "usage: links URL [FILE]";

fn main() -> ExitCode {
    common::start("links", USAGE, |arguments| match arguments {
        [url] => Some(run(url, None)),
        [url, file] => Some(run(url, Some(file))),
        _ => None,
    })
}

fn run(url: &OsStr, file: Option<&OsString>) -> Result<(), Box<dyn Error>> {
    let url = url.to_str().ok_or_else(|| format!("{} is not text", url.display()))?;
    // Positions tell where in the file a URL is.
    let options = ParseOptions::new().positions(true);
    let document = options.parse_document(common::read(file)?, &Hints::new());
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
