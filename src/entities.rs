//! Character references in the caller's own strings: the tokenizer's decoding and the serializer's
//! escaping as functions.

use std::borrow::Cow;

use crate::serialize::{attribute_as_escaped, text_as_escaped};
use crate::tokenizer::ReferenceDecoder;

/// Decodes the character references in a string as the tokenizer does: `&amp;` and `&copy`,
/// `&#228;` and `&#xE4;`. All other text, tags and newlines included, stays as it is. Borrows if
/// there is nothing to decode.
///
/// `in_attribute` says whether the string is an attribute value. There, a name without a semicolon
/// that is followed by `=`, a letter or a digit is not a reference, so that URLs such as
/// `?a=1&copy=2` keep their meaning.
///
/// ```
/// use consomme::entities;
///
/// assert_eq!(entities::decode("Fish &amp; chips, 3&nbsp;&pound;", false), "Fish & chips, 3\u{A0}£");
/// assert_eq!(entities::decode("?fish=1&copy=2", true), "?fish=1&copy=2");
/// assert_eq!(entities::decode("?fish=1&copy=2", false), "?fish=1©=2");
/// ```
///
/// <https://html.spec.whatwg.org/#character-reference-state>
pub fn decode(text: &str, in_attribute: bool) -> Cow<'_, str> {
    if memchr::memchr(b'&', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut decoder = ReferenceDecoder::new(in_attribute);
    let mut decoded = String::new();
    let mut done = 0;
    while let Some((reference, characters)) = decoder.next(text, done) {
        if done == 0 {
            // A reference is at least as long as its characters, but for two that are a byte
            // shorter.
            decoded.reserve(text.len());
        }
        decoded.push_str(&text[done..reference.start]);
        decoded.push_str(characters);
        done = reference.end;
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    decoded.push_str(&text[done..]);
    Cow::Owned(decoded)
}

/// Escapes a string for use as text in HTML: replaces `&`, `<`, `>` and no-break spaces by
/// character references. Borrows if there are none.
///
/// Not for the content of `script`, `style` and other elements in which references are not
/// recognized.
///
/// ```
/// use consomme::entities;
///
/// assert_eq!(entities::escape_text("1 < 2 & \"so on\""), "1 &lt; 2 &amp; \"so on\"");
/// ```
///
/// <https://html.spec.whatwg.org/#escapingString>
pub fn escape_text(text: &str) -> Cow<'_, str> {
    text_as_escaped(text)
}

/// Escapes a string for use as a double-quoted attribute value in HTML: replaces `&`, `<`, `>`, `"`
/// and no-break spaces by character references. Borrows if there are none.
///
/// Not for single-quoted or unquoted values.
///
/// ```
/// use consomme::entities;
///
/// let html = format!("<a title=\"{}\">", entities::escape_attribute("The \"best\" <soup>"));
/// assert_eq!(html, "<a title=\"The &quot;best&quot; &lt;soup&gt;\">");
/// ```
///
/// <https://html.spec.whatwg.org/#escapingString>
pub fn escape_attribute(value: &str) -> Cow<'_, str> {
    attribute_as_escaped(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_without_references_is_borrowed() {
        for text in [
            "",
            "a",
            "&",
            "&&",
            "&;",
            "& amp;",
            "&#;",
            "&#x;",
            "&#xg;",
            "&unknown;",
            "&ünknown;",
            "a\r\n\0b<c>",
        ] {
            for in_attribute in [false, true] {
                let decoded = decode(text, in_attribute);
                assert_eq!(decoded, text);
                assert!(matches!(decoded, Cow::Borrowed(_)), "{text:?}");
            }
        }
    }

    #[test]
    fn adjacent_references_are_each_decoded_once() {
        for (text, expected) in [
            ("&amp;&lt&#65;&#x42&notit;&notin;", "&<AB¬it;∉"),
            ("&&amp;&amp&amp", "&&&&"),
            ("&amp;amp;", "&amp;"),
            ("&#38;lt;", "&lt;"),
            ("é&eacute;&#233é", "éééé"),
            ("&NotEqualTilde;&nGt;", "\u{2242}\u{338}\u{226B}\u{20D2}"),
            ("&#0;&#x80;&#xD800;&#99999999999;", "\u{FFFD}€\u{FFFD}\u{FFFD}"),
            ("a\r\n\0&amp;\r", "a\r\n\0&\r"),
        ] {
            assert_eq!(decode(text, false), expected, "{text}");
        }
    }

    #[test]
    fn in_attributes_the_character_after_a_name_without_semicolon_counts() {
        for (text, expected) in
            [("&copy=", "&copy="), ("&copyx", "&copyx"), ("&copy1", "&copy1"), ("&copy;=", "©=")]
        {
            assert_eq!(decode(text, true), expected, "{text}");
        }
        assert_eq!(decode("&copy-&copy é&copyé", true), "©-© é©é");
    }

    #[test]
    fn strings_without_special_characters_are_borrowed_and_others_escaped() {
        for text in ["", "plain", "\u{A9} \u{AB}é\u{BB}", "'\r\n\0"] {
            assert!(matches!(escape_text(text), Cow::Borrowed(same) if same == text), "{text:?}");
            assert!(
                matches!(escape_attribute(text), Cow::Borrowed(same) if same == text),
                "{text:?}"
            );
        }
        assert!(matches!(escape_text("\""), Cow::Borrowed("\"")));
        assert_eq!(escape_text("\u{A9}\u{A0}\u{AB}<"), "\u{A9}&nbsp;\u{AB}&lt;");
        assert_eq!(escape_attribute("\u{A9}\u{A0}\"<>&'"), "\u{A9}&nbsp;&quot;&lt;&gt;&amp;'");
    }
}
