//! The encoding that a `meta` element declares. The prescan and the tree builder both ask.

use std::ops::Range;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::memchr;

use super::labels::encoding_labelled;

/// Returns the encoding that the value of a `content` attribute names, and the range of its label
/// in the value: the algorithm for extracting a character encoding from a `meta` element.
///
/// UTF-16 and x-user-defined are returned as they are: [`encoding_meant_by_meta`] replaces them.
///
/// The value may be bytes in any encoding that is a superset of ASCII, since a label is ASCII.
///
/// <https://html.spec.whatwg.org/#algorithm-for-extracting-a-character-encoding-from-a-meta-element>
pub(crate) fn extract_encoding_from_meta(
    content: &[u8],
) -> Option<(&'static Encoding, Range<usize>)> {
    let label = label_in_meta_content(content)?;
    Some((encoding_labelled(&content[label.clone()])?, label))
}

/// Returns the range of the label in the value of a `content` attribute: the same algorithm up to
/// "get an encoding". The label may name no encoding.
///
/// <https://html.spec.whatwg.org/#algorithm-for-extracting-a-character-encoding-from-a-meta-element>
pub(super) fn label_in_meta_content(content: &[u8]) -> Option<Range<usize>> {
    // Step 1: `rest` is the string from the position on.
    let mut rest = content;

    let value = loop {
        // Step 2: find "charset" in any case.
        let after_word = after_charset(rest)?;
        // Step 3: skip ASCII whitespace.
        rest = after_word.trim_ascii_start();
        // Step 4: unless an equals sign follows, look for the next "charset".
        if let Some(after_equals_sign) = rest.strip_prefix(b"=") {
            // Step 5: skip ASCII whitespace.
            break after_equals_sign.trim_ascii_start();
        }
    };

    // Step 6: the label is quoted, or ends before ASCII whitespace or a semicolon.
    let start = content.len() - value.len();
    match value {
        [quote @ (b'"' | b'\''), quoted @ ..] => {
            let length = memchr(*quote, quoted)?;
            Some(start + 1..start + 1 + length)
        }
        [] => None,
        unquoted => {
            let is_end = |byte: &u8| byte.is_ascii_whitespace() || *byte == b';';
            let length = unquoted.iter().position(is_end).unwrap_or(unquoted.len());
            Some(start..start + length)
        }
    }
}

/// Returns the bytes after the first "charset" in any case.
fn after_charset(bytes: &[u8]) -> Option<&[u8]> {
    const WORD: &[u8] = b"charset";
    let start = bytes.windows(WORD.len()).position(|window| window.eq_ignore_ascii_case(WORD))?;
    Some(&bytes[start + WORD.len()..])
}

/// Returns the encoding that is meant when a `meta` element declares this one: UTF-8 for UTF-16,
/// since a document in UTF-16 could not be searched for the declaration, and windows-1252 for
/// x-user-defined.
///
/// These are steps 14 and 15 for `meta` in the prescan, and steps 2 and 3 of "change the encoding":
/// <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>,
/// <https://html.spec.whatwg.org/#change-the-encoding>
pub(super) fn encoding_meant_by_meta(encoding: &'static Encoding) -> &'static Encoding {
    if is_utf_16(encoding) {
        UTF_8
    } else if encoding == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        encoding
    }
}

/// Returns whether the encoding is UTF-16BE or UTF-16LE.
///
/// <https://encoding.spec.whatwg.org/#utf-16be-le>
pub(super) fn is_utf_16(encoding: &'static Encoding) -> bool {
    encoding == UTF_16BE || encoding == UTF_16LE
}

#[cfg(test)]
mod tests {
    use encoding_rs::{BIG5, EUC_KR, GBK, REPLACEMENT};

    use super::*;

