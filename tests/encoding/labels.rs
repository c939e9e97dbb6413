//! Every label of the Encoding Standard through every way of declaring it.

use consomme::encoding::{self, CandidateVerdict, EncodingSource};
use consomme::{Hints, parse_document};

/// The names of all encodings, each with all of its labels.
///
/// The table itself is `encoding_rs`'s. This tests that every label, also with unusual characters
/// (`_`, `:`), passes through our own readers of declarations.
///
/// <https://encoding.spec.whatwg.org/#names-and-labels>
const LABELS: &str = "
Big5: big5 big5-hkscs cn-big5 csbig5 x-x-big5
EUC-JP: cseucpkdfmtjapanese euc-jp x-euc-jp
EUC-KR: cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601
    ksc_5601 windows-949
gb18030: gb18030
GBK: chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk
IBM866: 866 cp866 csibm866 ibm866
ISO-2022-JP: csiso2022jp iso-2022-jp
ISO-8859-10: csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6
ISO-8859-13: iso-8859-13 iso8859-13 iso885913
ISO-8859-14: iso-8859-14 iso8859-14 iso885914
ISO-8859-15: csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9
ISO-8859-16: iso-8859-16
ISO-8859-2: csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2
    latin2
ISO-8859-3: csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3
    latin3
ISO-8859-4: csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4
    latin4
ISO-8859-5: csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5
    iso_8859-5:1988
ISO-8859-6: arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6
    iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
ISO-8859-7: csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7
    iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek
ISO-8859-8: csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8
    iso88598 iso_8859-8 iso_8859-8:1988 visual
ISO-8859-8-I: csiso88598i iso-8859-8-i logical
KOI8-R: cskoi8r koi koi8 koi8-r koi8_r
KOI8-U: koi8-ru koi8-u
macintosh: csmacintosh mac macintosh x-mac-roman
replacement: csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement
Shift_JIS: csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis
UTF-16BE: unicodefffe utf-16be
UTF-16LE: csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le
UTF-8: unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8
windows-1250: cp1250 windows-1250 x-cp1250
windows-1251: cp1251 windows-1251 x-cp1251
windows-1252: ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100
    iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252
windows-1253: cp1253 windows-1253 x-cp1253
windows-1254: cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9
    iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254
windows-1255: cp1255 windows-1255 x-cp1255
windows-1256: cp1256 windows-1256 x-cp1256
windows-1257: cp1257 windows-1257 x-cp1257
windows-1258: cp1258 windows-1258 x-cp1258
windows-874: dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874
x-mac-cyrillic: x-mac-cyrillic x-mac-ukrainian
x-user-defined: x-user-defined
";

/// The rows of [`LABELS`]: a name, and its labels.
fn labels() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut rows: Vec<(&str, Vec<&str>)> = Vec::new();
    for word in LABELS.split_ascii_whitespace() {
        match (word.strip_suffix(':'), rows.last_mut()) {
            (Some(name), _) => rows.push((name, Vec::new())),
            (None, Some((_, labels))) => labels.push(word),
            (None, None) => unreachable!("the table starts with a name"),
        }
    }
    rows
}

/// Returns the encoding that is meant when a `meta` element declares this one.
fn meant_by_meta(name: &str) -> &str {
    match name {
        "UTF-16BE" | "UTF-16LE" => "UTF-8",
        "x-user-defined" => "windows-1252",
        other => other,
    }
}

/// Returns the encoding that is meant when an XML declaration in ASCII declares this one.
fn meant_by_xml(name: &str) -> &str {
    match name {
        "UTF-16BE" | "UTF-16LE" => "UTF-8",
        other => other,
    }
}

/// A document, its hints, and the encoding and source that they result in.
struct Case {
    way: &'static str,
    document: String,
    hints: Hints,
    encoding: String,
    source: EncodingSource,
}

