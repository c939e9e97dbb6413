//! Text without decoding, and the change of mind a late `meta` element can bring.

use encoding_rs::{Encoding, UTF_8};

use super::meta_charset::{encoding_meant_by_meta, is_utf_16};

const UTF_8_BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Makes the vector itself the text, or gives it back if the text has other bytes.
pub(crate) fn adopt(bytes: Vec<u8>, encoding: &'static Encoding) -> Result<String, Vec<u8>> {
    let is_text_already = if encoding == UTF_8 {
        // Checked below, by the conversion.
        !bytes.starts_with(UTF_8_BYTE_ORDER_MARK)
    } else {
        encoding.is_ascii_compatible() && bytes.is_ascii()
    };
    if !is_text_already {
        return Err(bytes);
    }
    String::from_utf8(bytes).map_err(|error| error.into_bytes())
}

/// What to do when a `meta` element that names an encoding is met while the confidence is
/// tentative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EncodingChange {
    /// Go on with the encoding in use, which is now certain.
    Keep,
    /// Start again from the first byte with this encoding, which is then certain.
    Restart(&'static Encoding),
}

/// Change the encoding, where `current` is the encoding in use and `new` the declared one.
///
/// <https://html.spec.whatwg.org/#change-the-encoding>
pub(crate) fn change_encoding(
    current: &'static Encoding,
    new: &'static Encoding,
) -> EncodingChange {
    // Step 1: a declaration that could be read as UTF-16 is in UTF-16, whatever it says.
    if is_utf_16(current) {
        return EncodingChange::Keep;
    }

    // Steps 2 and 3: UTF-16 stands for UTF-8, x-user-defined for windows-1252.
    let new = encoding_meant_by_meta(new);

    // Step 4: nothing changes.
    if new == current {
        return EncodingChange::Keep;
    }

    // Step 5: changing the decoder on the fly is optional, and left out: the outcome is the same.

    // Step 6: start again, without sniffing.
    EncodingChange::Restart(new)
}

#[cfg(test)]
mod tests {
    use encoding_rs::{
        BIG5, EUC_JP, GBK, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_16BE, UTF_16LE, WINDOWS_1252,
        X_USER_DEFINED,
    };

    use super::*;
    use crate::encoding::StreamDecoder;

    fn decode(bytes: &[u8], encoding: &'static Encoding) -> (String, bool) {
        let mut text = String::new();
        let mut decoder = StreamDecoder::new(encoding);
        decoder.decode_piece(bytes, true, &mut |part| text.push_str(part));
        (text, decoder.malformed().0 > 0)
    }

