//! A search for the documents that take most memory.
//!
//! - `mod.rs`: the promises, and the search: random shapes first, then changes of the worst
//! - `shape.rs`: shapes of documents, and the options to parse them with
//! - `pieces.rs`: the pieces that they are made of
//! - `numbers.rs`: numbers that look random

mod numbers;
mod pieces;
mod shape;

use consomme::positions::Origin;
use consomme::{Document, NodeRef};
use consomme_test::heap::peak_above;
use consomme_test::patterns::{MAX_BESIDES, MAX_PEAK_PER_COPY};

use super::HEAP;
use super::load::{MAX_KEPT_PER_BYTE, MAX_KEPT_PER_COPY, MAX_PEAK_PER_BYTE};
use numbers::Numbers;
use shape::Shape;

/// The three lengths at which each shape is tried, as multiples of its shortest.
const TIMES: [usize; 3] = if cfg!(debug_assertions) { [1, 2, 4] } else { [1, 4, 16] };

/// How many searches there are, half of them for the memory that is kept and half for the peak.
const SEARCHES: usize = 8;

/// How many shapes a search tries. Without optimization, each takes long.
const SHAPES: usize = if cfg!(debug_assertions) { 40 } else { 400 };

/// How many of the worst shapes of a search are kept to be changed.
const KEPT: usize = 12;

/// The factor between these lengths.
const LONGER: f64 = TIMES[1] as f64;

/// Memory that grows with this power of the length, twice in succession, is not linear. A document
/// whose quotes match at one length and not at the next can have much more in one of the two steps.
const MAX_POWER: f64 = 1.6;

/// The numbers of a document that the promises are about.
struct Counts {
    bytes: usize,
    copies: usize,
    /// The bytes that [`ParseOptions::lossless`](consomme::ParseOptions::lossless) may add.
    lossless: usize,
}

impl Counts {
    fn of(shape: &Shape, html: &[u8]) -> Counts {
        let document = shape.parse_with_positions(html);
        let copies = document.all_nodes().map(copies).sum();
        if let Some(max) = shape.max_copies(&document) {
            assert!(copies <= max, "{copies} copies of at most {max}: {shape:?}");
        }
        Counts {
            bytes: html.len(),
            copies,
            lossless: if shape.lossless { lossless_bytes(&document, html) } else { 0 },
        }
    }

    fn max(&self, per_byte: usize, per_copy: usize) -> usize {
        per_byte * self.bytes + per_copy * self.copies + self.lossless + MAX_BESIDES
    }
}

/// Returns how many copies a node stands for: a copied template has contents of its own.
fn copies(node: NodeRef<'_>) -> usize {
    match node.origin() {
        Some(Origin::Copied { .. }) => {
            1 + usize::from(node.as_element().is_some_and(|it| it.template_contents().is_some()))
        }
        _ => 0,
    }
}

/// Returns how many bytes a lossless document may take more.
fn lossless_bytes(document: &Document, html: &[u8]) -> usize {
    let returns = html.iter().filter(|byte| **byte == b'\r').count();
    let of_node = |node: NodeRef<'_>| match node.as_text() {
        // A text with references, or of several parts.
        Some(text) if node.text_span(0..text.len()).is_none_or(|span| span.text() != text) => {
            32 + 16 * text.len()
        }
        _ if node.as_processing_instruction().is_some() => 44,
        _ => 32,
    };
    4 * returns + document.all_nodes().map(of_node).sum::<usize>()
}

/// The memory that the longest document of a shape takes, as shares of the promise: 1 is all of it,
/// without the bytes that each document may take besides.
#[derive(Clone, Copy, Default)]
struct Shares {
    kept: f64,
    /// At least the share that was looked for.
    peak: f64,
}

/// Measures a shape. A peak below the share `least` counts as that.
fn measure(shape: &Shape, least: f64, failures: &mut Vec<String>) -> Shares {
    let mut shares = Shares::default();
    let (mut last_for_each, mut growing) = (0.0, 0);
    for times in TIMES {
        let html = shape.markup(times);
        let counts = Counts::of(shape, &html);
        let max_kept = counts.max(MAX_KEPT_PER_BYTE, MAX_KEPT_PER_COPY);
        let max_peak = counts.max(MAX_PEAK_PER_BYTE, MAX_PEAK_PER_COPY);
        let looked_for = (max_peak as f64 * least) as usize;
        let before = HEAP.allocated();
        let (document, excess) = peak_above(&HEAP, looked_for, || shape.parse(&html));
        let kept = HEAP.allocated() - before;
        drop(document);
        let peak = looked_for + excess;
        let what = format!(
            "{} bytes, {} copies; {kept} of {max_kept} kept, {peak} of {max_peak} at once; {shape:?}",
            counts.bytes, counts.copies
        );
        if kept > max_kept || peak > max_peak {
            failures.push(format!("too much: {what}"));
        }
        // The standard's own tree grows faster than the document where copies have no limit.
        let for_each = kept as f64 / (counts.bytes + counts.copies) as f64;
        growing += usize::from(for_each > last_for_each * LONGER.powf(MAX_POWER - 1.0));
        last_for_each = for_each;
        if growing == TIMES.len() {
            failures.push(format!("not linear: {what}"));
        }
        shares = Shares {
            kept: kept as f64 / (max_kept - MAX_BESIDES) as f64,
            peak: peak as f64 / (max_peak - MAX_BESIDES) as f64,
        };
    }
    shares
}

/// Documents of all shapes that are tried keep within the promises, and so does parsing them.
pub(crate) fn finds_none_above_the_promise() {
    let times = std::env::var("CASES_TIMES").map_or(1, |times| times.parse().expect("a number"));
    let mut failures = Vec::new();
    for number in 0..SEARCHES * times {
        let (shape, shares) = search(number, &mut failures);
        println!("\nkept {:.2}, held {:.2} of the promise: {shape:?}", shares.kept, shares.peak);
    }
    let count = failures.len();
    failures.truncate(10);
    assert!(failures.is_empty(), "{count} failures\n{}", failures.join("\n"));
}

/// Returns the worst shape of a search.
fn search(number: usize, failures: &mut Vec<String>) -> (Shape, Shares) {
    let mut numbers = Numbers(number as u64);
    // The promises have a part for lossless documents, which is larger than what these take.
    let may_be_lossless = number.is_multiple_of(3);
    let score = |shares: &Shares| if number.is_multiple_of(2) { shares.kept } else { shares.peak };
    let mut worst: Vec<(Shape, Shares)> = Vec::new();
    for round in 0..SHAPES {
        let mut shape = match worst.len() {
            KEPT if round % 4 > 0 => worst[numbers.below(KEPT)].0.changed(&mut numbers),
            _ => Shape::random(&mut numbers),
        };
        shape.lossless &= may_be_lossless;
        // Until there are as many as are kept, each is one of the worst.
        let least = worst.get(KEPT - 1).map_or(0.3, |(_, shares)| score(shares));
        let shares = measure(&shape, least, failures);
        // One of several shapes with the same units is kept, or the search would end with these.
        match worst.iter().position(|(other, _)| other.has_units_of(&shape)) {
            Some(index) if score(&worst[index].1) >= score(&shares) => {}
            Some(index) => worst[index] = (shape, shares),
            None => worst.push((shape, shares)),
        }
        worst.sort_by(|(_, a), (_, b)| score(b).total_cmp(&score(a)));
        worst.truncate(KEPT);
    }
    worst.swap_remove(0)
}
