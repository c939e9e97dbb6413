//! Names that XML allows.
//!
//! <https://www.w3.org/TR/xml-names/#NT-NCName>

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::names::xml::{is_name_char, is_name_start_char};

/// Whether a text is a name without a colon.
pub(super) fn is_name(text: &str) -> bool {
    // Nearly all names are lowercase ASCII letters and hyphens. Bytes tell that with few
    // instructions.
    let is_usual = |byte: &u8| matches!(byte, b'a'..=b'z' | b'-');
    let bytes = text.as_bytes();
    (bytes.first().is_some_and(u8::is_ascii_lowercase) && bytes.iter().all(is_usual))
        || !text.is_empty() && text.char_indices().all(|(at, c)| is_allowed(at, c))
}

/// Returns a name with each character that a name without a colon must not have replaced by "the
/// uppercase letter U and the six digits of the character's code point when expressed in
/// hexadecimal".
///
/// <https://html.spec.whatwg.org/#coercing-an-html-dom-into-an-infoset>
pub(super) fn coerced(name: &str) -> Cow<'_, str> {
    debug_assert!(!name.is_empty(), "names in a tree are not empty");
    if is_name(name) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(replaced(name, is_allowed))
}

/// Returns the target of a processing instruction as XML allows it: not `xml` in any case.
pub(super) fn coerced_target(target: &str) -> Cow<'_, str> {
    if target.eq_ignore_ascii_case("xml") {
        return Cow::Owned(replaced(target, |at, _| at > 0));
    }
    coerced(target)
}

/// Returns a public identifier as XML allows it.
///
/// <https://www.w3.org/TR/xml/#NT-PubidChar>
pub(super) fn coerced_public_id(id: &str) -> String {
    replaced(id, |_, c| c.is_ascii_alphanumeric() || " \n-'()+,./:=?;!*#@$_%".contains(c))
}

/// Replaces the characters that are not allowed at their offset.
pub(super) fn replaced(text: &str, is_allowed: impl Fn(usize, char) -> bool) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for (at, c) in text.char_indices() {
        if is_allowed(at, c) {
            out.push(c);
        } else {
            let result = write!(out, "U{:06X}", u32::from(c));
            debug_assert!(result.is_ok(), "writing to a `String` does not fail");
        }
    }
    out
}

/// Whether a character may be at an offset of a name without a colon.
fn is_allowed(at: usize, c: char) -> bool {
    c != ':' && if at == 0 { is_name_start_char(c) } else { is_name_char(c) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_that_names_must_not_have_is_replaced_by_its_number() {
        for (name, expected) in [
            ("p", "p"),
            ("foo<bar", "fooU00003Cbar"),
            ("a::", "aU00003AU00003A"),
            ("1a1", "U000031a1"),
            ("-", "U00002D"),
            ("é·\u{1F372}", "é·\u{1F372}"),
            ("x\u{F0000}", "xU0F0000"),
            ("x-y.z_", "x-y.z_"),
        ] {
            assert_eq!(coerced(name), expected);
            assert!(is_name(expected));
        }
    }

    #[test]
    fn no_processing_instruction_is_an_xml_declaration() {
        assert_eq!(coerced_target("xml"), "U000078ml");
        assert_eq!(coerced_target("XML"), "U000058ML");
        assert_eq!(coerced_target("xml-stylesheet"), "xml-stylesheet");
    }

    #[test]
    fn public_identifiers_have_no_quotes_but_apostrophes() {
        assert_eq!(coerced_public_id("-//W3C//DTD 'é\"<"), "-//W3C//DTD 'U0000E9U000022U00003C");
    }
}
