//! Whether bytes decode to the same text in two encodings.

use encoding_rs::{Encoding, ISO_2022_JP};

use super::byte_order_mark::without_byte_order_mark;

/// Returns whether the first bytes of a document decode to the same text in both encodings, so that
/// a decoder of one can take over from a decoder of the other: after these bytes, both must be
/// between two characters, with no shift sequence in effect. The answer is no if a sequence is
/// malformed in one of them.
pub(in crate::encoding) fn decode_to_same_text(
    prefix: &[u8],
    a: &'static Encoding,
    b: &'static Encoding,
) -> bool {
    if decodes_to_ascii(prefix, a) && decodes_to_ascii(prefix, b) {
        return true;
    }
    match (complete_text(prefix, a), complete_text(prefix, b)) {
        (Some(text_in_a), Some(text_in_b)) => text_in_a == text_in_b,
        _ => false,
    }
}

/// Returns whether the bytes are ASCII and the encoding decodes them to just that.
pub(crate) fn decodes_to_ascii(bytes: &[u8], encoding: &'static Encoding) -> bool {
    if encoding == ISO_2022_JP {
        Encoding::iso_2022_jp_ascii_valid_up_to(bytes) == bytes.len()
    } else {
        encoding.is_ascii_compatible() && bytes.is_ascii()
    }
}

/// Returns the text of the bytes; `None` if a sequence is malformed or incomplete, or if a shift
/// sequence is in effect at the end.
fn complete_text(bytes: &[u8], encoding: &'static Encoding) -> Option<String> {
    /// Appended to find out whether a shift sequence of ISO-2022-JP is in effect: after any of
    /// them, this byte is another character or malformed.
    const PROBE: char = '\\';

    let mut bytes = without_byte_order_mark(bytes, encoding).to_vec();
    if encoding == ISO_2022_JP {
        bytes.push(PROBE as u8);
    }
    let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes)?;
    let text = if encoding == ISO_2022_JP { text.strip_suffix(PROBE)? } else { &text };
    Some(text.to_owned())
}

#[cfg(test)]
mod tests {
    use encoding_rs::{
        EUC_JP, GB18030, GBK, ISO_8859_2, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
        WINDOWS_1251, WINDOWS_1252, X_USER_DEFINED,
    };

    use super::*;

    #[test]
    fn a_prefix_may_decode_to_the_same_text_in_two_encodings() {
        let rows: &[(&str, &[u8], &'static Encoding, &'static Encoding, bool)] = &[
            ("no bytes", b"", WINDOWS_1252, UTF_16LE, true),
            ("ASCII", b"<p>abc", WINDOWS_1252, SHIFT_JIS, true),
            ("ASCII, backslash and tilde", b"\\~", SHIFT_JIS, UTF_8, true),
            ("ASCII in x-user-defined", b"abc", X_USER_DEFINED, UTF_8, true),
            ("ASCII and ISO-2022-JP", b"abc", WINDOWS_1252, ISO_2022_JP, true),
            ("ASCII and UTF-16", b"abcd", WINDOWS_1252, UTF_16LE, false),
            ("ASCII and replacement", b"abc", WINDOWS_1252, REPLACEMENT, false),
            ("nothing and replacement", b"", WINDOWS_1252, REPLACEMENT, true),
            (
                "a character that both encodings decode alike",
                b"caf\xE9",
                WINDOWS_1252,
                ISO_8859_2,
                true,
            ),
            ("a character that they decode differently", b"\xE8", WINDOWS_1252, ISO_8859_2, false),
            ("a character in one, incomplete in the other", b"\xE9", WINDOWS_1252, UTF_8, false),
            ("Chinese, one encoding extends the other", b"\xD6\xD0", GBK, GB18030, true),
            ("incomplete in both", b"a\xD6", GBK, GB18030, false),
            ("malformed in both", b"a\xFF", GBK, GB18030, false),
            ("malformed in one", b"a\xFF", WINDOWS_1251, UTF_8, false),
            ("the same encoding", b"\xA4\xA2", EUC_JP, EUC_JP, true),
            ("the same encoding, incomplete", b"\xA4", EUC_JP, EUC_JP, false),
            (
                "a shift sequence, and one back to ASCII",
                b"\x1B$B$\"\x1B(B",
                ISO_2022_JP,
                ISO_2022_JP,
                true,
            ),
            (
                "a shift sequence in effect at the end",
                b"\x1B$B$\"",
                ISO_2022_JP,
                ISO_2022_JP,
                false,
            ),
            ("a shift to Roman in effect at the end", b"\x1B(Ja", ISO_2022_JP, ISO_2022_JP, false),
            (
                "a shift to Katakana in effect at the end",
                b"\x1B(I1",
                ISO_2022_JP,
                ISO_2022_JP,
                false,
            ),
            (
                "a shift sequence that is text in the other encoding",
                b"\x1B(B",
                ISO_2022_JP,
                WINDOWS_1252,
                false,
            ),
            ("shift out, malformed in one", b"a\x0E", ISO_2022_JP, WINDOWS_1252, false),
            ("UTF-16, both byte orders", b"\0\0", UTF_16LE, UTF_16BE, true),
            ("UTF-16, an odd byte", b"\0", UTF_16LE, UTF_16LE, false),
            ("a byte order mark", b"\xEF\xBB\xBFa", UTF_8, UTF_8, true),
            ("a byte order mark in one", b"\xEF\xBB\xBFa", UTF_8, WINDOWS_1252, false),
        ];
        for (rule, prefix, a, b, expected) in rows {
            assert_eq!(decode_to_same_text(prefix, a, b), *expected, "{rule}");
            assert_eq!(decode_to_same_text(prefix, b, a), *expected, "{rule}, the other way round");
        }
    }
}
