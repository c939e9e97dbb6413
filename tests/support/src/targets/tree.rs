//! Checks that every parsed document passes, and texts to compare documents by.

use consomme::{Document, NodeRef};

use crate::source_check::{all_nodes, dump_positions};
use crate::tree_dump::{self, Doctype};

/// Returns everything that can be observed of a document; equal documents have equal accounts.
pub fn account(document: &Document) -> String {
    let errors: Vec<_> = document
        .recorded_errors()
        .unwrap_or_default()
        .iter()
        .map(|error| (error.span(), error.message(document)))
        .collect();
    format!(
        "{:?}\n{}\n{errors:?}\n{:?}\n{:?}\n{:?}\n{}",
        document.quirks_mode(),
        dump(document),
        document.limits_hit(),
        document.encoding_report(),
        document.source(),
        dump_positions(document),
    )
}

/// Panics with the first lines that differ, if two texts do.
pub fn assert_same(expected: &str, actual: &str, what: &str) {
    if expected != actual {
        let common = expected.lines().zip(actual.lines()).take_while(|(a, b)| a == b).count();
        let from_there = |text: &str| {
            text.lines()
                .skip(common)
                .take(3)
                .collect::<Vec<_>>()
                .join("\n")
                .escape_debug()
                .to_string()
        };
        panic!("{what}: line {}\n{}\n{}", common + 1, from_there(expected), from_there(actual));
    }
}

/// Returns the tree as the conformance suites write it.
pub fn dump(document: &Document) -> String {
    tree_dump::dump(document.root(), Doctype::Full)
}

/// Returns the tree without the identifiers of the doctype, which serialization leaves out.
pub fn dump_without_identifiers(document: &Document) -> String {
    tree_dump::dump(document.root(), Doctype::NameOnly)
}

/// Whether the source may have a `<template for>`, which leaves no trace in the tree.
pub fn may_patch_content(document: &Document) -> bool {
    let source = document.source().to_ascii_lowercase();
    source.contains("<template") && source.contains("for")
}

/// Whether the source may have a `selectedcontent`, whose content is replaced.
pub fn may_select_content(document: &Document) -> bool {
    document.source().to_ascii_lowercase().contains("<selectedcontent")
}

/// Panics unless the tree is sound, both directions of a walk have one order, and errors are in
/// order and lie in the text.
pub fn check(document: &Document) {
    document.check_parsed().unwrap();
    for node in all_nodes(document) {
        let mut backwards: Vec<_> = node.descendants().rev().map(NodeRef::id).collect();
        backwards.reverse();
        assert!(
            node.descendants().map(NodeRef::id).eq(backwards),
            "the directions of a walk differ"
        );
    }
    check_errors(document);
}

fn check_errors(document: &Document) {
    let errors = document.recorded_errors().unwrap_or_default();
    assert!(errors.is_sorted_by_key(|error| error.offset()), "errors are in order");
    for error in errors {
        assert!(document.source().get(error.span()).is_some(), "{error} is not in the text");
        let place = document.line_column(error.offset());
        assert!(place.line > 0 && place.column > 0);
        assert!(!error.to_string().is_empty());
    }
}
