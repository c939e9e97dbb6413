//! Prints what a page says about itself as JSON: title, language, canonical address, icons, feeds,
//! OpenGraph and more.
//!
//! ```text
//! cargo run --release --features web --example metadata -- URL [FILE]
//! ```
//!
//! `URL` is the address of the page. Without a file, the page is read from standard input. The last
//! line is the page's microdata.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::process::ExitCode;

use consomme::{Hints, parse_document};
use consomme_web::{Microdata, PageUrl, metadata};

const USAGE: &str = "usage: metadata URL [FILE]";

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
        // The reader of the output may stop reading: `metadata … | head`.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("metadata: {error}");
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
    let document = parse_document(read(file)?, &Hints::new());
    let page = PageUrl::new(&document, url).ok_or_else(|| format!("{url}: not an absolute URL"))?;
    let json = serde_json::to_string_pretty(&metadata(&document, &page))?;
    // A hostile page can make it exponentially larger than itself.
    let items = Microdata::new(&document, &page).to_json().ok_or("the microdata is too large")?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    writeln!(out, "{json}\n{items}")?;
    Ok(out.flush()?)
}
