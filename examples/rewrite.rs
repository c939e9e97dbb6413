//! Edits a page: removes the scripts, makes images load lazily, and inserts a banner at the top.
//!
//! ```text
//! cargo run --release --example rewrite [FILE|-]
//! ```
//!
//! `-` is standard input; without a file, it edits a sample. The output is UTF-8 and declares that
//! encoding. The exit code is 2 if the arguments are wrong or the file can't be read.
//!
//! This is no sanitizer: that is the example `sanitize`.

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Read, Write};
use std::process::ExitCode;

use consomme::{Document, ElementRef, Hints, NodeId, NodeRef, TreeError, parse_document};

const USAGE: &str = "usage: rewrite [FILE|-]";

const BANNER: &str = "<p class=banner>A copy, without scripts.</p>";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output may stop reading: `rewrite … | head`.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("rewrite: {error}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let mut bytes = Vec::new();
    match arguments.as_slice() {
        [] => bytes.extend(include_bytes!("sample.html")),
        [option] if option == "-h" || option == "--help" => {
            return Ok(writeln!(io::stdout(), "{USAGE}")?);
        }
        [file] if file == "-" => io::stdin().read_to_end(&mut bytes).map(drop)?,
        [file] => {
            bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        }
        _ => return Err(format!("more than one file\n{USAGE}").into()),
    }
    let mut document = parse_document(bytes, &Hints::new());
    rewrite(&mut document)?;
    Ok(writeln!(io::stdout(), "{}", document.inner_html())?)
}

fn rewrite(document: &mut Document) -> Result<(), TreeError> {
    for script in find(document, |element| element.name() == "script") {
        document.discard(script)?;
    }
    let is_handler = |name: &str| name.starts_with("on");
    for element in find(document, |element| element.attrs().any(|attr| is_handler(attr.name()))) {
        document.retain_attrs(element, |attribute| !is_handler(attribute.name()))?;
    }
    for image in find(document, |element| element.name() == "img") {
        document.set_attr(image, "loading", "lazy")?;
    }
    // The first declaration of an encoding in the page counts.
    if let Some(head) = document.head().map(|head| head.id()) {
        document.prepend_html(head, "<meta charset=utf-8>")?;
    }
    if let Some(body) = document.body().map(|body| body.id()) {
        document.prepend_html(body, BANNER)?;
    }
    Ok(())
}

/// Returns the ids of the elements that are wanted, also those in templates. Ids don't borrow the
/// document, so it can be changed.
fn find(document: &Document, is_wanted: impl Fn(ElementRef<'_>) -> bool) -> Vec<NodeId> {
    let elements = document.root().descendants_with_templates().filter_map(NodeRef::as_element);
    elements.filter(|element| is_wanted(*element)).map(|element| element.id()).collect()
}
