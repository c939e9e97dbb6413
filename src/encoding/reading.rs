//! Questions about what bytes decode to.

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8};

use super::reader::{Checkpoint, Reader};
use super::stream_decoder::without_byte_order_mark;

/// Whether the first bytes of a document read the same in both encodings, and either decoder stands
/// between two characters after them, with no shift in effect: then one can take over from the
/// other. Bytes that are malformed in one of them never read the same.
///
/// <https://html.spec.whatwg.org/#change-the-encoding>
pub(crate) fn same_reading(prefix: &[u8], a: &'static Encoding, b: &'static Encoding) -> bool {
    if reads_as_ascii(prefix, a) && reads_as_ascii(prefix, b) {
        return true;
    }
    match (complete_text(prefix, a), complete_text(prefix, b)) {
        (Some(text_in_a), Some(text_in_b)) => text_in_a == text_in_b,
        _ => false,
    }
}

/// Whether the bytes are ASCII, and mean that in the encoding.
fn reads_as_ascii(bytes: &[u8], encoding: &'static Encoding) -> bool {
    if encoding == ISO_2022_JP {
        Encoding::iso_2022_jp_ascii_valid_up_to(bytes) == bytes.len()
    } else {
        encoding.is_ascii_compatible() && bytes.is_ascii()
    }
}

/// The text of the bytes; `None` if something is malformed or cut, or a shift is in effect at the
/// end.
fn complete_text(bytes: &[u8], encoding: &'static Encoding) -> Option<String> {
    /// It reads as something else in every shift of ISO-2022-JP.
    const PROBE: char = '\\';

    let mut bytes = without_byte_order_mark(bytes, encoding).to_vec();
    if encoding == ISO_2022_JP {
        bytes.push(PROBE as u8);
    }
    let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes)?;
    let text = if encoding == ISO_2022_JP { text.strip_suffix(PROBE)? } else { &text };
    Some(text.to_owned())
}

/// How many bytes of a document the first `length` bytes of its text take, where the text is
/// without a byte order mark and has U+FFFD for what is malformed. If the text has fewer bytes,
/// that is all of the document; if a character would be cut, it is counted in.
pub(crate) fn bytes_for_text(bytes: &[u8], encoding: &'static Encoding, length: usize) -> usize {
    let body = without_byte_order_mark(bytes, encoding);
    let mark = bytes.len() - body.len();
    if encoding == UTF_8
        && let Some(end) = plain_utf_8_end(body, length)
    {
        return mark + end;
    }
    let mut reader = Reader::new(body, encoding, Checkpoint::default());
    reader.go_to(length);
    mark + reader.position()
}

/// The end of the first character of UTF-8 that ends at or after `length`, if everything before it
/// is well-formed.
fn plain_utf_8_end(bytes: &[u8], length: usize) -> Option<usize> {
    /// A character that starts before `length` ends at most so far behind it.
    const OVERHANG: usize = 3;

    let head = &bytes[..bytes.len().min(length.saturating_add(OVERHANG))];
    let valid = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).ok()?,
    };
    (length..=valid.len()).find(|end| valid.is_char_boundary(*end))
}

#[cfg(test)]
mod tests {
    use encoding_rs::{
        BIG5, EUC_JP, EUC_KR, GB18030, GBK, ISO_8859_2, REPLACEMENT, SHIFT_JIS, UTF_16BE, UTF_16LE,
        WINDOWS_1251, WINDOWS_1252, X_USER_DEFINED,
    };

    use super::*;

