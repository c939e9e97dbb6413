//! The tree construction suites, through html5ever's tree for tests.
//!
//! The suite of June 2026 runs with the living standard, that of September 2024 with the snapshot,
//! and so do consomme's own cases. Every case runs for scripting on and off unless it says which,
//! whole and one code point at a time. What html5ever's trait or that tree cannot express is listed
//! in `data/expected_failures.txt`.

mod support;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use consomme_html5ever::consomme::{Namespace, Revision};
use consomme_html5ever::{ParseOpts, Parser, parse_document, parse_fragment};
use html5ever::tendril::TendrilSink;
use html5ever::{Attribute, QualName, ns};
use markup5ever_rcdom::RcDom;

use support::rcdom_dump::dump;
use support::suite::{self, Case, HTML5LIB, HTML5LIB_2024, Run, revision_word};
use support::tree_case::{self, TreeCase};

fn main() {
    let mut run = Run::new("expected_failures.txt", "");
    let suites = [(HTML5LIB, Revision::Living2026), (HTML5LIB_2024, Revision::Snapshot2024)];
    for (location, revision) in suites {
        for (name, path) in run.suite_files(&location, "tree-construction", &["dat"]) {
            let group = format!("tree-construction {}", revision_word(revision));
            add_file(&mut run, &group, &format!("tree-construction/{name}"), &path, revision);
        }
    }
    let own = suite::repository().join("tests/data");
    for (name, path) in suite::files(&own, &["dat"]) {
        // Files in directories are for other tests.
        if !name.contains('/') {
            add_file(&mut run, "data", &format!("data/{name}"), &path, Revision::Living2026);
        }
    }
    run.finish(|| ());
}

/// Adds every case of a file, for scripting on and off.
fn add_file(run: &mut Run, group: &str, file: &str, path: &Path, revision: Revision) {
    let bytes = fs::read(path).map_err(|error| error.to_string());
    let cases = match bytes.and_then(|bytes| tree_case::read(&bytes)) {
        Ok(cases) => cases,
        Err(message) => return run.broken(file, message),
    };
    for case in cases {
        let case = Arc::new(case);
        let revision = case.revision.unwrap_or(revision);
        for scripting in [false, true] {
            if case.scripting.is_some_and(|only| only != scripting) {
                continue;
            }
            let word = if scripting { "script-on" } else { "script-off" };
            let variants = [revision_word(revision), word];
            let place = Case { file, line: case.line, input: &case.data, variants: &variants };
            let case = Arc::clone(&case);
            run.add(group, &place, move || check(&case, revision, scripting));
        }
    }
}

/// Parses the case whole and in pieces and compares each tree with the expected one.
fn check(case: &TreeCase, revision: Revision, scripting: bool) -> Result<(), String> {
    let parser = || parser(case, scripting).revision(revision);
    compare(case, "whole", &parser().one(case.data.as_str()))?;
    let pieces = case.data.split_inclusive(|_| true);
    compare(case, "one code point at a time", &parser().from_iter(pieces))?;
    let bytes = case.data.as_bytes().chunks(1);
    compare(case, "one byte at a time", &parser().from_utf8().from_iter(bytes))
}

fn parser(case: &TreeCase, scripting: bool) -> Parser<RcDom> {
    let mut opts = ParseOpts::default();
    opts.tree_builder.scripting_enabled = scripting;
    match &case.context {
        None => parse_document(RcDom::default(), opts),
        Some(context) => {
            let name = QualName::new(None, namespace(context.namespace), (&*context.name).into());
            let attributes = context.attributes.iter().map(|(name, value)| Attribute {
                name: QualName::new(None, ns!(), (&**name).into()),
                value: (&**value).into(),
            });
            parse_fragment(RcDom::default(), opts, name, attributes.collect(), scripting)
        }
    }
}

fn namespace(namespace: Namespace) -> html5ever::Namespace {
    html5ever::Namespace::from(namespace.url())
}

fn compare(case: &TreeCase, way: &str, dom: &RcDom) -> Result<(), String> {
    let actual = match &case.context {
        None => dump(&dom.document),
        Some(_) => dump(&dom.document.children.borrow()[0]),
    };
    if actual == case.document {
        return Ok(());
    }
    Err(format!(
        "fed {way}\ninput: {:?}\nexpected:\n{}\nactual:\n{actual}",
        case.data, case.document
    ))
}
