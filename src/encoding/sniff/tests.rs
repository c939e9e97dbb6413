//! The order of the sources, one row for each rule of the texts on it.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, GBK, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, X_USER_DEFINED,
};

use super::*;

fn certain(encoding: &'static Encoding, source: EncodingSource) -> DetectedEncoding {
    DetectedEncoding { encoding, source, confidence: Confidence::Certain }
}

fn tentative(encoding: &'static Encoding, source: EncodingSource) -> DetectedEncoding {
    DetectedEncoding { encoding, source, confidence: Confidence::Tentative }
}

/// The answer alone, for the whole input.
fn sniff(bytes: &[u8], hints: &Hints) -> DetectedEncoding {
    super::sniff(bytes, true, hints).detected
}

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
        (
            "1: a mark beats meta",
            b"\xEF\xBB\xBF<meta charset=gbk>",
            &none,
            certain(UTF_8, ByteOrderMark),
        ),
        (
            "2: user before transport and meta",
            b"<meta charset=gbk>",
            &all,
            certain(EUC_JP, UserOverride),
        ),
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
    for (end, expected) in [(1024, EncodingSource::XmlDeclaration), (1025, EncodingSource::Default)]
    {
        let mut bytes = b"<?xml encoding='gbk'".to_vec();
        bytes.resize(end - 1, b' ');
        bytes.extend_from_slice(b"><p>");
        let detected = sniff(&bytes, &Hints::new());
        assert_eq!(detected.source, expected, "ending at {end}");
    }
}

