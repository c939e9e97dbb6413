//! The standard's "escaping a string".
//!
//! <https://html.spec.whatwg.org/#escapingString>

use std::borrow::Cow;

use crate::bytes::windows::{self, WINDOW};
use crate::text::{Span, Strings};

use super::output::Output;

/// The first byte of a no-break space (U+00A0) in UTF-8, and of 63 other characters.
const NO_BREAK_SPACE_LEAD: u8 = 0xC2;

/// The bytes that may have to be escaped in text.
const SPECIAL_IN_TEXT: [u8; 4] = [b'&', NO_BREAK_SPACE_LEAD, b'<', b'>'];
/// The bytes that may have to be escaped in an attribute value.
const SPECIAL_IN_VALUE: [u8; 5] = [b'&', NO_BREAK_SPACE_LEAD, b'"', b'<', b'>'];
/// The bytes that may have to be escaped in an attribute value by
/// [`Revision::Snapshot2024`](crate::Revision::Snapshot2024).
const SPECIAL_IN_OLD_VALUE: [u8; 3] = [b'&', NO_BREAK_SPACE_LEAD, b'"'];

/// Writes text with `&`, no-break space, `<` and `>` escaped.
///
/// <https://html.spec.whatwg.org/#escapingString>
#[inline]
pub(super) fn escape_text<O: Output>(text: &str, out: &mut O) -> Result<(), O::Error> {
    escape::<false, true, O>(text, out)
}

/// Writes an attribute value with `&`, no-break space, `"` and, if `ANGLES`, `<` and `>` escaped.
///
/// <https://html.spec.whatwg.org/#escapingString>
#[inline]
pub(super) fn escape_attribute<const ANGLES: bool, O: Output>(
    value: &str,
    out: &mut O,
) -> Result<(), O::Error> {
    escape::<true, ANGLES, O>(value, out)
}

/// Returns a text as [`escape_text`] writes it; borrowed if nothing has to be escaped.
pub(crate) fn text_as_escaped(text: &str) -> Cow<'_, str> {
    escaped::<false, true>(text)
}

/// Returns an attribute value as [`escape_attribute`] writes it by the living standard; borrowed if
/// nothing has to be escaped.
pub(crate) fn attribute_as_escaped(value: &str) -> Cow<'_, str> {
    escaped::<true, true>(value)
}

fn escaped<const QUOTE: bool, const ANGLES: bool>(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let mut at = find_special::<QUOTE, ANGLES>(bytes, 0);
    // Most characters with this first byte are not no-break spaces.
    while bytes.get(at) == Some(&NO_BREAK_SPACE_LEAD) && bytes.get(at + 1) != Some(&0xA0) {
        at = find_special::<QUOTE, ANGLES>(bytes, at + 2);
    }
    if at == bytes.len() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + text.len() / 16 + 16);
    let Ok(()) = escape_from::<QUOTE, ANGLES, String>(text, at, &mut out);
    Cow::Owned(out)
}

/// Writes a text of a document as [`escape_text`] does, given by its span.
#[inline]
pub(super) fn escape_text_at<O: Output>(
    span: Span,
    strings: &Strings,
    out: &mut O,
) -> Result<(), O::Error> {
    escape_at::<false, true, O>(span, strings, out)
}

/// Writes an attribute value of a document as [`escape_attribute`] does, given by its span.
#[inline]
pub(super) fn escape_attribute_at<const ANGLES: bool, O: Output>(
    span: Span,
    strings: &Strings,
    out: &mut O,
) -> Result<(), O::Error> {
    escape_at::<true, ANGLES, O>(span, strings, out)
}

/// Escapes a text of a document. Most are shorter than a window and need no escaping: for these,
/// a whole window of the document is examined and copied, and the marks after the text's end are
/// shifted out, so that no branch depends on the text's length.
#[inline]
fn escape_at<const QUOTE: bool, const ANGLES: bool, O: Output>(
    span: Span,
    strings: &Strings,
    out: &mut O,
) -> Result<(), O::Error> {
    if let Some(window) = strings.window::<WINDOW>(span)
        && let Some(bytes) = window.as_bytes().first_chunk()
        && specials::<QUOTE, ANGLES>(bytes).unbounded_shl((WINDOW - span.len()) as u32) == 0
    {
        return out.write_start(window, span.len());
    }
    escape::<QUOTE, ANGLES, O>(strings.get(span), out)
}

