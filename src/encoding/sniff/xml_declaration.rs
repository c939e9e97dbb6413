//! The encoding that an XML declaration names, or something that looks like one.

use std::ops::Range;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use memchr::{memchr, memmem};

use super::candidate::EncodingCandidate;
use crate::encoding::meta_charset::is_utf_16;
use crate::encoding::vocabulary::EncodingSource;

/// Gets an XML encoding from the bytes that the prescan may use.
///
/// <https://html.spec.whatwg.org/#concept-get-xml-encoding-when-sniffing>
pub(super) fn xml_encoding(bytes: &[u8]) -> Option<EncodingCandidate> {
    // Steps 16 to 18: get an encoding; UTF-16 means UTF-8.
    let label = xml_encoding_label(bytes)?;
    Some(EncodingCandidate::in_document(
        EncodingSource::XmlDeclaration,
        bytes,
        label,
        encoding_meant_by_xml,
    ))
}

/// Recognizes an XML declaration in UTF-16 by the first `length` bytes of a document: 6 in HTML, 4
/// in XML.
///
/// <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>,
/// <https://www.w3.org/TR/xml/#sec-guessing>
pub(super) fn utf_16_xml_declaration(bytes: &[u8], length: usize) -> Option<EncodingCandidate> {
    let start = bytes.get(..length)?;
    let encoding = if b"<\0?\0x\0".starts_with(start) {
        UTF_16LE
    } else if b"\0<\0?\0x".starts_with(start) {
        UTF_16BE
    } else {
        return None;
    };
    Some(EncodingCandidate::from_first_bytes(EncodingSource::XmlDeclaration, encoding, length))
}

/// Returns the encoding that the XML declaration of a document in XML names. Unlike in HTML, the
/// label must be in the declaration itself, which ends at the first ">".
///
/// <https://www.w3.org/TR/xml/#sec-guessing>
pub(super) fn strict_xml_encoding(bytes: &[u8]) -> Option<EncodingCandidate> {
    xml_encoding(&bytes[..memchr(b'>', bytes)? + 1])
}

/// Returns the range of the label: the steps of "get an XML encoding" except for the last three.
///
/// <https://html.spec.whatwg.org/#concept-get-xml-encoding-when-sniffing>
fn xml_encoding_label(bytes: &[u8]) -> Option<Range<usize>> {
    const ENCODING: &[u8] = b"encoding";

    // Steps 1 and 2: the bytes must start with "<?xml".
    if !bytes.starts_with(b"<?xml") {
        return None;
    }

    // Step 3: there must be a ">" somewhere. The steps below do not depend on where.
    memchr(b'>', bytes)?;

    // Steps 4 and 5: skip to the end of the first "encoding".
    let position = memmem::find(bytes, ENCODING)? + ENCODING.len();

    // Step 6: skip spaces and controls.
    let rest = skip_spaces_and_controls(&bytes[position..]);

    // Steps 7 and 8: an equals sign must follow.
    let rest = rest.strip_prefix(b"=")?;

    // Step 9: skip spaces and controls.
    let rest = skip_spaces_and_controls(rest);

    // Steps 10 to 12: a quote must follow.
    let (&quote_mark, rest) = rest.split_first()?;
    if !matches!(quote_mark, b'"' | b'\'') {
        return None;
    }

    // Steps 13 and 14: the label ends before the same quote.
    let potential_encoding = &rest[..memchr(quote_mark, rest)?];

    // Step 15: it must not have spaces or controls.
    if potential_encoding.iter().any(is_space_or_control) {
        return None;
    }

    let start = bytes.len() - rest.len();
    Some(start..start + potential_encoding.len())
}

