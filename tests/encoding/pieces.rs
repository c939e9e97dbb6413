//! Bytes in pieces: the result does not depend on where they are cut, however their encoding is
//! declared.

use std::fmt;
use std::io::{self, Read};

use consomme::encoding::XmlRules;
use consomme::{Document, Hints, Limits, ParseOptions, Parser};
use consomme_test::config::config;
use consomme_test::encodings::encode;
use consomme_test::tree_dump::{Doctype, dump};
use encoding_rs::Encoding;
use proptest::prelude::*;

/// Markup in which a declaration counts, is ignored, or is cut off.
const MARKUP: &[&str] = &[
    "<!DOCTYPE html>",
    "<p title=\"",
    "\">",
    "<title>",
    "</title>",
    "<!--",
    "-->",
    "<body>",
    "<table><tr>",
    "<noscript>",
    "<template>",
    "<script>",
    "</script>",
    "<plaintext>",
    "&eacute;&amp",
    "\r",
    "\n",
    "\r\n",
    "x",
    "\0",
    "\u{1}",
    "\u{FEFF}",
];

const TEXTS: &[&str] =
    &["Consommé", "Щи да каша", "味噌汁", "酸辣湯", "된장찌개", "\u{F7E9}", "🍲", "\\~\u{A5}"];

/// First bytes of a document.
const STARTS: &[&[u8]] = &[
    b"",
    b"\xEF\xBB\xBF",
    b"\xFF\xFE",
    b"\xFE\xFF",
    b"\xEF\xBB",
    b"\0\0\xFE\xFF",
    b"+/v8-",
    b"<\0?\0x\0m\0l\0",
    b"\0<\0?\0x\0m\0l",
    b"\x4C\x6F\xA7\x94",
    b"<?xml version='1.0' encoding='euc-jp'?>",
    b"<?xml encoding=\"utf-16\"?>",
];

const LABELS: &[&str] = &[
    "utf-8",
    "Shift_JIS",
    "gbk",
    "gb18030",
    "big5",
    "euc-jp",
    "iso-2022-jp",
    "euc-kr",
    "windows-1251",
    "latin1",
    "utf-16",
    "utf-16be",
    "x-user-defined",
    "iso-2022-kr",
    "klingon",
    "utf-7",
];

fn encoding() -> impl Strategy<Value = &'static Encoding> {
    let known = LABELS.iter().filter_map(|label| Encoding::for_label(label.as_bytes()));
    prop::sample::select(known.collect::<Vec<_>>())
}

/// Bytes that a failure prints as text.
#[derive(Clone)]
struct Input(Vec<u8>);

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

/// Generates bytes with many declarations of different encodings.
fn input() -> impl Strategy<Value = Input> {
    let declaration = prop::sample::select(LABELS).prop_flat_map(|label| {
        prop_oneof![
            Just(format!("<meta charset={label}>")),
            Just(format!(
                "<META HTTP-EQUIV=content-type\r\n CONTENT='text/html; charset={label}'>"
            )),
        ]
    });
    let piece = prop_oneof![
        4 => declaration.prop_map(String::into_bytes),
        5 => (prop::sample::select(TEXTS), encoding()).prop_map(|(text, encoding)| encode(text, encoding)),
        5 => prop::sample::select(MARKUP).prop_map(|markup| markup.as_bytes().to_vec()),
        2 => prop::collection::vec(any::<u8>(), 0..8),
        2 => (900_usize..1100).prop_map(|length| vec![b' '; length]),
    ];
    let start = prop_oneof![3 => Just(&b""[..]), 1 => prop::sample::select(STARTS)];
    (start, prop::collection::vec(piece, 0..24))
        .prop_map(|(start, pieces)| Input([start, &pieces.concat()].concat()))
}

#[cfg(feature = "detect")]
fn detect(hints: Hints, wanted: bool) -> Hints {
    hints.detect(wanted).top_level_domain("jp")
}

#[cfg(not(feature = "detect"))]
fn detect(hints: Hints, _wanted: bool) -> Hints {
    hints
}

/// Generates hints, usually few, so that the document decides.
fn hints() -> impl Strategy<Value = Hints> {
    let rarely = || prop::option::weighted(0.1, encoding());
    let content_type = prop::option::weighted(
        0.2,
        prop::sample::select(
            &[
                "text/html; charset=gbk",
                "text/html",
                "text/xml",
                "application/xhtml+xml; charset=x",
            ][..],
        ),
    );
    let encodings =
        (rarely(), rarely(), rarely(), rarely(), rarely(), prop::option::of(encoding()));
    let flags = (
        prop::bool::weighted(0.1),
        prop::bool::weighted(0.1),
        prop::bool::weighted(0.1),
        any::<bool>(),
    );
    let locale =
        prop::option::weighted(0.2, prop::sample::select(&["ja", "zh-TW", "en", "tlh"][..]));
    let prescan =
        prop_oneof![4 => Just(1024_usize), 1 => prop::sample::select(&[0, 1, 3, 64, 4096][..])];
    (encodings, content_type, flags, locale, prescan).prop_map(
        |(
            (user, transport, link, container, visit, default),
            content_type,
            flags,
            locale,
            prescan,
        )| {
            let (wants_detection, distrust, local_file, old_xml_rules) = flags;
            let mut hints = Hints::new().prescan_bytes(prescan);
            hints = hints.distrust(distrust).local_file(local_file);
            hints = detect(hints, wants_detection);
            if old_xml_rules {
                hints = hints.xml_rules(XmlRules::Rfc3023);
            }
            hints = user.into_iter().fold(hints, Hints::user_override);
            hints = content_type.into_iter().fold(hints, Hints::content_type);
            hints = transport.into_iter().fold(hints, Hints::transport_encoding);
            hints = link.into_iter().fold(hints, |hints, link| hints.link_charset(link.name()));
            hints = container.into_iter().fold(hints, Hints::containing_document);
            hints = visit.into_iter().fold(hints, Hints::previous_visit);
            hints = locale.into_iter().fold(hints, Hints::locale);
            default.into_iter().fold(hints, Hints::default_encoding)
        },
    )
}