#[inline]
fn escape<const QUOTE: bool, const ANGLES: bool, O: Output>(
    text: &str,
    out: &mut O,
) -> Result<(), O::Error> {
    let first = find_special::<QUOTE, ANGLES>(text.as_bytes(), 0);
    if first == text.len() {
        return out.write_escapable(text);
    }
    escape_from::<QUOTE, ANGLES, O>(text, first, out)
}

/// Writes a text whose first special byte is at `at`.
fn escape_from<const QUOTE: bool, const ANGLES: bool, O: Output>(
    text: &str,
    mut at: usize,
    out: &mut O,
) -> Result<(), O::Error> {
    let bytes = text.as_bytes();
    let mut written = 0;
    while let Some(&byte) = bytes.get(at) {
        let (length, replacement) = match byte {
            b'&' => (1, "&amp;"),
            b'<' => (1, "&lt;"),
            b'>' => (1, "&gt;"),
            b'"' => (1, "&quot;"),
            _ if bytes.get(at + 1) == Some(&0xA0) => (2, "&nbsp;"),
            _ => (2, ""),
        };
        if !replacement.is_empty() {
            out.write_escapable(&text[written..at])?;
            out.write(replacement)?;
            written = at + length;
        }
        at = find_special::<QUOTE, ANGLES>(bytes, at + length);
    }
    out.write_escapable(&text[written..])
}

/// Returns the offset of the first byte at or after `at` that may have to be escaped, or the length
/// if there is none.
#[inline]
fn find_special<const QUOTE: bool, const ANGLES: bool>(bytes: &[u8], at: usize) -> usize {
    match (QUOTE, ANGLES) {
        (false, _) => windows::first_of(bytes, at, SPECIAL_IN_TEXT),
        (true, true) => windows::first_of(bytes, at, SPECIAL_IN_VALUE),
        (true, false) => windows::first_of(bytes, at, SPECIAL_IN_OLD_VALUE),
    }
}

/// Returns a bit for each byte of the window that may have to be escaped, the first byte in the
/// least significant bit.
#[inline]
fn specials<const QUOTE: bool, const ANGLES: bool>(window: &[u8; WINDOW]) -> u64 {
    match (QUOTE, ANGLES) {
        (false, _) => windows::any_of(window, SPECIAL_IN_TEXT),
        (true, true) => windows::any_of(window, SPECIAL_IN_VALUE),
        (true, false) => windows::any_of(window, SPECIAL_IN_OLD_VALUE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> String {
        let mut out = String::new();
        let Ok(()) = escape_text(text, &mut out);
        out
    }

    fn attribute<const ANGLES: bool>(value: &str) -> String {
        let mut out = String::new();
        let Ok(()) = escape_attribute::<ANGLES, String>(value, &mut out);
        out
    }

    #[test]
    fn text_and_values_escape_different_characters() {
        let all = "a&b<c>d\"e'f\u{A0}g\u{A9}";
        assert_eq!(text(all), "a&amp;b&lt;c&gt;d\"e'f&nbsp;g\u{A9}");
        assert_eq!(attribute::<true>(all), "a&amp;b&lt;c&gt;d&quot;e'f&nbsp;g\u{A9}");
        assert_eq!(attribute::<false>(all), "a&amp;b<c>d&quot;e'f&nbsp;g\u{A9}");
    }

    /// A short text is examined together with the bytes after it in the document.
    #[test]
    fn characters_after_a_short_text_do_not_count() {
        for length in 0..40 {
            for special in ["&", "\"", "\u{A0}", "<", "é"] {
                for at in 0..40 {
                    let source = format!("{}{special}{}", "x".repeat(at), "y".repeat(80));
                    let mut strings = Strings::default();
                    strings.edit_source(|text| text.clone_from(&source));
                    let Some(value) = source.get(..length) else { continue };
                    let mut out = "before ".to_owned();
                    let Ok(()) = escape_attribute_at::<true, _>(
                        Span::of_source(0, length),
                        &strings,
                        &mut out,
                    );
                    assert_eq!(out, format!("before {}", attribute::<true>(value)));
                }
            }
        }
    }

    #[test]
    fn a_special_character_is_escaped_at_any_offset() {
        for length in 0..50 {
            for at in 0..=length {
                for special in ["&", "\u{A0}", "\u{A9}", "<"] {
                    let (before, after) = ("x".repeat(at), "y".repeat(length - at));
                    let expected = match special {
                        "&" => "&amp;",
                        "\u{A0}" => "&nbsp;",
                        "<" => "&lt;",
                        other => other,
                    };
                    assert_eq!(
                        text(&format!("{before}{special}{after}")),
                        format!("{before}{expected}{after}")
                    );
                }
            }
        }
    }
}
