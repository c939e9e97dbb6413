//! Prints the metadata of a page as JSON: title, language, canonical address, icons, feeds,
//! OpenGraph and more.
//!
//! ```text
//! cargo run --release --features web --example metadata -- URL [FILE]
//! ```
//!
//! `URL` is the address of the page. Without a file, the page is read from standard input. The last
//! line is the page's microdata.

mod common;

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::process::ExitCode;

use consomme::{Hints, parse_document};
use consomme_web::{Microdata, PageUrl, metadata};

const USAGE: &str = "usage: metadata URL [FILE]";

fn main() -> ExitCode {
    common::start("metadata", USAGE, |arguments| match arguments {
        [url] => Some(run(url, None)),
        [url, file] => Some(run(url, Some(file))),
        _ => None,
    })
}

fn run(url: &OsStr, file: Option<&OsString>) -> Result<(), Box<dyn Error>> {
    let url = url.to_str().ok_or_else(|| format!("{} is not text", url.display()))?;
    let document = parse_document(common::read(file)?, &Hints::new());
    let page = PageUrl::new(&document, url).ok_or_else(|| format!("{url}: not an absolute URL"))?;
    let json = serde_json::to_string_pretty(&metadata(&document, &page))?;
    // A hostile page can make it exponentially larger than itself.
    let items = Microdata::new(&document, &page).to_json().ok_or("the microdata is too large")?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    writeln!(out, "{json}\n{items}")?;
    Ok(out.flush()?)
}