    #[test]
    fn decoding_is_that_of_the_encoding_standard() {
        let rows: &[(&str, &'static Encoding, &[u8], &str, bool)] = &[
            ("nothing", UTF_8, b"", "", false),
            ("UTF-8", UTF_8, b"a\xC3\xA9\xF0\x9F\x98\x80", "a\u{E9}\u{1F600}", false),
            ("NUL and CR are characters", UTF_8, b"\0\r\n", "\0\r\n", false),
            ("UTF-8 with its mark", UTF_8, b"\xEF\xBB\xBFa", "a", false),
            ("only one mark is removed", UTF_8, b"\xEF\xBB\xBF\xEF\xBB\xBFa", "\u{FEFF}a", false),
            ("a mark later on is a character", UTF_8, b"a\xEF\xBB\xBF", "a\u{FEFF}", false),
            ("UTF-8 with a stray byte", UTF_8, b"a\xFFb", "a\u{FFFD}b", true),
            (
                "UTF-8 after its mark with a stray byte",
                UTF_8,
                b"\xEF\xBB\xBFa\xFF",
                "a\u{FFFD}",
                true,
            ),
            ("UTF-8 cut short: one U+FFFD", UTF_8, b"a\xF0\x9F\x98", "a\u{FFFD}", true),
            (
                "UTF-8 for a surrogate: three U+FFFD",
                UTF_8,
                b"\xED\xA0\x80",
                "\u{FFFD}\u{FFFD}\u{FFFD}",
                true,
            ),
            ("UTF-8, overlong: two U+FFFD", UTF_8, b"\xC0\x80", "\u{FFFD}\u{FFFD}", true),
            ("a U+FFFD of the document's own", UTF_8, b"\xEF\xBF\xBD", "\u{FFFD}", false),
            ("windows-1252, ASCII only", WINDOWS_1252, b"abc", "abc", false),
            ("windows-1252", WINDOWS_1252, b"\x80\x81\xE9", "\u{20AC}\u{81}\u{E9}", false),
            (
                "a UTF-8 mark in windows-1252",
                WINDOWS_1252,
                b"\xEF\xBB\xBFa",
                "\u{EF}\u{BB}\u{BF}a",
                false,
            ),
            ("Shift_JIS", SHIFT_JIS, b"\x82\xA0", "\u{3042}", false),
            ("Shift_JIS, ASCII is not eaten", SHIFT_JIS, b"\x82<", "\u{FFFD}<", true),
            ("EUC-JP", EUC_JP, b"\xA4\xA2", "\u{3042}", false),
            ("Big5, two characters for one pair", BIG5, b"\x88\x62", "\u{CA}\u{304}", false),
            ("GBK, four bytes", GBK, b"\x81\x30\x81\x30", "\u{80}", false),
            (
                "ISO-2022-JP, escape sequences vanish",
                ISO_2022_JP,
                b"\x1B$B$\"\x1B(B",
                "\u{3042}",
                false,
            ),
            ("ISO-2022-JP, ASCII only", ISO_2022_JP, b"abc", "abc", false),
            ("ISO-2022-JP, ASCII that is no text", ISO_2022_JP, b"a\x0Eb", "a\u{FFFD}b", true),
            ("UTF-16LE", UTF_16LE, b"a\0=\xD8\0\xDE", "a\u{1F600}", false),
            ("UTF-16LE with its mark", UTF_16LE, b"\xFF\xFEa\0", "a", false),
            ("UTF-16LE, odd byte", UTF_16LE, b"a\0b", "a\u{FFFD}", true),
            ("UTF-16LE, lone surrogate", UTF_16LE, b"\0\xD8a\0", "\u{FFFD}a", true),
            ("UTF-16BE with its mark", UTF_16BE, b"\xFE\xFF\0a", "a", false),
            ("UTF-16BE, bytes that are ASCII", UTF_16BE, b"ab", "\u{6162}", false),
            ("x-user-defined", X_USER_DEFINED, b"a\x80\xFF", "a\u{F780}\u{F7FF}", false),
            ("replacement, ASCII too", REPLACEMENT, b"abc", "\u{FFFD}", true),
            ("replacement, nothing", REPLACEMENT, b"", "", false),
        ];
        for (rule, encoding, bytes, text, had_errors) in rows {
            assert_eq!(decode(bytes, encoding), ((*text).to_owned(), *had_errors), "{rule}");
            match adopt(bytes.to_vec(), encoding) {
                Ok(adopted) => assert_eq!(adopted, *text, "{rule}, adopted"),
                Err(given_back) => assert_eq!(given_back, *bytes, "{rule}, given back"),
            }
        }
    }

    #[test]
    fn bytes_that_are_the_text_are_not_copied() {
        let rows: &[(&str, &'static Encoding, &[u8])] = &[
            ("UTF-8", UTF_8, b"a\xC3\xA9"),
            ("ASCII in UTF-8", UTF_8, b"abc"),
            ("ASCII in windows-1252", WINDOWS_1252, b"abc"),
            ("ASCII in Shift_JIS", SHIFT_JIS, b"abc"),
        ];
        for (rule, encoding, bytes) in rows {
            let owned = bytes.to_vec();
            let address = owned.as_ptr();
            let text = adopt(owned, encoding).expect("the bytes are the text");
            assert_eq!(text.as_ptr(), address, "{rule}");
        }
    }

    #[test]
    fn change_encoding_follows_its_steps() {
        use EncodingChange::{Keep, Restart};
        let rows = [
            ("1: UTF-16LE stays", UTF_16LE, GBK, Keep),
            ("1: UTF-16BE stays", UTF_16BE, UTF_16LE, Keep),
            ("2: UTF-16LE is UTF-8", WINDOWS_1252, UTF_16LE, Restart(UTF_8)),
            ("2: UTF-16BE is UTF-8", WINDOWS_1252, UTF_16BE, Restart(UTF_8)),
            ("2: UTF-16 in UTF-8", UTF_8, UTF_16LE, Keep),
            ("3: x-user-defined is windows-1252", UTF_8, X_USER_DEFINED, Restart(WINDOWS_1252)),
            ("3: x-user-defined in windows-1252", WINDOWS_1252, X_USER_DEFINED, Keep),
            (
                "3: x-user-defined while in use",
                X_USER_DEFINED,
                X_USER_DEFINED,
                Restart(WINDOWS_1252),
            ),
            ("4: the same", GBK, GBK, Keep),
            ("6: another", WINDOWS_1252, GBK, Restart(GBK)),
            ("6: replacement", WINDOWS_1252, REPLACEMENT, Restart(REPLACEMENT)),
        ];
        for (rule, current, new, expected) in rows {
            assert_eq!(change_encoding(current, new), expected, "{rule}");
        }
    }
}