/// One row for each rule of the texts on the order of the sources.
#[test]
fn the_sources_of_the_standard_and_of_html_4_in_order() {
    use EncodingSource::*;

    let html = |charset: &str| Hints::new().content_type(&format!("text/html; charset={charset}"));
    let link = |hints: Hints| hints.link_charset("koi8-r").expect("a label");
    let bare = Hints::new;
    type Row<'a> = (&'a str, &'a [u8], Hints, (&'a str, EncodingSource, Confidence));
    const CERTAIN: Confidence = Confidence::Certain;
    const TENTATIVE: Confidence = Confidence::Tentative;
    let rows: &[Row<'_>] = &[
        // The 2011 text.
        (
            "2011, step 1: the user's override, certain",
            b"<meta charset=big5>",
            html("euc-kr").user_override(GBK),
            ("GBK", UserOverride, CERTAIN),
        ),
        (
            "2011, step 2: what the transport layer specifies, certain",
            b"<meta charset=big5>",
            html("euc-kr"),
            ("EUC-KR", Transport, CERTAIN),
        ),
        (
            "2011, step 2: if it is supported",
            b"<meta charset=big5>",
            html("cesu-8"),
            ("Big5", Meta, TENTATIVE),
        ),
        (
            "2011, step 4: byte order marks, certain; since then they have moved to the front",
            b"\xFE\xFF\0a",
            html("euc-kr").user_override(GBK),
            ("UTF-16BE", ByteOrderMark, CERTAIN),
        ),
        (
            "2011, step 5: what the file says, tentative",
            b"<meta charset=big5>",
            bare(),
            ("Big5", Meta, TENTATIVE),
        ),
        (
            "2011, step 6: a previous visit, tentative",
            b"<p>",
            bare().previous_visit(GBK),
            ("GBK", PreviousVisit, TENTATIVE),
        ),
        (
            "2011, step 6: it comes after what the file says",
            b"<meta charset=big5>",
            bare().previous_visit(GBK),
            ("Big5", Meta, TENTATIVE),
        ),
        (
            "2011, step 7: UTF-8 has a pattern that shows",
            b"caf\xC3\xA9",
            bare().local_file(true),
            ("UTF-8", Detection, TENTATIVE),
        ),
        (
            "2011, step 7: what does not match the pattern is not UTF-8",
            b"caf\xE9",
            bare().local_file(true),
            ("windows-1252", Default, TENTATIVE),
        ),
        (
            "2011, step 8: a default that the user specifies",
            b"<p>",
            bare().default_encoding(UTF_8),
            ("UTF-8", Default, TENTATIVE),
        ),
        (
            "2011, step 8: by the locale",
            b"<p>",
            bare().locale("ru"),
            ("windows-1251", Locale, TENTATIVE),
        ),
        (
            "2011, step 8: neither ISO-8859-1 nor US-ASCII is assumed, but windows-1252",
            b"<p>",
            Hints::new().content_type("text/html"),
            ("windows-1252", Default, TENTATIVE),
        ),
        (
            "2011, encodings: ISO-8859-1 is overridden by windows-1252",
            b"<meta charset=iso-8859-1>",
            bare(),
            ("windows-1252", Meta, TENTATIVE),
        ),
        (
            "2011, encodings: white space and case of a name do not matter",
            b"<meta charset=' Ks_C_5601-1987 '>",
            bare(),
            ("EUC-KR", Meta, TENTATIVE),
        ),
        (
            "2011, encodings: UTF-16 without a mark is little-endian",
            b"a\0",
            html("utf-16"),
            ("UTF-16LE", Transport, CERTAIN),
        ),
        // The Living Standard.
        (
            "living, step 1: a mark comes before everything",
            b"\xEF\xBB\xBF<meta charset=big5>",
            link(html("euc-kr").user_override(GBK)),
            ("UTF-8", ByteOrderMark, CERTAIN),
        ),
        (
            "living, step 5: meta before the XML declaration",
            b"<?xml encoding='gbk'?><meta charset=big5>",
            bare(),
            ("Big5", Meta, TENTATIVE),
        ),
        (
            "living, step 5: the XML declaration counts in HTML",
            b"<?xml encoding='gbk'?>",
            html("klingon"),
            ("GBK", XmlDeclaration, TENTATIVE),
        ),
        (
            "living, step 5: none of the bytes may be scanned",
            b"<meta charset=big5>",
            bare().prescan_bytes(0),
            ("windows-1252", Default, TENTATIVE),
        ),
        (
            "living, step 5: fewer of them",
            b"<meta charset=big5>",
            bare().prescan_bytes(18),
            ("windows-1252", Default, TENTATIVE),
        ),
        (
            "living, step 6: the container document, tentative",
            b"<p>",
            bare().containing_document(GBK).previous_visit(BIG5),
            ("GBK", ContainingDocument, TENTATIVE),
        ),
        (
            "living, step 6: after what the document says",
            b"<meta charset=big5>",
            bare().containing_document(GBK),
            ("Big5", Meta, TENTATIVE),
        ),
        (
            "living, step 6: not if it is in UTF-16",
            b"<p>",
            bare().containing_document(UTF_16LE).previous_visit(BIG5),
            ("Big5", PreviousVisit, TENTATIVE),
        ),
        (
            "living, step 7: before detection",
            b"caf\xC3\xA9",
            bare().previous_visit(BIG5).local_file(true),
            ("Big5", PreviousVisit, TENTATIVE),
        ),
        (
            "living, step 8: before the locale",
            b"caf\xC3\xA9",
            bare().local_file(true).locale("ja"),
            ("UTF-8", Detection, TENTATIVE),
        ),
        (
            "living, step 9: the locale before the default",
            b"<p>",
            bare().locale("zh-Hant").default_encoding(UTF_8),
            ("Big5", Locale, TENTATIVE),
        ),
        (
            "living, step 9: the default for all other locales",
            b"<p>",
            bare().locale("en").default_encoding(UTF_8),
            ("UTF-8", Default, TENTATIVE),
        ),
        (
            "living, step 9: all other locales",
            b"<p>",
            bare().locale("tlh"),
            ("windows-1252", Locale, TENTATIVE),
        ),
        // HTML 4, section 5.2.2.
        (
            "HTML 4: 1, the charset parameter of Content-Type",
            b"<META http-equiv=Content-Type content='text/html; charset=EUC-JP'>",
            link(html("euc-kr")),
            ("EUC-KR", Transport, CERTAIN),
        ),
        (
            "HTML 4: 2, a META declaration",
            b"<META http-equiv=\"Content-Type\" content=\"text/html; charset=EUC-JP\">",
            link(bare()),
            ("EUC-JP", Meta, TENTATIVE),
        ),
        ("HTML 4: 3, the charset of the link", b"<p>", link(bare()), ("KOI8-R", Link, TENTATIVE)),
        (
            "HTML 4: an XML declaration is one of the document's own, so before the link",
            b"<?xml encoding='gbk'?>",
            link(bare()),
            ("GBK", XmlDeclaration, TENTATIVE),
        ),
        (
            "HTML 4: heuristics and the user's settings come after these",
            b"caf\xC3\xA9",
            link(
                bare().local_file(true).locale("ja").previous_visit(BIG5).containing_document(GBK),
            ),
            ("KOI8-R", Link, TENTATIVE),
        ),
        (
            "HTML 4: no default is assumed when charset is missing",
            b"<meta charset=big5>",
            Hints::new().content_type("text/html"),
            ("Big5", Meta, TENTATIVE),
        ),
        (
            "HTML 4: META is for encodings that have ASCII in its place",
            b"<\0m\0e\0t\0a\0",
            link(bare()),
            ("KOI8-R", Link, TENTATIVE),
        ),
        (
            "HTML 4: FEFF at the start tells UTF-16 in network order",
            b"\xFE\xFF\0<",
            html("utf-16"),
            ("UTF-16BE", ByteOrderMark, CERTAIN),
        ),
        (
            "HTML 4: FFFE there tells that bytes are swapped",
            b"\xFF\xFE<\0",
            html("utf-16"),
            ("UTF-16LE", ByteOrderMark, CERTAIN),
        ),
        (
            "HTML 4: UTF-1 should not be used",
            b"<meta charset=ISO-10646-UTF-1>",
            bare(),
            ("windows-1252", Default, TENTATIVE),
        ),
    ];
    for (rule, bytes, hints, expected) in rows {
        let DetectedEncoding { encoding, source, confidence } = sniff(bytes, hints);
        assert_eq!((encoding.name(), source, confidence), *expected, "{rule}");
    }
}

