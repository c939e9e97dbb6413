//! What is true of every document that was parsed.

use consomme::Document;

use super::source_check::dump_positions;
use super::tree_dump::{self, Doctype};

/// Everything that is to be seen of a document: two that differ in nothing have the same.
pub(crate) fn account(document: &Document) -> String {
    let errors: Vec<_> =
        document.errors().iter().map(|error| (error.span(), error.message(document))).collect();
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

/// Fails where two accounts part.
pub(crate) fn assert_same(expected: &str, actual: &str, what: &str) {
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

/// The tree alone.
pub(crate) fn dump(document: &Document) -> String {
    tree_dump::dump(document.root(), Doctype::Full)
}

/// The tree without what serialization leaves out.
pub(crate) fn dump_without_identifiers(document: &Document) -> String {
    tree_dump::dump(document.root(), Doctype::NameOnly)
}

/// Whether there may have been a `<template for>`, of which nothing is to be seen in the tree.
pub(crate) fn may_patch_content(document: &Document) -> bool {
    let source = document.source().to_ascii_lowercase();
    source.contains("<template") && source.contains("for")
}

/// Fails unless the tree is sound, and errors are in order and lie in the text.
pub(crate) fn check(document: &Document) {
    document.check_parsed().unwrap();
    assert!(document.descendants().rev().count() == document.descendants().count());
    check_errors(document);
}

fn check_errors(document: &Document) {
    assert!(document.errors().is_sorted_by_key(|error| error.offset()), "errors are in order");
    for error in document.errors() {
        assert!(document.source().get(error.span()).is_some(), "{error} is not in the text");
        let place = document.line_column(error.offset());
        assert!(place.line > 0 && place.column > 0);
        assert!(!error.to_string().is_empty());
    }
}
