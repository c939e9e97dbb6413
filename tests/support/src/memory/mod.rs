//! The promises about memory, and documents of any shape to try them with.
//!
//! - `mod.rs`: the promises, and how much of them a shape takes
//! - `shape.rs`: shapes of documents, and the options to parse them with
//! - `pieces.rs`: the pieces that they are made of
//! - `numbers.rs`: where the choices of a shape come from

pub mod numbers;
mod pieces;
pub mod shape;

use std::alloc::System;

use cap::Cap;
use consomme::positions::Origin;
use consomme::{Document, NodeRef};

use crate::heap::peak_above;
use crate::patterns::{
    MAX_BESIDES, MAX_KEPT_PER_BYTE, MAX_KEPT_PER_COPY, MAX_PEAK_PER_BYTE, MAX_PEAK_PER_COPY,
};
use crate::targets::choices::split_text;
use shape::Shape;

/// The three lengths at which each shape is tried, as multiples of its shortest.
const TIMES: [usize; 3] = if cfg!(debug_assertions) { [1, 2, 4] } else { [1, 4, 16] };

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
        let mut copies = document.all_nodes().map(copies).sum();
        if let Some(max) = shape.max_copies(&document) {
            let nodes = document.all_nodes().filter(|node| is_copy(*node)).count();
            assert!(nodes <= max, "{nodes} copies of at most {max}: {shape:?}");
            // More than the limit counts, because a text of parts that is in the strings counts
            // once. Then memory is held to the limit.
            copies = max.min(copies);
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

fn is_copy(node: NodeRef<'_>) -> bool {
    matches!(node.origin(), Some(Origin::Copied { .. }))
}

/// Returns how many copies a node stands for at most: a copied template has contents of its own, a
/// copied shadow root counts as two, and a text that was moved together from many parts may be
/// copied with its bytes.
fn copies(node: NodeRef<'_>) -> usize {
    if !is_copy(node) {
        return 0;
    }
    if let Some(text) = node.as_text() {
        let has_parts = node.text_span(0..text.len()).is_none();
        return if has_parts { 3 + text.len() / 4 } else { 1 };
    }
    let element = node.as_element();
    let has_contents = element.is_some_and(|it| it.template_contents().is_some());
    let has_shadow_root = element.is_some_and(|it| it.shadow_root().is_some());
    1 + usize::from(has_contents) + 2 * usize::from(has_shadow_root)
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
pub struct Shares {
    pub kept: f64,
    /// At least the share that was looked for.
    pub peak: f64,
}

/// Measures a shape. A peak below the share `least` counts as that.
pub fn measure(
    heap: &Cap<System>,
    shape: &Shape,
    least: f64,
    failures: &mut Vec<String>,
) -> Shares {
    let mut shares = Shares::default();
    let mut growing = 0;
    for times in TIMES {
        let html = shape.markup(times);
        let counts = Counts::of(shape, &html);
        let max_kept = counts.max(MAX_KEPT_PER_BYTE, MAX_KEPT_PER_COPY);
        let max_peak = counts.max(MAX_PEAK_PER_BYTE, MAX_PEAK_PER_COPY);
        let looked_for = (max_peak as f64 * least) as usize;
        let before = heap.allocated();
        let (document, excess) = peak_above(heap, looked_for, || shape.parse(&html));
        let kept = heap.allocated() - before;
        drop(document);
        let peak = looked_for + excess;
        let what = format!(
            "{} bytes, {} copies; {kept} of {max_kept} kept, {peak} of {max_peak} at once; {shape:?}",
            counts.bytes, counts.copies
        );
        if kept > max_kept || peak > max_peak {
            failures.push(format!("too much: {what}"));
        }
        let last = shares.kept;
        shares = Shares {
            kept: kept as f64 / (max_kept - MAX_BESIDES) as f64,
            peak: peak as f64 / (max_peak - MAX_BESIDES) as f64,
        };
        // The promise grows as the standard's own tree does: faster than the document where copies
        // have no limit. Where these are most of it, the share only nears that of one copy.
        let is_for_copies = 2 * MAX_KEPT_PER_COPY * counts.copies > max_kept;
        let grows = shares.kept > last * LONGER.powf(MAX_POWER - 1.0);
        growing += usize::from(grows && !is_for_copies);
        if growing == TIMES.len() {
            failures.push(format!("not linear: {what}"));
        }
    }
    shares
}

/// Checks the shape that an input chooses: its markup repeated among other pieces, or these alone.
///
/// # Panics
///
/// If a document of that shape takes more memory than is promised.
pub fn check_input(heap: &Cap<System>, data: &[u8]) {
    let (markup, mut choices) = split_text(data);
    let is_alone = choices.flag();
    let shape = Shape::random(&mut choices);
    let shape = if is_alone || markup.is_empty() { shape } else { shape.with_unit(markup) };
    let mut failures = Vec::new();
    measure(heap, &shape, 1.0, &mut failures);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
