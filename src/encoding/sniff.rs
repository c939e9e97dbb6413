//! The order in which the sources of an encoding are asked.

use encoding_rs::{Encoding, WINDOWS_1252};

use super::prescan::prescan;
use super::{Confidence, DetectedEncoding, EncodingSource, Hints};

/// How many bytes the prescan sees, as the standard advises.
const PRESCAN_BYTES: usize = 1024;

/// The encoding sniffing algorithm. `bytes` is the document from its start: all of it, or the first 1024
/// bytes or more.
///
/// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
pub(crate) fn sniff(bytes: &[u8], hints: &Hints) -> DetectedEncoding {
    // Step 1: a byte order mark.
    if let Some((encoding, _length)) = Encoding::for_bom(bytes) {
        return certain(encoding, EncodingSource::ByteOrderMark);
    }

    // Step 2: the user's own choice.
    if let Some(encoding) = hints.user_override {
        return certain(encoding, EncodingSource::UserOverride);
    }

    // Step 3: whether to wait for more bytes is for the caller to decide.

    // Step 4: what the transport layer says.
    if let Some(encoding) = hints.transport {
        return certain(encoding, EncodingSource::Transport);
    }

    // Step 5: what the document says of itself near its start.
    let start = &bytes[..bytes.len().min(PRESCAN_BYTES)];
    if let Some((encoding, source)) = prescan(start) {
        return tentative(encoding, source);
    }

    // Step 6: there is no container document.
    // Step 7: nothing is known about earlier visits.
    // Step 8: frequency analysis is optional, and left out.

    // Step 9: the default.
    let encoding = hints.default.unwrap_or(WINDOWS_1252);
    tentative(encoding, EncodingSource::Default)
}

fn certain(encoding: &'static Encoding, source: EncodingSource) -> DetectedEncoding {
    DetectedEncoding { encoding, source, confidence: Confidence::Certain }
}

fn tentative(encoding: &'static Encoding, source: EncodingSource) -> DetectedEncoding {
    DetectedEncoding { encoding, source, confidence: Confidence::Tentative }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{BIG5, EUC_JP, EUC_KR, GBK, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, X_USER_DEFINED};

    use super::*;

    #[test]
    fn sniff_asks_the_sources_in_order() {
        use EncodingSource::*;

        let none = Hints::new();
        let all = Hints::new().user_override(EUC_JP).transport_encoding(EUC_KR).default_encoding(BIG5);
        let transport = Hints::new().content_type("text/html; charset=euc-kr").default_encoding(BIG5);
        let unsupported = Hints::new().content_type("text/html; charset=klingon");
        let replacement = Hints::new().content_type("text/html; charset=iso-2022-kr");
        let default = Hints::new().default_encoding(BIG5);

        let rows: &[(&str, &[u8], &Hints, DetectedEncoding)] = &[
            ("1: UTF-8 mark", b"\xEF\xBB\xBF<p>", &none, certain(UTF_8, ByteOrderMark)),
            ("1: UTF-16BE mark", b"\xFE\xFF\0<", &none, certain(UTF_16BE, ByteOrderMark)),
            ("1: UTF-16LE mark", b"\xFF\xFE<\0", &none, certain(UTF_16LE, ByteOrderMark)),
            ("1: nothing but a mark", b"\xEF\xBB\xBF", &none, certain(UTF_8, ByteOrderMark)),
            ("1: half a mark is none", b"\xEF\xBB", &none, tentative(WINDOWS_1252, Default)),
            ("1: a mark beats every hint", b"\xEF\xBB\xBF", &all, certain(UTF_8, ByteOrderMark)),
            ("1: a mark beats meta", b"\xEF\xBB\xBF<meta charset=gbk>", &none, certain(UTF_8, ByteOrderMark)),
            ("2: user before transport and meta", b"<meta charset=gbk>", &all, certain(EUC_JP, UserOverride)),
            ("4: transport before meta", b"<meta charset=gbk>", &transport, certain(EUC_KR, Transport)),
            (
                "4: replacement is supported",
                b"<meta charset=gbk>",
                &replacement,
                certain(REPLACEMENT, Transport),
            ),
            (
                "4: what is unsupported is passed over",
                b"<meta charset=gbk>",
                &unsupported,
                tentative(GBK, Meta),
            ),
            ("5: meta before the default", b"<meta charset=gbk>", &default, tentative(GBK, Meta)),
            ("5: UTF-16 in meta is UTF-8", b"<meta charset=utf-16>", &none, tentative(UTF_8, Meta)),
            (
                "5: x-user-defined in meta",
                b"<meta charset=x-user-defined>",
                &default,
                tentative(WINDOWS_1252, Meta),
            ),
            ("5: an XML declaration", b"<?xml encoding='gbk'?>", &none, tentative(GBK, XmlDeclaration)),
            ("5: a UTF-16 XML declaration", b"<\0?\0x\0", &none, tentative(UTF_16LE, XmlDeclaration)),
            (
                "5: meta before an XML declaration",
                b"<?xml encoding='gbk'?><meta charset=big5>",
                &none,
                tentative(BIG5, Meta),
            ),
            ("9: the caller's default", b"<p>", &default, tentative(BIG5, Default)),
            ("9: the crate's default", b"<p>", &none, tentative(WINDOWS_1252, Default)),
            ("9: no bytes at all", b"", &none, tentative(WINDOWS_1252, Default)),
        ];
        for (rule, bytes, hints, expected) in rows {
            assert_eq!(sniff(bytes, hints), *expected, "{rule}");
        }
    }

    #[test]
    fn hints_are_taken_as_they_are() {
        let hints = Hints::new().user_override(X_USER_DEFINED);
        let detected = sniff(b"", &hints);
        assert_eq!(detected, certain(X_USER_DEFINED, EncodingSource::UserOverride));

        let hints = Hints::new().content_type("text/html; charset=utf-16be");
        let detected = sniff(b"", &hints);
        assert_eq!(detected, certain(UTF_16BE, EncodingSource::Transport));
    }

    #[test]
    fn only_the_first_1024_bytes_are_scanned() {
        let rows: &[(&str, &[u8], EncodingSource)] = &[
            ("meta", b"<meta charset=gbk>", EncodingSource::Meta),
            ("meta with quotes", b"<meta charset='gbk'>", EncodingSource::Meta),
        ];
        for (rule, declaration, source) in rows {
            for (end, expected) in [(1024, *source), (1025, EncodingSource::Default)] {
                let mut bytes = vec![b' '; end - declaration.len()];
                bytes.extend_from_slice(declaration);
                bytes.extend_from_slice(b"<p>");
                let detected = sniff(&bytes, &Hints::new());
                assert_eq!(detected.source, expected, "{rule} ending at {end}");
            }
        }
    }

    #[test]
    fn an_xml_declaration_must_end_within_the_first_1024_bytes() {
        for (end, expected) in [(1024, EncodingSource::XmlDeclaration), (1025, EncodingSource::Default)] {
            let mut bytes = b"<?xml encoding='gbk'".to_vec();
            bytes.resize(end - 1, b' ');
            bytes.extend_from_slice(b"><p>");
            let detected = sniff(&bytes, &Hints::new());
            assert_eq!(detected.source, expected, "ending at {end}");
        }
    }
}
