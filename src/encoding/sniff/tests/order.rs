//! The order of the sources in HTML.

use EncodingSource::*;

use super::*;

/// A rule, a document, hints, and the encoding, source and confidence that they result in.
type Row = (&'static str, &'static [u8], fn() -> Hints, (&'static str, EncodingSource, Confidence));

const CERTAIN: Confidence = Confidence::Certain;
const TENTATIVE: Confidence = Confidence::Tentative;

fn check(rows: &[Row]) {
    for (rule, bytes, hints, expected) in rows {
        let DetectedEncoding { encoding, source, confidence } = sniff(bytes, &hints());
        assert_eq!((encoding.name(), source, confidence), *expected, "{rule}");
    }
}

fn all_hints() -> Hints {
    Hints::new().user_override(EUC_JP).transport_encoding(EUC_KR).default_encoding(BIG5)
}

fn transport() -> Hints {
    html("euc-kr").default_encoding(BIG5)
}

fn unknown_transport() -> Hints {
    html("klingon")
}

fn replacement_transport() -> Hints {
    html("iso-2022-kr")
}

fn big5_by_default() -> Hints {
    Hints::new().default_encoding(BIG5)
}

/// Returns the hint of a `Content-Type` with a `charset` parameter.
fn html(charset: &str) -> Hints {
    Hints::new().content_type(&format!("text/html; charset={charset}"))
}

/// Adds the charset of a link.
fn link(hints: Hints) -> Hints {
    hints.link_charset("koi8-r")
}

/// One row or more for each step of the algorithm.
const STEPS: &[Row] = &[
    (
        "1: the byte order mark of UTF-8",
        b"\xEF\xBB\xBF<p>",
        Hints::new,
        ("UTF-8", ByteOrderMark, CERTAIN),
    ),
    (
        "1: the byte order mark of UTF-16BE",
        b"\xFE\xFF\0<",
        Hints::new,
        ("UTF-16BE", ByteOrderMark, CERTAIN),
    ),
    (
        "1: the byte order mark of UTF-16LE",
        b"\xFF\xFE<\0",
        Hints::new,
        ("UTF-16LE", ByteOrderMark, CERTAIN),
    ),
    ("1: only a byte order mark", b"\xEF\xBB\xBF", Hints::new, ("UTF-8", ByteOrderMark, CERTAIN)),
    (
        "1: an incomplete byte order mark is none",
        b"\xEF\xBB",
        Hints::new,
        ("windows-1252", Default, TENTATIVE),
    ),
    (
        "1: a byte order mark before every hint",
        b"\xEF\xBB\xBF",
        all_hints,
        ("UTF-8", ByteOrderMark, CERTAIN),
    ),
    (
        "1: a byte order mark before meta",
        b"\xEF\xBB\xBF<meta charset=gbk>",
        Hints::new,
        ("UTF-8", ByteOrderMark, CERTAIN),
    ),
    (
        "2: user before transport and meta",
        b"<meta charset=gbk>",
        all_hints,
        ("EUC-JP", UserOverride, CERTAIN),
    ),
    ("4: transport before meta", b"<meta charset=gbk>", transport, ("EUC-KR", Transport, CERTAIN)),
    (
        "4: replacement is supported",
        b"<meta charset=gbk>",
        replacement_transport,
        ("replacement", Transport, CERTAIN),
    ),
    (
        "4: an unknown label is skipped",
        b"<meta charset=gbk>",
        unknown_transport,
        ("GBK", Meta, TENTATIVE),
    ),
    (
        "5: meta before the default",
        b"<meta charset=gbk>",
        big5_by_default,
        ("GBK", Meta, TENTATIVE),
    ),
    (
        "5: UTF-16 in meta is UTF-8",
        b"<meta charset=utf-16>",
        Hints::new,
        ("UTF-8", Meta, TENTATIVE),
    ),
    (
        "5: x-user-defined in meta",
        b"<meta charset=x-user-defined>",
        big5_by_default,
        ("windows-1252", Meta, TENTATIVE),
    ),
    (
        "5: an XML declaration",
        b"<?xml encoding='gbk'?>",
        Hints::new,
        ("GBK", XmlDeclaration, TENTATIVE),
    ),
    (
        "5: a UTF-16 XML declaration",
        b"<\0?\0x\0",
        Hints::new,
        ("UTF-16LE", XmlDeclaration, TENTATIVE),
    ),
    (
        "5: meta before an XML declaration",
        b"<?xml encoding='gbk'?><meta charset=big5>",
        Hints::new,
        ("Big5", Meta, TENTATIVE),
    ),
    ("9: the caller's default", b"<p>", big5_by_default, ("Big5", Default, TENTATIVE)),
    ("9: the crate's default", b"<p>", Hints::new, ("windows-1252", Default, TENTATIVE)),
    ("9: no bytes at all", b"", Hints::new, ("windows-1252", Default, TENTATIVE)),
];

/// One row for each rule of the texts on the order of the sources: that of 2011, the Living
/// Standard, and HTML 4, section 5.2.2.
const TEXTS: &[Row] = &[
    // The 2011 text.
    (
        "2011, step 1: the user's override, certain",
        b"<meta charset=big5>",
        || html("euc-kr").user_override(GBK),
        ("GBK", UserOverride, CERTAIN),
    ),
    (
        "2011, step 2: the transport layer, certain",
        b"<meta charset=big5>",
        || html("euc-kr"),
        ("EUC-KR", Transport, CERTAIN),
    ),
    (
        "2011, step 2: if it is supported",
        b"<meta charset=big5>",
        || html("cesu-8"),
        ("Big5", Meta, TENTATIVE),
    ),
    (
        "2011, step 4: byte order marks, certain; since then they come first",
        b"\xFE\xFF\0a",
        || html("euc-kr").user_override(GBK),
        ("UTF-16BE", ByteOrderMark, CERTAIN),
    ),
    (
        "2011, step 5: a declaration in the document, tentative",
        b"<meta charset=big5>",
        Hints::new,
        ("Big5", Meta, TENTATIVE),
    ),
    (
        "2011, step 6: a previous visit, tentative",
        b"<p>",
        || Hints::new().previous_visit(GBK),
        ("GBK", PreviousVisit, TENTATIVE),
    ),
    (
        "2011, step 6: it comes after a declaration in the document",
        b"<meta charset=big5>",
        || Hints::new().previous_visit(GBK),
        ("Big5", Meta, TENTATIVE),
    ),
    (
        "2011, step 7: well-formed UTF-8 is detected",
        b"caf\xC3\xA9",
        || Hints::new().local_file(true),
        ("UTF-8", Detection, TENTATIVE),
    ),
    (
        "2011, step 7: malformed UTF-8 is not",
        b"caf\xE9",
        || Hints::new().local_file(true),
        ("windows-1252", Default, TENTATIVE),
    ),
    (
        "2011, step 8: a default that the user specifies",
        b"<p>",
        || Hints::new().default_encoding(UTF_8),
        ("UTF-8", Default, TENTATIVE),
    ),
    (
        "2011, step 8: by the locale",
        b"<p>",
        || Hints::new().locale("ru"),
        ("windows-1251", Locale, TENTATIVE),
    ),
    (
        "2011, step 8: neither ISO-8859-1 nor US-ASCII is assumed, but windows-1252",
        b"<p>",
        || Hints::new().content_type("text/html"),
        ("windows-1252", Default, TENTATIVE),
    ),
    (
        "2011, encodings: ISO-8859-1 is overridden by windows-1252",
        b"<meta charset=iso-8859-1>",
        Hints::new,
        ("windows-1252", Meta, TENTATIVE),
    ),
    (
        "2011, encodings: whitespace and case of a name do not matter",
        b"<meta charset=' Ks_C_5601-1987 '>",
        Hints::new,
        ("EUC-KR", Meta, TENTATIVE),
    ),
    (
        "2011, encodings: UTF-16 without a mark is little-endian",
        b"a\0",
        || html("utf-16"),
        ("UTF-16LE", Transport, CERTAIN),
    ),
    // The Living Standard.
    (
        "living, step 1: a byte order mark before everything",
        b"\xEF\xBB\xBF<meta charset=big5>",
        || link(html("euc-kr").user_override(GBK)),
        ("UTF-8", ByteOrderMark, CERTAIN),
    ),
    (
        "living, step 5: meta before the XML declaration",
        b"<?xml encoding='gbk'?><meta charset=big5>",
        Hints::new,
        ("Big5", Meta, TENTATIVE),
    ),
    (
        "living, step 5: the XML declaration counts in HTML",
        b"<?xml encoding='gbk'?>",
        || html("klingon"),
        ("GBK", XmlDeclaration, TENTATIVE),
    ),
    (
        "living, step 5: the prescan may be off",
        b"<meta charset=big5>",
        || Hints::new().prescan_bytes(0),
        ("windows-1252", Default, TENTATIVE),
    ),
    (
        "living, step 5: the prescan may search fewer bytes",
        b"<meta charset=big5>",
        || Hints::new().prescan_bytes(18),
        ("windows-1252", Default, TENTATIVE),
    ),
    (
        "living, step 6: the container document, tentative",
        b"<p>",
        || Hints::new().containing_document(GBK).previous_visit(BIG5),
        ("GBK", ContainingDocument, TENTATIVE),
    ),
    (
        "living, step 6: after a declaration in the document",
        b"<meta charset=big5>",
        || Hints::new().containing_document(GBK),
        ("Big5", Meta, TENTATIVE),
    ),
    (
        "living, step 6: not if it is in UTF-16",
        b"<p>",
        || Hints::new().containing_document(UTF_16LE).previous_visit(BIG5),
        ("Big5", PreviousVisit, TENTATIVE),
    ),
    (
        "living, step 7: before detection",
        b"caf\xC3\xA9",
        || Hints::new().previous_visit(BIG5).local_file(true),
        ("Big5", PreviousVisit, TENTATIVE),
    ),
    (
        "living, step 8: before the locale",
        b"caf\xC3\xA9",
        || Hints::new().local_file(true).locale("ja"),
        ("UTF-8", Detection, TENTATIVE),
    ),
    (
        "living, step 9: the locale before the default",
        b"<p>",
        || Hints::new().locale("zh-Hant").default_encoding(UTF_8),
        ("Big5", Locale, TENTATIVE),
    ),
    (
        "living, step 9: the default for all other locales",
        b"<p>",
        || Hints::new().locale("en").default_encoding(UTF_8),
        ("UTF-8", Default, TENTATIVE),
    ),
    (
        "living, step 9: all other locales",
        b"<p>",
        || Hints::new().locale("tlh"),
        ("windows-1252", Locale, TENTATIVE),
    ),
    // HTML 4, section 5.2.2.
    (
        "HTML 4: 1, the charset parameter of Content-Type",
        b"<META http-equiv=Content-Type content='text/html; charset=EUC-JP'>",
        || link(html("euc-kr")),
        ("EUC-KR", Transport, CERTAIN),
    ),
    (
        "HTML 4: 2, a META declaration",
        b"<META http-equiv=\"Content-Type\" content=\"text/html; charset=EUC-JP\">",
        || link(Hints::new()),
        ("EUC-JP", Meta, TENTATIVE),
    ),
    (
        "HTML 4: 3, the charset of the link",
        b"<p>",
        || link(Hints::new()),
        ("KOI8-R", Link, TENTATIVE),
    ),
    (
        "HTML 4: an XML declaration is in the document, so before the link",
        b"<?xml encoding='gbk'?>",
        || link(Hints::new()),
        ("GBK", XmlDeclaration, TENTATIVE),
    ),
    (
        "HTML 4: heuristics and the user's settings come after these",
        b"caf\xC3\xA9",
        || {
            link(
                Hints::new()
                    .local_file(true)
                    .locale("ja")
                    .previous_visit(BIG5)
                    .containing_document(GBK),
            )
        },
        ("KOI8-R", Link, TENTATIVE),
    ),
    (
        "HTML 4: no default is assumed when charset is missing",
        b"<meta charset=big5>",
        || Hints::new().content_type("text/html"),
        ("Big5", Meta, TENTATIVE),
    ),
    (
        "HTML 4: META is for supersets of ASCII",
        b"<\0m\0e\0t\0a\0",
        || link(Hints::new()),
        ("KOI8-R", Link, TENTATIVE),
    ),
    (
        "HTML 4: FEFF at the start means UTF-16 in network order",
        b"\xFE\xFF\0<",
        || html("utf-16"),
        ("UTF-16BE", ByteOrderMark, CERTAIN),
    ),
    (
        "HTML 4: FFFE there means that the bytes are swapped",
        b"\xFF\xFE<\0",
        || html("utf-16"),
        ("UTF-16LE", ByteOrderMark, CERTAIN),
    ),
    (
        "HTML 4: UTF-1 should not be used",
        b"<meta charset=ISO-10646-UTF-1>",
        Hints::new,
        ("windows-1252", Default, TENTATIVE),
    ),
];

#[test]
fn the_sources_are_asked_in_the_order_of_the_steps() {
    check(STEPS);
}

#[test]
fn the_order_follows_the_standard_and_html_4() {
    check(TEXTS);
}

#[test]
fn encodings_in_hints_do_not_mean_others() {
    let hints = Hints::new().user_override(X_USER_DEFINED);
    let detected = sniff(b"", &hints);
    assert_eq!(detected, certain(X_USER_DEFINED, EncodingSource::UserOverride));

    let hints = Hints::new().content_type("text/html; charset=utf-16be");
    let detected = sniff(b"", &hints);
    assert_eq!(detected, certain(UTF_16BE, EncodingSource::Transport));
}

#[test]
fn a_meta_must_end_within_the_first_1024_bytes() {
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

#[test]
fn the_whole_input_is_wanted_if_the_decision_depends_on_it() {
    let local = Hints::new().local_file(true);
    let rows: &[(&str, &[u8], &Hints, bool)] = &[
        ("no hint wants it", b"<p>", &Hints::new(), false),
        ("a local file that declares nothing", b"<p>", &local, true),
        ("a local file that declares something", b"<meta charset=gbk>", &local, false),
        ("distrust", b"<meta charset=gbk>", &Hints::new().distrust(true), true),
        #[cfg(feature = "detect")]
        ("detection", b"<p>", &Hints::new().detect(true), true),
    ];
    for (rule, bytes, hints, expected) in rows {
        assert_eq!(sniff_start(bytes, hints).wants_whole_input, *expected, "{rule}");
        assert!(!sniff_whole(bytes, hints).wants_whole_input, "{rule}");
    }
}

#[test]
fn the_first_bytes_lead_to_the_same_decision_as_the_whole_input() {
    let mut bytes = b"<?xml encoding='gbk'?><meta charset=klingon>".to_vec();
    bytes.resize(5000, b' ');
    bytes.extend_from_slice(b"<meta charset=big5>\xFF");
    for prescan_bytes in [0, 1, 30, 1024, 5010, 9000] {
        for start in [&b""[..], b"\xEF\xBB\xBF", b"\xFF\xFE\0\0"] {
            let bytes = [start, &bytes].concat();
            let hints = Hints::new().prescan_bytes(prescan_bytes);
            let whole = sniff_whole(&bytes, &hints);
            for end in [hints.awaited_bytes(), hints.awaited_bytes() + 1, 4500, 5500] {
                if end >= hints.awaited_bytes() && end <= bytes.len() {
                    assert_eq!(sniff_start(&bytes[..end], &hints), whole, "{prescan_bytes}, {end}");
                }
            }
        }
    }
}
