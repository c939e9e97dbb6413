//! Tests that the parser, the writers and the rendering treat each element as its row says. The
//! names come from the rows, so that a new row is tested as it is. `markup/tests.rs` tests the
//! model of written tags with all names of the table, too: at the root, in a `p`, an `li`, a `td`
//! and others.

use crate::dom::{ElementRef, NodeRef};
use crate::elements::row::SOURCE;
use crate::elements::{Content, Display, ElementClass, ElementRow, StartTagRule, Traits};
use crate::names::known::KNOWN;
use crate::names::{ElementName, NameTable, Namespace};
use crate::{Document, parse_str};

/// Returns the names of HTML's elements with their rows.
pub(super) fn elements() -> impl Iterator<Item = (&'static str, &'static ElementRow)> {
    SOURCE.iter().map(|(name, _)| (name.known_text().unwrap(), ElementRow::of(*name)))
}

/// The elements whose start tag, with text after it, makes an element in a body that has the text.
pub(super) fn elements_of_a_body() -> impl Iterator<Item = (&'static str, &'static ElementRow)> {
    elements().filter(|(_, row)| {
        !row.is(Traits::NOT_IN_BODY.union(Traits::IN_EVERY_DOCUMENT))
            && !row.is_in(ElementClass::FOSTERS)
    })
}

/// Parses a document that is not in quirks mode.
fn parse(html: &str) -> Document {
    parse_str(format!("<!DOCTYPE html>{html}"))
}

/// Returns the elements of HTML with that name.
pub(super) fn named<'a>(
    document: &'a Document,
    name: &'a str,
) -> impl Iterator<Item = ElementRef<'a>> {
    document.descendant_elements().filter(move |element| element.is_html(name))
}

/// Asserts that there is an element, unless the rule for its start tag is a longer one, which may
/// make none.
pub(super) fn assert_made(found: bool, name: &str, row: &ElementRow) {
    assert!(found || row.start_tag.has(StartTagRule::OTHER), "{name} is made");
}

#[test]
fn the_parser_reads_the_content_of_an_element_by_its_kind() {
    for (name, row) in elements_of_a_body() {
        let document = parse(&format!("<body><{name}>&lt;<i>"));
        let element = named(&document, name).next();
        assert_made(element.is_some(), name, row);
        let Some(element) = element else { continue };
        let expected = match row.content {
            Content::Void => "",
            Content::Normal | Content::Noscript => "<",
            Content::EscapableRawText => "<<i>",
            Content::RawText | Content::Script | Content::Plaintext => "&lt;<i>",
        };
        let node = element.template_contents().unwrap_or(element.as_node());
        assert_eq!(node.text_content(), expected, "{name}");
    }
}

#[test]
fn a_start_tag_closes_a_p_if_its_row_says_so() {
    for (name, row) in elements_of_a_body() {
        let document = parse(&format!("<p><{name}>"));
        let p = named(&document, "p").next();
        let element = named(&document, name).find(|&element| Some(element) != p);
        assert_made(element.is_some(), name, row);
        // A `frameset` takes the place of the `body`.
        let (Some(p), Some(element)) = (p, element) else { continue };
        assert_eq!(
            !p.as_node().contains(element),
            row.start_tag.has(StartTagRule::CLOSES_P),
            "{name}"
        );
    }
}

#[test]
fn formatting_elements_are_reconstructed() {
    for (name, row) in elements_of_a_body().filter(|(_, row)| !row.content.is_void()) {
        // An element that ends with its end tag, whatever is open in it.
        let mut blocks = elements().filter(|(_, row)| row.is(Traits::BLOCK_END_TAG));
        let block = blocks.find(|(block, _)| *block != name).unwrap().0;
        let document = parse(&format!("<{block}><{name}>x</{block}>y"));
        let count = named(&document, name).count();
        assert_made(count > 0, name, row);
        if count > 0 {
            assert_eq!(count == 2, row.is_in(ElementClass::FORMATTING), "{name}");
        }
    }
}

#[test]
fn an_unknown_end_tag_is_ignored_inside_a_special_element() {
    let has_no_other_rule = |row: &ElementRow| !row.start_tag.has(StartTagRule::OTHER);
    for (name, row) in elements_of_a_body().filter(|(_, row)| has_no_other_rule(row)) {
        let document = parse(&format!("<x-y><{name}></x-y>y"));
        let outer = named(&document, "x-y").next().unwrap();
        let is_open = row.is_in(ElementClass::SPECIAL) && !row.content.is_void();
        assert_eq!(outer.text_content(), if is_open { "y" } else { "" }, "{name}");
    }
}

#[test]
fn a_start_tag_breaks_out_of_foreign_content_if_its_row_says_so() {
    for (name, row) in elements() {
        let document = parse(&format!("<svg><{name}>"));
        let is_svg = |element: ElementRef<'_>| {
            element.namespace() == Namespace::Svg && element.name() == name
        };
        let stays = document.descendant_elements().any(is_svg);
        assert_eq!(!stays, row.is(Traits::BREAKS_OUT), "{name}");
    }
}

