//! The checks of the fuzz targets, one file for each. `cargo test` runs the same checks over the
//! seeds, the finds and generated documents.
//!
//! An input is a file. Up to its last byte 0xFF, which no text in UTF-8 contains, it is markup; the
//! bytes after that choose everything else ([`choices`]). A file of markup alone leaves everything
//! at its default. An input that starts with the byte 0xFE is replaced by a document that is
//! generated from its other bytes ([`generator`](crate::generator)).

pub mod body_loop;
pub mod choices;
pub mod driver;
pub mod edit;
pub mod events;
pub mod flat_tree;
pub mod mutation;
pub mod parse_bytes;
pub mod parse_fragment;
pub mod parse_pieces;
#[cfg(feature = "stream")]
pub mod rewriter;
#[cfg(feature = "stream")]
pub mod rewritten_tree;
pub mod roundtrip;
#[cfg(feature = "sanitizer")]
pub mod sanitizer;
#[cfg(feature = "sanitizer")]
pub mod sanitizer_beyond;
#[cfg(feature = "sanitizer")]
pub mod sanitizer_choices;
#[cfg(feature = "sanitizer")]
pub mod sanitizer_held;
#[cfg(feature = "sanitizer")]
pub mod sanitizer_pieces;
#[cfg(feature = "sanitizer")]
pub mod sanitizer_stream;
pub mod scripted_page;
pub mod scripted_run;
#[cfg(feature = "selectors")]
pub mod selectors;
pub mod serialize_reference;
pub mod source_edits;
#[cfg(feature = "stream")]
pub mod stream;
pub mod tokenizer_reference;
pub mod tree;
pub mod unstable;
pub mod xml;

use crate::generator;

/// Checks an input, and panics if anything is wrong.
pub type Target = fn(&[u8]);

/// Runs a target on an input, which is generated first if it says so.
pub fn run((name, target): (&str, Target), input: &[u8]) {
    target(&generator::expand(name, input));
}

/// Every target by its name, except targets that need more dependencies than `cargo test` has.
pub const TARGETS: &[(&str, Target)] = &[
    ("body_loop", body_loop::run),
    ("driver", driver::run),
    ("edit", edit::run),
    ("events", events::run),
    ("flat_tree", flat_tree::run),
    ("mutation", mutation::run),
    ("parse_bytes", parse_bytes::run),
    ("parse_fragment", parse_fragment::run),
    ("parse_pieces", parse_pieces::run),
    #[cfg(feature = "stream")]
    ("rewriter", rewriter::run),
    ("roundtrip", roundtrip::run),
    #[cfg(feature = "sanitizer")]
    ("sanitizer", sanitizer::run),
    #[cfg(feature = "sanitizer")]
    ("sanitizer_stream", sanitizer_stream::run),
    #[cfg(feature = "selectors")]
    ("selectors", selectors::run),
    ("serialize_reference", serialize_reference::run),
    ("source_edits", source_edits::run),
    #[cfg(feature = "stream")]
    ("stream", stream::run),
    ("tokenizer_reference", tokenizer_reference::run),
    ("xml", xml::run),
];
