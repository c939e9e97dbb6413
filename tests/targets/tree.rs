//! What is true of every document that was parsed.

use consomme::{Document, NodeKind, NodeRef};

use super::tree_dump::{self, Doctype};

/// Everything that is to be seen of a document: two that differ in nothing have the same.
pub(crate) fn account(document: &Document) -> String {
    format!(
        "{:?}\n{}\n{:?}\n{:?}\n{:?}\n{:?}",
        document.quirks_mode(),
        dump(document),
        document.errors(),
        document.limits_hit(),
        document.encoding_report(),
        document.source(),
    )
}

/// Fails where two accounts part.
pub(crate) fn assert_same(expected: &str, actual: &str, what: &str) {
    if expected != actual {
        let common = expected.lines().zip(actual.lines()).take_while(|(a, b)| a == b).count();
        let from_there = |text: &str| {
            text.lines().skip(common).take(3).collect::<Vec<_>>().join("\n").escape_debug().to_string()
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

/// Fails unless the links agree with each other, texts and attributes are as they must be, and errors are in order and
/// lie in the text.
pub(crate) fn check(document: &Document) {
    assert!(matches!(document.root().kind(), NodeKind::Document | NodeKind::DocumentFragment));
    let mut waiting = vec![document.root()];
    let mut visited = 0;
    // `<template for>` removes the instructions between which it has put its content, and joins no texts.
    let texts_can_be_adjacent = may_patch_content(document);
    while let Some(node) = waiting.pop() {
        visited += 1;
        assert_eq!(document.get(node.id()), Some(node));
        check_children(node, texts_can_be_adjacent);
        waiting.extend(node.children());
        if let Some(element) = node.as_element() {
            let mut names: Vec<_> = element.attrs().map(|a| (a.namespace(), a.name())).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), element.attrs().len(), "attributes are unique");
            if let Some(contents) = element.template_contents() {
                assert_eq!((contents.kind(), contents.parent()), (NodeKind::DocumentFragment, None));
                waiting.push(contents);
            }
        }
    }
    assert!(document.descendants().count() < visited, "every descendant was visited");
    check_errors(document);
}

fn check_children(node: NodeRef<'_>, texts_can_be_adjacent: bool) {
    let mut previous: Option<NodeRef<'_>> = None;
    for child in node.children() {
        assert_eq!(child.parent(), Some(node));
        assert_eq!(child.previous_sibling(), previous);
        if let Some(text) = child.as_text() {
            assert!(!text.is_empty(), "a text is never empty");
            let is_after_text = previous.is_some_and(|previous| previous.kind() == NodeKind::Text);
            assert!(
                !is_after_text || texts_can_be_adjacent,
                "two texts are never adjacent: {previous:?} {text:?}"
            );
        }
        previous = Some(child);
    }
    assert_eq!(node.last_child(), previous);
    assert!(node.children().rev().eq(node.children().collect::<Vec<_>>().into_iter().rev()));
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
