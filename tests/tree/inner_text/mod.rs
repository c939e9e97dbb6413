//! The rendered text, case by case.
//!
//! - `elements.rs`: the text of elements, by kind
//! - `sentences.rs`: the text, by the sentence of the standard that decides
//! - `runs.rs`: where the text comes from
//! - `marks.rs`: where links and images are in it
//! - `events.rs`: the boxes, texts and breaks one by one
//!
//! <https://html.spec.whatwg.org/#the-innertext-idl-attribute>

mod elements;
mod events;
mod marks;
mod runs;
mod sentences;

use consomme::{Document, ElementRef, NodeRef, ParseOptions};

/// Returns the rendered text of the first element of a document's body, in no-quirks mode.
fn text(html: &str) -> String {
    text_with(&ParseOptions::new(), html)
}

/// Returns what [`text`] does, with scripting enabled.
fn scripted(html: &str) -> String {
    text_with(&ParseOptions::new().scripting(true), html)
}

fn text_with(options: &ParseOptions, html: &str) -> String {
    let document = options.parse_str(format!("<!DOCTYPE html><body>{html}"));
    let body = element(&document, "body");
    body.children().find_map(NodeRef::as_element).expect("an element").inner_text()
}

/// Returns the rendered text of the first element with this name.
fn text_of(name: &str, html: &str) -> String {
    let document = ParseOptions::new().parse_str(format!("<!DOCTYPE html><body>{html}"));
    element(&document, name).inner_text()
}

fn element<'a>(document: &'a Document, name: &str) -> ElementRef<'a> {
    let mut elements = document.descendants().filter_map(NodeRef::as_element);
    elements.find(|element| element.name() == name).expect("an element of that name")
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (html, expected) in cases {
        assert_eq!(text(html), *expected, "{html}");
    }
}