#[test]
fn a_start_tag_inserts_a_foreign_element_if_its_row_says_so() {
    let names = NameTable::default();
    for (root, namespace) in [("svg", Namespace::Svg), ("math", Namespace::MathMl)] {
        for &text in &KNOWN[1..] {
            let name = ElementName { namespace, local: names.find(text).unwrap() };
            if name.row().is(Traits::STAYS_FOREIGN) {
                let document = parse(&format!("<{root}><x><{text}>&lt;<y>"));
                let mut elements = document.descendant_elements();
                let element = elements.rfind(|element| element.element_name() == name).unwrap();
                assert_eq!(element.parent_element().unwrap().name(), "x", "{text}");
                assert_eq!(element.first_element_child().unwrap().name(), "y", "{text}");
            }
        }
    }
}

#[test]
fn a_line_feed_after_a_start_tag_is_dropped_if_the_row_says_so() {
    for (name, row) in elements_of_a_body().filter(|(_, row)| !row.content.is_void()) {
        let document = parse(&format!("<body><{name}>\nx"));
        let Some(element) = named(&document, name).next() else { continue };
        let node = element.template_contents().unwrap_or(element.as_node());
        let expected = if row.is(Traits::DROPS_LINE_FEED) { "x" } else { "\nx" };
        assert_eq!(node.text_content(), expected, "{name}");
    }
}

#[test]
fn an_element_goes_into_the_head_if_its_row_says_so() {
    for (name, row) in elements_of_a_body() {
        let document = parse(&format!("<head><{name}>"));
        let head = document.head().unwrap();
        // The rule for `noscript` depends on whether scripting is enabled.
        let goes_into_head = row.is(Traits::IN_HEAD) || row.content == Content::Noscript;
        let is_in_head = named(&document, name).any(|found| head.as_node().contains(found));
        assert_eq!(is_in_head, goes_into_head, "{name}");
    }
}

/// Markup before an element, so that it is in all places where it may be.
pub(super) const PLACES: &[&str] =
    &["", "<head>", "<p>a", "<ul>", "<select>", "<ruby>", "<table>", "<table><tr>"];

/// Returns documents with the element in all places where it may be.
fn pages(name: &str) -> impl Iterator<Item = Document> {
    PLACES.iter().map(move |before| parse(&format!("{before}<{name} id=i>x</{name}>b")))
}

/// Returns the elements with their attributes, and the text without whitespace.
fn outline(document: &Document) -> (Vec<String>, String) {
    let elements = document.descendant_elements();
    let elements = elements.map(|element| format!("{:?} {:?}", element.name(), element.attr("id")));
    let text = document.root().text_content();
    (elements.collect(), text.split_whitespace().collect())
}

#[test]
fn the_writers_write_each_element_so_that_the_parser_reads_it() {
    // All that follows the start tag of a `plaintext` is its text, the end tag, too.
    for (name, _) in elements().filter(|(_, row)| row.content != Content::Plaintext) {
        for document in pages(name) {
            for written in [document.to_string(), document.to_minified_html()] {
                assert_eq!(parse_str(&written), document, "{written}");
            }
            let pretty = document.to_pretty_html();
            assert_eq!(outline(&parse_str(&pretty)), outline(&document), "{pretty}");
        }
    }
}

#[test]
fn an_xml_parser_reads_each_element() {
    for (name, _) in elements() {
        for document in pages(name) {
            let written = document.to_xml();
            let options = roxmltree::ParsingOptions {
                allow_dtd: true,
                ..roxmltree::ParsingOptions::default()
            };
            let tree = roxmltree::Document::parse_with_options(&written, options).unwrap();
            let read = tree.descendants().filter(|node| node.is_element());
            let read: Vec<_> = read.map(|node| node.tag_name().name()).collect();
            let mut expected = Vec::new();
            names_in(document.root(), &mut expected);
            assert_eq!(read, expected, "{written}");
        }
    }
}

/// Adds the names of the elements of a tree, also in the contents of `template`s.
fn names_in<'a>(node: NodeRef<'a>, names: &mut Vec<&'a str>) {
    for element in node.descendant_elements() {
        names.push(element.name());
        if let Some(contents) = element.template_contents() {
            names_in(contents, names);
        }
    }
}

#[test]
fn the_text_that_a_reader_sees_depends_on_the_box() {
    for (name, row) in elements_of_a_body() {
        // Some elements show nothing unless they are open.
        let document = parse(&format!("<body>a<{name} open>x</{name}>b"));
        if named(&document, name).next().is_none() {
            continue;
        }
        let text = document.body().unwrap().inner_text();
        let (before, after) = text.split_at(1);
        assert_eq!(before, "a", "{name}");
        // The text after a void element's start tag is outside of the element.
        let hidden = if row.content.is_void() { "xb" } else { "b" };
        match row.display {
            Display::None => assert_eq!(after, hidden, "{name}"),
            Display::Inline => assert_eq!(after, "xb", "{name}"),
            Display::LineBreak | Display::Block => assert!(after.starts_with('\n'), "{name}"),
            _ => {}
        }
    }
}