/// Returns the encoding that is meant when an XML declaration names this one: a declaration that is
/// in ASCII is not in UTF-16.
fn encoding_meant_by_xml(encoding: &'static Encoding) -> &'static Encoding {
    if is_utf_16(encoding) { UTF_8 } else { encoding }
}

fn skip_spaces_and_controls(bytes: &[u8]) -> &[u8] {
    let skipped = bytes.iter().take_while(|byte| is_space_or_control(byte));
    &bytes[skipped.count()..]
}

fn is_space_or_control(byte: &u8) -> bool {
    *byte <= 0x20
}

#[cfg(test)]
mod tests {
    use encoding_rs::{EUC_JP, REPLACEMENT, X_USER_DEFINED};

    use super::*;

    #[test]
    fn xml_encoding_follows_its_steps() {
        let rows: &[(&str, &[u8], Option<&'static Encoding>)] = &[
            ("the usual form", b"<?xml version=\"1.0\" encoding=\"euc-jp\"?>", Some(EUC_JP)),
            ("step 2: not at the start", b" <?xml encoding=\"euc-jp\"?>", None),
            ("step 2: case matters", b"<?XML encoding=\"euc-jp\"?>", None),
            ("step 2: too few bytes", b"<?xm", None),
            ("step 2: no bytes", b"", None),
            ("step 2: the name need not end there", b"<?xmlencoding='euc-jp'>", Some(EUC_JP)),
            ("step 3: no \">\"", b"<?xml encoding=\"euc-jp\"?", None),
            ("step 4: no such word", b"<?xml version=\"1.0\"?>", None),
            ("step 4: case matters", b"<?xml Encoding=\"euc-jp\"?>", None),
            (
                "step 4: after the end of the declaration",
                b"<?xml?> encoding='euc-jp'",
                Some(EUC_JP),
            ),
            ("step 4: the first one counts", b"<?xml encoding-x encoding='euc-jp'?>", None),
            (
                "step 6: spaces and controls before the equals sign",
                b"<?xml encoding\x00\x1F\x0B =\"euc-jp\"?>",
                Some(EUC_JP),
            ),
            ("step 7: no equals sign", b"<?xml encoding:\"euc-jp\"?>", None),
            ("step 7: out of bytes", b"<?xml> encoding ", None),
            (
                "step 9: spaces and controls after the equals sign",
                b"<?xml encoding=\x00\x1F\x0B \"euc-jp\"?>",
                Some(EUC_JP),
            ),
            ("step 9: out of bytes", b"<?xml> encoding= ", None),
            ("step 10: apostrophes", b"<?xml encoding='euc-jp'?>", Some(EUC_JP)),
            ("step 11: no quote", b"<?xml encoding=euc-jp ?>", None),
            ("step 13: not closed", b"<?xml encoding=\"euc-jp?>", None),
            ("step 13: closed by the other quote", b"<?xml encoding=\"euc-jp'?>", None),
            ("step 13: an end inside the quotes", b"<?xml encoding='euc-jp>'", None),
            ("step 15: a space around the label", b"<?xml encoding=' euc-jp'?>", None),
            ("step 15: a control in the label", b"<?xml encoding='euc-jp\x01'?>", None),
            ("step 16: any case", b"<?xml encoding='EUC-jp'?>", Some(EUC_JP)),
            ("step 16: an unknown label", b"<?xml encoding='klingon'?>", None),
            ("step 16: no label", b"<?xml encoding=''?>", None),
            (
                "step 16: the replacement encoding",
                b"<?xml encoding='iso-2022-kr'?>",
                Some(REPLACEMENT),
            ),
            ("step 17: UTF-16", b"<?xml encoding='utf-16'?>", Some(UTF_8)),
            ("step 17: UTF-16BE", b"<?xml encoding='utf-16be'?>", Some(UTF_8)),
            (
                "step 18: x-user-defined stays itself",
                b"<?xml encoding='x-user-defined'?>",
                Some(X_USER_DEFINED),
            ),
        ];
        for (rule, bytes, expected) in rows {
            let text = String::from_utf8_lossy(bytes);
            let found = xml_encoding(bytes).and_then(|candidate| candidate.encoding());
            assert_eq!(found, *expected, "{rule}: {text:?}");
        }
    }

    #[test]
    fn an_unknown_label_is_a_candidate_too() {
        let candidate = xml_encoding(b"<?xml encoding='klingon'?>").expect("there is a label");
        assert_eq!((candidate.label(), candidate.range()), ("klingon", Some(16..23)));
    }

    #[test]
    fn in_xml_the_label_must_be_in_the_declaration() {
        let rows: &[(&str, &[u8], Option<&'static Encoding>)] = &[
            ("in it", b"<?xml version='1.0' encoding='euc-jp'?><a/>", Some(EUC_JP)),
            ("after it", b"<?xml version='1.0'?><a encoding='euc-jp'/>", None),
            ("no end", b"<?xml encoding='euc-jp'", None),
        ];
        for (rule, bytes, expected) in rows {
            let found = strict_xml_encoding(bytes).and_then(|candidate| candidate.encoding());
            assert_eq!(found, *expected, "{rule}");
        }
    }

    #[test]
    fn a_declaration_in_utf_16_is_recognized_by_its_first_bytes() {
        let rows: &[(&str, &[u8], usize, Option<&'static Encoding>)] = &[
            ("XML, big-endian: 00 3C 00 3F", b"\0<\0?\0y", 4, Some(UTF_16BE)),
            ("XML, little-endian: 3C 00 3F 00", b"<\0?\0y\0", 4, Some(UTF_16LE)),
            ("HTML compares two more bytes", b"<\0?\0y\0", 6, None),
            ("HTML, little-endian", b"<\0?\0x\0", 6, Some(UTF_16LE)),
            ("too short", b"<\0?", 4, None),
            ("ASCII", b"<?xml ", 4, None),
        ];
        for (rule, bytes, length, expected) in rows {
            let found =
                utf_16_xml_declaration(bytes, *length).and_then(|candidate| candidate.encoding());
            assert_eq!(found, *expected, "{rule}");
        }
    }
}
