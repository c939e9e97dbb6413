//! Any text is a selector, or an error with a place; a selector finds the same elements however it
//! is asked.

use consomme::select::{SelectorOptions, SelectorSet};
use consomme::{Document, ElementRef, NodeRef, ParseOptions, Selector};

use super::choices::split_text;
use crate::source_check::all_nodes;

/// The first line is the selector, the rest is the document.
pub fn run(data: &[u8]) {
    let (text, mut choices) = split_text(data);
    let (selector, markup) = text.split_once('\n').unwrap_or((&text, "<p class=a id=b><b>x</b>"));
    check_extensions(selector, markup);
    let selector = match Selector::parse(selector) {
        Ok(selector) => selector,
        Err(error) => {
            assert!(selector.is_char_boundary(error.offset()), "{error} lies in {selector:?}");
            assert!(!error.reason().is_empty());
            return;
        }
    };
    let written = selector.to_string();
    // Inside these, an invalid selector is kept as it was written, perhaps without a closing
    // bracket.
    if !written.contains(":is(") && !written.contains(":where(") {
        let again = Selector::parse(&written).expect("it is written so that it can be read");
        assert_eq!(again.to_string(), written);
    }
    let options = ParseOptions::new().revision(choices.revision());
    let documents = [options.parse_str(markup), options.parse_fragment(choices.context(), markup)];
    for document in &documents {
        check(document, &selector);
    }
    if choices.number(63) == 1 {
        // Wherever nesting starts, it is refused before anything recurses.
        let _ = Selector::parse(&(written + &":is(".repeat(20_000)));
    }
}

/// Checks the text as a selector with the extensions, and as an extractor.
fn check_extensions(text: &str, markup: &str) {
    let document = consomme::parse_str(markup);
    let options = SelectorOptions::new().extensions(true);
    match options.parse_extractor(text) {
        Ok(extractor) => {
            let found: Vec<_> = extractor.extract(&document).collect();
            assert_eq!(extractor.first(&document), found.first().cloned(), "{extractor}");
        }
        Err(error) => assert!(text.is_char_boundary(error.offset()), "{error} lies in {text:?}"),
    }
    if Selector::parse(text).is_err()
        && let Ok(selector) = options.parse(text)
    {
        check(&document, &selector);
    }
}

fn check(document: &Document, selector: &Selector) {
    let found: Vec<ElementRef<'_>> = document.select(selector).collect();
    assert_eq!(document.select_first(selector), found.first().copied());
    let mut set = SelectorSet::new();
    let any = set.add("*").expect("a selector");
    let given = set.add(selector);
    let mut found_by_set = Vec::new();
    for (element, matches) in set.matches_in(document.root()) {
        assert!(matches.contains(&any));
        found_by_set.extend(matches.contains(&given).then_some(element));
    }
    assert_eq!(found, found_by_set, "{selector} in a set");
    // `:scope` depends on the node that is asked. So do `&` and a combinator at the start of a
    // part.
    let written = selector.to_string();
    let is_relative = |part: &str| part.trim_start().starts_with(['>', '+', '~']);
    if written.contains("scope") || written.contains('&') || written.split(',').any(is_relative) {
        return;
    }
    let elements = document.descendants().filter_map(NodeRef::as_element);
    let matching: Vec<ElementRef<'_>> =
        elements.filter(|element| element.matches(selector)).collect();
    assert_eq!(found, matching, "{selector}, one element at a time");
    for node in all_nodes(document) {
        let below: Vec<ElementRef<'_>> = node.select(selector).collect();
        assert!(below.iter().all(|element| element.matches(selector)), "{selector} below {node:?}");
        if let Some(element) = node.as_element() {
            let mut inclusive_ancestors =
                std::iter::once(element).chain(element.ancestors().filter_map(NodeRef::as_element));
            let closest = inclusive_ancestors.find(|element| element.matches(selector));
            assert_eq!(element.closest(selector), closest, "{selector} closest to {element:?}");
        }
    }
}
