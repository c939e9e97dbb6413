//! How edits of a document appear in its source, rule by rule: most rules are rows of
//! `tests/data/source_edits`.

mod bytes;
mod inexact;
mod rows;
mod structure;

use consomme::{Document, NodeId, ParseOptions};

/// Returns the document of a source, which it keeps.
fn parse(html: &str) -> Document {
    ParseOptions::new().lossless(true).parse_str(html)
}

/// Returns the first element with that name, also in templates.
fn find(document: &Document, name: &str) -> NodeId {
    let mut all = document.root().descendants_with_templates().filter_map(|node| node.as_element());
    all.find(|element| element.name() == name).unwrap_or_else(|| panic!("no {name}")).id()
}

/// Returns the text node with that text.
fn text(document: &Document, text: &str) -> NodeId {
    let mut all = document.root().descendants_with_templates();
    all.find(|node| node.as_text() == Some(text)).unwrap_or_else(|| panic!("no {text:?}")).id()
}

#[test]
fn a_document_that_does_not_keep_its_source_has_no_edits_of_it() {
    assert!(consomme::parse_str("<p>").source_edits().is_none());
    assert!(ParseOptions::new().positions(true).parse_str("<p>").to_source().is_none());
    assert!(
        ParseOptions::new().lossless(true).positions(false).parse_str("").to_source().is_none()
    );
    assert!(ParseOptions::new().lossless(true).get_positions());
}

#[test]
fn without_an_edit_the_source_is_the_input() {
    for html in ["", "\u{FEFF}<p>", "<p\r\n a=b\r>\r\r\nx\n", "</p><b><p></b>\0&amp<!x", "<table>x"]
    {
        let document = parse(html);
        assert_eq!(document.to_source().unwrap(), html);
        assert!(document.source_edits().unwrap().patches().is_empty());
        let fragment = ParseOptions::new().lossless(true).parse_fragment("tr", html);
        // A byte order mark in a fragment is text.
        assert_eq!(fragment.to_source().unwrap(), html);
    }
}
