//! Sanitized text keeps each element that is not unsafe. The names are those that the parser knows
//! beforehand, so that a new element is tested as it is.

use consomme::markup::{Effect, Nest};
use consomme::sink::{ElementName, LocalName, known_names};
use consomme::{Document, ElementRef, ParseOptions};
use consomme_sanitizer::{SanitizeOptions, Sanitizer, SanitizerElement};

/// Markup before an element, so that it is in all places where it may be.
const PLACES: &[&str] =
    &["", "<head>", "<p>a", "<ul>", "<select>", "<ruby>", "<table>", "<table><tr>"];

/// Returns the names of elements and attributes, as a tag may have them, but for `plaintext`:
/// nothing ends one, so the sanitizer makes text of it.
fn names() -> impl Iterator<Item = (&'static str, ElementName)> {
    let names = LocalName::known().filter(|name| *name != known_names::PLAINTEXT);
    let names = names.map(|name| (name.known_text().unwrap_or_default(), ElementName::html(name)));
    names.filter(|(text, _)| !text.bytes().any(|byte| byte.is_ascii_uppercase()))
}

/// Sanitizes text with all elements that are not unsafe. Checks that the result is a fixed point,
/// and the same if the shortcuts are not taken.
fn sanitize(html: &str) -> String {
    let options = SanitizeOptions::new().inner_html(true);
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

/// Returns the HTML elements with that name.
fn named<'a>(document: &'a Document, name: &str) -> impl Iterator<Item = ElementRef<'a>> {
    document.descendant_elements().filter(move |element| element.is_html(name))
}

/// Whether the sanitizer removes the element, whatever the configuration says.
fn is_unsafe(name: &str) -> bool {
    let mut safe = Sanitizer::allow_everything();
    safe.remove_unsafe();
    safe.config().remove_elements.unwrap().contains(&SanitizerElement::from(name))
}

#[test]
fn an_element_stays_unless_it_is_unsafe() {
    let mut missing = Vec::new();
    for (text, name) in names() {
        let mut is_made = false;
        for before in PLACES {
            let html = format!("{before}<{text} id=i>x</{text}>b");
            let tree = parse(&html);
            is_made |= named(&tree, text).next().is_some();
            let sanitized = sanitize(&html);
            if is_unsafe(text) {
                assert_eq!(named(&parse(&sanitized), text).count(), 0, "{sanitized}");
            } else {
                assert_eq!(parse(&sanitized), tree, "{html}");
            }
            let end_tag = format!("</{text}>");
            assert!(!name.is_void() || !sanitized.contains(&end_tag), "{sanitized}");
        }
        if !is_made {
            missing.push(text);
        }
    }
    // In a `div`, their tags are ignored, or make another element.
    let expected = ["body", "frame", "frameset", "head", "html", "image", "math", "svg"];
    assert_eq!(missing, expected);
}

#[test]
fn an_element_ends_a_p_as_the_model_of_written_tags_says() {
    let mut nest = Nest::new();
    nest.push(ElementName::html(known_names::P), ());
    for (text, name) in names().filter(|(text, _)| !is_unsafe(text)) {
        let document = parse(&sanitize(&format!("<p>a<{text}>b")));
        let p = named(&document, "p").next();
        let element = named(&document, text).find(|&element| Some(element) != p);
        let (Some(p), Some(element)) = (p, element) else { continue };
        let is_outside = !p.as_node().contains(element);
        match nest.effect(name) {
            Effect::Inserts => assert!(!is_outside, "{text}"),
            Effect::Closes(_) => assert!(is_outside, "{text}"),
            _ => {}
        }
    }
}
