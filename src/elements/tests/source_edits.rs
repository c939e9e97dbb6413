//! Tests that edits of the source around each element are exact. The names come from the rows.

use crate::dom::{Document, NodeId};
use crate::elements::{Content, ElementRow};
use crate::markup::Nest;
use crate::{ParseOptions, TreeError};

use super::every_element::{PLACES, elements, elements_of_a_body, named};

type Edit = fn(&mut Document, NodeId) -> Result<(), TreeError>;

/// Edits of an element, after it, and in it. All of them only remove nodes or change a start tag.
const EDITS: &[Edit] = &[
    |document, element| document.detach(element),
    |document, element| document.set_attr(element, "lang", "a"),
    |document, element| {
        let following = document.get(element).and_then(|node| node.next_sibling());
        following.map(|node| node.id()).map_or(Ok(()), |node| document.detach(node))
    },
    |document, element| {
        let child = document.get(element).and_then(|node| node.first_child());
        child.map(|node| node.id()).map_or(Ok(()), |node| document.detach(node))
    },
];

/// Returns documents with the element in all places where it may be, with an end tag and without,
/// and the element. Children of `html` are left out, because every source gives a `head`, and a
/// `body` or a `frameset`. So is `plaintext`, which nothing can follow.
fn pages(name: &str) -> impl Iterator<Item = (Document, NodeId)> {
    let before_and_end = PLACES.iter().flat_map(move |before| {
        ["".to_owned(), format!("</{name}>")].map(|end_tag| (before, end_tag))
    });
    before_and_end.filter_map(move |(before, end_tag)| {
        let html = format!("<!DOCTYPE html>{before}<{name} id=i>x<i>y</i>{end_tag}b<i>c</i>d");
        let document = ParseOptions::new().lossless(true).parse_str(html);
        let element = named(&document, name).find(|found| found.attr("id") == Some("i"))?;
        let is_outermost = element.parent_element()?.is_html("html");
        let is_plaintext = element.element_name().row().content == Content::Plaintext;
        let id = element.id();
        (!is_outermost && !is_plaintext).then_some((document, id))
    })
}

#[test]
fn the_source_with_edits_is_parsed_to_the_edited_tree() {
    for (name, _) in elements() {
        for (page, element) in pages(name) {
            for edit in EDITS {
                let mut document = page.clone();
                edit(&mut document, element).unwrap();
                let edits = document.source_edits().unwrap();
                assert_eq!(edits.inexact(), [], "{}", edits.apply());
                assert_eq!(edits.verify(), Ok(()), "{}", edits.apply());
            }
        }
    }
}

#[test]
fn text_stays_after_an_element_unless_the_place_has_no_text() {
    for (name, _) in elements() {
        for (mut document, element) in pages(name) {
            let text = document.create_text("t").unwrap();
            document.insert_after(element, text).unwrap();
            let parent = document.get(element).unwrap().parent_element().unwrap();
            let mut nest = Nest::new();
            nest.push(parent.element_name(), ());
            let edits = document.source_edits().unwrap();
            assert_eq!(edits.verify().is_ok(), nest.keeps_text(), "{}", edits.apply());
            assert_eq!(edits.inexact().is_empty(), nest.keeps_text(), "{}", edits.apply());
        }
    }
}

#[test]
fn what_is_open_before_inserted_text_gets_an_end_tag_unless_it_is_void() {
    let ends = |row: &ElementRow| row.content != Content::Plaintext;
    for (name, row) in elements_of_a_body().filter(|(_, row)| ends(row)) {
        let html = format!("<!DOCTYPE html><main><{name} id=i>");
        let mut document = ParseOptions::new().lossless(true).parse_str(html);
        let Some(main) = named(&document, "main").next().map(|main| main.id()) else { continue };
        let text = document.create_text("t").unwrap();
        document.insert_after(main, text).unwrap();
        let edits = document.source_edits().unwrap();
        assert_eq!(edits.verify(), Ok(()), "{}", edits.apply());
        // The parser ignores the end tag of a void element, so the tree doesn't show it.
        let is_ended = edits.apply().contains(&format!("</{name}>"));
        assert!(!(row.content.is_void() && is_ended), "{}", edits.apply());
    }
}
