//! Escaping text and attribute values with no more references than the parser needs.

use super::options::MinifyOptions;

/// Appends a text, or an attribute value in the given quotes, with the necessary characters
/// escaped. Unlike the standard's serialization, this leaves no-break spaces alone: the reference
/// is longer.
pub(super) fn escape_into(
    text: &str,
    quote: Option<u8>,
    options: &MinifyOptions,
    out: &mut String,
) {
    let mut written = 0;
    for (at, byte) in text.bytes().enumerate() {
        let replacement = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' if quote == Some(b'"') => "&quot;",
            b'\'' if quote == Some(b'\'') => "&#39;",
            // The parser would turn it into a line feed. A conforming document has none.
            b'\r' if !options.assume_conforming => "&#13;",
            _ => continue,
        };
        out.push_str(&text[written..at]);
        out.push_str(replacement);
        written = at + 1;
    }
    out.push_str(&text[written..]);
}
