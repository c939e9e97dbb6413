//! The encodings of entry lists.

use consomme::encoding_rs::{EncoderResult, Encoding};

use super::entries::Entry;

/// Returns a text in which each newline is CR LF: "every occurrence of U+000D (CR) not followed by
/// U+000A (LF), and every occurrence of U+000A (LF) not preceded by U+000D (CR), replaced by a
/// string consisting of U+000D (CR) and U+000A (LF)".
pub(super) fn with_crlf(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' => {
                chars.next_if_eq(&'\n');
                out.push_str("\r\n");
            }
            '\n' => out.push_str("\r\n"),
            _ => out.push(c),
        }
    }
    out
}

/// Returns the name and the value of each entry as texts.
///
/// <https://html.spec.whatwg.org/#convert-to-a-list-of-name-value-pairs>
fn pairs(entries: &[Entry]) -> impl Iterator<Item = (String, String)> {
    entries.iter().map(|entry| (with_crlf(&entry.name), with_crlf(entry.value_text())))
}

/// Encodes entries as `application/x-www-form-urlencoded`.
///
/// <https://url.spec.whatwg.org/#concept-urlencoded-serializer>
pub(super) fn urlencoded(entries: &[Entry], encoding: &'static Encoding) -> String {
    let mut out = String::new();
    for (name, value) in pairs(entries) {
        if !out.is_empty() {
            out.push('&');
        }
        percent_encode(&name, encoding, &mut out);
        out.push('=');
        percent_encode(&value, encoding, &mut out);
    }
    out
}

/// Encodes entries as `text/plain`.
///
/// <https://html.spec.whatwg.org/#text/plain-encoding-algorithm>
pub(super) fn text_plain(entries: &[Entry]) -> String {
    pairs(entries).map(|(name, value)| format!("{name}={value}\r\n")).collect()
}

/// Encodes a text. A character that the encoding does not have becomes a numeric character
/// reference.
///
/// <https://encoding.spec.whatwg.org/#encode>
pub(super) fn encode(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    encoding.encode(text).0.into_owned()
}

/// Writes a text in an encoding, with percent signs for bytes that
/// `application/x-www-form-urlencoded` does not have. A character that the encoding does not have
/// becomes a numeric character reference.
///
/// <https://url.spec.whatwg.org/#string-percent-encode-after-encoding>
fn percent_encode(text: &str, encoding: &'static Encoding, out: &mut String) {
    let mut encoder = encoding.new_encoder();
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    loop {
        let needed = encoder.max_buffer_length_from_utf8_without_replacement(rest.len());
        bytes.reserve(needed.unwrap_or(rest.len()));
        let (result, read) =
            encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut bytes, true);
        rest = &rest[read..];
        for byte in bytes.drain(..) {
            push_byte(byte, out);
        }
        match result {
            EncoderResult::InputEmpty => return,
            // The buffer was too small: the loop grows it.
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(c) => out.push_str(&format!("%26%23{}%3B", u32::from(c))),
        }
    }
}

/// Writes a byte by the `application/x-www-form-urlencoded` percent-encode set.
///
/// <https://url.spec.whatwg.org/#application-x-www-form-urlencoded-percent-encode-set>
fn push_byte(byte: u8, out: &mut String) {
    match byte {
        b' ' => out.push('+'),
        b'*' | b'-' | b'.' | b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => {
            out.push(char::from(byte));
        }
        _ => push_percent(byte, out),
    }
}

fn push_percent(byte: u8, out: &mut String) {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
    out.push('%');
    out.push(DIGITS[usize::from(byte >> 4)]);
    out.push(DIGITS[usize::from(byte & 15)]);
}

/// Encodes the text of a mail for the query of a `mailto` URL: "UTF-8 percent-encode on body using
/// the default encode set", which is the path percent-encode set today.
///
/// <https://url.spec.whatwg.org/#path-percent-encode-set>
pub(super) fn percent_encode_body(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        let is_encoded = !(0x21..0x7F).contains(&byte) || b"\"#<>?^`{}".contains(&byte);
        if is_encoded { push_percent(byte, &mut out) } else { out.push(char::from(byte)) }
    }
    out
}
