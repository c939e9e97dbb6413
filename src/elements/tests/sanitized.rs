//! Tests that sanitized text keeps each element as its row says. The names come from the rows.

use crate::elements::{Content, StartTagRule};
use crate::sanitizer::{SanitizeOptions, Sanitizer, SanitizerElement};
use crate::{Document, ParseOptions};

use super::every_element::{PLACES, assert_made, elements, elements_of_a_body, named};

/// Sanitizes text with all elements that are not unsafe. Checks that the result is a fixed point,
/// and the same if the shortcuts are not taken.
fn sanitize(html: &str) -> String {
    let options = SanitizeOptions::new();
    let everything = Sanitizer::allow_everything();
    let sanitized = options.sanitize(&everything, "div", html).into_html();
    let again = options.sanitize(&everything, "div", &sanitized);
    assert_eq!(again.html(), sanitized, "{html}");
    let slowly = options.always_read_again(true).sanitize(&everything, "div", html);
    assert_eq!(slowly.html(), sanitized, "{html}");
    sanitized
}

fn parse(html: &str) -> Document {
    ParseOptions::new().parse_fragment("div", html)
}

/// Whether the sanitizer removes the element, whatever the configuration says.
fn is_unsafe(name: &str) -> bool {
    let mut safe = Sanitizer::allow_everything();
    safe.remove_unsafe();
    safe.config().remove_elements.unwrap().contains(&SanitizerElement::from(name))
}

#[test]
fn an_element_stays_unless_it_is_unsafe() {
    // Nothing ends a `plaintext`, so the sanitizer makes text of it.
    for (name, row) in elements().filter(|(_, row)| row.content != Content::Plaintext) {
        let mut is_made = false;
        for before in PLACES {
            let html = format!("{before}<{name} id=i>x</{name}>b");
            let tree = parse(&html);
            is_made |= named(&tree, name).next().is_some();
            let sanitized = sanitize(&html);
            if is_unsafe(name) {
                assert_eq!(named(&parse(&sanitized), name).count(), 0, "{sanitized}");
            } else {
                assert_eq!(parse(&sanitized), tree, "{html}");
            }
            let end_tag = format!("</{name}>");
            assert!(!row.content.is_void() || !sanitized.contains(&end_tag), "{sanitized}");
        }
        assert_made(is_made, name, row);
    }
}

#[test]
fn an_element_ends_a_p_if_its_row_says_so() {
    for (name, row) in elements_of_a_body().filter(|(name, _)| !is_unsafe(name)) {
        let document = parse(&sanitize(&format!("<p>a<{name}>b")));
        let p = named(&document, "p").next();
        let element = named(&document, name).find(|&element| Some(element) != p);
        assert_made(element.is_some(), name, row);
        let (Some(p), Some(element)) = (p, element) else { continue };
        let is_outside = !p.as_node().contains(element);
        assert_eq!(is_outside, row.start_tag.has(StartTagRule::CLOSES_P), "{name}");
    }
}
