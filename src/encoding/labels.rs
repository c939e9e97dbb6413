//! Labels of encodings: the Encoding Standard's labels, and labels of encodings that are refused.

use encoding_rs::{Encoding, UTF_8};

/// Why a label names no encoding that documents can have.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LabelError {
    /// The Encoding Standard does not list the label.
    #[error("unknown character encoding label: {label:?}")]
    Unknown {
        /// The label as it was given.
        label: String,
    },
    /// The label names an encoding that the standard forbids to support.
    #[error("unsupported character encoding: {name} ({label:?})")]
    Unsupported {
        /// The label as it was given.
        label: String,
        /// The name of the encoding, such as `UTF-7`.
        name: &'static str,
    },
}

/// Returns the encoding that a label names: `utf-8`, `Shift_JIS`, `latin1` and so on. Case and
/// ASCII whitespace around the label do not matter.
///
/// # Errors
///
/// [`LabelError::Unsupported`] if the label names an encoding that the standard forbids to
/// support: UTF-7, UTF-32, CESU-8, EBCDIC and a few others; [`LabelError::Unknown`] for any
/// other label that the Encoding Standard does not list.
///
/// ```
/// use consomme::encoding;
///
/// assert_eq!(encoding::for_label("Latin1")?.name(), "windows-1252");
/// assert_eq!(encoding::for_label("soup").unwrap_err().to_string(), "unknown character encoding label: \"soup\"");
/// # Ok::<(), consomme::encoding::LabelError>(())
/// ```
///
/// <https://encoding.spec.whatwg.org/#concept-encoding-get>
pub fn for_label(label: &str) -> Result<&'static Encoding, LabelError> {
    if let Some(encoding) = encoding_labelled(label.as_bytes()) {
        return Ok(encoding);
    }
    Err(match unsupported_encoding(label.as_bytes()) {
        Some(name) => LabelError::Unsupported { label: label.to_owned(), name },
        None => LabelError::Unknown { label: label.to_owned() },
    })
}

/// Returns the encoding that a label names, as [`for_label`] does.
///
/// Nine of ten pages declare UTF-8 by this label. Each is looked up three times, by the prescan,
/// the report and the tree builder, which together takes `encoding_rs` as long as parsing ten tags.
#[inline]
pub(crate) fn encoding_labelled(label: &[u8]) -> Option<&'static Encoding> {
    if label.eq_ignore_ascii_case(b"utf-8") { Some(UTF_8) } else { Encoding::for_label(label) }
}

/// Returns whether the label names US-ASCII, which the Encoding Standard decodes as windows-1252.
/// Case and ASCII whitespace around the label do not matter.
///
/// <https://encoding.spec.whatwg.org/#names-and-labels>
pub(super) fn is_us_ascii(label: &str) -> bool {
    let label = label.trim_ascii();
    ["us-ascii", "ascii", "ansi_x3.4-1968"].iter().any(|name| label.eq_ignore_ascii_case(name))
}

/// Returns the name of the encoding if the label names one that the standard forbids to support,
/// and `None` for any other label. Case and ASCII whitespace around the label do not matter.
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

/// Returns whether the ASCII-lowercased label names a code page based on EBCDIC, such as `cp037`,
/// `ibm1047` or `ebcdic-cp-fr`.
fn is_ebcdic(label: &[u8]) -> bool {
    if label.strip_prefix(b"cs").unwrap_or(label).starts_with(b"ebcdic") {
        return true;
    }
    let number = [&b"csibm"[..], b"ccsid", b"ibm", b"cp"]
        .iter()
        .find_map(|prefix| label.strip_prefix(*prefix));
    let Some(number) = number else { return false };
    let digits = number.strip_prefix(b"-").unwrap_or(number);
    let number = digits.iter().try_fold(0_u32, |number, digit| {
        let digit = char::from(*digit).to_digit(10)?;
        Some(number.saturating_mul(10).saturating_add(digit))
    });
    number.is_some_and(|number| EBCDIC_CODE_PAGES.contains(&number))
}

/// The numbers of the code pages that are based on EBCDIC.
const EBCDIC_CODE_PAGES: [u32; 47] = [
    37, 38, 273, 274, 275, 277, 278, 280, 281, 284, 285, 290, 297, 420, 423, 424, 500, 833, 838,
    870, 871, 875, 880, 905, 918, 924, 930, 933, 935, 937, 939, 1025, 1026, 1047, 1112, 1122, 1123,
    1140, 1141, 1142, 1143, 1144, 1145, 1146, 1147, 1148, 1149,
];

#[cfg(test)]
mod tests {
    use encoding_rs::{EUC_KR, REPLACEMENT, UTF_8, WINDOWS_1252, X_USER_DEFINED};

    use super::*;

    #[test]
    fn a_label_names_an_encoding() {
        let rows: &[(&str, &str, Option<&'static Encoding>)] = &[
            ("a name", "EUC-KR", Some(EUC_KR)),
            ("any case", "uTf-8", Some(UTF_8)),
            ("ASCII whitespace around it", "\t\n\x0C\r utf8 ", Some(UTF_8)),
            ("another label of the same encoding", "ascii", Some(WINDOWS_1252)),
            ("a label of the replacement encoding", "hz-gb-2312", Some(REPLACEMENT)),
            ("x-user-defined stays itself", "x-user-defined", Some(X_USER_DEFINED)),
            ("no label", "", None),
            ("whitespace inside", "utf 8", None),
            ("other whitespace around it", "\u{A0}utf-8", None),
            ("an encoding that must not be supported", "utf-7", None),
        ];
        for (rule, label, expected) in rows {
            assert_eq!(for_label(label).ok(), *expected, "{rule}: {label:?}");
        }
    }

    #[test]
    fn the_error_for_an_unknown_label_has_the_label() {
        let Err(LabelError::Unknown { label }) = for_label("klingon") else {
            panic!("no such encoding");
        };
        assert_eq!(label, "klingon");
    }

    #[test]
    fn the_error_for_an_unsupported_encoding_has_its_name() {
        let error = for_label(" UTF-7").expect_err("it is refused");
        assert_eq!(error, LabelError::Unsupported { label: " UTF-7".to_owned(), name: "UTF-7" });
        assert_eq!(error.to_string(), "unsupported character encoding: UTF-7 (\" UTF-7\")");
    }

    #[test]
    fn labels_of_unsupported_encodings_are_recognized() {
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
}
