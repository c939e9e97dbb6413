//! Which names are valid.
//!
//! <https://dom.spec.whatwg.org/#namespaces>

/// Returns whether a name is a "valid element local name".
///
/// <https://dom.spec.whatwg.org/#valid-element-local-name>
pub(super) fn is_valid_element_local_name(name: &str) -> bool {
    let mut characters = name.chars();
    match characters.next() {
        Some('a'..='z' | 'A'..='Z') => !name.contains(ends_a_tag_name),
        Some(':' | '_' | '\u{80}'..) => characters.all(
            |c| matches!(c, 'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '.' | ':' | '_' | '\u{80}'..),
        ),
        _ => false,
    }
}

/// Returns whether a name is a "valid attribute local name".
///
/// <https://dom.spec.whatwg.org/#valid-attribute-local-name>
pub(crate) fn is_valid_attribute_local_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(|c| c == '=' || ends_a_tag_name(c))
}

/// Returns whether a name is a "valid doctype name".
///
/// <https://dom.spec.whatwg.org/#valid-doctype-name>
pub(super) fn is_valid_doctype_name(name: &str) -> bool {
    !name.contains(|c: char| c.is_ascii_whitespace() || matches!(c, '\0' | '>'))
}

/// Returns whether the tokenizer would end a tag name before this character, or replace it.
fn ends_a_tag_name(c: char) -> bool {
    c.is_ascii_whitespace() || matches!(c, '\0' | '/' | '>')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every name that the parser can create is valid; names that would be parsed back as something
    /// else are not.
    #[test]
    fn names_are_validated_by_the_rules_of_the_dom_standard() {
        let elements =
            ["p", "o:p", "x-\u{1F600}", "H1", "a=b", "a\"<", "_", ":a.b-1", "\u{e9}t\u{e9}"];
        let not_elements =
            ["", "1", "-", ".", "a b", "a\t", "a/", "a>", "a\0", "_/", "_=", "\u{e9}<", "<"];
        assert!(elements.into_iter().all(is_valid_element_local_name));
        assert!(!not_elements.into_iter().any(is_valid_element_local_name));
        let attributes = ["a", "1", "@click", ":x", "a\"b", "<", "data-\u{e9}", "a\u{B}"];
        let not_attributes = ["", "a b", "a=", "=", "a/b", ">", "\0", "\n"];
        assert!(attributes.into_iter().all(is_valid_attribute_local_name));
        assert!(!not_attributes.into_iter().any(is_valid_attribute_local_name));
        assert!(["", "html", "a/b", "<"].into_iter().all(is_valid_doctype_name));
        assert!(!["a b", ">", "\0", "\x0C"].into_iter().any(is_valid_doctype_name));
    }
}
