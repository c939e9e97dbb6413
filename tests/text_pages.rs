//! Real pages, and the inputs of the tree construction suite: each is written on indented lines and
//! compared with itself.

mod support;

use std::fs;
use std::path::Path;

use consomme::{Document, Hints, ParseOptions, parse_document};

use support::pretty;
use support::suite::{Case, HTML5LIB, PAGES, Run};
use support::tree_case::{self, TreeCase};

/// What each input of the suite is parsed for besides a document.
const CONTEXTS: [&str; 4] = ["div", "table", "select", "template"];

fn main() {
    let mut run = Run::new("roundtrip_exceptions.txt", "text_pages");
    for (name, path) in run.suite_files(&PAGES, "", &["html"]) {
        let case = Case { file: "text_pages", line: 1, input: &name, variants: &[] };
        run.add("pages", &case, move || {
            let bytes = fs::read(&path).map_err(|error| error.to_string())?;
            let document = parse_document(&bytes, &Hints::new());
            pretty::check(&document, pretty::parser(&ParseOptions::new()))
        });
    }
    for (name, path) in run.suite_files(&HTML5LIB, "tree-construction", &["dat"]) {
        let case = Case { file: "text_pages", line: 1, input: &name, variants: &[] };
        run.add("tree-construction", &case, move || check_file(&path));
    }
    run.finish(|| ());
}

/// Checks the inputs of a file whose trees the standard serialization brings back.
fn check_file(path: &Path) -> Result<(), String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    for TreeCase { line, data, .. } in tree_case::read(&bytes)? {
        for scripting in [false, true] {
            let options = ParseOptions::new().scripting(scripting);
            check(&data, |html| options.parse_str(html))
                .map_err(|error| format!("line {line}: {error}"))?;
            for context in CONTEXTS {
                check(&data, |html| options.parse_fragment(context, html))
                    .map_err(|error| format!("line {line} in {context}: {error}"))?;
            }
        }
    }
    Ok(())
}

fn check(data: &str, parse: impl Fn(&str) -> Document) -> Result<(), String> {
    let document = parse(data);
    if pretty::is_stable(&document, &parse) { pretty::check(&document, &parse) } else { Ok(()) }
}
