//! Prints the language, title and URL of every HTML page of a crawl, parsing on all cores.
//!
//! ```text
//! cargo run --release --features crawl_archive --example crawl_archive -- ARCHIVE.warc|ARCHIVE.warc.gz|FOLDER
//! ```
//!
//! A web archive (WARC) contains pages with their HTTP headers; `Content-Type` is a hint about the
//! encoding. In a folder, files named `.html` or `.htm` are read. The exit code is 1 if a page
//! can't be read, 2 if the arguments are wrong or the archive or folder can't be opened.

mod archive;
mod http;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use consomme::{Hints, parse_document};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::iter::{ParallelBridge, ParallelIterator};

const USAGE: &str = "usage: crawl_archive ARCHIVE.warc|ARCHIVE.warc.gz|FOLDER";

fn main() -> ExitCode {
    let path = match std::env::args_os().nth(1) {
        Some(option) if option == "-h" || option == "--help" => {
            let written = writeln!(io::stdout(), "{USAGE}");
            return if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(2) };
        }
        Some(path) => path,
        None => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(Path::new(&path)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("crawl_archive: {}: {error}", path.display());
            ExitCode::from(2)
        }
    }
}

/// Prints the rows. Returns whether every page could be read.
fn run(path: &Path) -> io::Result<bool> {
    let style = ProgressStyle::with_template("{wide_bar} {percent} % {elapsed}")
        .map_err(io::Error::other)?;
    let bar = ProgressBar::no_length().with_style(style);
    let complete = AtomicBool::new(true);
    let mut rows: Vec<(usize, String)> = archive::items(path, &bar)?
        .enumerate()
        .par_bridge()
        .filter_map(|(number, item)| match item.and_then(archive::Item::page) {
            Ok(page) => page.map(|page| (number, row(&page))),
            Err(error) => {
                bar.suspend(|| eprintln!("crawl_archive: {error}"));
                complete.store(false, Ordering::Relaxed);
                None
            }
        })
        .collect();
    bar.finish_and_clear();
    rows.sort_unstable();
    for (_, row) in rows {
        writeln!(io::stdout(), "{row}")?;
    }
    Ok(complete.into_inner())
}

/// Returns the row about a page.
fn row(page: &archive::Page) -> String {
    let hints = page
        .content_type
        .as_deref()
        .map_or_else(Hints::new, |value| Hints::new().content_type(value));
    let document = parse_document(&page.body, &hints);
    let language = document.document_element().and_then(|html| html.attr("lang")).unwrap_or("-");
    format!("{language}\t{}\t{}", document.title().unwrap_or_default(), page.address)
}