/// Returns all ways to declare an encoding by a label.
fn cases(name: &str, label: &str) -> Vec<Case> {
    let case = |way, document: String, hints, encoding: &str, source| Case {
        way,
        document,
        hints,
        encoding: encoding.to_owned(),
        source,
    };
    let late = |meta: String| format!("<!--{}-->{meta}", "x".repeat(1024));
    let content_type = |value: String| Hints::new().content_type(&value);
    let no_hints = Hints::new;
    let by_meta = meant_by_meta(name);
    let by_xml = meant_by_xml(name);
    vec![
        case(
            "Content-Type",
            String::new(),
            content_type(format!("text/html; charset={label}")),
            name,
            EncodingSource::Transport,
        ),
        case(
            "Content-Type, quoted",
            String::new(),
            content_type(format!("text/html;a=b; Charset=\"{label}\"; c")),
            name,
            EncodingSource::Transport,
        ),
        case(
            "Content-Type of XML",
            String::new(),
            content_type(format!("application/xhtml+xml;charset={label}")),
            name,
            EncodingSource::Transport,
        ),
        case(
            "meta charset",
            format!("<meta charset={label}>"),
            no_hints(),
            by_meta,
            EncodingSource::Meta,
        ),
        case(
            "meta charset, quoted",
            format!("<META CHARSET=\" {label}\t\">"),
            no_hints(),
            by_meta,
            EncodingSource::Meta,
        ),
        case(
            "meta http-equiv",
            format!("<meta http-equiv=Content-Type content=\"text/html; charset={label}\">"),
            no_hints(),
            by_meta,
            EncodingSource::Meta,
        ),
        case(
            "meta http-equiv, quoted",
            format!("<meta content=\"text/html; charset = '{label}'\" http-equiv=content-type>"),
            no_hints(),
            by_meta,
            EncodingSource::Meta,
        ),
        case(
            "late meta charset",
            late(format!("<meta charset={label}>")),
            no_hints(),
            by_meta,
            EncodingSource::LateMeta,
        ),
        case(
            "late meta http-equiv",
            late(format!("<meta http-equiv=content-type content='charset={label}'>")),
            no_hints(),
            by_meta,
            EncodingSource::LateMeta,
        ),
        case(
            "XML declaration",
            format!("<?xml version=\"1.0\" encoding=\"{label}\"?>"),
            no_hints(),
            by_xml,
            EncodingSource::XmlDeclaration,
        ),
        case(
            "XML declaration in XML",
            format!("<?xml version='1.0' encoding='{label}'?>"),
            content_type("text/xml".to_owned()),
            by_xml,
            EncodingSource::XmlDeclaration,
        ),
        case("link", String::new(), Hints::new().link_charset(label), name, EncodingSource::Link),
    ]
}

#[test]
fn the_table_has_every_encoding_and_label_of_the_standard() {
    assert_eq!(labels().len(), 40);
    assert_eq!(labels().iter().map(|(_, labels)| labels.len()).sum::<usize>(), 228);
}

#[test]
fn every_label_names_its_encoding_in_any_case_and_with_whitespace() {
    for (name, labels) in labels() {
        for label in labels {
            for written in [label.to_owned(), label.to_uppercase(), format!("\t\n\x0C\r {label} ")]
            {
                assert_eq!(
                    encoding::for_label(&written).map(|found| found.name()),
                    Ok(name),
                    "{written:?}"
                );
            }
        }
    }
}

#[test]
fn every_label_counts_wherever_it_is_declared() {
    for (name, labels) in labels() {
        for label in labels {
            for written in [label.to_owned(), label.to_uppercase()] {
                for case in cases(name, &written) {
                    let document = parse_document(case.document.as_bytes(), &case.hints);
                    let found = document.encoding().map(|encoding| encoding.name());
                    assert_eq!(found, Some(case.encoding.as_str()), "{written}, {}", case.way);
                    let kept =
                        case.source == EncodingSource::LateMeta && case.encoding == "windows-1252";
                    let source = if kept { EncodingSource::Default } else { case.source };
                    assert_eq!(document.encoding_source(), Some(source), "{written}, {}", case.way);
                }
            }
        }
    }
}

#[test]
fn the_report_has_every_label_as_it_is_written() {
    for (name, labels) in labels() {
        for label in labels {
            let written = label.to_uppercase();
            for case in cases(name, &written) {
                if case.source == EncodingSource::LateMeta {
                    continue;
                }
                let report = encoding::report(case.document.as_bytes(), &case.hints);
                let chosen = report
                    .candidates()
                    .iter()
                    .find(|found| found.verdict() == CandidateVerdict::Chosen);
                let chosen = chosen.expect("one is chosen");
                assert_eq!(chosen.label(), written, "{}", case.way);
                assert_eq!(chosen.source(), case.source, "{written}, {}", case.way);
                assert_eq!(
                    chosen.declared_encoding().map(|found| found.name()),
                    Some(name),
                    "{written}, {}",
                    case.way
                );
                assert_eq!(
                    chosen.encoding().map(|found| found.name()),
                    Some(case.encoding.as_str()),
                    "{written}"
                );
                if let Some(range) = chosen.range() {
                    assert_eq!(&case.document[range], written, "{}", case.way);
                } else {
                    assert!(case.document.is_empty(), "{written}, {}", case.way);
                }
            }
        }
    }
}

#[test]
fn an_unknown_label_is_ignored_in_documents_and_an_error_in_hints() {
    for label in [
        "",
        "klingon",
        "utf 8",
        "utf-7",
        "UTF-32",
        "cesu-8",
        "SCSU",
        "BOCU-1",
        "IBM037",
        "utf-8\u{A0}",
    ] {
        assert!(encoding::for_label(label).is_err(), "{label:?}");
        let report = encoding::report(b"", &Hints::new().link_charset(label));
        assert_ne!(report.source(), EncodingSource::Link, "{label:?}");
        for document in [
            format!("<meta charset='{label}'>"),
            format!("<meta http-equiv=content-type content='charset=\"{label}\"'>"),
            format!("<?xml encoding='{label}'?>"),
            format!("<!--{}--><meta charset='{label}'>", "x".repeat(1024)),
        ] {
            let hints = Hints::new().content_type(&format!("text/html; charset=\"{label}\""));
            let parsed = parse_document(document.as_bytes(), &hints);
            assert_eq!(
                parsed.encoding_source(),
                Some(EncodingSource::Default),
                "{label:?}: {document}"
            );
        }
    }
}
