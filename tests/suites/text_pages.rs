//! Real pages, and the inputs of the tree construction suite: each is written on indented lines and
//! compared with itself, and each part of its rendered text is compared with the bytes of the
//! source that it comes from.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use consomme::rendering::{RenderedEvent, TextOptions};
use consomme::{Document, Hints, ParseOptions, parse_document};
use consomme_test::suite::{Case, PAGES, Run, Suites, WPT};
use consomme_test::tree_case::{self, TreeCase};
use consomme_test::{pretty, rendered};

/// The contexts in which each input of the suite is parsed, besides a document.
const CONTEXTS: [&str; 4] = ["div", "table", "select", "template"];

pub(crate) fn add(suites: &mut Suites) {
    let mut run = Run::new("tests/data/roundtrip_exceptions.txt", "text_pages");
    for (name, path) in run.suite_files(&PAGES, "", &["html"]) {
        let case = Case { file: "text_pages", line: 1, input: &name, variants: &[] };
        let page = path.clone();
        run.add("pages", &case, move || {
            let bytes = fs::read(&page).map_err(|error| error.to_string())?;
            let document = parse_document(&bytes, &Hints::new());
            pretty::check(&document, pretty::parser(&ParseOptions::new()))
        });
        let variants = &["the way back to the source"];
        let case = Case { file: "text_pages", line: 1, input: &name, variants };
        run.add("pages", &case, move || check_sources(&path));
    }
    for (name, path) in run.suite_files(&WPT, "html-syntax-parsing", &["dat"]) {
        let case = Case { file: "text_pages", line: 1, input: &name, variants: &[] };
        run.add("tree-construction", &case, move || check_file(&path));
    }
    suites.add("text_pages", run, || ());
}

/// Checks that every part of the rendered text of a page that comes from a text node has a source,
/// and that this gives it back.
fn check_sources(path: &Path) -> Result<(), String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let options = ParseOptions::new().positions(true);
    let document = options.parse_document(&bytes, &Hints::new());
    let runs = rendered::check(&document)?;
    let all = TextOptions::new().skipped_contents(true);
    let nodes = document.rendered(&all).filter_map(|event| match event {
        RenderedEvent::Text { node, .. } => Some(node.id()),
        _ => None,
    });
    let texts = nodes.collect::<HashSet<_>>().len();
    if runs < texts { Err(format!("{texts} texts, but {runs} runs with a source")) } else { Ok(()) }
}

/// Checks the inputs of a file whose trees the standard serialization brings back.
fn check_file(path: &Path) -> Result<(), String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    for TreeCase { line, data, .. } in tree_case::read(&bytes)? {
        for scripting in [false, true] {
            let options = ParseOptions::new().scripting(scripting).positions(true);
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
    rendered::check(&document)?;
    rendered::check_nodes(&document)?;
    if pretty::is_stable(&document, &parse) { pretty::check(&document, &parse) } else { Ok(()) }
}
