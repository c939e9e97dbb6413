//! The built-in lists and configurations.
//!
//! <https://html.spec.whatwg.org/#sanitization-constants>

use std::str::SplitAsciiWhitespace;

use consomme::Namespace;
use consomme::sink::{ElementName, LocalName, known_names as known};

use super::config::{SanitizerConfig, SanitizerElementWithAttributes};
use super::lists::rows;
use super::names::SanitizerElement;

/// The configurations as the standard has them.
const BUILTIN: &str = include_str!("builtin.txt");

/// Returns the `removeElements` of the built-in safe baseline configuration, whose other lists are
/// empty.
///
/// <https://html.spec.whatwg.org/#built-in-safe-baseline-configuration>
pub(super) fn safe_baseline_remove_elements() -> impl Iterator<Item = SanitizerElement> {
    rows(BUILTIN, "baseline removeElements").filter_map(|mut row| element(&mut row))
}

/// Returns the built-in safe default configuration, which is canonical and valid.
///
/// <https://html.spec.whatwg.org/#built-in-safe-default-configuration>
pub(crate) fn safe_default_configuration() -> SanitizerConfig {
    let none: [&str; 0] = [];
    SanitizerConfig::new()
        .elements(elements_with_attributes(BUILTIN, "default elements"))
        .processing_instructions(none)
        .attributes(rows(BUILTIN, "default attributes").flatten())
        .comments(false)
        .data_attributes(false)
        .javascript_urls(false)
}

/// Returns the elements of a section of a list, with the attributes that each keeps.
pub(crate) fn elements_with_attributes<'a>(
    list: &'a str,
    section: &str,
) -> impl Iterator<Item = SanitizerElementWithAttributes> + use<'a> {
    rows(list, section).filter_map(|mut row| {
        Some(SanitizerElementWithAttributes::new(element(&mut row)?).attributes(row))
    })
}

/// Returns the element that a row begins with.
fn element(row: &mut SplitAsciiWhitespace<'_>) -> Option<SanitizerElement> {
    let namespace = match row.next()? {
        "html" => Namespace::Html,
        "mathml" => Namespace::MathMl,
        "svg" => Namespace::Svg,
        other => {
            debug_assert!(false, "the lists know three namespaces, not {other}");
            return None;
        }
    };
    Some((namespace, row.next()?).into())
}

/// Returns whether an element cannot be replaced with its children.
///
/// <https://html.spec.whatwg.org/#built-in-non-replaceable-elements-list>
pub(crate) fn is_non_replaceable(element: &SanitizerElement) -> bool {
    let outermost =
        [(Namespace::Html, "html"), (Namespace::Svg, "svg"), (Namespace::MathMl, "math")];
    outermost.iter().any(|&(namespace, name)| element.is(namespace, name))
}

/// Returns the attribute of an element, without a namespace or, in SVG, also in XLink's, whose URL
/// navigates.
///
/// <https://html.spec.whatwg.org/#built-in-navigating-url-attributes-list>
pub(crate) fn navigating_url_attribute(element: ElementName) -> Option<LocalName> {
    match (element.namespace, element.local) {
        (Namespace::Html, known::A | known::AREA) => Some(known::HREF),
        (Namespace::Html, known::BUTTON | known::INPUT) => Some(known::FORMACTION),
        (Namespace::Html, known::FORM) => Some(known::ACTION),
        (Namespace::Svg, known::A) => Some(known::HREF),
        _ => None,
    }
}

/// Returns whether an element animates the attribute that its `attributeName` names.
///
/// <https://html.spec.whatwg.org/#built-in-animating-url-attributes-list>
pub(crate) fn animates_attributes(element: ElementName) -> bool {
    element.namespace == Namespace::Svg
        && [known::ANIMATE, known::ANIMATE_TRANSFORM, known::SET].contains(&element.local)
}
