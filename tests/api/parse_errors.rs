//! Every parse error code with an input that has it, and only it, and where it stands.
//!
//! The shared suite tests the tokenizer's codes and positions, too; the ones of tree construction
//! are tested only here.

use std::collections::BTreeSet;
use std::ops::Range;

use consomme::driver::{Driver, Step};
use consomme::encoding;
use consomme::{Hints, Limits, ParseErrorCode, ParseOptions, Parser, Revision};
use consomme_test::config::config;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Codes in order of position, and an input in which `⟦` and `⟧` stand around what each is about.
/// `<!DOCTYPE html>` is in front of it.
const IN_BODY: &[(&[&str], &str)] = &[
    // The tokenizer's, in the order of the standard's table.
    (&["abrupt-closing-of-empty-comment"], "<!--⟦>⟧"),
    (&["absence-of-digits-in-numeric-character-reference"], "<p>&#⟦q⟧ux;"),
    (&["cdata-in-html-content"], "<p><![CDATA⟦[⟧x]]>"),
    (&["character-reference-outside-unicode-range"], "<p>&#x110000;⟦⟧"),
    (&["control-character-in-input-stream"], "<p>⟦\u{1}⟧"),
    (&["control-character-reference"], "<p>&#1;⟦⟧"),
    (&["duplicate-attribute"], "<p a=1 a⟦=⟧2>"),
    (&["end-tag-with-attributes"], "<p></p a⟦>⟧"),
    (&["end-tag-with-trailing-solidus"], "<p></p/⟦>⟧"),
    (&["eof-before-tag-name"], "<p><⟦⟧"),
    (&["eof-in-cdata", "unclosed-element-at-eof"], "<svg><![CDATA[x⟦⟧⟦⟧"),
    (&["eof-in-comment"], "<!--x⟦⟧"),
    (&["eof-in-processing-instruction"], "<?x y⟦⟧"),
    (&["eof-in-script-html-comment-like-text", "eof-in-text-element"], "<script><!--⟦⟧⟦⟧"),
    (&["eof-in-tag"], "<p⟦⟧"),
    (&["incorrectly-closed-comment"], "<!--x--!⟦>⟧"),
    (&["incorrectly-opened-comment"], "<!⟦x⟧>"),
    (&["invalid-first-character-of-tag-name"], "<p><⟦3⟧"),
    (&["missing-attribute-value"], "<p a=⟦>⟧"),
    (&["missing-end-tag-name"], "<p></⟦>⟧"),
    (&["missing-semicolon-after-character-reference"], "<p>&copy⟦ ⟧"),
    (&["missing-whitespace-between-attributes"], "<p a='1'⟦b⟧>"),
    (&["nested-comment"], "<!-- <!--⟦x⟧ -->"),
    (&["non-void-html-element-start-tag-with-trailing-solidus"], "⟦<p/>⟧"),
    (&["noncharacter-character-reference"], "<p>&#xFFFF;⟦⟧"),
    (&["noncharacter-in-input-stream"], "<p>⟦\u{FFFF}⟧"),
    (&["null-character-reference"], "<p>&#0;⟦⟧"),
    (&["surrogate-character-reference"], "<p>&#xD800;⟦⟧"),
    (&["unexpected-character-in-attribute-name"], "<p a⟦\"⟧>"),
    (&["unexpected-character-in-unquoted-attribute-value"], "<p a=b⟦=⟧>"),
    (&["unexpected-equals-sign-before-attribute-name"], "<p ⟦=⟧>"),
    (&["unexpected-null-character"], "<p a=⟦\0⟧>"),
    (&["unexpected-solidus-in-tag"], "<p /⟦a⟧>"),
    (&["unknown-named-character-reference"], "<p>&brothel⟦;⟧"),
    (&["invalid-first-character-of-processing-instruction-target"], "<?⟦3⟧?>"),
    (&["disallowed-processing-instruction-target"], "<?xml⟦?⟧>"),
    (&["invalid-processing-instruction-target"], "<?a⟦+⟧b?>"),
    // Ours.
    (&["misplaced-doctype"], "<p>⟦<!DOCTYPE html>⟧"),
    (&["unexpected-start-tag"], "<div>⟦<td>⟧1</div>"),
    (&["unexpected-end-tag"], "<p>⟦</b>⟧"),
    (&["end-tag-creates-element"], "<div>⟦</p>⟧</div>"),
    (&["end-tag-creates-element"], "<p>⟦</br>⟧"),
    (&["unexpected-text"], "<frameset>⟦soup⟧</frameset>"),
    (&["eof-in-text-element"], "<title>⟦⟧"),
    (&["unclosed-element"], "<div><em>⟦</div>⟧"),
    (&["unclosed-element"], "<p><em>⟦<div>⟧</div>"),
    (&["unclosed-element-at-eof"], "<div>⟦⟧"),
    (&["foster-parented-content"], "<table>⟦<img>⟧</table>"),
    (&["foster-parented-content"], "<table>\n ⟦lost soup⟧\n<tr></table>"),
    (&["form-in-table"], "<table>⟦<form>⟧</table>"),
    (&["hidden-input-in-table"], "<table>⟦<input type=hidden>⟧</table>"),
    (&["nested-table"], "<table>⟦<table>⟧</table>"),
    (&["implied-table-structure"], "<table><tbody>⟦<td>⟧</table>"),
    (&["misnested-formatting-element", "unexpected-end-tag"], "<p><b><i>⟦</b>⟧⟦</i>⟧"),
    (&["nested-heading"], "<h1>⟦<h2>⟧</h2>"),
    (&["nested-form"], "<form>⟦<form>⟧</form>"),
    (&["nested-interactive-element"], "<p><a>⟦<a>⟧</a>"),
    (&["misplaced-html-start-tag"], "<p>⟦<html>⟧"),
    (&["misplaced-body-start-tag"], "<p>⟦<body>⟧"),
    (&["misplaced-frameset-start-tag"], "<p>⟦<frameset>⟧</frameset>"),
    (&["misplaced-head-element"], "</head>⟦<title>⟧</title>"),
    (&["misplaced-ruby-text"], "<p>⟦<rt>⟧"),
    (&["misplaced-ruby-text"], "<p>⟦<rb>⟧</rb>"),
    (&["image-start-tag"], "<p>⟦<image>⟧"),
    (&["disallowed-in-head-noscript", "unexpected-end-tag"], "<noscript>⟦<p>⟧⟦</noscript>⟧"),
    (&["html-element-in-foreign-content"], "<svg>⟦<p>⟧"),
    (&["html-element-in-foreign-content", "end-tag-creates-element"], "<svg>⟦⟦</p>⟧⟧"),
    (&["namespace-declaration-mismatch"], "⟦<svg xmlns=x>⟧</svg>"),
    (&["content-after-body"], "<p></body>⟦<p>⟧"),
    (&["content-after-body"], "<p></body>\n⟦soup⟧\n"),
    (&["select-content-conflict"], "<select>⟦<input>⟧"),
    // End tags in SVG: one that closes more than it names, one that closes nothing, and one of the
    // HTML around.
    (&["unclosed-element"], "<svg><g><path>⟦</g>⟧</svg>"),
    (&["unexpected-end-tag"], "<svg><g>⟦</b>⟧</g></svg>"),
    (&["unclosed-element"], "<div><svg><path>⟦</div>⟧"),
    (&["foster-parented-content", "unclosed-element"], "<table>⟦<svg>⟧⟦</table>⟧"),
];

