//! Rewrites a page: no scripts, images that load when they are seen, and a banner at the top.
//!
//! ```text
//! cargo run --release --example rewrite [FILE|-]
//! ```
//!
//! `-` is standard input; without a file, a sample is rewritten. The page is written in UTF-8, and
//! says so. A file that can't be read ends the program with the exit code 2.

use std::error::Error;
use std::io::{self, ErrorKind, Read, Write};
use std::process::ExitCode;

use consomme::AdjacentPosition::AfterBegin;
use consomme::{Document, ElementRef, Hints, NodeId, TreeError, parse_document};

const BANNER: &str = "<p class=banner>A copy, without scripts.</p>";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("rewrite: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut bytes = include_bytes!("sample.html").to_vec();
    if let Some(file) = std::env::args().nth(1) {
        bytes.clear();
        match &*file {
            "-" => io::stdin().read_to_end(&mut bytes).map(drop)?,
            file => bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?,
        }
    }
    let mut document = parse_document(bytes, &Hints::new());
    rewrite(&mut document)?;
    match writeln!(io::stdout(), "{}", document.inner_html()) {
        // Whoever reads the output may stop reading: `rewrite … | head`.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}

fn rewrite(document: &mut Document) -> Result<(), TreeError> {
    for script in find(document, |element| element.name() == "script") {
        document.discard(script)?;
    }
    let is_handler = |name: &str| name.starts_with("on");
    for element in find(document, |element| element.attrs().any(|attr| is_handler(attr.name()))) {
        let attributes =
            document.node(element).as_element().into_iter().flat_map(ElementRef::attrs);
        let names: Vec<String> = attributes.map(|attr| attr.name().to_owned()).collect();
        for name in names.iter().filter(|name| is_handler(name)) {
            document.remove_attribute(element, name)?;
        }
    }
    for image in find(document, |element| element.name() == "img") {
        document.set_attribute(image, "loading", "lazy")?;
    }
    // Of the declarations of an encoding, the first that is read counts.
    if let Some(head) = document.head().map(|head| head.id()) {
        document.insert_adjacent_html(head, AfterBegin, "<meta charset=utf-8>")?;
    }
    if let Some(body) = document.body().map(|body| body.id()) {
        document.insert_adjacent_html(body, AfterBegin, BANNER)?;
    }
    Ok(())
}

/// The ids of the elements that are wanted, so that nothing is borrowed while these are changed.
fn find(document: &Document, is_wanted: impl Fn(ElementRef<'_>) -> bool) -> Vec<NodeId> {
    document.descendant_elements().filter(|e| is_wanted(*e)).map(|e| e.id()).collect()
}
