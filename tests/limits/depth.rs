//! Nothing recurses over the depth of the input: trees 100,000 levels deep on a small stack.
//!
//! By default the depth of a tree is limited; without limits every level is built. Either way the
//! document is parsed, read, cloned, serialized and dropped in a thread with 256 KiB of stack. What
//! depth costs in time is asserted in `src/tests/growth.rs`.

use std::thread;

use consomme::serialize::SerializeOptions;
use consomme::{Document, Limits, ParseOptions};
use consomme_test::tree::depth;

/// How many times the markup is repeated.
const LEVELS: usize = 100_000;

/// The stack of the thread that does the work, in bytes.
const STACK: usize = 256 * 1024;

/// The level of the deepest element that the default limits allow; the document element is on
/// level 1.
const DEFAULT_DEPTH: usize = 512;

/// Runs a test on a small stack, and resumes its panic if it panics.
fn on_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(STACK).spawn(test).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Does everything with a document that could recurse.
fn exercise(document: Document) {
    let copy = document.clone();
    drop(document);
    let html = copy.root().inner_html();
    assert!(html.len() >= LEVELS, "only {} bytes are left of the content", html.len());
    assert_eq!(copy.root().text_content().matches('x').count(), 1);
    assert!(copy.inner_text().matches('x').count() <= 1);
    assert!(copy.to_pretty_html().len() >= html.len());
    assert!(copy.descendants().count() > 2);
    let elsewhere = thread::Builder::new().stack_size(STACK).spawn(move || drop(copy));
    elsewhere.expect("a thread").join().expect("dropping");
}

/// Parses `LEVELS` times `open`, a text, and `LEVELS` times `close`, with and without limits.
fn nest(open: &'static str, close: &'static str, levels_each: usize) {
    on_small_stack(move || {
        let html = format!("<!DOCTYPE html>{}x{}", open.repeat(LEVELS), close.repeat(LEVELS));

        let limited = ParseOptions::new().parse_str(html.as_str());
        let deepest = depth(&limited);
        assert!(deepest <= DEFAULT_DEPTH, "{deepest} levels despite the limit");
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

/// Not [`exercise`]: text content leaves template contents out, which are trees of their own.
#[test]
fn nested_templates() {
    on_small_stack(|| {
        let html = "<template>".repeat(LEVELS);
        let limited = ParseOptions::new().parse_str(html.as_str());
        let deepest = depth(&limited);
        assert!(deepest <= DEFAULT_DEPTH, "{deepest} levels despite the limit");
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

/// Not [`exercise`]: text content leaves shadow roots out, which are trees of their own.
#[test]
fn nested_shadow_roots() {
    /// Enough for a recursion to run out of stack, and a fifth of the time.
    const LEVELS: usize = 20_000;
    on_small_stack(|| {
        let html = "<div><template shadowrootmode=open shadowrootserializable shadowrootclonable>\
            <b></b><slot></slot></template>x"
            .repeat(LEVELS);
        let nested = html.replace("</template>", "");
        let options = ParseOptions::new().declarative_shadow_roots(true);
        let unlimited = options.clone().limits(Limits::unlimited());
        for html in [html.as_str(), nested.as_str()] {
            let limited = options.parse_str(html);
            let deepest = depth(&limited);
            assert!(deepest <= DEFAULT_DEPTH, "{deepest} levels despite the limit");
            let mut deep = unlimited.parse_str(html);
            let deepest = depth(&deep);
            assert!(deepest >= LEVELS, "only {deepest} levels without a limit");
            let serializable = SerializeOptions::new().serializable_shadow_roots(true);
            assert!(deep.root().serialize_inner(&serializable).to_string().len() >= html.len());
            let flat = deep.flat_tree();
            assert!(flat.descendants(deep.root()).count() > LEVELS);
            assert_eq!(flat.inner_text(deep.root()).matches('x').count(), LEVELS);
            let body = deep.body().unwrap().id();
            let copy = deep.clone_node(body).unwrap();
            assert_eq!(depth(&deep), deepest);
            deep.discard(copy).unwrap();
            deep.check_invariants().unwrap();
        }
    });
}

/// A foreign element stays in its template, so the limit on depth is passed by two levels.
#[test]
fn nested_templates_in_mathml() {
    on_small_stack(|| {
        let html = "<template><math><mi>".repeat(LEVELS);
        let limited = ParseOptions::new().parse_str(html.as_str());
        let deepest = depth(&limited);
        assert!(deepest <= DEFAULT_DEPTH + 2, "{deepest} levels despite the limit");
        assert!(limited.inner_html().len() >= LEVELS);
    });
}

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

#[test]
fn edits_of_deep_trees_do_not_recurse() {
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

/// Builds one from the top down, and one from the bottom up.
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

#[test]
fn two_hundred_thousand_adjacent_texts_become_one() {
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
