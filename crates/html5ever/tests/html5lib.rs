//! The tree construction suites, through html5ever's tree for tests.
//!
//! Web Platform Tests run with the living standard, html5lib's of September 2024 with the snapshot,
//! and so do consomme's own cases. Every case runs for scripting on and off unless it says which,
//! whole and one code point at a time. Cases that html5ever's trait or that tree cannot express are
//! listed in `data/expected_failures.txt`.

mod log;
mod rcdom_dump;

use std::rc::Rc;

use consomme_html5ever::consomme::{Namespace, Revision};
use consomme_html5ever::{ParseOpts, Parser, parse_document, parse_fragment};
use consomme_test::suite::{self, Run, Suites, TREES, revision_word};
use consomme_test::tree_case::TreeCase;
use html5ever::interface::TreeSink;
use html5ever::tendril::TendrilSink;
use html5ever::{Attribute, QualName, ns};
use markup5ever_rcdom::{Handle, RcDom};

use log::{Log, ShadowRoot};
use rcdom_dump::{dump, dump_with_shadow_roots};

fn main() {
    let mut run = Run::new("crates/html5ever/tests/data/expected_failures.txt", "");
    for (location, folder, revision) in TREES {
        for (name, path) in run.suite_files(&location, folder, &["dat"]) {
            let group = format!("tree-construction {}", revision_word(revision));
            run.add_trees(&group, &format!("tree-construction/{name}"), &path, revision, check);
        }
    }
    let own = suite::repository().join("tests/data");
    for (name, path) in suite::files(&own, &["dat"]) {
        // Files in directories are for other tests.
        if !name.contains('/') {
            let file = format!("data/{name}");
            run.add_trees("data", &file, &path, Revision::Living2026, check);
        }
    }
    let mut suites = Suites::default();
    suites.add("", run, || ());
    suites.add_conformance(
        "html5ever",
        &[("", "Tree construction through `consomme-html5ever`")],
        true,
    );
    suites.run();
}

/// Parses the case whole and in pieces and compares each tree with the expected one.
fn check(case: &TreeCase, revision: Revision, scripting: bool) -> Result<(), String> {
    if case.shadow_roots {
        let sink = || Log { has_shadow_roots: true, ..Log::default() };
        let dump = |log: Log| {
            dump_with_shadow_roots(&root(case, &log.dom), |host| {
                let shadow_roots = log.shadow_roots.borrow();
                let shadow = shadow_roots.iter().find(|shadow| Rc::ptr_eq(&shadow.host, host))?;
                Some((line(shadow, revision), shadow.root.clone()))
            })
        };
        check_with(case, || parser(sink(), case, scripting).revision(revision), dump)
    } else {
        let parser = || parser(RcDom::default(), case, scripting).revision(revision);
        check_with(case, parser, |dom| dump(&root(case, &dom)))
    }
}

/// Checks the case with such parsers, of whose results `dump` makes dumps.
fn check_with<S: TreeSink>(
    case: &TreeCase,
    parser: impl Fn() -> Parser<S>,
    dump: impl Fn(S::Output) -> String,
) -> Result<(), String> {
    compare(case, "whole", &dump(parser().one(case.data.as_str())))?;
    let pieces = case.data.split_inclusive(|_| true);
    compare(case, "one code point at a time", &dump(parser().from_iter(pieces)))?;
    let bytes = case.data.as_bytes().chunks(1);
    compare(case, "one byte at a time", &dump(parser().from_utf8().from_iter(bytes)))
}

/// The line of a shadow root in the suite.
fn line(shadow: &ShadowRoot, revision: Revision) -> String {
    let value = |name: &str| {
        let mut attributes = shadow.attributes.iter();
        attributes.find(|(other, _)| other == name).map(|(_, value)| value.to_ascii_lowercase())
    };
    let has = |name: &str| value(name).is_some();
    // The revision of 2024 does not know these two. The sink decides their meaning.
    let is_newer = revision != Revision::Snapshot2024;
    let is_manual = value("shadowrootslotassignment").is_some_and(|value| value == "manual");
    let mut line = format!("#shadow-root ({}", value("shadowrootmode").unwrap_or_default());
    for (is_set, word) in [
        (has("shadowrootdelegatesfocus"), " delegatesfocus"),
        (has("shadowrootserializable"), " serializable"),
        (is_newer && is_manual, " slotassignment=manual"),
        (has("shadowrootclonable"), " clonable"),
        (is_newer && has("shadowrootcustomelementregistry"), " customelementregistry"),
    ] {
        line.push_str(if is_set { word } else { "" });
    }
    line.push(')');
    line
}

fn parser<S: TreeSink>(sink: S, case: &TreeCase, scripting: bool) -> Parser<S> {
    let mut opts = ParseOpts::default();
    opts.tree_builder.scripting_enabled = scripting;
    match &case.context {
        None => parse_document(sink, opts),
        Some(context) => {
            let name = QualName::new(None, namespace(context.namespace), (&*context.name).into());
            let attributes = context.attributes.iter().map(|(name, value)| Attribute {
                name: QualName::new(None, ns!(), (&**name).into()),
                value: (&**value).into(),
            });
            parse_fragment(sink, opts, name, attributes.collect(), scripting)
        }
    }
}

/// The node whose children are the result.
fn root(case: &TreeCase, dom: &RcDom) -> Handle {
    match &case.context {
        None => dom.document.clone(),
        Some(_) => dom.document.children.borrow()[0].clone(),
    }
}

fn namespace(namespace: Namespace) -> html5ever::Namespace {
    html5ever::Namespace::from(namespace.url())
}

fn compare(case: &TreeCase, way: &str, actual: &str) -> Result<(), String> {
    if actual == case.document {
        return Ok(());
    }
    Err(format!(
        "fed {way}\ninput: {:?}\nexpected:\n{}\nactual:\n{actual}",
        case.data, case.document
    ))
}
