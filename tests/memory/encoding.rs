//! The heap that parsing bytes takes: little more than the document itself.
//!
//! The size of the document is the memory that is allocated after parsing, unused capacity
//! included. A reallocation counts as the bytes that it adds, which is its cost if the system moves
//! pages instead of copying them. This file has one test, so that nothing else allocates at the
//! same time.

use std::hint::black_box;

use consomme::encoding::Confidence;
use consomme::encoding_rs::{Encoding, GBK, UTF_8, WINDOWS_1251, WINDOWS_1252};
use consomme::{Hints, ParseOptions, Parser, parse_document};
use consomme_test::heap::peak_above;

use super::{HEAP, MEGABYTE};

/// The length of the input, in bytes.
const INPUT: usize = 100 * MEGABYTE;

/// The maximum length of a piece, in bytes.
const PIECE: usize = 64 * 1024;

pub(crate) fn is_little_more_than_the_document() {
    text_that_is_longer_than_its_bytes_grows_in_time();
    a_streamed_document_takes_its_own_size_and_a_megabyte();
}

/// The capacity for the text is not twice what it needs, although it is longer than its bytes, and
/// in the second row much longer than the first piece tells.
fn text_that_is_longer_than_its_bytes_grows_in_time() {
    let ascii = b"Clear broth, strained through muslin, and served hot. ".repeat(PIECE / 50);
    let rows: [(&'static Encoding, &[u8], Vec<u8>); 4] = [
        (WINDOWS_1252, b"", [&ascii, &b"caf\xE9"[..]].concat()),
        (WINDOWS_1251, &ascii, b"\xC1\xF3\xEB\xFC\xEE\xED ".to_vec()),
        (GBK, b"", b"\xC7\xE5\xCC\xC0 served hot. ".to_vec()),
        // A malformed byte becomes three.
        (UTF_8, b"", b"Clear \xFF".to_vec()),
    ];
    for (encoding, first, line) in rows {
        let hints = Hints::new().transport_encoding(encoding);
        let mut bytes = first.to_vec();
        while bytes.len() < 4 * MEGABYTE {
            bytes.extend_from_slice(&line);
        }
        let length = parse_document(&bytes, &hints).source().len();
        assert!(length > bytes.len(), "{}", encoding.name());
        let max_peak = length + length / 16 + MEGABYTE / 2;
        let (_, excess) = peak_above(&HEAP, max_peak, || parse_document(&bytes, &hints));
        assert_eq!(excess, 0, "bytes above {max_peak} for {}", encoding.name());
    }
}

fn a_streamed_document_takes_its_own_size_and_a_megabyte() {
    let line = "Clear broth, strained through muslin — « consommé » — and served hot. ";
    let mut piece = "<p>".to_owned();
    while piece.len() + line.len() <= PIECE {
        piece.push_str(line);
    }

    let before = HEAP.allocated();
    let hints = Hints::new().content_type("text/html; charset=utf-8");
    let mut fed = 0;
    // A text that grows by doubling has at most as much unused capacity as text. The capacity is
    // given back at the end.
    let (document, excess) = peak_above(&HEAP, 2 * INPUT + MEGABYTE, || {
        let mut parser = Parser::new(&ParseOptions::new(), &hints);
        while fed < INPUT {
            parser.feed(piece.as_bytes());
            fed += piece.len();
        }
        black_box(parser.finish())
    });
    assert_eq!(excess, 0, "bytes above twice an input of {fed} and a megabyte");

    let own_size = HEAP.allocated() - before;
    assert_eq!(document.confidence(), Confidence::Certain);
    assert_eq!(document.source().len(), fed);
    // Besides the text, there is one node and one span for each piece.
    assert!(own_size <= fed + MEGABYTE, "{own_size} bytes for an input of {fed}");
}
