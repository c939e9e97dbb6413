//! Properties of the rendered text of any document, and of escaping and decoding any text.

use std::borrow::Cow;

use consomme::entities;
use consomme::{Document, Hints, NodeRef, ParseOptions, Parser, parse_fragment};
use consomme_test::config::config;
use consomme_test::soup::soup;
use consomme_test::{pretty, rendered};
use proptest::prelude::*;

/// Generates text with many character references and near misses.
fn references() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(&[
            "&", "&amp", "&amp;", "&lt", "&copy", "&copy=", "&notin;", "&notit;", "&#", "&#x", "&#x41;", "&#65", "&#0;",
            "&#x80", "&#xFFFF;", "&#x110000;", "&#99999999999;", "&CounterClockwiseContourIntegral;", "&nGt;", ";", "=",
            "x", "1", " ", "\"", "<", ">", "\u{A0}", "\u{A9}", "é",
        ][..]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => "&[a-zA-Z]{1,8};?",
    ];
    prop::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}

/// Removes the characters that the parser changes in a text, apart from references, and `others`.
fn unchanged(text: &str, others: &[char]) -> String {
    text.chars().filter(|c| !matches!(c, '\r' | '\0') && !others.contains(c)).collect()
}

fn is_borrowed_if_unchanged(before: &str, after: Cow<'_, str>) -> bool {
    matches!(after, Cow::Borrowed(_)) == (before == after)
}

proptest! {
    #![proptest_config(config(2048))]

    #[test]
    fn decoding_undoes_escaping(text in references()) {
        let (escaped, value) = (entities::escape_text(&text), entities::escape_attribute(&text));
        prop_assert_eq!(entities::decode(&escaped, false), &*text);
        prop_assert_eq!(entities::decode(&value, false), &*text);
        prop_assert_eq!(entities::decode(&value, true), &*text);
    }

    #[test]
    fn an_unchanged_text_is_borrowed(text in references()) {
        prop_assert!(is_borrowed_if_unchanged(&text, entities::escape_text(&text)));
        prop_assert!(is_borrowed_if_unchanged(&text, entities::escape_attribute(&text)));
        for in_attribute in [false, true] {
            let decoded = entities::decode(&text, in_attribute);
            prop_assert!(is_borrowed_if_unchanged(&text, decoded));
        }
    }

    #[test]
    fn decoding_agrees_with_the_parser(text in references()) {
        let text = unchanged(&text, &['<']);
        let parsed = parse_fragment("div", &*text);
        prop_assert_eq!(entities::decode(&text, false), parsed.root().text_content());
        let text = unchanged(&text, &['"']);
        let parsed = parse_fragment("div", format!("<p title=\"{text}\">"));
        let value = parsed.root().first_child().unwrap().as_element().unwrap().attr("title").unwrap();
        prop_assert_eq!(entities::decode(&text, true), value);
    }

    /// A space can't be a part of a reference.
    #[test]
    fn texts_joined_by_spaces_are_decoded_independently(texts in prop::collection::vec(references(), 0..5)) {
        for in_attribute in [false, true] {
            let pieces: Vec<_> = texts.iter().map(|text| entities::decode(text, in_attribute)).collect();
            let whole = texts.join(" ");
            prop_assert_eq!(entities::decode(&whole, in_attribute), pieces.join(" "));
        }
    }

    #[test]
    fn escaping_agrees_with_the_serializer(text in references()) {
        let text = unchanged(&text, &[]);
        let html = format!("<p title=\"{}\">{}</p>", entities::escape_attribute(&text), entities::escape_text(&text));
        let document = parse_fragment("div", &*html);
        prop_assert_eq!(document.inner_html(), html);
        prop_assert_eq!(document.root().text_content(), text);
    }
}

/// Generates nested elements of every kind of display, with texts and whitespace between them.
fn nested() -> impl Strategy<Value = String> {
    let name = prop::sample::select(NESTED);
    let leaf = prop_oneof![
        3 => Just(" "), 2 => Just("\n\n  "), 2 => Just("a"), 1 => Just("b  c"), 1 => Just(" d"), 1 => Just("e "),
        1 => Just("<br>"), 1 => Just("<img align=left>"), 1 => Just("<input>"), 1 => Just("<input type=hidden>"),
        1 => Just("<hr>"), 1 => Just("<!--f-->"), 1 => Just("<script>g  h</script>"), 1 => Just("<link>"),
        1 => Just("<wbr>"), 1 => Just("<area>"), 1 => Just("\x0C"), 1 => Just("&#13;"), 1 => Just("&nbsp;"),
    ];
    let tree = prop_oneof![2 => leaf.prop_map(str::to_owned), 1 => name.clone().prop_map(|name| wrap(name, ""))];
    tree.prop_recursive(6, 64, 6, move |inner| {
        (name.clone(), prop::collection::vec(inner, 0..6))
            .prop_map(|(name, children)| wrap(name, &children.concat()))
    })
}