/// Generates the default options, or a limit that some of the documents reach.
fn options() -> impl Strategy<Value = ParseOptions> {
    let limits = prop_oneof![
        6 => Just(Limits::default()),
        1 => (0_usize..4000).prop_map(|bytes| Limits::default().input_bytes(Some(bytes))),
    ];
    (limits, any::<bool>())
        .prop_map(|(limits, errors)| ParseOptions::new().limits(limits).errors(errors))
}

/// Generates the lengths of the pieces, to be repeated; 0 is an empty piece.
fn cuts() -> impl Strategy<Value = Vec<usize>> {
    let cut = prop_oneof![3 => 0_usize..4, 2 => 4_usize..100, 1 => 500_usize..2000];
    prop::collection::vec(cut, 1..12).prop_map(|mut cuts| {
        cuts.push(1);
        cuts
    })
}

/// A reader that returns the pieces, and an interruption before each.
struct Pieces<'a> {
    rest: &'a [u8],
    cuts: std::iter::Cycle<std::slice::Iter<'a, usize>>,
    was_interrupted: bool,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.was_interrupted = !self.was_interrupted;
        if self.was_interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        // 0 would mean the end.
        let cut = self.cuts.next().copied().unwrap_or_default().max(1);
        let length = cut.min(buffer.len()).min(self.rest.len());
        let (piece, rest) = self.rest.split_at(length);
        buffer[..length].copy_from_slice(piece);
        self.rest = rest;
        Ok(length)
    }
}

/// Fails unless the documents and their reports are equal.
fn same(expected: &Document, actual: &Document, how: &str) -> Result<(), TestCaseError> {
    prop_assert_eq!(expected.encoding_report(), actual.encoding_report(), "{}", how);
    let answer = |document: &Document| {
        (document.encoding(), document.encoding_source(), document.confidence())
    };
    prop_assert_eq!(answer(expected), answer(actual), "{}", how);
    prop_assert_eq!(expected.source(), actual.source(), "{}", how);
    let tree = |document: &Document| (dump(document.root(), Doctype::Full), document.quirks_mode());
    prop_assert_eq!(tree(expected), tree(actual), "{}", how);
    prop_assert_eq!(expected.recorded_errors(), actual.recorded_errors(), "{}", how);
    prop_assert_eq!(expected.limits_hit(), actual.limits_hit(), "{}", how);
    Ok(())
}

proptest! {
    #![proptest_config(config(1024))]

    #[test]
    fn the_result_does_not_depend_on_where_bytes_are_cut(
        Input(input) in input(),
        hints in hints(),
        options in options(),
        cuts in cuts(),
    ) {
        let whole = options.parse_document(&input[..], &hints);

        same(&whole, &options.parse_document(input.clone(), &hints), "whole, owned")?;

        let mut parser = Parser::new(&options, &hints);
        parser.feed(&input);
        same(&whole, &parser.finish(), "one piece")?;

        let mut parser = Parser::new(&options, &hints);
        let mut rest = &input[..];
        for cut in cuts.iter().cycle() {
            let (piece, after) = rest.split_at(rest.len().min(*cut));
            parser.feed(piece);
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
        same(&whole, &parser.finish(), "in pieces")?;

        let mut parser = Parser::new(&options, &hints);
        let reader = Pieces { rest: &input, cuts: cuts.iter().cycle(), was_interrupted: false };
        let read = parser.read_from(reader).unwrap();
        // After the limit was reached, nothing more is read, so the reports can differ.
        if whole.limits_hit().input_bytes {
            prop_assert!(read <= input.len() as u64);
        } else {
            prop_assert_eq!(read, input.len() as u64);
            same(&whole, &parser.finish(), "from a reader")?;
        }
    }

    #[test]
    fn the_report_agrees_with_the_document_and_itself(Input(input) in input(), hints in hints()) {
        let document = ParseOptions::new().parse_document(&input[..], &hints);
        let report = document.encoding_report().expect("bytes have an encoding");
        prop_assert_eq!(Some(report.encoding()), document.encoding());
        prop_assert_eq!(Some(report.source()), document.encoding_source());
        prop_assert_eq!(report.confidence(), document.confidence());
        prop_assert!(!(report.restarted() && report.switched_on_the_fly()), "{}", report);
        prop_assert_eq!(report.first_malformed().is_some(), report.malformed_sequences() > 0, "{}", report);
        prop_assert!(report.first_malformed().is_none_or(|at| at < input.len() as u64), "{}", report);
        for candidate in report.candidates() {
            if let Some(range) = candidate.range() {
                prop_assert!(input.get(range).is_some(), "{}", report);
            }
        }
        prop_assert!(report.candidates().iter().any(|candidate| candidate.encoding() == document.encoding()));
    }
}
