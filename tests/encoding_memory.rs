//! The heap that parsing a streamed document takes: little more than the document itself.
//!
//! The size of the document is the memory that is allocated after parsing, unused capacity
//! included. A reallocation counts as the bytes that it adds, which is its cost if the system moves
//! pages instead of copying them. This file has one test, so that nothing else allocates at the
//! same time.

use std::alloc::System;
use std::hint::black_box;

use cap::Cap;
use consomme::encoding::Confidence;
use consomme::{Hints, ParseOptions};

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

const MEGABYTE: usize = 1024 * 1024;

/// The length of the input, in bytes.
const INPUT: usize = 100 * MEGABYTE;

/// The maximum length of a piece, in bytes.
const PIECE: usize = 64 * 1024;

#[test]
fn a_streamed_document_takes_its_own_size_and_a_megabyte() {
    let line = "Clear broth, strained through muslin — « consommé » — and served hot. ";
    let mut piece = "<p>".to_owned();
    while piece.len() + line.len() <= PIECE {
        piece.push_str(line);
    }

    let before = HEAP.allocated();
    let hints = Hints::new().content_type("text/html; charset=utf-8");
    let mut parser = ParseOptions::new().parser_with_hints(&hints);
    let mut fed = 0;
    while fed < INPUT {
        parser.feed(piece.as_bytes());
        fed += piece.len();
    }
    let document = black_box(parser.finish());

    let peak = HEAP.max_allocated() - before;
    let own_size = HEAP.allocated() - before;
    println!("fed {fed}, peak {peak}, the document itself {own_size} bytes");
    assert_eq!(document.confidence(), Confidence::Certain);
    assert_eq!(document.source().len(), fed);
    // Besides the text, there is one node and one span for each piece.
    assert!(own_size <= fed + MEGABYTE, "{own_size} bytes for an input of {fed}");
    // A text that grows by doubling has at most as much unused capacity as text. The capacity is
    // given back at the end.
    assert!(peak <= 2 * fed + MEGABYTE, "a peak of {peak} bytes for an input of {fed}");
}
