//! Prints the links of a page as absolute URLs, each with its text.
//!
//! ```text
//! cargo run --release --features url --example extract_links -- URL [FILE]
//! ```
//!
//! `URL` is the address of the page, against which relative links are resolved, unless the page has
//! a `base` element. Without a file, the page is read from standard input. The text of a link is
//! that which a reader sees.

mod common;

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::process::ExitCode;

use consomme::{Hints, parse_document};

const USAGE: &str = "usage: extract_links URL [FILE]";

fn main() -> ExitCode {
    common::start("extract_links", USAGE, |arguments| match arguments {
        [url] => Some(run(url, None)),
        [url, file] => Some(run(url, Some(file))),
        _ => None,
    })
}

fn run(url: &OsStr, file: Option<&OsString>) -> Result<(), Box<dyn Error>> {
    let url = url.to_str().ok_or_else(|| format!("{} is not text", url.display()))?;
    let document = parse_document(common::read(file)?, &Hints::new());
    let base = document.base_url(url).ok_or_else(|| format!("{url}: not an absolute URL"))?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    for link in document.descendant_elements().filter(|e| e.is_html("a") || e.is_html("area")) {
        // Skip links that are not valid URLs.
        if let Some(address) = link.abs_url("href", &base) {
            let text = link.inner_text();
            writeln!(out, "{address}\t{}", text.split_whitespace().collect::<Vec<_>>().join(" "))?;
        }
    }
    Ok(out.flush()?)
}
