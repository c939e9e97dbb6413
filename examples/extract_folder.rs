//! Prints the main content of each page of a folder: a line of JSON for each `.html` or `.html.gz`
//! file.
//!
//! ```text
//! cargo run --release -p consomme-examples --features extract --example extract_folder -- FOLDER
//! ```
//!
//! A line is `{"id": NAME, "text": TEXT}`, with the name of the file up to its first point. The
//! order is that of the names.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use consomme::{Hints, parse_document};
use consomme_extract::{SubstitutePlace, extract};
use flate2::read::MultiGzDecoder;

const USAGE: &str = "usage: extract_folder FOLDER";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let result = match arguments.as_slice() {
        [option] if option == "-h" || option == "--help" => {
            writeln!(io::stdout(), "{USAGE}").map_err(Into::into)
        }
        [folder] => run(folder),
        _ => Err(USAGE.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output may stop reading: `extract_folder … | head`.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("extract_folder: {error}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Prints a line for each page.
fn run(folder: &OsString) -> Result<(), Box<dyn Error>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if is_page(&path) {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        return Err(format!("{}: no pages", folder.display()).into());
    }
    paths.sort();
    let mut output = BufWriter::new(io::stdout().lock());
    for path in paths {
        let page = read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let id = name.split('.').next().unwrap_or("");
        writeln!(output, "{}", serde_json::json!({ "id": id, "text": content(page) }))?;
    }
    output.flush()?;
    Ok(())
}

/// Returns the text of the main content. If the tree has none, but the page has the whole article
/// for machines, it is that.
fn content(page: Vec<u8>) -> String {
    let document = parse_document(page, &Hints::new());
    let content = extract(&document);
    match content.substitute() {
        Some(substitute) if substitute.place == SubstitutePlace::ArticleBody => substitute.text,
        _ => content.text(),
    }
}

fn is_page(path: &Path) -> bool {
    let extension = |path: &Path| path.extension().map(OsStr::to_os_string).unwrap_or_default();
    match path.extension() {
        Some(end) if end == "html" => true,
        Some(end) if end == "gz" => extension(&path.with_extension("")) == "html",
        _ => false,
    }
}

fn read(path: &PathBuf) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut page = Vec::new();
    if path.extension().is_some_and(|end| end == "gz") {
        MultiGzDecoder::new(file).read_to_end(&mut page)?;
    } else {
        file.read_to_end(&mut page)?;
    }
    Ok(page)
}
