//! The order of the sources for media types of XML.

use EncodingSource::*;
use XmlRules::{Rfc3023, Rfc7303};

use super::*;

/// A rule, a media type, rules, a document, and the encoding and source that they result in.
type Row = (&'static str, &'static str, XmlRules, &'static [u8], (&'static str, EncodingSource));

const DECLARED: &[u8] = b"<?xml version=\"1.0\" encoding=\"koi8-r\"?><meta charset=gbk>";

/// One row for each rule of RFC 3023, RFC 7303 and appendix F of XML 1.0.
const RULES: &[Row] = &[
    (
        "3023, application/xml: 1, charset",
        "application/xml; charset=big5",
        Rfc3023,
        DECLARED,
        ("Big5", Transport),
    ),
    (
        "3023, application/xml: 2, the XML declaration",
        "application/xml",
        Rfc3023,
        DECLARED,
        ("KOI8-R", XmlDeclaration),
    ),
    (
        "3023, application/xml: 3, UTF-8",
        "application/xml",
        Rfc3023,
        b"<a>",
        ("UTF-8", XmlMediaType),
    ),
    (
        "3023, application/xml-dtd has the same rules",
        "application/xml-dtd",
        Rfc3023,
        DECLARED,
        ("KOI8-R", XmlDeclaration),
    ),
    (
        "3023, application/xml-external-parsed-entity has the same rules",
        "application/xml-external-parsed-entity",
        Rfc3023,
        b"<a>",
        ("UTF-8", XmlMediaType),
    ),
    (
        "3023, any subtype with the suffix has the same rules",
        "application/rss+xml",
        Rfc3023,
        DECLARED,
        ("KOI8-R", XmlDeclaration),
    ),
    (
        "3023, text/xml: 1, charset",
        "text/xml; charset=big5",
        Rfc3023,
        DECLARED,
        ("Big5", Transport),
    ),
    (
        "3023, text/xml: 2, us-ascii; the XML declaration is skipped",
        "text/xml",
        Rfc3023,
        DECLARED,
        ("windows-1252", XmlMediaType),
    ),
    (
        "3023, text/xml: an unknown charset is none",
        "text/xml; charset=klingon",
        Rfc3023,
        DECLARED,
        ("windows-1252", XmlMediaType),
    ),
    (
        "3023, text/xml-external-parsed-entity has the same rules",
        "text/xml-external-parsed-entity",
        Rfc3023,
        DECLARED,
        ("windows-1252", XmlMediaType),
    ),
    (
        "3023, text/AnythingAtAll+xml has the same rules",
        "text/AnythingAtAll+xml",
        Rfc3023,
        DECLARED,
        ("windows-1252", XmlMediaType),
    ),
    (
        "3023, a byte order mark comes first",
        "application/xml",
        Rfc3023,
        b"\xEF\xBB\xBF<a>",
        ("UTF-8", ByteOrderMark),
    ),
    (
        "3023 is for XML only: a wrong media type is not XML",
        "text/plain",
        Rfc3023,
        DECLARED,
        ("GBK", Meta),
    ),
    (
        "7303: a byte order mark before charset",
        "application/xml; charset=big5",
        Rfc7303,
        b"\xFF\xFE<\0",
        ("UTF-16LE", ByteOrderMark),
    ),
    ("7303: charset", "text/xml; charset=big5", Rfc7303, DECLARED, ("Big5", Transport)),
    (
        "7303: an unknown charset is none",
        "text/xml; charset=klingon",
        Rfc7303,
        DECLARED,
        ("KOI8-R", XmlDeclaration),
    ),
    (
        "7303: text/xml is like the others",
        "text/xml",
        Rfc7303,
        DECLARED,
        ("KOI8-R", XmlDeclaration),
    ),
    (
        "7303: XHTML",
        "application/xhtml+xml",
        Rfc7303,
        b"<html><meta charset=gbk>",
        ("UTF-8", XmlMediaType),
    ),
    ("7303: any +xml", "image/svg+xml", Rfc7303, b"<svg>", ("UTF-8", XmlMediaType)),
    (
        "7303: an unknown label in the declaration is skipped",
        "text/xml",
        Rfc7303,
        b"<?xml version='1.0' encoding='klingon'?>",
        ("UTF-8", XmlMediaType),
    ),
    ("appendix F: 00 3C 00 3F", "text/xml", Rfc7303, b"\0<\0?\0y", ("UTF-16BE", XmlDeclaration)),
    ("appendix F: 3C 00 3F 00", "text/xml", Rfc7303, b"<\0?\0y\0", ("UTF-16LE", XmlDeclaration)),
    (
        "appendix F: 3C 3F 78 6D, a declaration of UTF-16 that is in ASCII",
        "text/xml",
        Rfc7303,
        b"<?xml version='1.0' encoding='utf-16'?>",
        ("UTF-8", XmlDeclaration),
    ),
    (
        "appendix F: 4C 6F A7 94, EBCDIC",
        "text/xml",
        Rfc7303,
        b"\x4C\x6F\xA7\x94",
        ("UTF-8", XmlMediaType),
    ),
    (
        "appendix F: 00 00 00 3C, UCS-4",
        "text/xml",
        Rfc7303,
        b"\0\0\0<\0\0\0?",
        ("UTF-8", XmlMediaType),
    ),
    (
        "the label must be in the declaration, unlike in HTML",
        "text/xml",
        Rfc7303,
        b"<?xml version='1.0'?><a encoding='gbk'>",
        ("UTF-8", XmlMediaType),
    ),
    ("HTML is not XML", "text/html", Rfc7303, DECLARED, ("GBK", Meta)),
];

#[test]
fn media_types_of_xml_have_their_own_rules() {
    for (rule, content_type, rules, bytes, expected) in RULES {
        let hints = Hints::new().content_type(content_type).xml_rules(*rules).locale("ja");
        let detected = sniff(bytes, &hints);
        assert_eq!((detected.encoding.name(), detected.source), *expected, "{rule}");
        let is_html = detected.source == Meta;
        assert_eq!(detected.confidence == Confidence::Tentative, is_html, "{rule}");
    }
}

#[test]
fn a_user_override_counts_for_xml() {
    let hints = Hints::new().content_type("text/xml; charset=gbk").user_override(BIG5);
    assert_eq!(sniff(b"<a>", &hints), certain(BIG5, EncodingSource::UserOverride));
}

#[test]
fn hints_that_do_not_count_in_xml_are_ignored() {
    let hints = Hints::new()
        .content_type("text/xml")
        .locale("ja")
        .default_encoding(GBK)
        .previous_visit(UTF_8);
    let verdicts: Vec<_> = account(b"<a>", &hints)
        .into_iter()
        .map(|(source, _, _, verdict)| (source, verdict))
        .collect();
    assert_eq!(
        verdicts,
        [
            (EncodingSource::PreviousVisit, CandidateVerdict::Ignored),
            (EncodingSource::XmlMediaType, CandidateVerdict::Chosen),
            (EncodingSource::Locale, CandidateVerdict::Ignored),
            (EncodingSource::Default, CandidateVerdict::Ignored),
        ]
    );
}
