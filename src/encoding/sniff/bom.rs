//! Byte order marks, and the first bytes of documents in encodings that are not supported.

use encoding_rs::Encoding;

use super::candidate::EncodingCandidate;
use crate::encoding::vocabulary::EncodingSource;

/// Adds a candidate for each byte order mark that the document starts with, and for first bytes
/// that are typical of an unsupported encoding. An unsupported encoding comes first, because the
/// byte order mark of UTF-16LE is a prefix of UTF-32LE's.
///
/// <https://encoding.spec.whatwg.org/#bom-sniff>
pub(super) fn push_byte_order_marks(bytes: &[u8], candidates: &mut Vec<EncodingCandidate>) {
    if let Some(start) = unsupported_start(bytes) {
        let source = if start.is_mark {
            EncodingSource::ByteOrderMark
        } else {
            EncodingSource::XmlDeclaration
        };
        candidates.push(EncodingCandidate::unsupported(source, start.name, start.length));
    }
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        let source = EncodingSource::ByteOrderMark;
        candidates.push(EncodingCandidate::from_first_bytes(source, encoding, length));
    }
}

/// The first bytes of a document that seems to be in an unsupported encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct UnsupportedStart {
    /// The name of the encoding.
    name: &'static str,
    /// How many bytes show it.
    length: usize,
    /// Whether these are a byte order mark; otherwise they are the start of an XML declaration.
    is_mark: bool,
}

/// Recognizes byte order marks of unsupported encodings, and an XML declaration in one, by the
/// table in appendix F of XML 1.0.
///
/// This is only a suspicion: `FF FE 00 00` is also the start of a document in UTF-16LE with a NUL,
/// and the Encoding Standard decodes it as such.
///
/// <https://www.w3.org/TR/xml/#sec-guessing>
fn unsupported_start(bytes: &[u8]) -> Option<UnsupportedStart> {
    let mark = |name, length| Some(UnsupportedStart { name, length, is_mark: true });
    let declaration = |name| Some(UnsupportedStart { name, length: 4, is_mark: false });
    match bytes {
        [0x00, 0x00, 0xFE, 0xFF, ..] => mark("UTF-32BE", 4),
        [0xFF, 0xFE, 0x00, 0x00, ..] => mark("UTF-32LE", 4),
        // The unusual byte orders 2143 and 3412.
        [0x00, 0x00, 0xFF, 0xFE, ..] | [0xFE, 0xFF, 0x00, 0x00, ..] => mark("UTF-32", 4),
        [b'+', b'/', b'v', b'8' | b'9' | b'+' | b'/', ..] => mark("UTF-7", 4),
        [0xDD, 0x73, 0x66, 0x73, ..] => mark("UTF-EBCDIC", 4),
        [0x0E, 0xFE, 0xFF, ..] => mark("SCSU", 3),
        [0xFB, 0xEE, 0x28, ..] => mark("BOCU-1", 3),
        [0xF7, 0x64, 0x4C, ..] => mark("UTF-1", 3),
        [0x00, 0x00, 0x00, b'<', ..] => declaration("UTF-32BE"),
        [b'<', 0x00, 0x00, 0x00, ..] => declaration("UTF-32LE"),
        [0x00, 0x00, b'<', 0x00, ..] | [0x00, b'<', 0x00, 0x00, ..] => declaration("UTF-32"),
        [0x4C, 0x6F, 0xA7, 0x94, ..] => declaration("EBCDIC"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_of_unsupported_encodings_are_recognized() {
        type Row<'a> = (&'a str, &'a [u8], Option<(&'a str, usize, bool)>);
        let rows: &[Row<'_>] = &[
            ("UCS-4, big-endian (1234)", b"\0\0\xFE\xFF", Some(("UTF-32BE", 4, true))),
            ("UCS-4, little-endian (4321)", b"\xFF\xFE\0\0", Some(("UTF-32LE", 4, true))),
            ("UCS-4, unusual order (2143)", b"\0\0\xFF\xFE", Some(("UTF-32", 4, true))),
            ("UCS-4, unusual order (3412)", b"\xFE\xFF\0\0", Some(("UTF-32", 4, true))),
            ("UTF-16BE is supported", b"\xFE\xFF\0<", None),
            ("UTF-16LE is supported", b"\xFF\xFE<\0", None),
            ("UTF-8 is supported", b"\xEF\xBB\xBF<", None),
            (
                "an XML declaration in UCS-4, big-endian (1234)",
                b"\0\0\0<",
                Some(("UTF-32BE", 4, false)),
            ),
            (
                "an XML declaration in UCS-4, little-endian (4321)",
                b"<\0\0\0",
                Some(("UTF-32LE", 4, false)),
            ),
            (
                "an XML declaration in UCS-4, unusual order (2143)",
                b"\0\0<\0",
                Some(("UTF-32", 4, false)),
            ),
            (
                "an XML declaration in UCS-4, unusual order (3412)",
                b"\0<\0\0",
                Some(("UTF-32", 4, false)),
            ),
            ("an XML declaration in EBCDIC", b"\x4C\x6F\xA7\x94", Some(("EBCDIC", 4, false))),
            ("an XML declaration in UTF-16BE is supported", b"\0<\0?", None),
            ("an XML declaration in UTF-16LE is supported", b"<\0?\0", None),
            ("an XML declaration in ASCII is supported", b"<?xm", None),
            ("UTF-7", b"+/v8-", Some(("UTF-7", 4, true))),
            ("UTF-7, another first character", b"+/v9", Some(("UTF-7", 4, true))),
            ("SCSU", b"\x0E\xFE\xFF", Some(("SCSU", 3, true))),
            ("BOCU-1", b"\xFB\xEE\x28", Some(("BOCU-1", 3, true))),
            ("UTF-1", b"\xF7\x64\x4C", Some(("UTF-1", 3, true))),
            ("UTF-EBCDIC", b"\xDD\x73\x66\x73", Some(("UTF-EBCDIC", 4, true))),
            ("too few bytes", b"\0\0\xFE", None),
            ("no bytes", b"", None),
        ];
        for (rule, bytes, expected) in rows {
            let found =
                unsupported_start(bytes).map(|start| (start.name, start.length, start.is_mark));
            assert_eq!(found, *expected, "{rule}");
        }
    }
}
