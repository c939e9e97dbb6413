//! Names of custom elements, and of built-in elements that can have a shadow root.

use crate::names::xml::is_name_char;
use crate::names::{ElementName, Namespace};

use super::Traits;

/// Whether an element of this name, whose local name has the text `local`, can have a shadow root:
/// its local name is a valid shadow host name. `loose` selects the rules for custom element names
/// of 2025 over those before.
///
/// <https://dom.spec.whatwg.org/#valid-shadow-host-name>
pub(crate) fn may_host_shadow_root(name: ElementName, local: &str, loose: bool) -> bool {
    let is_built_in = name.row().is(Traits::SHADOW_HOST);
    name.namespace == Namespace::Html && (is_built_in || is_valid_custom_element_name(local, loose))
}

/// `loose` selects the definition since 2025-06-09, which allows any character after the first that
/// a tag name can have, except ASCII capitals. Before, it allowed the characters of PCENChar: those
/// of names in XML, except ASCII capitals and the colon.
///
/// <https://html.spec.whatwg.org/#valid-custom-element-name>
pub(crate) fn is_valid_custom_element_name(name: &str, loose: bool) -> bool {
    let is_allowed = |c: char| {
        !c.is_ascii_uppercase()
            && if loose {
                !c.is_ascii_whitespace() && !matches!(c, '\0' | '/' | '>')
            } else {
                is_name_char(c) && c != ':'
            }
    };
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.contains('-')
        && name.chars().all(is_allowed)
        && !is_reserved_hyphenated_name(name)
}

/// Whether a name that contains a hyphen belongs to SVG or MathML, so that no custom element can
/// have it.
pub(crate) fn is_reserved_hyphenated_name(name: &str) -> bool {
    matches!(
        name,
        "annotation-xml"
            | "color-profile"
            | "font-face"
            | "font-face-src"
            | "font-face-uri"
            | "font-face-format"
            | "font-face-name"
            | "missing-glyph"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::known;

    #[test]
    fn custom_element_names_are_checked_as_the_standard_says() {
        for name in ["x-", "a-b", "soup-of-the-day", "math-\u{3b1}", "emotion-\u{1F60D}", "a.-_0"] {
            assert!(is_valid_custom_element_name(name, true), "{name}");
            assert!(is_valid_custom_element_name(name, false), "{name}");
        }
        for name in ["x-\u{D7}", "x-=", "x-\"<", "x-\u{EFFFF}\u{F0000}", "x-\u{37E}"] {
            assert!(is_valid_custom_element_name(name, true), "{name}");
            assert!(!is_valid_custom_element_name(name, false), "{name}");
        }
        let never =
            ["", "x", "-x", "1-a", "X-a", "x-A", "\u{e9}-a", "x- ", "x-\0", "x-/", "font-face"];
        for name in never {
            assert!(!is_valid_custom_element_name(name, true), "{name}");
            assert!(!is_valid_custom_element_name(name, false), "{name}");
        }
    }

    #[test]
    fn a_shadow_host_is_an_html_element_of_a_valid_name() {
        let may = |namespace, local, text| {
            may_host_shadow_root(ElementName { namespace, local }, text, true)
        };
        assert!(may(Namespace::Html, known::DIV, "div"));
        assert!(may(Namespace::Html, known::H6, "h6"));
        assert!(!may(Namespace::Html, known::TEMPLATE, "template"));
        assert!(!may(Namespace::Html, known::B, "b"));
        assert!(!may(Namespace::Svg, known::DIV, "div"));
    }
}