    #[test]
    fn some_prefixes_read_the_same_in_two_encodings() {
        let rows: &[(&str, &[u8], &'static Encoding, &'static Encoding, bool)] = &[
            ("nothing", b"", WINDOWS_1252, UTF_16LE, true),
            ("ASCII", b"<p>abc", WINDOWS_1252, SHIFT_JIS, true),
            ("ASCII, backslash and tilde", b"\\~", SHIFT_JIS, UTF_8, true),
            ("ASCII in x-user-defined", b"abc", X_USER_DEFINED, UTF_8, true),
            ("ASCII and ISO-2022-JP", b"abc", WINDOWS_1252, ISO_2022_JP, true),
            ("ASCII and UTF-16", b"abcd", WINDOWS_1252, UTF_16LE, false),
            ("ASCII and replacement", b"abc", WINDOWS_1252, REPLACEMENT, false),
            ("nothing and replacement", b"", WINDOWS_1252, REPLACEMENT, true),
            ("one character, two encodings", b"caf\xE9", WINDOWS_1252, ISO_8859_2, true),
            ("another character", b"\xE8", WINDOWS_1252, ISO_8859_2, false),
            ("a character and part of one", b"\xE9", WINDOWS_1252, UTF_8, false),
            ("Chinese, one in the other", b"\xD6\xD0", GBK, GB18030, true),
            ("cut in a character", b"a\xD6", GBK, GB18030, false),
            ("malformed in both", b"a\xFF", GBK, GB18030, false),
            ("malformed in one", b"a\xFF", WINDOWS_1251, UTF_8, false),
            ("the same encoding", b"\xA4\xA2", EUC_JP, EUC_JP, true),
            ("the same encoding, cut", b"\xA4", EUC_JP, EUC_JP, false),
            ("a shift that ends", b"\x1B$B$\"\x1B(B", ISO_2022_JP, ISO_2022_JP, true),
            ("a shift that goes on", b"\x1B$B$\"", ISO_2022_JP, ISO_2022_JP, false),
            ("a shift to Roman that goes on", b"\x1B(Ja", ISO_2022_JP, ISO_2022_JP, false),
            ("a shift to Katakana that goes on", b"\x1B(I1", ISO_2022_JP, ISO_2022_JP, false),
            ("a shift in another encoding", b"\x1B(B", ISO_2022_JP, WINDOWS_1252, false),
            ("shift out", b"a\x0E", ISO_2022_JP, WINDOWS_1252, false),
            ("UTF-16, either order", b"\0\0", UTF_16LE, UTF_16BE, true),
            ("UTF-16, odd", b"\0", UTF_16LE, UTF_16LE, false),
            ("a mark", b"\xEF\xBB\xBFa", UTF_8, UTF_8, true),
            ("a mark in one", b"\xEF\xBB\xBFa", UTF_8, WINDOWS_1252, false),
        ];
        for (rule, prefix, a, b, expected) in rows {
            assert_eq!(same_reading(prefix, a, b), *expected, "{rule}");
            assert_eq!(same_reading(prefix, b, a), *expected, "{rule}, the other way round");
        }
    }

    #[test]
    fn the_bytes_of_a_text() {
        let rows: &[(&str, &'static Encoding, &[u8], usize, usize)] = &[
            ("UTF-8", UTF_8, b"abc\xC3\xA9d", 5, 5),
            ("UTF-8, in a character", UTF_8, b"abc\xC3\xA9d", 4, 5),
            ("UTF-8, its mark", UTF_8, b"\xEF\xBB\xBFabc", 2, 5),
            ("UTF-8, no text", UTF_8, b"\xEF\xBB\xBFabc", 0, 3),
            ("UTF-8, more than all", UTF_8, b"abc", 9, 3),
            ("UTF-8, malformed", UTF_8, b"a\xFFbc", 4, 2),
            ("UTF-8, malformed by what follows", UTF_8, b"a\xF0\x9Fbc", 4, 3),
            ("CR LF", UTF_8, b"a\r\nb", 3, 3),
            ("two bytes", SHIFT_JIS, b"\x82\xA0\x82\xA0", 3, 2),
            ("one byte", WINDOWS_1251, b"\xC1\xEE\xF0", 4, 2),
            ("two characters in two bytes", BIG5, b"\x88\x62a", 2, 2),
            ("malformed by ASCII", SHIFT_JIS, b"\x82<a", 3, 1),
            ("a surrogate without another", UTF_16LE, b"\0\xD8a\0b\0", 3, 2),
            ("UTF-16", UTF_16LE, b"\xFF\xFEa\0b\0", 1, 4),
            ("UTF-16, big endian", UTF_16BE, b"\0a\0b", 1, 2),
            ("a shift belongs to what follows", ISO_2022_JP, b"a\x1B$B$\"\x1B(Bb", 1, 1),
            ("a shift back too", ISO_2022_JP, b"a\x1B$B$\"\x1B(Bb", 4, 6),
            ("replacement", REPLACEMENT, b"abc", 3, 1),
        ];
        for (rule, encoding, bytes, length, expected) in rows {
            assert_eq!(bytes_for_text(bytes, encoding, *length), *expected, "{rule}");
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes long")]
    fn the_bytes_of_a_text_are_those_that_decode_to_it() {
        let piece = "Zupa\r\nбульон\r\r\n味噌汁\n\rkrem ";
        for encoding in [UTF_8, UTF_16LE, GB18030, SHIFT_JIS, EUC_KR, WINDOWS_1251, ISO_2022_JP] {
            let bytes = match encoding == UTF_16LE {
                true => piece.repeat(40).encode_utf16().flat_map(u16::to_le_bytes).collect(),
                false => encoding.encode(&piece.repeat(40)).0.into_owned(),
            };
            let text = encoding.decode_with_bom_removal(&bytes).0;
            for (at, _) in text.char_indices().skip(1) {
                let count = bytes_for_text(&bytes, encoding, at);
                let before = encoding.decode_with_bom_removal(&bytes[..count]).0;
                assert_eq!(
                    before.trim_end_matches('\u{FFFD}'),
                    &text[..at],
                    "{} at {at}",
                    encoding.name()
                );
            }
        }
    }
}