fn wrap(start_tag: &str, content: &str) -> String {
    let name = start_tag.split(' ').next().unwrap_or_default();
    format!("<{start_tag}>{content}</{name}>")
}

#[rustfmt::skip]
const NESTED: &[&str] = &[
    "div", "div", "div hidden", "div popover", "p", "ul", "li", "dl", "dt", "section", "h1", "pre", "listing",
    "textarea", "form", "fieldset", "legend", "details", "details open", "summary", "dialog", "dialog open", "center",
    "blockquote", "span", "span", "a", "b", "font", "ins", "label", "object", "object align=right", "x-y", "code", "q",
    "ruby", "rt", "rp", "button", "select", "optgroup", "option", "option hidden", "marquee", "table", "caption",
    "colgroup", "tbody", "thead", "tbody hidden", "tr", "tr", "td", "td", "td hidden", "th", "template",
    "template shadowrootmode=open", "svg", "text", "foreignObject", "math", "mi", "noscript", "video", "audio", "canvas",
    "map", "slot", "datalist", "iframe", "title", "style", "selectedcontent", "nobr", "meter",
];

/// The words of a text, as CSS separates them.
fn words(text: &str) -> Vec<&str> {
    text.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty()).collect()
}

proptest! {
    #![proptest_config(config(1024))]

    #[test]
    fn the_words_of_the_rendered_text_are_in_the_text_content_in_the_same_order(text in prop_oneof![soup(), nested()], scripting in any::<bool>()) {
        let document = ParseOptions::new().scripting(scripting).parse_str(&text);
        for node in document.descendants().filter(|node| node.as_element().is_some()) {
            let content = node.text_content();
            let mut rest = content.chars();
            for c in words(&node.inner_text()).concat().chars() {
                prop_assert!(rest.any(|other| other == c), "{:?} in {:?}", node.inner_text(), content);
            }
        }
    }

    #[test]
    fn each_part_of_the_rendered_text_leads_back_to_its_source(
        text in prop_oneof![soup(), nested(), references()],
        scripting in any::<bool>(),
        piece in prop_oneof![Just(usize::MAX), 1..9usize],
    ) {
        let options = ParseOptions::new().scripting(scripting).positions(true);
        let mut parser = Parser::new(&options, &Hints::new());
        let characters: Vec<char> = text.chars().collect();
        for piece in characters.chunks(piece) {
            parser.feed_str(&piece.iter().collect::<String>());
        }
        let document = parser.finish();
        for checked in [rendered::check(&document).map(|_| ()), rendered::check_nodes(&document)] {
            if let Err(message) = checked {
                return Err(TestCaseError::fail(message));
            }
        }
    }

    /// Holds unless an element preserves whitespace or is an inline box.
    #[test]
    fn collapsed_text_has_single_spaces_and_none_beside_a_line_break(text in soup()) {
        let document = ParseOptions::new().parse_str(&text);
        let is_collapsed = |node: NodeRef<'_>| {
            let names = [
                "pre", "listing", "xmp", "textarea", "plaintext", "select", "button", "input", "svg", "math", "marquee",
                "audio", "canvas", "embed", "iframe", "img", "meter", "object", "progress", "video",
            ];
            node.as_element().is_none_or(|element| !names.contains(&element.name()))
        };
        if !document.descendants().all(is_collapsed) {
            return Ok(());
        }
        let text = document.inner_text();
        for wrong in ["  ", " \n", "\n ", " \t", "\t "] {
            prop_assert!(!text.contains(wrong), "{text:?}");
        }
    }

    #[test]
    fn a_pretty_printed_page_parses_to_the_same_page(
        text in prop_oneof![soup(), nested()],
        scripting in any::<bool>(),
        doctype in any::<bool>(),
    ) {
        let options = ParseOptions::new().scripting(scripting);
        let text = if doctype { format!("<!DOCTYPE html>{text}") } else { text };
        let document = options.parse_str(&text);
        prop_assume!(pretty::is_stable(&document, pretty::parser(&options)));
        if let Err(message) = pretty::check(&document, pretty::parser(&options)) {
            return Err(TestCaseError::fail(message));
        }
    }

    #[test]
    fn a_pretty_printed_fragment_parses_to_the_same_fragment(
        text in prop_oneof![soup(), nested()],
        context in prop::sample::select(&["div", "td", "select", "template", "table", "tr", "tbody", "ul"][..]),
    ) {
        let parse = |html: &str| -> Document { parse_fragment(context, html) };
        let document = parse(&text);
        prop_assume!(pretty::is_stable(&document, parse));
        if let Err(message) = pretty::check(&document, parse) {
            return Err(TestCaseError::fail(message));
        }
    }
}
