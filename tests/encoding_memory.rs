//! What a streamed document takes on the heap: itself, and next to nothing beside it.
//!
//! The document's own size is what is still allocated once it is finished, capacity it does not use
//! included. A reallocation counts as the bytes that it adds: that is what it costs where the
//! system moves pages instead of copying them. One test, so that nothing else allocates in the
//! meantime.

use std::alloc::System;
use std::hint::black_box;

use cap::Cap;
use consomme::{Confidence, Hints, ParseOptions};

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

const MEGABYTE: usize = 1024 * 1024;

/// How much is fed.
const INPUT: usize = 100 * MEGABYTE;

/// How much of it at once.
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
    // There is one node and one span for a piece.
    assert!(own_size <= fed + MEGABYTE, "{own_size} bytes for an input of {fed}");
    // A text that grows by doubling has at most as much again in reserve, which it gives back at
    // the end.
    assert!(peak <= 2 * fed + MEGABYTE, "a peak of {peak} bytes for an input of {fed}");
}
