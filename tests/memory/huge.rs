//! Where offsets of 32 bits end: documents of 2 GiB, and streams of more than 4 GiB. They take
//! minutes, and some gigabytes of memory, so these trials run only where they are asked for:
//!
//! ```sh
//! cargo test --release --all-features --test memory -- --ignored
//! ```

use std::io::{self, Read};

#[cfg(feature = "stream")]
use consomme::stream::{StreamParser, StreamSelectors};
use consomme::{Document, Hints, ParseOptions, Parser};
use consomme_test::heap::peak_above;

use super::HEAP;

/// The limit on the source of a document, in bytes: 2 GiB less one.
const MAX_SOURCE: usize = (1 << 31) - 1;

/// How much parsing such a document takes at once, in bytes: a block of 2 GiB, and the one that it
/// was copied from.
const MAX_PEAK: usize = MAX_SOURCE.saturating_mul(4);

/// An element, of which there is one after each of the texts.
const ELEMENT: &str = "<b>1</b>";

/// The distance from one element to the next, in bytes.
const DISTANCE: usize = 1 << 26;

/// A reader without end: a text, and an element after each [`DISTANCE`].
struct Spaced {
    given: u64,
}

impl Read for Spaced {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let at = self.given as usize % DISTANCE;
        let element = ELEMENT.as_bytes();
        let length = if at < element.len() {
            let length = buffer.len().min(element.len() - at);
            buffer[..length].copy_from_slice(&element[at..at + length]);
            length
        } else {
            let length = buffer.len().min(DISTANCE - at);
            buffer[..length].fill(b'x');
            length
        };
        self.given += length as u64;
        Ok(length)
    }
}

/// A document ends at 2 GiB and says so; the offsets in it are right up to there.
pub(crate) fn documents_end_at_2_gib() {
    let (document, above) = peak_above(&HEAP, MAX_PEAK, || {
        let mut parser = Parser::new(&ParseOptions::new().positions(true), &Hints::utf8());
        let mut reader = Spaced { given: 0 };
        let read = parser.read_from(&mut reader).expect("the reader has no errors");
        assert!(read <= MAX_SOURCE as u64 + 64 * 1024, "{read} bytes read");
        parser.finish()
    });
    assert_eq!(above, 0, "bytes more than promised");
    assert_eq!(document.limits_hit().to_string(), "input_bytes");
    assert_eq!(document.source().len(), MAX_SOURCE);
    document.check_parsed().unwrap();
    let elements = document.descendant_elements().filter(|element| element.name() == "b");
    let ranges: Vec<_> = elements
        .map(|element| element.as_node().span().expect("it is in the source").range())
        .collect();
    let expected: Vec<_> =
        (0..MAX_SOURCE).step_by(DISTANCE).map(|start| start..start + ELEMENT.len()).collect();
    assert_eq!(ranges, expected);
    let last = last_text(&document).expect("a text is after the last element");
    assert_eq!(last.len(), MAX_SOURCE - expected.last().expect("there are some").end);
}

fn last_text(document: &Document) -> Option<&str> {
    document.descendants().filter_map(|node| node.as_text()).next_back()
}

/// Texts that are longer than their source reach 2 GiB before it does. That is reported, too: each
/// U+0000 of a comment becomes U+FFFD, which takes three bytes.
pub(crate) fn replaced_characters_end_at_2_gib() {
    let nulls = vec![0; 1 << 20];
    let mut parser = Parser::new(&ParseOptions::new(), &Hints::utf8());
    parser.feed(b"<p>1</p><!--");
    for _ in 0..700 {
        parser.feed(&nulls);
    }
    parser.feed(b"--><p>2</p>");
    let document = parser.finish();
    assert_eq!(document.limits_hit().to_string(), "input_bytes");
    document.check_parsed().unwrap();
    let mut comments = document.descendants().filter_map(|node| node.as_comment().map(str::len));
    assert!(comments.next_back().is_some_and(|length| length > MAX_SOURCE - 1024));
    assert_eq!(document.root().text_content(), "12", "what comes after it is parsed");
}

/// Newlines of two characters make the input longer than the source: offsets in it go on after
/// 2 GiB.
pub(crate) fn offsets_in_the_input_go_on_after_2_gib() {
    const PIECE: usize = 1 << 20;
    let mut parser = Parser::new(&ParseOptions::new().positions(true), &Hints::utf8());
    let (text, newlines) = ("x".repeat(PIECE), "\r\n".repeat(PIECE));
    for number in 0..2046 {
        parser.feed_str(if number < 1900 { &text } else { &newlines });
    }
    parser.feed_str(ELEMENT);
    let document = parser.finish();
    assert!(!document.limits_hit().any());
    let mut elements = document.descendant_elements();
    let last = elements.rfind(|element| element.name() == "b").expect("the input has one");
    let at = (1900 + 2 * 146) * PIECE;
    assert!(at > MAX_SOURCE);
    assert_eq!(last.as_node().span().map(|span| span.range()), Some(at..at + ELEMENT.len()));
}

/// A stream has no end: after 2 and 4 GiB an element has its place, and the stream is as small as
/// before.
#[cfg(feature = "stream")]
pub(crate) fn offsets_of_streams_go_on_after_4_gib() {
    let options = ParseOptions::new().positions(true);
    let selectors = StreamSelectors::new(&["b"]).unwrap();
    let mut stream = StreamParser::new(&options, &Hints::utf8(), &selectors);
    let text = "Clear broth, strained twice. ".repeat(4096);
    let mut fed = 0;
    let ((), above) = peak_above(&HEAP, super::stream::MAX_FLAT, || {
        for mark in [1 << 31, (1 << 32) + 1] {
            while fed < mark {
                stream.feed_str(&text);
                fed += text.len() as u64;
                assert!(stream.next_match().is_none(), "nothing matches yet");
            }
            stream.feed_str(ELEMENT);
            let range = stream.next_match().and_then(|found| found.range());
            assert_eq!(range, Some(fed..fed + ELEMENT.len() as u64));
            fed += ELEMENT.len() as u64;
        }
    });
    assert_eq!(above, 0, "bytes more than promised for {fed} bytes");
}