/// One row for each rule of the feed parser's chapter, and of RFC 7303.
#[test]
fn the_rules_for_xml_media_types() {
    use EncodingSource::*;
    use XmlRules::{Rfc3023, Rfc7303};

    const DECLARED: &[u8] = b"<?xml version=\"1.0\" encoding=\"koi8-r\"?><meta charset=gbk>";
    type Row<'a> = (&'a str, &'a str, XmlRules, &'a [u8], (&'a str, EncodingSource));
    let rows: &[Row<'_>] = &[
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
            "3023, application/xml-dtd is of its kind",
            "application/xml-dtd",
            Rfc3023,
            DECLARED,
            ("KOI8-R", XmlDeclaration),
        ),
        (
            "3023, application/xml-external-parsed-entity too",
            "application/xml-external-parsed-entity",
            Rfc3023,
            b"<a>",
            ("UTF-8", XmlMediaType),
        ),
        (
            "3023, and any subtype",
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
            "3023, text/xml: 2, us-ascii; the XML declaration is passed over",
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
            "3023, text/xml-external-parsed-entity is of its kind",
            "text/xml-external-parsed-entity",
            Rfc3023,
            DECLARED,
            ("windows-1252", XmlMediaType),
        ),
        (
            "3023, and text/AnythingAtAll+xml",
            "text/AnythingAtAll+xml",
            Rfc3023,
            DECLARED,
            ("windows-1252", XmlMediaType),
        ),
        (
            "3023, a mark tells some flavour of Unicode",
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
            "7303: a mark before charset",
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
            "7303: a declaration in UTF-8 of another encoding that does not exist",
            "text/xml",
            Rfc7303,
            b"<?xml version='1.0' encoding='klingon'?>",
            ("UTF-8", XmlMediaType),
        ),
        (
            "appendix F: 00 3C 00 3F",
            "text/xml",
            Rfc7303,
            b"\0<\0?\0y",
            ("UTF-16BE", XmlDeclaration),
        ),
        (
            "appendix F: 3C 00 3F 00",
            "text/xml",
            Rfc7303,
            b"<\0?\0y\0",
            ("UTF-16LE", XmlDeclaration),
        ),
        (
            "appendix F: 3C 3F 78 6D, which says UTF-16 and can't be",
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
            "the label stands in the declaration, unlike in HTML",
            "text/xml",
            Rfc7303,
            b"<?xml version='1.0'?><a encoding='gbk'>",
            ("UTF-8", XmlMediaType),
        ),
        ("HTML is not XML", "text/html", Rfc7303, DECLARED, ("GBK", Meta)),
    ];
    for (rule, content_type, rules, bytes, expected) in rows {
        let hints = Hints::new().content_type(content_type).xml_rules(*rules).locale("ja");
        let detected = sniff(bytes, &hints);
        assert_eq!((detected.encoding.name(), detected.source), *expected, "{rule}");
        let is_html = detected.source == Meta;
        assert_eq!(detected.confidence == Confidence::Tentative, is_html, "{rule}");
    }
}

