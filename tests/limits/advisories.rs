//! Advisories of other parsers, each with inputs of the same class. `ADVISORIES.md` has the table;
//! `src/tests/advisories.rs` has those about time. The inputs are our own.

use std::fmt::Write as _;

use consomme::{Hints, Namespace, ParseOptions};

/// Every encoding that a page can have, by a label.
const ENCODINGS: [&str; 12] = [
    "utf-8",
    "gbk",
    "gb18030",
    "big5",
    "euc-jp",
    "iso-2022-jp",
    "shift_jis",
    "euc-kr",
    "utf-16le",
    "utf-16be",
    "windows-1252",
    "x-user-defined",
];

/// The last bytes of an input: nothing, ASCII, the edges of the ranges of trail bytes, and escapes.
const TRAILS: [&[u8]; 10] =
    [b"", b"0", b"<", b"\x1B", b"\x1B$", b"\x7F", b"\x80", b"\xA1", b"\xFE", b"\xFF\x81"];

#[test]
fn bytes_that_end_inside_a_character_are_decoded_in_each_encoding() {
    for label in ENCODINGS {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("a label");
        let hints = Hints::new().transport_encoding(encoding);
        for lead in 0x80..=0xFF_u8 {
            for trail in TRAILS {
                let mut bytes = b"<p title='".to_vec();
                bytes.extend([lead, lead, 0x30, lead]);
                bytes.extend(trail);
                let document = ParseOptions::new().parse_document(&bytes, &hints);
                let (expected, _) = encoding.decode_without_bom_handling(&bytes);
                assert_eq!(document.source(), expected, "{label}, {bytes:02X?}");
            }
        }
    }
}

#[test]
fn declarations_of_namespaces_are_attributes_and_change_nothing() {
    let document = |n: usize| {
        let mut html = String::from("<svg>");
        for i in 0..n {
            write!(html, "<g xmlns='u:{i}' xmlns:a{i}='u:{i}' a{i}:b=c>").expect("a string");
        }
        ParseOptions::new().parse_fragment("div", html)
    };
    let (short, long) = (document(200), document(400));
    for node in long.descendants() {
        if let Some(element) = node.as_element() {
            assert_eq!(element.namespace(), Namespace::Svg);
        }
    }
    // No scope of prefixes is kept: the XML of twice the elements has twice the length.
    let ratio = long.to_xml().len() as f64 / short.to_xml().len() as f64;
    assert!(ratio < 2.2, "{ratio:.2} times the length");
}

/// Tags on which other parsers have looped or thrown where they met in an odd order.
const TAGS: [&str; 13] = [
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "<select>",
    "</select>",
    "<template>",
    "</template>",
    "<svg>",
    "<p>",
    "<frameset>",
    "</body>",
    "<a>",
];

#[test]
fn every_sequence_of_four_odd_tags_ends_and_is_the_same_in_pieces() {
    let options = ParseOptions::new();
    for index in 0..TAGS.len().pow(4) {
        let mut html = String::new();
        let mut rest = index;
        for _ in 0..4 {
            html += TAGS[rest % TAGS.len()];
            rest /= TAGS.len();
        }
        let whole = options.parse_str(html.as_str());
        let mut parser = consomme::Parser::new(&options, &Hints::new());
        for piece in html.split_inclusive('<') {
            parser.feed_str(piece);
        }
        let pieces = parser.finish();
        assert_eq!(whole.root().inner_html(), pieces.root().inner_html(), "{html}");
    }
}

/// Each part of a selector that a tokenizer or a parser may read beyond its end.
#[cfg(feature = "selectors")]
#[test]
fn broken_selectors_are_errors_and_nothing_worse() {
    let whole = "a\\31 b#c\\,.\u{E9}[d='e\\'f'i]:not(:is(g, h|*), [i~=\"j\"]):nth-child(2n+1 of k) > l ~ m::n";
    let document = consomme::parse_str("<p class=x><b id=c>1</b>");
    let mut errors = 0;
    for (at, _) in whole.char_indices() {
        for other in ["", "\\", "(", "[", "'", "\0", "\u{FFFD}", ":", "\\110000", "/*", "\u{1F600}"]
        {
            let selector = format!("{}{other}", &whole[..at]);
            match consomme::Selector::parse(&selector) {
                Ok(selector) => assert!(document.select(&selector).count() <= 5),
                Err(error) => {
                    errors += 1;
                    assert!(error.offset() <= selector.len(), "{selector}: {error}");
                }
            }
        }
    }
    assert!(errors > 100, "only {errors} errors");
}
