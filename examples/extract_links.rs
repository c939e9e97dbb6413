//! Prints the links of a page as absolute URLs, each with its text.
//!
//! ```text
//! cargo run --release --features url --example extract_links -- URL [FILE]
//! ```
//!
//! `URL` is the address of the page, against which relative links are resolved, unless the page has
//! a `base` element. Without a file, the page is read from standard input. The text of a link is
//! that which a reader sees.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::process::ExitCode;

use consomme::{Hints, parse_document};

const USAGE: &str = "usage: extract_links URL [FILE]";

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
        // The reader of the output may stop reading: `extract_links … | head`.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("extract_links: {error}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn run(url: &OsStr, file: Option<&OsString>) -> Result<(), Box<dyn Error>> {
    let url = url.to_str().ok_or_else(|| format!("{} is not text", url.display()))?;
    let mut bytes = Vec::new();
    match file.filter(|file| *file != "-") {
        None => io::stdin().read_to_end(&mut bytes).map_err(|error| format!("-: {error}"))?,
        Some(file) => std::fs::File::open(file)
            .and_then(|mut open| open.read_to_end(&mut bytes))
            .map_err(|error| format!("{}: {error}", file.display()))?,
    };
    let document = parse_document(bytes, &Hints::new());
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
