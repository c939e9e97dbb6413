//! Encodings that are recognized in order to be refused by name.

/// The name of an encoding that the label stands for and that must not be supported; `None` for any
/// other label, those of supported encodings included. Case and ASCII white space around the label
/// do not matter.
///
/// <https://html.spec.whatwg.org/#character-encodings>
pub(super) fn unsupported_encoding(label: &[u8]) -> Option<&'static str> {
    let label = label.trim_ascii().to_ascii_lowercase();
    match label.as_slice() {
        b"utf-7"
        | b"utf7"
        | b"unicode-1-1-utf-7"
        | b"unicode-2-0-utf-7"
        | b"x-unicode-2-0-utf-7"
        | b"csunicode11utf7"
        | b"csutf7"
        | b"utf-7-imap"
        | b"csutf7imap" => Some("UTF-7"),
        b"utf-32" | b"utf32" | b"csutf32" | b"iso-10646-ucs-4" | b"csucs4" | b"ucs-4" | b"ucs4" => {
            Some("UTF-32")
        }
        b"utf-32be" | b"utf32be" | b"csutf32be" | b"ucs-4be" => Some("UTF-32BE"),
        b"utf-32le" | b"utf32le" | b"csutf32le" | b"ucs-4le" => Some("UTF-32LE"),
        b"cesu-8" | b"cesu8" | b"cscesu-8" | b"cscesu8" => Some("CESU-8"),
        b"scsu" | b"csscsu" => Some("SCSU"),
        b"bocu-1" | b"bocu1" | b"csbocu-1" | b"csbocu1" => Some("BOCU-1"),
        b"utf-1" | b"utf1" | b"iso-10646-utf-1" | b"csiso10646utf1" => Some("UTF-1"),
        b"utf-ebcdic" => Some("UTF-EBCDIC"),
        other if is_ebcdic(other) => Some("EBCDIC"),
        _ => None,
    }
}

/// Whether the label, in lower case, is that of a code page based on EBCDIC: `cp037`, `IBM1047`,
/// `ebcdic-cp-fr`.
fn is_ebcdic(label: &[u8]) -> bool {
    if label.strip_prefix(b"cs").unwrap_or(label).starts_with(b"ebcdic") {
        return true;
    }
    let number = [&b"csibm"[..], b"ccsid", b"ibm", b"cp"]
        .iter()
        .find_map(|prefix| label.strip_prefix(*prefix));
    let Some(number) = number else { return false };
    let digits = number.strip_prefix(b"-").unwrap_or(number);
    let significant = &digits[digits.iter().take_while(|digit| **digit == b'0').count()..];
    matches!(
        significant,
        b"37"
            | b"38"
            | b"273"
            | b"274"
            | b"275"
            | b"277"
            | b"278"
            | b"280"
            | b"281"
            | b"284"
            | b"285"
            | b"290"
            | b"297"
            | b"420"
            | b"423"
            | b"424"
            | b"500"
            | b"833"
            | b"838"
            | b"870"
            | b"871"
            | b"875"
            | b"880"
            | b"905"
            | b"918"
            | b"924"
            | b"930"
            | b"933"
            | b"935"
            | b"937"
            | b"939"
            | b"1025"
            | b"1026"
            | b"1047"
            | b"1112"
            | b"1122"
            | b"1123"
            | b"1140"
            | b"1141"
            | b"1142"
            | b"1143"
            | b"1144"
            | b"1145"
            | b"1146"
            | b"1147"
            | b"1148"
            | b"1149"
    )
}

/// The first bytes of a document in an encoding that must not be supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UnsupportedStart {
    /// The name of the encoding.
    pub(super) name: &'static str,
    /// How many bytes tell it.
    pub(super) length: usize,
    /// Whether these are a byte order mark; otherwise they are the start of an XML declaration.
    pub(super) is_mark: bool,
}