/// The document starts with the error.
const WHOLE: &[(&[&str], &str)] = &[
    (&["missing-doctype"], "⟦<p>⟧"),
    (&["missing-doctype"], "⟦⟧"),
    (&["nonconforming-doctype"], "⟦<!DOCTYPE soup>⟧"),
    (&["nonconforming-doctype", "eof-in-doctype"], "⟦<!DOCTYPE⟦⟧⟧"),
    (&["nonconforming-doctype", "missing-doctype-name"], "⟦<!DOCTYPE⟦>⟧⟧"),
    (&["missing-whitespace-before-doctype-name"], "<!DOCTYPE⟦h⟧tml>"),
    (&["invalid-character-sequence-after-doctype-name"], "<!DOCTYPE html ⟦x⟧>"),
    (&["missing-doctype-public-identifier"], "<!DOCTYPE html PUBLIC⟦>⟧"),
    (&["missing-doctype-system-identifier"], "<!DOCTYPE html SYSTEM⟦>⟧"),
    (
        &["nonconforming-doctype", "abrupt-doctype-public-identifier"],
        "⟦<!DOCTYPE html PUBLIC \"⟦>⟧⟧",
    ),
    (
        &["nonconforming-doctype", "abrupt-doctype-system-identifier"],
        "⟦<!DOCTYPE html SYSTEM \"⟦>⟧⟧",
    ),
    (&["missing-quote-before-doctype-public-identifier"], "<!DOCTYPE html PUBLIC ⟦x⟧>"),
    (&["missing-quote-before-doctype-system-identifier"], "<!DOCTYPE html SYSTEM ⟦x⟧>"),
    (
        &["nonconforming-doctype", "missing-whitespace-after-doctype-public-keyword"],
        "⟦<!DOCTYPE html PUBLIC⟦\"⟧x\">⟧",
    ),
    (
        &["missing-whitespace-after-doctype-system-keyword"],
        "<!DOCTYPE html SYSTEM⟦'⟧about:legacy-compat'>",
    ),
    (
        &[
            "nonconforming-doctype",
            "missing-whitespace-between-doctype-public-and-system-identifiers",
        ],
        "⟦<!DOCTYPE html PUBLIC 'x'⟦'⟧y'>⟧",
    ),
    (
        &["unexpected-character-after-doctype-system-identifier"],
        "<!DOCTYPE html SYSTEM 'about:legacy-compat' ⟦x⟧>",
    ),
];