#[test]
fn the_user_may_override_the_encoding_of_xml() {
    let hints = Hints::new().content_type("text/xml; charset=gbk").user_override(BIG5);
    assert_eq!(sniff(b"<a>", &hints), certain(BIG5, EncodingSource::UserOverride));
}

/// Source, label, range and verdict of each candidate.
fn account(
    bytes: &[u8],
    hints: &Hints,
) -> Vec<(EncodingSource, String, Option<Range<usize>>, CandidateVerdict)> {
    let sniffed = super::sniff(bytes, true, hints);
    let row = |candidate: &EncodingCandidate| {
        (candidate.source(), candidate.label().to_owned(), candidate.range(), candidate.verdict())
    };
    sniffed.candidates.iter().map(row).collect()
}

#[test]
fn everything_that_names_an_encoding_is_a_candidate() {
    use CandidateVerdict::*;
    use EncodingSource::*;

    let row = |source, label: &str, range, verdict| (source, label.to_owned(), range, verdict);
    let hints = Hints::new()
        .content_type("text/html; charset=\" LATIN1 \"")
        .link_charset("\tUTF8")
        .expect("a label")
        .containing_document(UTF_16LE)
        .previous_visit(BIG5)
        .locale("ja_JP")
        .default_encoding(WINDOWS_1252);
    let bytes = b"<?xml encoding='cp1252'?><meta charset=utf-7><meta charset=utf-16>";
    assert_eq!(
        account(bytes, &hints),
        [
            row(Transport, "LATIN1", None, Chosen),
            row(Meta, "utf-7", Some(39..44), Unsupported { name: "UTF-7" }),
            row(Meta, "utf-16", Some(59..65), Overruled),
            row(XmlDeclaration, "cp1252", Some(16..22), SameAsChosen),
            row(Link, "UTF8", None, Overruled),
            row(ContainingDocument, "UTF-16LE", None, Ignored),
            row(PreviousVisit, "Big5", None, Overruled),
            row(Locale, "ja_JP", None, Overruled),
            row(Default, "windows-1252", None, SameAsChosen),
        ]
    );
    assert_eq!(account(b"<p>", &Hints::new()), [row(Default, "windows-1252", None, Chosen)]);
    assert_eq!(
        account(b"\xFF\xFE\0\0", &Hints::new()),
        [
            row(ByteOrderMark, "UTF-32LE", Some(0..4), Unsupported { name: "UTF-32LE" }),
            row(ByteOrderMark, "UTF-16LE", Some(0..2), Chosen),
        ]
    );
    assert_eq!(
        account(b"+/v8-", &Hints::new())[0],
        row(ByteOrderMark, "UTF-7", Some(0..4), Unsupported { name: "UTF-7" })
    );
    let text_xml = Hints::new().content_type("text/xml").xml_rules(XmlRules::Rfc3023);
    assert_eq!(
        account(b"<?xml encoding='gbk'?><meta charset=klingon>", &text_xml),
        [
            row(XmlDeclaration, "gbk", Some(16..19), Ignored),
            row(Meta, "klingon", Some(36..43), UnknownLabel),
            row(XmlMediaType, "us-ascii", None, Chosen),
        ]
    );
}

