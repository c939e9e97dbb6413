//! The pseudo-class `:lang()`.

use crate::dom::ElementRef;
use crate::names::{AttributeNamespace, Namespace};
use crate::select::budget::Budget;

/// Whether the language of an element is in one of the ranges.
///
/// <https://drafts.csswg.org/selectors/#the-lang-pseudo>
pub(in crate::select) fn is_in_one_of(
    element: ElementRef<'_>,
    ranges: &[Box<str>],
    budget: Budget<'_>,
) -> bool {
    let language = language_of(element, budget);
    budget.take_bytes(language.len().saturating_mul(ranges.len()));
    ranges.iter().any(|range| is_in(language, range))
}

/// Returns the language that the element or its nearest ancestor with a declaration declares; empty
/// if there is no declaration.
///
/// <https://html.spec.whatwg.org/#language>
// Deviation (Selectors): declarations in `meta` elements and HTTP headers don't count.
fn language_of<'a>(element: ElementRef<'a>, budget: Budget<'_>) -> &'a str {
    std::iter::once(element)
        .chain(budget.counted(element.ancestor_elements()))
        .find_map(declared_by)
        .unwrap_or_default()
}

/// Returns the value of the attribute in which an element declares its language.
fn declared_by(element: ElementRef<'_>) -> Option<&str> {
    element.attr_ns(AttributeNamespace::Xml, "lang").or_else(|| {
        let has_lang = matches!(element.namespace(), Namespace::Html | Namespace::Svg);
        if has_lang { element.attr_ns(AttributeNamespace::None, "lang") } else { None }
    })
}

/// Whether a language is in a range, by the extended filtering of RFC 4647.
///
/// <https://www.rfc-editor.org/rfc/rfc4647#section-3.3.2>
fn is_in(language: &str, range: &str) -> bool {
    if range.is_empty() || language.is_empty() {
        return range.is_empty() && language.is_empty();
    }
    let is = |wanted: &str, tag: &str| wanted == "*" || wanted.eq_ignore_ascii_case(tag);
    let mut tags = language.split('-');
    let mut wanted = range.split('-');
    if !wanted.next().zip(tags.next()).is_some_and(|(wanted, tag)| is(wanted, tag)) {
        return false;
    }
    for wanted in wanted.filter(|wanted| *wanted != "*") {
        loop {
            match tags.next() {
                Some(tag) if is(wanted, tag) => break,
                // A single letter is a subtag that introduces an extension: a range can't skip it.
                Some(tag) if tag.len() > 1 => {}
                _ => return false,
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::is_in;

    /// The examples of RFC 4647 on the range `de-*-DE`, and the empty range of Selectors.
    #[test]
    fn ranges_match_by_the_extended_filtering_of_rfc_4647() {
        for tag in
            ["de-DE", "de-de", "de-Latn-DE", "de-Latf-DE", "de-DE-x-goethe", "de-Latn-DE-1996"]
        {
            assert!(is_in(tag, "de-*-DE") && is_in(tag, "de-DE") && is_in(tag, "DE"), "{tag}");
        }
        for tag in ["de", "de-x-DE", "de-Deva", "en-DE", ""] {
            assert!(!is_in(tag, "de-*-DE"), "{tag}");
        }
        assert!(is_in("fr-CH", "*-CH") && is_in("fr", "*") && !is_in("", "*"));
        assert!(is_in("", "") && !is_in("fr", "") && !is_in("french", "fr"));
    }
}