/// Recognizes the first bytes of a document as such a start: byte order marks, and the rows of the
/// table in appendix F of XML 1.0 whose encodings are not supported.
///
/// It is a suspicion and no more. `FF FE 00 00` is also UTF-16LE with a NUL, for which the Encoding
/// Standard takes it.
///
/// <https://www.w3.org/TR/xml/#sec-guessing>
pub(super) fn unsupported_start(bytes: &[u8]) -> Option<UnsupportedStart> {
    let mark = |name, length| Some(UnsupportedStart { name, length, is_mark: true });
    let declaration = |name| Some(UnsupportedStart { name, length: 4, is_mark: false });
    match bytes {
        [0x00, 0x00, 0xFE, 0xFF, ..] => mark("UTF-32BE", 4),
        [0xFF, 0xFE, 0x00, 0x00, ..] => mark("UTF-32LE", 4),
        // The unusual orders of octets, 2143 and 3412.
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
    use encoding_rs::Encoding;

    use super::*;

    #[test]
    fn labels_of_encodings_that_must_not_be_supported() {
        let rows: &[(&str, &[&str])] = &[
            ("UTF-7", &["utf-7", "UTF-7", " utf7\n", "unicode-1-1-utf-7", "csUnicode11UTF7"]),
            ("UTF-32", &["utf-32", "UCS-4", "ISO-10646-UCS-4"]),
            ("UTF-32BE", &["utf-32be"]),
            ("UTF-32LE", &["utf-32le"]),
            ("CESU-8", &["CESU-8", "csCESU-8"]),
            ("SCSU", &["SCSU"]),
            ("BOCU-1", &["BOCU-1", "csBOCU-1"]),
            ("UTF-1", &["ISO-10646-UTF-1"]),
            ("UTF-EBCDIC", &["utf-ebcdic"]),
            (
                "EBCDIC",
                &[
                    "cp037",
                    "IBM037",
                    "ibm-37",
                    "cp500",
                    "IBM1047",
                    "IBM01140",
                    "csIBM273",
                    "ebcdic-cp-us",
                    "csEBCDICUS",
                ],
            ),
        ];
        for (name, labels) in rows {
            for label in *labels {
                assert_eq!(unsupported_encoding(label.as_bytes()), Some(*name), "{label}");
                assert_eq!(Encoding::for_label(label.as_bytes()), None, "{label}");
            }
        }
        for label in [
            "", "klingon", "utf-8", "cp866", "ibm866", "ibm819", "cp1252", "cp", "ibm-", "cp0370",
            "utf-77",
        ] {
            assert_eq!(unsupported_encoding(label.as_bytes()), None, "{label}");
        }
    }

    #[test]
    fn starts_of_documents_that_must_not_be_supported() {
        type Row<'a> = (&'a str, &'a [u8], Option<(&'a str, usize, bool)>);
        let rows: &[Row<'_>] = &[
            ("UCS-4, big-endian (1234)", b"\0\0\xFE\xFF", Some(("UTF-32BE", 4, true))),
            ("UCS-4, little-endian (4321)", b"\xFF\xFE\0\0", Some(("UTF-32LE", 4, true))),
            ("UCS-4, unusual order (2143)", b"\0\0\xFF\xFE", Some(("UTF-32", 4, true))),
            ("UCS-4, unusual order (3412)", b"\xFE\xFF\0\0", Some(("UTF-32", 4, true))),
            ("UTF-16BE is not among them", b"\xFE\xFF\0<", None),
            ("UTF-16LE is not among them", b"\xFF\xFE<\0", None),
            ("UTF-8 is not among them", b"\xEF\xBB\xBF<", None),
            ("UCS-4 without a mark, big-endian (1234)", b"\0\0\0<", Some(("UTF-32BE", 4, false))),
            (
                "UCS-4 without a mark, little-endian (4321)",
                b"<\0\0\0",
                Some(("UTF-32LE", 4, false)),
            ),
            ("UCS-4 without a mark, unusual order (2143)", b"\0\0<\0", Some(("UTF-32", 4, false))),
            ("UCS-4 without a mark, unusual order (3412)", b"\0<\0\0", Some(("UTF-32", 4, false))),
            ("EBCDIC", b"\x4C\x6F\xA7\x94", Some(("EBCDIC", 4, false))),
            ("UTF-16BE without a mark is not", b"\0<\0?", None),
            ("UTF-16LE without a mark is not", b"<\0?\0", None),
            ("ASCII in its place is not", b"<?xm", None),
            ("UTF-7", b"+/v8-", Some(("UTF-7", 4, true))),
            ("UTF-7, another first character", b"+/v9", Some(("UTF-7", 4, true))),
            ("SCSU", b"\x0E\xFE\xFF", Some(("SCSU", 3, true))),
            ("BOCU-1", b"\xFB\xEE\x28", Some(("BOCU-1", 3, true))),
            ("UTF-1", b"\xF7\x64\x4C", Some(("UTF-1", 3, true))),
            ("UTF-EBCDIC", b"\xDD\x73\x66\x73", Some(("UTF-EBCDIC", 4, true))),
            ("cut short", b"\0\0\xFE", None),
            ("nothing", b"", None),
        ];
        for (rule, bytes, expected) in rows {
            let found =
                unsupported_start(bytes).map(|start| (start.name, start.length, start.is_mark));
            assert_eq!(found, *expected, "{rule}");
        }
    }
}
