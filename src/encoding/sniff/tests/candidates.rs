//! The candidates and their verdicts.

use super::*;

#[test]
fn every_declaration_and_hint_is_a_candidate() {
    use CandidateVerdict::*;
    use EncodingSource::*;

    let row = |source, label: &str, range, verdict| (source, label.to_owned(), range, verdict);
    let hints = Hints::new()
        .content_type("text/html; charset=\" LATIN1 \"")
        .link_charset("\tUTF8")
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

/// A charset in the place of a media type is the likely mistake; the report must show it.
#[test]
fn a_content_type_that_is_no_media_type_is_a_candidate_without_an_encoding() {
    use CandidateVerdict::{Chosen, NotAMediaType, Overruled};

    let malformed = ["utf-8", "charset=utf-8", "text", "text/html, text/html; charset=utf-8", "/"];
    for value in malformed {
        let mut sniffed = sniff_whole("é".as_bytes(), &Hints::new().content_type(value));
        let first = sniffed.candidates.remove(0);
        assert_eq!((first.source(), first.label()), (EncodingSource::Transport, value));
        assert_eq!((first.verdict(), first.encoding()), (NotAMediaType, None), "{value}");
        assert_eq!(sniffed.detected.encoding, WINDOWS_1252, "{value}");
        assert_eq!(sniffed.detected.source, EncodingSource::Default, "{value}");
    }
    for value in ["", " ", "text/html", "a/b;charset", " text/html; charset=gbk"] {
        let sniffed = sniff_whole(b"<p>", &Hints::new().content_type(value));
        assert!(sniffed.candidates.iter().all(|found| found.verdict() != NotAMediaType), "{value}");
    }
    // The last value counts, and another hint is not in its way.
    let hints = Hints::new().content_type("gbk").content_type("text/html; charset=gbk");
    assert_eq!(sniff_whole(b"<p>", &hints).candidates[0].verdict(), Chosen);
    let hints = Hints::new().content_type("gbk").charset("big5").link_charset("utf-8");
    let found = sniff_whole(b"<p>", &hints).candidates;
    let verdicts: Vec<_> = found.iter().map(EncodingCandidate::verdict).collect();
    assert_eq!(verdicts, [NotAMediaType, Chosen, Overruled]);
}

#[test]
fn the_charset_of_the_transport_layer_is_a_label() {
    use CandidateVerdict::{Chosen, UnknownLabel, Unsupported};

    let rows = [
        ("utf-8", Some("UTF-8"), Chosen),
        (" Latin1 ", Some("windows-1252"), Chosen),
        ("utf8x", None, UnknownLabel),
        ("utf-7", None, Unsupported { name: "UTF-7" }),
    ];
    for (label, encoding, verdict) in rows {
        let sniffed = sniff_whole(b"<meta charset=gbk>", &Hints::new().charset(label));
        let first = &sniffed.candidates[0];
        assert_eq!((first.source(), first.label()), (EncodingSource::Transport, label.trim()));
        assert_eq!((first.encoding().map(Encoding::name), first.verdict()), (encoding, verdict));
        // A label that names nothing leaves the decision to the document.
        assert_eq!(sniffed.detected.encoding.name(), encoding.unwrap_or("GBK"), "{label}");
    }
}

#[test]
fn a_late_meta_element_is_a_candidate() {
    use CandidateVerdict::*;
    use EncodingSource::{LateMeta, Locale};

    let hints = Hints::new().locale("zh-TW").default_encoding(GBK);
    let rows = [
        ("another", "gb2312", Some(GBK), LateMeta, [Overruled, SameAsChosen, Chosen]),
        ("the same", "big5", None, Locale, [Chosen, Overruled, SameAsChosen]),
        ("UTF-16 means UTF-8", "utf-16", Some(UTF_8), LateMeta, [Overruled, Overruled, Chosen]),
    ];
    for (rule, label, change, source, verdicts) in rows {
        let mut sniffed = sniff_whole(b"<p>", &hints);
        assert_eq!(
            sniffed.late_meta(label.as_bytes(), Some(2000..2006), b"", &Hints::new()),
            change,
            "{rule}"
        );
        assert_eq!(sniffed.detected.source, source, "{rule}");
        assert_eq!(sniffed.detected.confidence, Confidence::Certain, "{rule}");
        assert!(!matches!(change, Some(to) if to != sniffed.detected.encoding), "{rule}");
        let found: Vec<_> = sniffed.candidates.iter().map(EncodingCandidate::verdict).collect();
        assert_eq!(found, verdicts, "{rule}");
        assert_eq!(sniffed.candidates[2].range(), Some(2000..2006), "{rule}");
    }

    let mut sniffed = sniff_whole(b"<\0?\0x\0", &Hints::new());
    assert_eq!(sniffed.late_meta(b"gbk", None, b"", &Hints::new()), None);
    let verdicts: Vec<_> =
        sniffed.candidates.iter().map(|found| (found.source(), found.verdict())).collect();
    assert_eq!(verdicts, [(EncodingSource::XmlDeclaration, Chosen), (LateMeta, Ignored)]);
}

#[test]
fn an_ignored_late_meta_element_makes_the_encoding_in_use_certain() {
    use CandidateVerdict::*;

    let hints = Hints::new().ignore_late_meta(true);
    for (label, verdict) in
        [(&b"gbk"[..], Ignored), (b"windows-1252", SameAsChosen), (b"klingon", UnknownLabel)]
    {
        let mut sniffed = sniff_whole(b"<p>", &hints);
        assert!(!sniffed.can_change() && !sniffed.is_changed_by(GBK));
        assert_eq!(sniffed.late_meta(label, None, b"", &hints), None);
        assert_eq!(sniffed.detected.encoding, WINDOWS_1252);
        assert_eq!(sniffed.detected.confidence == Confidence::Certain, verdict != UnknownLabel);
        assert_eq!(sniffed.candidates[1].verdict(), verdict);
    }
}

#[test]
fn a_late_meta_element_that_changes_nothing_is_a_candidate_too() {
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
        let mut sniffed = sniff_whole(b"<p>", hints);
        let before = sniffed.detected;
        assert_eq!(sniffed.late_meta(label, None, b"", &Hints::new()), None, "{rule}");
        assert_eq!(sniffed.detected, before, "{rule}");
        assert_eq!(sniffed.candidates[1].verdict(), *verdict, "{rule}");
    }

    let mut sniffed = sniff_whole(b"<p>", &tentative);
    for _ in 0..100 {
        sniffed.late_meta(b"klingon", None, b"", &Hints::new());
    }
    assert_eq!(sniffed.late_meta(b"gbk", None, b"", &Hints::new()), Some(GBK));
    assert_eq!(sniffed.candidates.len(), 1 + MAX_LATE_META + 1);
}
