use encoding_rs::{BIG5, Encoding, GBK, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::*;

/// Returns the result of the standard's algorithm.
fn prescan(bytes: &[u8]) -> Option<(&'static Encoding, EncodingSource)> {
    candidates(bytes).iter().find_map(|candidate| Some((candidate.encoding()?, candidate.source())))
}

fn candidates(bytes: &[u8]) -> Vec<EncodingCandidate> {
    let mut candidates = Vec::new();
    super::prescan(bytes, &mut candidates);
    candidates
}

#[test]
fn each_declaration_is_a_candidate_with_its_range() {
    type Labels<'a> = &'a [(&'a str, Range<usize>)];
    let rows: &[(&str, &[u8], Labels<'_>)] = &[
        ("charset", b"<meta charset=gbk>", &[("gbk", 14..17)]),
        ("charset in quotes", b"<meta charset=' GBK\n'>", &[("GBK", 16..19)]),
        (
            "pragma",
            b"<meta http-equiv=content-type content='a; charset=\"gbk\"'>",
            &[("gbk", 51..54)],
        ),
        (
            "an unknown label",
            b"<meta charset=x><meta charset=gbk>",
            &[("x", 14..15), ("gbk", 30..33)],
        ),
        (
            "an unknown label in a pragma",
            b"<meta content=charset=x http-equiv=content-type>",
            &[("x", 22..23)],
        ),
        ("no pragma", b"<meta content=charset=x>", &[]),
        ("an empty label", b"<meta charset>", &[("", 13..13)]),
        (
            "an XML declaration that a meta overrules",
            b"<?xml encoding='gbk'?><meta charset=big5>",
            &[("big5", 36..40), ("gbk", 16..19)],
        ),
        ("a declaration in UTF-16", b"<\0?\0x\0", &[("UTF-16LE", 0..6)]),
    ];
    for (rule, bytes, expected) in rows {
        let found = candidates(bytes);
        let found: Vec<_> =
            found.iter().map(|found| (found.label(), found.range().unwrap())).collect();
        assert_eq!(found, *expected, "{rule}");
    }
}

#[test]
fn the_number_of_unknown_labels_is_limited() {
    let bytes = b"<meta charset=x>".repeat(100);
    assert_eq!(candidates(&bytes).len(), MAX_UNKNOWN_LABELS);
}

type Row = (&'static str, &'static [u8], Option<&'static Encoding>);

fn check(rows: &[Row]) {
    for (rule, bytes, expected) in rows {
        let text = String::from_utf8_lossy(bytes);
        let found = prescan(bytes).map(|(encoding, _source)| encoding);
        assert_eq!(found, *expected, "{rule}: {text:?}");
    }
}

#[test]
fn step_2_utf_16_xml_declarations() {
    check(&[
        ("little-endian", b"<\0?\0x\0m\0", Some(UTF_16LE)),
        ("big-endian", b"\0<\0?\0x\0m", Some(UTF_16BE)),
        ("six bytes are enough, little-endian", b"<\0?\0x\0", Some(UTF_16LE)),
        ("six bytes are enough, big-endian", b"\0<\0?\0x", Some(UTF_16BE)),
        ("five bytes are not enough", b"<\0?\0x", None),
        ("case matters", b"<\0?\0X\0", None),
        ("not at the start", b" \0<\0?\0x\0", None),
        ("before any meta", b"<\0?\0x\0<meta charset=gbk>", Some(UTF_16LE)),
    ]);
}

#[test]
fn step_3_comments() {
    check(&[
        ("skipped", b"<!-- <meta charset=gbk> --><meta charset=big5>", Some(BIG5)),
        ("only --> ends one", b"<!-- > -> --!> <meta charset=gbk>", None),
        ("four hyphens end one", b"<!----><meta charset=gbk>", Some(GBK)),
        ("three hyphens end one", b"<!---><meta charset=gbk>", Some(GBK)),
        ("two hyphens end one", b"<!--><meta charset=gbk>", Some(GBK)),
        ("more hyphens before the end", b"<!-- ---><meta charset=gbk>", Some(GBK)),
        ("not inside a tag", b"<p <!-- ><meta charset=gbk>", Some(GBK)),
        ("one hyphen makes no comment", b"<!- > <meta charset=gbk> -->", Some(GBK)),
        ("unclosed", b"<!-- <meta charset=gbk>", None),
    ]);
}

#[test]
fn step_3_the_name_of_a_meta_tag() {
    check(&[
        ("HT after the name", b"<meta\tcharset=gbk>", Some(GBK)),
        ("LF after the name", b"<meta\ncharset=gbk>", Some(GBK)),
        ("FF after the name", b"<meta\x0Ccharset=gbk>", Some(GBK)),
        ("CR after the name", b"<meta\rcharset=gbk>", Some(GBK)),
        ("SP after the name", b"<meta charset=gbk>", Some(GBK)),
        ("/ after the name", b"<meta/charset=gbk>", Some(GBK)),
        ("VT after the name", b"<meta\x0Bcharset=gbk>", None),
        ("any case", b"<mEtA charset=gbk>", Some(GBK)),
        ("a longer name", b"<metadata charset=gbk>", None),
        ("a shorter name", b"<met charset=gbk>", None),
        ("an end tag", b"</meta charset=gbk>", None),
        ("no attributes", b"<meta><meta charset=gbk>", Some(GBK)),
        ("whitespace after <", b"< meta charset=gbk>", None),
        ("another < before", b"<<meta charset=gbk>", Some(GBK)),
        ("in the content of other elements", b"<script>'<meta charset=gbk>'</script>", Some(GBK)),
        ("after a meta that declares nothing", b"<meta name=a><meta charset=gbk>", Some(GBK)),
        ("the first declaration counts", b"<meta charset=gbk><meta charset=big5>", Some(GBK)),
    ]);
}

#[test]
fn step_3_the_attributes_of_a_meta_tag() {
    check(&[
        ("charset", b"<meta charset=gbk>", Some(GBK)),
        ("pragma", b"<meta http-equiv=content-type content='a;charset=gbk'>", Some(GBK)),
        (
            "pragma, content first",
            b"<meta content='charset=gbk' http-equiv=Content-Type>",
            Some(GBK),
        ),
        ("7: a second charset", b"<meta charset=gbk charset=big5>", Some(GBK)),
        ("7: a second charset in another case", b"<meta charset=gbk CHARSET=big5>", Some(GBK)),
        ("7: a second charset after a bad one", b"<meta charset=x charset=gbk>", None),
        (
            "7: a second content",
            b"<meta http-equiv=content-type content=x content='charset=gbk'>",
            None,
        ),
        (
            "7: a second http-equiv",
            b"<meta http-equiv=x http-equiv=content-type content='charset=gbk'>",
            None,
        ),
        (
            "9: names in any case",
            b"<META HTTP-EQUIV=CONTENT-TYPE CONTENT='CHARSET=GBK'>",
            Some(GBK),
        ),
        ("9: another pragma", b"<meta http-equiv=refresh content='charset=gbk'>", None),
        (
            "9: whitespace in the pragma",
            b"<meta http-equiv=' content-type' content='charset=gbk'>",
            None,
        ),
        (
            "9: content names no encoding",
            b"<meta http-equiv=content-type content='charset=x'>",
            None,
        ),
        (
            "9: charset beats an earlier content",
            b"<meta content='charset=gbk' charset=big5>",
            Some(BIG5),
        ),
        (
            "9: charset beats a later content",
            b"<meta charset=big5 content='charset=gbk'>",
            Some(BIG5),
        ),
        (
            "9: and with a pragma",
            b"<meta http-equiv=content-type content='charset=gbk' charset=big5>",
            Some(BIG5),
        ),
        (
            "9: a bad charset beats an earlier content",
            b"<meta http-equiv=content-type content='charset=gbk' charset=x>",
            None,
        ),
        (
            "9: a bad charset is not null",
            b"<meta charset=x http-equiv=content-type content='charset=gbk'>",
            None,
        ),
        ("9: other attributes do nothing", b"<meta name=charset value=gbk>", None),
        ("9: whitespace around a label", b"<meta charset=' gbk\n'>", Some(GBK)),
        ("11: nothing declared", b"<meta http-equiv=content-type>", None),
        ("12: content without a pragma", b"<meta content='charset=gbk'>", None),
        ("13: an unknown label", b"<meta charset=klingon>", None),
        ("13: an empty label", b"<meta charset>", None),
        ("13: goes on after it", b"<meta charset=klingon><meta charset=gbk>", Some(GBK)),
        ("14: UTF-16", b"<meta charset=utf-16>", Some(UTF_8)),
        ("14: UTF-16BE", b"<meta charset=utf-16be>", Some(UTF_8)),
        (
            "14: UTF-16LE in content",
            b"<meta http-equiv=content-type content='charset=utf-16le'>",
            Some(UTF_8),
        ),
        ("15: x-user-defined", b"<meta charset=x-user-defined>", Some(WINDOWS_1252)),
        ("16: replacement", b"<meta charset=iso-2022-kr>", Some(REPLACEMENT)),
    ]);
}

#[test]
fn step_3_other_markup() {
    check(&[
        ("a start tag", b"<p><meta charset=gbk>", Some(GBK)),
        ("a start tag, in capitals", b"<P a='>'><meta charset=gbk>", Some(GBK)),
        ("an end tag", b"</p><meta charset=gbk>", Some(GBK)),
        ("meta in an attribute", b"<p a='<meta charset=gbk>'><meta charset=big5>", Some(BIG5)),
        ("meta in an end tag's attribute", b"</p a='><meta charset=gbk>'>", None),
        ("meta in an unclosed attribute", b"<p a='><meta charset=gbk>", None),
        ("meta in an unquoted attribute", b"<p a=<meta charset=gbk>", None),
        ("meta in a tag's name", b"<p<meta charset=gbk>", None),
        (
            "a slash does not end a name",
            b"<p/a='><meta charset=gbk>'><meta charset=big5>",
            Some(GBK),
        ),
        ("<! to the first >", b"<!a '><meta charset=gbk>'>", Some(GBK)),
        ("<! hides a meta", b"<!a <meta charset=gbk>", None),
        ("</ to the first >", b"</ a='><meta charset=gbk>'>", Some(GBK)),
        ("</ hides a meta", b"</ <meta charset=gbk>", None),
        ("</>", b"</><meta charset=gbk>", Some(GBK)),
        ("<? to the first >", b"<?a '><meta charset=gbk>'?>", Some(GBK)),
        ("<? hides a meta", b"<?a <meta charset=gbk> ?>", None),
        ("< and a digit", b"<1<meta charset=gbk>", Some(GBK)),
        ("< and >", b"<><meta charset=gbk>", Some(GBK)),
        ("any other byte", b"\0\xFF>'\"=<meta charset=gbk>", Some(GBK)),
        ("no markup", b"charset=gbk", None),
    ]);
}

#[test]
fn the_end_condition_aborts_at_any_step() {
    check(&[
        ("nothing", b"", None),
        ("after <", b"<", None),
        ("after <!", b"<!", None),
        ("after </", b"</", None),
        ("after <!--", b"<!--", None),
        ("after <!--, second try", b"<!-- --", None),
        ("in a tag's name", b"<p", None),
        ("in the name of meta", b"<meta", None),
        ("after the name of meta", b"<meta ", None),
        ("in an attribute's name", b"<meta charset", None),
        ("after an attribute's name", b"<meta charset ", None),
        ("after =", b"<meta charset=", None),
        ("after = and whitespace", b"<meta charset= ", None),
        ("after a quote", b"<meta charset='", None),
        ("in a quoted value", b"<meta charset='gbk", None),
        ("after a quoted value", b"<meta charset='gbk'", None),
        ("in an unquoted value", b"<meta charset=gbk", None),
        ("after an unquoted value", b"<meta charset=gbk ", None),
        ("after a slash", b"<meta charset=gbk /", None),
        ("the last byte is >", b"<meta charset=gbk>", Some(GBK)),
    ]);
}

#[test]
fn an_xml_encoding_is_used_when_no_meta_is_found() {
    let xml: &[u8] = b"<?xml encoding='gbk'?><p>";
    assert_eq!(prescan(xml), Some((GBK, EncodingSource::XmlDeclaration)));
    let cut_short: &[u8] = b"<?xml encoding='gbk'?><meta charset=big5";
    assert_eq!(prescan(cut_short), Some((GBK, EncodingSource::XmlDeclaration)));
    let meta_first: &[u8] = b"<?xml encoding='gbk'?><meta charset=big5>";
    assert_eq!(prescan(meta_first), Some((BIG5, EncodingSource::Meta)));
}

/// The name and the value of an attribute.
type Pair<'a> = (&'a [u8], &'a [u8]);

/// Returns all attributes of a tag, and the bytes from the position on after the last one.
fn attributes(bytes: &[u8]) -> (Vec<Pair<'_>>, Result<&[u8], OutOfBytes>) {
    let mut scan = Prescan::new(bytes);
    let mut found = Vec::new();
    loop {
        match scan.get_attribute() {
            Ok(Some(attribute)) => found.push((attribute.name, attribute.value)),
            Ok(None) => return (found, Ok(scan.rest())),
            Err(OutOfBytes) => return (found, Err(OutOfBytes)),
        }
    }
}

#[test]
fn get_an_attribute_follows_its_steps() {
    let rows: &[(&str, &[u8], &[Pair<'_>])] = &[
        ("1: whitespace and slashes", b"\t\n\x0C\r /a=b>", &[(b"a", b"b")]),
        ("1: only whitespace and slashes", b" / / >", &[]),
        ("2: no attribute", b">", &[]),
        ("3: any byte starts a name", b"<'\"\0\xE9>", &[(b"<'\"\0\xE9", b"")]),
        ("4: = starts a name", b"=a=b>", &[(b"=a", b"b")]),
        ("4: = starts a name, and ends it", b"==b>", &[(b"=", b"b")]),
        ("4: = ends a name", b"a=b>", &[(b"a", b"b")]),
        (
            "4: whitespace ends a name",
            b"a b\tc\nd\x0Ce\rf>",
            &[(b"a", b""), (b"b", b""), (b"c", b""), (b"d", b""), (b"e", b""), (b"f", b"")],
        ),
        ("4: VT does not end a name", b"a\x0Bb>", &[(b"a\x0Bb", b"")]),
        ("4: / ends a name", b"a/b=c>", &[(b"a", b""), (b"b", b"c")]),
        ("4: / before =", b"a/=b>", &[(b"a", b""), (b"=b", b"")]),
        ("4: > ends a name", b"a>", &[(b"a", b"")]),
        ("6: whitespace before =", b"a\t\n\x0C\r =b>", &[(b"a", b"b")]),
        ("7: no = after whitespace", b"a /=b>", &[(b"a", b""), (b"=b", b"")]),
        ("9: whitespace after =", b"a=\t\n\x0C\r b>", &[(b"a", b"b")]),
        ("10: quotation marks", b"a=\"b 'c> /\">", &[(b"a", b"b 'c> /")]),
        ("10: apostrophes", b"a='b \"c> /'>", &[(b"a", b"b \"c> /")]),
        ("10: nothing between quotes", b"a=''>", &[(b"a", b"")]),
        ("10: a name right after a quote", b"a='b'c=d>", &[(b"a", b"b"), (b"c", b"d")]),
        ("10: > and no value", b"a=>", &[(b"a", b"")]),
        ("10: > after whitespace and no value", b"a= >", &[(b"a", b"")]),
        ("10: any byte starts a value", b"a==/b>", &[(b"a", b"=/b")]),
        (
            "11: whitespace ends a value",
            b"a=b\tc=d\ne=f\x0Cg=h\ri=j k>",
            &[(b"a", b"b"), (b"c", b"d"), (b"e", b"f"), (b"g", b"h"), (b"i", b"j"), (b"k", b"")],
        ),
        ("11: > ends a value", b"a=b>", &[(b"a", b"b")]),
        ("11: / and quotes do not end a value", b"a=b/c'd\"e>", &[(b"a", b"b/c'd\"e")]),
    ];
    for (rule, bytes, expected) in rows {
        let text = String::from_utf8_lossy(bytes);
        let (found, rest) = attributes(bytes);
        assert_eq!(found, *expected, "{rule}: {text:?}");
        assert_eq!(rest, Ok(&b">"[..]), "{rule}: {text:?}");
    }
}

#[test]
fn get_an_attribute_runs_out_of_bytes() {
    let rows: &[(&str, &[u8], &[Pair<'_>])] = &[
        ("1: before a name", b" /", &[]),
        ("5: in a name", b"a", &[]),
        ("6: after a name", b"a ", &[]),
        ("9: after =", b"a=", &[]),
        ("9: after = and whitespace", b"a= ", &[]),
        ("10: after a quote", b"a='", &[]),
        ("10: in a quoted value", b"a='b", &[]),
        ("12: in an unquoted value", b"a=b", &[]),
        ("an attribute ends with its quote", b"a='b'", &[(b"a", b"b")]),
        ("an attribute ends before whitespace", b"a=b ", &[(b"a", b"b")]),
    ];
    for (rule, bytes, expected) in rows {
        let text = String::from_utf8_lossy(bytes);
        let (found, rest) = attributes(bytes);
        assert_eq!(found, *expected, "{rule}: {text:?}");
        assert_eq!(rest, Err(OutOfBytes), "{rule}: {text:?}");
    }
}

#[test]
fn every_prefix_of_an_input_can_be_scanned() {
    let bytes: &[u8] =
        b"<?xml encoding='x'?><!-- - --></a b=c><meta / charset = 'x' =\"\" content=y><meta charset=gbk>";
    for end in 0..bytes.len() {
        assert_eq!(prescan(&bytes[..end]), None, "first {end} bytes");
    }
    assert_eq!(prescan(bytes), Some((GBK, EncodingSource::Meta)));
}