/// The same, of the revision of 2024-09-12 only.
const SNAPSHOT_2024: &[(&[&str], &str)] = &[
    (&["unexpected-question-mark-instead-of-tag-name"], "<⟦?⟧x>"),
    (&["select-content-conflict"], "<select>⟦<select>⟧"),
];

/// The source without its marks, and where these stood, in order.
fn unmark(marked: &str) -> (String, Vec<Range<usize>>) {
    let mut html = String::new();
    let mut open = Vec::new();
    let mut spans = Vec::new();
    for c in marked.chars() {
        match c {
            '⟦' => open.push(html.len()),
            '⟧' => spans.push(open.pop().expect("an opening mark")..html.len()),
            c => html.push(c),
        }
    }
    spans.sort_by_key(|span| (span.start, span.end));
    (html, spans)
}

fn check(options: &ParseOptions, before: &str, cases: &[(&[&str], &str)]) {
    let options = options.clone().errors(true);
    let mut wrong = String::new();
    for (codes, marked) in cases {
        let (html, spans) = unmark(&format!("{before}{marked}"));
        let expected: Vec<_> = codes.iter().copied().zip(spans).collect();
        let document = options.parse_str(html);
        let actual: Vec<_> =
            document.errors().iter().map(|error| (error.code().as_str(), error.span())).collect();
        if actual != expected {
            wrong += &format!("{marked:?}\n  expected {expected:?}\n  actual   {actual:?}\n");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn each_error_has_its_code_and_stands_where_it_is_made() {
    check(&ParseOptions::new(), "<!DOCTYPE html>", IN_BODY);
    check(&ParseOptions::new(), "", WHOLE);
    check(&ParseOptions::new().revision(Revision::Snapshot2024), "<!DOCTYPE html>", SNAPSHOT_2024);
}

/// A code that nothing reports would be a promise that isn't kept.
#[test]
fn every_code_is_reported_for_some_input() {
    let shown: BTreeSet<&str> = [IN_BODY, WHOLE, SNAPSHOT_2024]
        .into_iter()
        .flatten()
        .flat_map(|(codes, _)| codes.iter().copied())
        .collect();
    let missing: Vec<_> =
        ParseErrorCode::ALL.iter().filter(|code| !shown.contains(code.as_str())).collect();
    // Text in UTF-8 has no surrogates, and no malformed bytes: see `IN_BYTES`.
    let expected = [ParseErrorCode::SurrogateInInputStream, ParseErrorCode::MalformedByteSequence];
    assert_eq!(missing, expected.iter().collect::<Vec<_>>());
}

/// The bytes of a malformed sequence, or the code of another error.
type InBytes = Result<&'static [u8], &'static str>;

/// An encoding, bytes after `<!DOCTYPE html>`, and the errors in them.
const IN_BYTES: &[(&str, &[u8], &[InBytes])] = &[
    ("utf-8", b"<p>caf\xE9 au lait", &[Ok(b"\xE9")]),
    ("utf-8", b"\xFF<p>\xC3(\xF0\x9F\x98", &[Ok(b"\xFF"), Ok(b"\xC3"), Ok(b"\xF0\x9F\x98")]),
    ("utf-8", b"a surrogate: \xED\xA0\x80", &[Ok(b"\xED"), Ok(b"\xA0"), Ok(b"\x80")]),
    ("utf-8", b"a replacement character: \xEF\xBF\xBD", &[]),
    (
        "utf-8",
        b"<p title='\xFF'><!--\xFE--><script>\xFD</script>",
        &[Ok(b"\xFF"), Ok(b"\xFE"), Ok(b"\xFD")],
    ),
    (
        "utf-8",
        b"<p>\xFF\x01</b>",
        &[Ok(b"\xFF"), Err("control-character-in-input-stream"), Err("unexpected-end-tag")],
    ),
    ("utf-8", b"a\r\n\xFF\r\n\xFE\r", &[Ok(b"\xFF"), Ok(b"\xFE")]),
    ("shift_jis", b"<p>\x82\xA0\x82<", &[Ok(b"\x82"), Err("eof-before-tag-name")]),
    ("gb18030", b"<p>\x84\x32\xA4\x3F", &[Ok(b"\x84"), Ok(b"\xA4")]),
    ("euc-kr", b"<p>\xB0\xA1\xFF", &[Ok(b"\xFF")]),
    ("windows-874", b"<p>\xA1\xDB\xA2\xFC", &[Ok(b"\xDB"), Ok(b"\xFC")]),
    (
        "windows-1252",
        b"<p>\x81\x8D",
        &[Err("control-character-in-input-stream"), Err("control-character-in-input-stream")],
    ),
];

/// "Bytes or sequences of bytes in the original byte stream that did not conform to the Encoding
/// standard […] are errors that conformance checkers are expected to report."
///
/// <https://html.spec.whatwg.org/#the-input-byte-stream>
#[test]
fn malformed_bytes_are_errors_where_they_stand() {
    let options = ParseOptions::new().errors(true);
    for (label, bytes, expected) in IN_BYTES {
        let bytes = [b"<!DOCTYPE html>", *bytes].concat();
        let hints = Hints::new().transport_encoding(encoding::for_label(label).unwrap());
        let document = options.parse_document(&bytes, &hints);
        let offsets = document.byte_offsets(&bytes).unwrap();
        let found: Vec<_> = document
            .errors()
            .iter()
            .map(|error| match error.code() {
                ParseErrorCode::MalformedByteSequence => {
                    assert_eq!(&document.source()[error.span()], "\u{FFFD}");
                    let span = document.source_span(error.span());
                    Ok(&bytes[offsets.range(span.range())])
                }
                code => Err(code.as_str()),
            })
            .collect();
        assert_eq!(found, *expected, "{label}: {}", bytes.escape_ascii());
        let malformed = found.iter().filter(|found| found.is_ok()).count();
        let report = document.encoding_report().unwrap();
        assert_eq!(report.malformed_sequences(), malformed as u64, "{label}");
        let without = ParseOptions::new().parse_document(&bytes, &hints);
        assert!(without.recorded_errors().is_none());

        // In pieces, and with a driver that pauses at scripts.
        let mut parser = Parser::new(&options, &hints);
        bytes.chunks(1).for_each(|byte| parser.feed(byte));
        assert_eq!(parser.finish().errors(), document.errors(), "{label}");
        let mut driver = Driver::new(&options.clone().scripting(true), &hints);
        bytes.chunks(7).for_each(|piece| driver.feed(piece));
        driver.end();
        while let Step::Script(_) = driver.step() {
            driver.end_script();
        }
        assert_eq!(driver.finish_document().errors(), document.errors(), "{label}");
    }
}

#[test]
fn malformed_bytes_that_are_decoded_again_are_errors_once() {
    let options = ParseOptions::new().errors(true);
    let errors = |bytes: &[u8]| {
        let hints = Hints::utf8().prescan_bytes(0);
        let document = options.parse_document(bytes, &hints);
        document.errors().iter().map(|error| error.code().as_str()).collect::<Vec<_>>()
    };
    let switched = b"<!DOCTYPE html><meta charset=shift_jis><p>\x82\xA0\x82";
    assert_eq!(errors(switched), ["malformed-byte-sequence"]);
    let restarted = b"<!DOCTYPE html><title>\x82\xA0</title><meta charset=shift_jis><p>\x82";
    assert_eq!(errors(restarted), ["malformed-byte-sequence"]);
}

#[test]
fn malformed_bytes_past_a_limit_are_not_errors() {
    let bytes = b"<!DOCTYPE html>\xFF\xFE\xFD\xFC";
    let count = |limits| {
        let options = ParseOptions::new().errors(true).limits(limits);
        options.parse_document(bytes, &Hints::utf8()).errors().len()
    };
    assert_eq!(count(Limits::default()), 4);
    // The third replacement character does not fit.
    assert_eq!(count(Limits::default().input_bytes(Some(15 + 2 * 3 + 2))), 2);
    assert_eq!(count(Limits::default().errors(Some(3))), 3);
}

/// The standard's codes are defined at an anchor of their own; ours point at the rule.
#[test]
fn every_code_has_its_link() {
    for code in ParseErrorCode::ALL {
        let anchor = code.link().strip_prefix("https://html.spec.whatwg.org/#").unwrap();
        assert_eq!(
            anchor.strip_prefix("parse-error-") == Some(code.as_str()),
            code.is_standard(),
            "{code}"
        );
    }
}

/// Errors are noticed by three stages, some after the fact; the result is in order of position.
#[test]
fn errors_come_in_order_of_position() {
    let options = ParseOptions::new().errors(true);
    let document = options.parse_str("<p \u{1} a a></b x/>\u{2}&#0;<table>\0<b><!-- <!-- -->");
    let places: Vec<usize> = document.errors().iter().map(|error| error.offset()).collect();
    assert!(places.is_sorted(), "{places:?}");
    assert!(places.len() > 6, "{places:?}");
}

/// Messages name the wrong part of a page, as it is written or as it is called.
#[test]
fn a_message_quotes_the_source_and_names_the_element() {
    let rows = [
        (
            "<div><b>x</div>",
            "`</div>`: the element `b` is still open and needs its end tag before this",
        ),
        (
            "<p><x-a>y</p>",
            "`</p>`: the element `x-a` is still open and needs its end tag before this",
        ),
        (
            "<div><h1></h2></div>",
            "`</h2>`: the element `h1` is still open and needs its end tag before this",
        ),
        (
            "<b><p></b>",
            "`</b>`: formatting elements overlap (`<b><i></b></i>`); they are split so that they nest",
        ),
        (
            "<svg><clipPath></svg>",
            "`</svg>`: the element `clipPath` is still open and needs its end tag before this",
        ),
        ("<svg><g></p>", "`</p>`: an HTML tag is in SVG or MathML, which is closed first"),
        ("<div><ul><li>x", "the input ends before the end tag that the open element `ul` needs"),
        ("<textarea><p>", "the input ends in the element `textarea`, which contains only text"),
        (
            "<p class=a Class=b>",
            "`Class`: a tag has two attributes with the same name; the second is dropped",
        ),
        ("<p a='1'a=2>", "`a`: a tag has two attributes with the same name; the second is dropped"),
        ("&amp soup", "`&amp`: a character reference does not end with `;`"),
        ("&#38 soup", "`&#38`: a character reference does not end with `;`"),
        (
            "&#0000000000000000000000000000000000000000038 soup",
            "a character reference does not end with `;`",
        ),
        (
            "&brothel;",
            "`&brothel;`: `&`, a name and `;` are not a known character reference; write `&amp;` for the character `&`",
        ),
        (
            "<div></p></div>",
            "`</p>`: an end tag without a start tag creates an element: `</p>` an empty paragraph, `</br>` a line break",
        ),
    ];
    for (html, message) in rows {
        let document = ParseOptions::new().errors(true).parse_str(format!("<!DOCTYPE html>{html}"));
        let messages: Vec<String> =
            document.errors().iter().map(|error| error.message(&document)).collect();
        assert!(messages.iter().any(|told| told == message), "{html}: {messages:?}");
    }
}

/// A diagnostic has two labels: the place where the end tag is missing, and the element that it
/// would close. In each row, the tag that is not closed is the marked one.
#[test]
fn an_error_about_an_open_element_has_the_place_of_its_start_tag() {
    let rows = [
        "<div>⟦<b class=x>⟧x</div>",
        "<p>⟦<X-A>⟧y</p>",
        "<svg>⟦<clipPath>⟧</svg>",
        "<svg><g>⟦<path>⟧</g></svg>",
        "<table><tr><td>⟦<div\n\tid=x>⟧x</td></table>",
        "<div>⟦<ul>⟧<li>x",
        "⟦<textarea >⟧<p>",
        "⟦<frameset>⟧",
        "<head></head>⟦<title>⟧x",
        // The parser makes the second `b` for the second paragraph, and the adoption agency
        // algorithm the second `u`.
        "<div><p>⟦<b id=1>⟧x</p><p>y</p></div>",
        "<div><b>⟦<u>⟧<p>x</b>y</div>",
        // Templates that are not inserted, and one that is.
        "<div>⟦<template>⟧x",
        "<div><?start x></div>⟦<template for=x>⟧y",
    ];
    let without = ["<p></b>", "<div></p></div>", "<p a a>", "<svg><g></p></g></svg>"];
    let all = rows.into_iter().chain(without);
    for marked in all {
        let (html, tags) = unmark(&format!("<!DOCTYPE html>{marked}"));
        let document = ParseOptions::new().errors(true).parse_str(html.as_str());
        let errors = document.errors();
        let mut found: Vec<_> = errors.iter().filter_map(|e| e.opening_tag(&document)).collect();
        found.dedup();
        assert_eq!(found, tags, "{marked}: {errors:?}");
        for other in ["", "<p>é"].map(|html| ParseOptions::new().errors(true).parse_str(html)) {
            assert!(errors.iter().all(|error| error.opening_tag(&other).is_none()));
        }
    }
}

/// An error can be told without its document, too: then names that are no element of HTML, SVG or
/// MathML stay unsaid.
#[test]
fn errors_print_without_their_document() {
    let printed = |html| {
        let document = ParseOptions::new().errors(true).parse_str(html);
        document.errors()[1].to_string()
    };
    assert_eq!(
        printed("<p><b>x</p>"),
        "the element `b` is still open and needs its end tag before this (unclosed-element at byte 7)"
    );
    assert_eq!(
        printed("<p><x-a>x</p>"),
        "a tag closes an element, but elements in it still need their end tags (unclosed-element at byte 9)"
    );
}

/// Pieces of markup that can make errors.
const PIECES: &[&str] = &[
    "<", ">", "/", "&", "amp", ";", "#", "x", "a", "\0", "é", "=", "\"", "'", " ", "p", "svg",
    "!--", "script", "x-a",
];

proptest! {
    #![proptest_config(config(256))]

    /// A message can be had of any error, of any document: also of one that doesn't have the error.
    #[test]
    fn every_error_has_a_message(pieces in vec(select(PIECES), 0..30), other in "[aé<]{0,20}") {
        let document = ParseOptions::new().errors(true).parse_str(pieces.concat());
        let other = ParseOptions::new().parse_str(other);
        for error in document.errors() {
            prop_assert!(!error.message(&document).is_empty() && !error.message(&other).is_empty());
            if let Some(tag) = error.opening_tag(&document) {
                prop_assert!(tag.end <= error.span().end);
                let tag = &document.source()[tag];
                prop_assert!(tag.starts_with('<') && tag.ends_with('>'), "{}", tag);
            }
            let is_about_element = matches!(
                error.code(),
                ParseErrorCode::UnclosedElement
                    | ParseErrorCode::UnclosedElementAtEof
                    | ParseErrorCode::EofInTextElement
            );
            prop_assert_eq!(error.opening_tag(&document).is_some(), is_about_element);
        }
    }
}

/// The name of an element that no table knows has a number that depends on the text that was read
/// before it, which depends on the cuts.
#[test]
fn errors_about_an_unknown_element_do_not_depend_on_cuts() {
    let text = "<c=<select>";
    let whole = ParseOptions::new().errors(true).parse_str(text);
    for cut in 1..text.len() {
        let mut parser = Parser::new(&ParseOptions::new().errors(true), &Hints::new());
        parser.feed_str(&text[..cut]);
        parser.feed_str(&text[cut..]);
        let pieces = parser.finish();
        assert_eq!(whole.errors(), pieces.errors());
        for (error, in_pieces) in whole.errors().iter().zip(pieces.errors()) {
            assert_eq!(error.message(&whole), in_pieces.message(&pieces));
        }
    }
}

/// A list that is empty because nobody asked for errors looks like that of a page without any.
#[cfg(debug_assertions)]
#[test]
#[should_panic = "ParseOptions::new().errors(true)"]
fn errors_that_were_not_recorded_are_not_an_empty_list() {
    let _ = consomme::parse_str("</p>").errors();
}

#[test]
fn a_document_knows_whether_its_errors_were_recorded() {
    let with = ParseOptions::new().errors(true).parse_str("<!DOCTYPE html><p>a");
    assert_eq!(with.recorded_errors(), Some(&[][..]));
    assert_eq!(consomme::parse_str("</p>").recorded_errors(), None);
    assert_eq!(consomme::parse_fragment("p", "</p>").recorded_errors(), None);
    // A document that is not parsed has none.
    assert_eq!(consomme::Document::new_fragment().errors().len(), 0);
    let mut driver = Driver::new(&ParseOptions::new(), &Hints::new());
    assert_eq!(driver.document().recorded_errors(), None);
    driver.abort_at_first_error();
    driver.parse_str("</p>");
    assert_eq!(driver.finish_document().errors().len(), 1);
}