#[test]
fn a_meta_element_met_while_parsing_joins_the_candidates() {
    use CandidateVerdict::*;
    use EncodingSource::{LateMeta, Locale};

    let hints = Hints::new().locale("zh-TW").default_encoding(GBK);
    let rows = [
        (
            "another",
            "gb2312",
            EncodingChange::Restart(GBK),
            LateMeta,
            [Overruled, SameAsChosen, Chosen],
        ),
        ("the same", "big5", EncodingChange::Keep, Locale, [Chosen, Overruled, SameAsChosen]),
        (
            "UTF-16 means UTF-8",
            "utf-16",
            EncodingChange::Restart(UTF_8),
            LateMeta,
            [Overruled, Overruled, Chosen],
        ),
    ];
    for (rule, label, change, source, verdicts) in rows {
        let mut sniffed = super::sniff(b"<p>", true, &hints);
        assert_eq!(sniffed.meet_meta(label.as_bytes(), Some(2000..2006)), change, "{rule}");
        assert_eq!(sniffed.detected.source, source, "{rule}");
        assert_eq!(sniffed.detected.confidence, Confidence::Certain, "{rule}");
        assert!(
            !matches!(change, EncodingChange::Restart(to) if to != sniffed.detected.encoding),
            "{rule}"
        );
        let found: Vec<_> = sniffed.candidates.iter().map(EncodingCandidate::verdict).collect();
        assert_eq!(found, verdicts, "{rule}");
        assert_eq!(sniffed.candidates[2].range(), Some(2000..2006), "{rule}");
    }

    let mut sniffed = super::sniff(b"<\0?\0x\0", true, &Hints::new());
    assert_eq!(sniffed.meet_meta(b"gbk", None), EncodingChange::Keep);
    let verdicts: Vec<_> =
        sniffed.candidates.iter().map(|found| (found.source(), found.verdict())).collect();
    assert_eq!(verdicts, [(EncodingSource::XmlDeclaration, Chosen), (LateMeta, Ignored)]);
}

#[test]
fn the_whole_input_is_wanted_where_it_matters() {
    let local = Hints::new().local_file(true);
    let rows: &[(&str, &[u8], &Hints, bool)] = &[
        ("no hint wants it", b"<p>", &Hints::new(), false),
        ("a local file that declares nothing", b"<p>", &local, true),
        ("a local file that declares something", b"<meta charset=gbk>", &local, false),
        ("distrust", b"<meta charset=gbk>", &Hints::new().distrust(true), true),
        ("detection", b"<p>", &Hints::new().detect(true), cfg!(feature = "detect")),
    ];
    for (rule, bytes, hints, expected) in rows {
        assert_eq!(super::sniff(bytes, false, hints).wants_whole_input, *expected, "{rule}");
        assert!(!super::sniff(bytes, true, hints).wants_whole_input, "{rule}");
    }
}

#[test]
fn a_meta_element_that_changes_nothing_is_remembered() {
    use CandidateVerdict::*;

    let certain = Hints::new().transport_encoding(GBK);
    let tentative = Hints::new();
    let rows: &[(&str, &Hints, &[u8], CandidateVerdict)] = &[
        ("the encoding is certain", &certain, b"big5", Overruled),
        ("the encoding is certain, and the same", &certain, b"gbk", SameAsChosen),
        ("an unknown label", &tentative, b"klingon", UnknownLabel),
        ("an unsupported one", &tentative, b" utf-7", Unsupported { name: "UTF-7" }),
    ];
    for (rule, hints, label, verdict) in rows {
        let mut sniffed = super::sniff(b"<p>", true, hints);
        let before = sniffed.detected;
        assert_eq!(sniffed.meet_meta(label, None), EncodingChange::Keep, "{rule}");
        assert_eq!(sniffed.detected, before, "{rule}");
        assert_eq!(sniffed.candidates[1].verdict(), *verdict, "{rule}");
    }

    let mut sniffed = super::sniff(b"<p>", true, &tentative);
    for _ in 0..100 {
        sniffed.meet_meta(b"klingon", None);
    }
    assert_eq!(sniffed.meet_meta(b"gbk", None), EncodingChange::Restart(GBK));
    assert_eq!(sniffed.candidates.len(), 1 + MOST_LATE_META + 1);
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

#[test]
fn the_first_bytes_are_enough() {
    let mut bytes = b"<?xml encoding='gbk'?><meta charset=klingon>".to_vec();
    bytes.resize(5000, b' ');
    bytes.extend_from_slice(b"<meta charset=big5>\xFF");
    for prescan_bytes in [0, 1, 30, 1024, 5010, 9000] {
        for start in [&b""[..], b"\xEF\xBB\xBF", b"\xFF\xFE\0\0"] {
            let bytes = [start, &bytes].concat();
            let hints = Hints::new().prescan_bytes(prescan_bytes);
            let whole = super::sniff(&bytes, true, &hints);
            for end in [hints.awaited_bytes(), hints.awaited_bytes() + 1, 4500, 5500] {
                if end >= hints.awaited_bytes() && end <= bytes.len() {
                    assert_eq!(
                        super::sniff(&bytes[..end], false, &hints),
                        whole,
                        "{prescan_bytes}, {end}"
                    );
                }
            }
        }
    }
}