    #[test]
    fn extract_encoding_from_meta_follows_its_steps() {
        let rows: &[(&str, &[u8], Option<&'static Encoding>)] = &[
            ("the usual form", b"text/html; charset=gbk", Some(GBK)),
            ("step 1: at the very start", b"charset=gbk", Some(GBK)),
            ("step 2: no such word", b"text/html; char-set=gbk", None),
            ("step 2: empty", b"", None),
            ("step 2: shorter than the word", b"chars", None),
            ("step 2: in any case", b"text/html; cHARsEt=gbk", Some(GBK)),
            ("step 2: within a word", b"xcharset=gbk", Some(GBK)),
            ("step 2: after a piece of the word", b"charcharset=gbk", Some(GBK)),
            ("step 3: whitespace after the word", b"charset\t\n\x0C\r =gbk", Some(GBK)),
            ("step 3: vertical tab is not whitespace", b"charset\x0B=gbk", None),
            ("step 4: another word", b"charset gbk; charset=big5", Some(BIG5)),
            ("step 4: the next word at once", b"charsetcharset=gbk", Some(GBK)),
            ("step 4: the next word after whitespace", b"charset charset=gbk", Some(GBK)),
            ("step 4: nothing follows", b"charset", None),
            ("step 4: nothing but whitespace follows", b"charset  ", None),
            ("step 4: another sign", b"charset:gbk", None),
            ("step 5: whitespace before the value", b"charset=\t\n\x0C\r gbk", Some(GBK)),
            ("step 6: quotation marks", b"charset=\"gbk\"; x", Some(GBK)),
            ("step 6: apostrophes", b"charset='gbk'x", Some(GBK)),
            ("step 6: the other quote inside", b"charset='g\"bk'", None),
            ("step 6: up to the next quote", b"charset=\"gbk\"big5\"", Some(GBK)),
            ("step 6: semicolon inside quotes", b"charset='gbk;'", None),
            ("step 6: whitespace inside quotes", b"charset=' gbk\n'", Some(GBK)),
            ("step 6: nothing inside quotes", b"charset=''", None),
            ("step 6: unmatched quotation mark", b"charset=\"gbk", None),
            ("step 6: unmatched apostrophe", b"charset='gbk\"", None),
            ("step 6: a quote at the end", b"charset='", None),
            ("step 6: no next character", b"charset=", None),
            ("step 6: no next character but whitespace", b"charset= ", None),
            ("step 6: up to a semicolon", b"charset=gbk;big5", Some(GBK)),
            ("step 6: up to whitespace", b"charset=gbk big5", Some(GBK)),
            ("step 6: up to a form feed", b"charset=gbk\x0Cbig5", Some(GBK)),
            ("step 6: a semicolon at once", b"charset=;gbk", None),
            ("step 6: a quote later on belongs to the label", b"charset=gbk'", None),
            ("step 6: an unknown label ends the search", b"charset=klingon; charset=gbk", None),
            ("step 6: bytes that are not ASCII", b"\xE9charset=\xE9", None),
            ("get an encoding: any case", b"charset=Ks_C_5601-1987", Some(EUC_KR)),
            (
                "get an encoding: the replacement encoding",
                b"charset=iso-2022-cn",
                Some(REPLACEMENT),
            ),
            ("UTF-16 is returned as it is", b"charset=utf-16be", Some(UTF_16BE)),
            (
                "x-user-defined is returned as it is",
                b"charset=x-user-defined",
                Some(X_USER_DEFINED),
            ),
        ];
        for (rule, content, expected) in rows {
            let text = String::from_utf8_lossy(content);
            assert_eq!(
                extract_encoding_from_meta(content).map(|found| found.0),
                *expected,
                "{rule}: {text:?}"
            );
        }
    }

    #[test]
    fn the_label_is_a_range_of_the_content() {
        let rows: &[(&[u8], Option<Range<usize>>)] = &[
            (b"charset=gbk", Some(8..11)),
            (b"text/html; charset = 'gbk'", Some(22..25)),
            (b"charset=' gbk'", Some(9..13)),
            (b"charset=;", Some(8..8)),
            (b"charset=", None),
            (b"charset='gbk", None),
        ];
        for (content, expected) in rows {
            assert_eq!(
                label_in_meta_content(content),
                *expected,
                "{:?}",
                String::from_utf8_lossy(content)
            );
        }
    }

    #[test]
    fn utf_16_and_x_user_defined_mean_another_encoding_in_meta() {
        let rows = [
            ("UTF-16BE", UTF_16BE, UTF_8),
            ("UTF-16LE", UTF_16LE, UTF_8),
            ("x-user-defined", X_USER_DEFINED, WINDOWS_1252),
            ("any other", GBK, GBK),
            ("replacement", REPLACEMENT, REPLACEMENT),
        ];
        for (rule, declared, meant) in rows {
            assert_eq!(encoding_meant_by_meta(declared), meant, "{rule}");
        }
    }
}
