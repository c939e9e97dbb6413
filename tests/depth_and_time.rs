//! Trees 100,000 levels deep on a small stack: nothing recurses over the depth of the input.
//!
//! By default the depth of a tree is limited; without limits every level is built. Either way the
//! document is parsed, read, cloned, serialized and dropped in a thread with 256 KiB of stack.

use std::thread;

use consomme::{Document, Limits, NodeRef, ParseOptions};

/// How often the markup is nested.
const LEVELS: usize = 100_000;

/// Stack of the thread that does the work, in bytes.
const STACK: usize = 256 * 1024;

/// The deepest element, counted from the document element as 1, that the default limits allow.
const DEFAULT_DEPTH: usize = 512;

/// Runs the test on a small stack. A panic in the thread is passed on.
fn on_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(STACK).spawn(test).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// How deep elements are nested, template contents included.
fn depth(document: &Document) -> usize {
    let mut deepest = 0;
    let mut pending: Vec<(NodeRef<'_>, usize)> = vec![(document.root(), 0)];
    while let Some((node, level)) = pending.pop() {
        deepest = deepest.max(level);
        let contents = node.as_element().and_then(|element| element.template_contents());
        for parent in [Some(node), contents].into_iter().flatten() {
            let elements = parent.children().filter(|child| child.as_element().is_some());
            pending.extend(elements.map(|child| (child, level + 1)));
        }
    }
    deepest
}

/// Does with a document all that could recurse.
fn exercise(document: Document) {
    let copy = document.clone();
    drop(document);
    let html = copy.root().inner_html();
    assert!(html.len() >= LEVELS, "content was lost: {} bytes left", html.len());
    assert_eq!(copy.root().text_content().matches('x').count(), 1);
    assert!(copy.inner_text().matches('x').count() <= 1);
    assert!(copy.to_pretty_html().len() >= html.len());
    assert!(copy.descendants().count() > 2);
    let elsewhere = thread::Builder::new().stack_size(STACK).spawn(move || drop(copy));
    elsewhere.expect("a thread").join().expect("dropping");
}

/// Parses `open` LEVELS times, a text, and `close` as often, with and without limits.
fn nest(open: &'static str, close: &'static str, levels_each: usize) {
    on_small_stack(move || {
        let html = format!("<!DOCTYPE html>{}x{}", open.repeat(LEVELS), close.repeat(LEVELS));

        let limited = ParseOptions::new().parse_str(html.as_str());
        let deepest = depth(&limited);
        assert!(deepest <= DEFAULT_DEPTH, "{deepest} levels in spite of the limit");
        exercise(limited);

        let unlimited = ParseOptions::new().limits(Limits::unlimited()).parse_str(html.as_str());
        let deepest = depth(&unlimited);
        assert!(deepest >= LEVELS * levels_each, "only {deepest} levels without a limit");
        exercise(unlimited);
    });
}

#[test]
fn nested_divs() {
    nest("<div>", "", 1);
}

#[test]
fn nested_divs_with_end_tags() {
    nest("<div>", "</div>", 1);
}

#[test]
fn nested_formatting() {
    nest("<b>", "", 1);
}

#[test]
fn nested_formatting_with_end_tags() {
    nest("<b>", "</b>", 1);
}

#[test]
fn nested_lists() {
    nest("<ul><li>", "", 2);
}

#[test]
fn nested_tables() {
    nest("<table><tbody><tr><td>", "", 4);
}

#[test]
fn nested_foreign_elements() {
    nest("<svg><g>", "", 2);
}

#[test]
fn nested_integration_points() {
    nest("<svg><foreignObject>", "", 2);
}

#[test]
fn nested_html_in_integration_points() {
    nest("<svg><foreignObject><p>", "", 3);
}

#[test]
fn nested_glyphs() {
    nest("<math><mi><mglyph><mrow>", "", 4);
}

#[test]
fn nested_annotations() {
    nest("<math><annotation-xml><svg><desc>", "", 4);
}

#[test]
fn nested_unknown_elements() {
    nest("<x-y>", "</x-y>", 1);
}

/// Template contents are trees of their own, so text content stops at them; all else holds.
#[test]
fn nested_templates() {
    on_small_stack(|| {
        let html = "<template>".repeat(LEVELS);
        let limited = ParseOptions::new().parse_str(html.as_str());
        let deepest = depth(&limited);
        assert!(deepest <= DEFAULT_DEPTH, "{deepest} levels in spite of the limit");
        let unlimited = ParseOptions::new().limits(Limits::unlimited()).parse_str(html.as_str());
        let deepest = depth(&unlimited);
        assert!(deepest >= LEVELS, "only {deepest} levels without a limit");
        for document in [limited, unlimited] {
            let copy = document.clone();
            drop(document);
            assert!(copy.root().inner_html().len() >= LEVELS);
            assert!(copy.to_pretty_html().len() >= LEVELS);
        }
    });
}

/// Foreign elements in templates in foreign elements stay in their templates, and near the limit.
#[test]
fn nested_templates_in_mathml() {
    on_small_stack(|| {
        let html = "<template><math><mi>".repeat(LEVELS);
        let limited = ParseOptions::new().parse_str(html.as_str());
        let deepest = depth(&limited);
        assert!(deepest <= DEFAULT_DEPTH + 2, "{deepest} levels in spite of the limit");
        assert!(limited.inner_html().len() >= LEVELS);
    });
}

/// A fragment goes the same way as a document.
#[test]
fn nested_divs_in_a_fragment() {
    on_small_stack(|| {
        let html = format!("{}x", "<div>".repeat(LEVELS));
        let limited = ParseOptions::new().parse_fragment("body", html.as_str());
        assert!(depth(&limited) <= DEFAULT_DEPTH);
        exercise(limited);
        let unlimited = ParseOptions::new().limits(Limits::unlimited());
        let unlimited = unlimited.parse_fragment("body", html.as_str());
        assert!(depth(&unlimited) >= LEVELS);
        exercise(unlimited);
    });
}

/// No depth makes an edit overflow the stack, nor takes it more than linear time.
#[test]
fn deep_trees_are_edited() {
    on_small_stack(|| {
        let options = ParseOptions::new().limits(Limits::unlimited());
        let mut document = options.parse_fragment("div", "<div class=a>x<template>".repeat(LEVELS));
        let root = document.root().id();
        let top = document.root().first_child().unwrap().id();
        let copy = document.clone_node(top).unwrap();
        assert_eq!(document.node(copy).outer_html(), document.node(top).outer_html());
        assert!(Document::new().import_node(document.node(top)).is_ok());
        document.normalize(root).unwrap();
        document.append(root, copy).unwrap();
        assert!(format!("{document:?}").len() < 150_000);
        document.discard(copy).unwrap();
        document.compact();
        document.check_invariants().unwrap();
    });
}

/// A deep tree that is built node by node takes linear time, from the top and from the bottom.
#[test]
fn deep_trees_are_built_node_by_node() {
    on_small_stack(|| {
        let mut document = Document::new_fragment();
        let mut parent = document.root().id();
        for _ in 0..LEVELS {
            let child = document.create_element("div").unwrap();
            document.append(parent, child).unwrap();
            parent = child;
        }
        let mut child = document.create_text("x").unwrap();
        for _ in 0..LEVELS {
            let parent = document.create_element("div").unwrap();
            document.append(parent, child).unwrap();
            child = parent;
        }
        assert_eq!(document.descendants().count(), LEVELS);
        assert_eq!(document.node(child).descendants().count(), LEVELS);
        document.check_invariants().unwrap();
    });
}

/// However many pieces a text is made of, joining them takes linear time.
#[test]
fn many_texts_are_joined() {
    let mut document = Document::new_fragment();
    let root = document.root().id();
    for n in 0..200_000 {
        let text = document.create_text("soup ").unwrap();
        document.append(root, text).unwrap();
        if n % 1000 == 999 {
            document.normalize(root).unwrap();
        }
    }
    assert_eq!(document.root().children().count(), 1);
    assert_eq!(document.root().text_content().len(), 1_000_000);
}
