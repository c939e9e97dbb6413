//! The checks of the fuzz targets, one file for each. `cargo test` runs the same checks over the
//! seeds, the finds and generated documents.
//!
//! An input is a file. Up to its last byte 0xFF, which no text in UTF-8 contains, it is markup; the
//! bytes after that choose everything else ([`choices`]). A file of markup alone leaves everything
//! at its default. An input that starts with the byte 0xFE is replaced by a document that is
//! generated from its other bytes ([`generator`]).

// Each crate that includes this module uses a part of it.
#![allow(dead_code)]

pub(crate) mod body_loop;
pub(crate) mod choices;
pub(crate) mod driver;
pub(crate) mod edit;
#[path = "../support/generator/mod.rs"]
pub(crate) mod generator;
#[cfg(feature = "sanitizer")]
#[path = "../support/in_page.rs"]
mod in_page;
pub(crate) mod mutation;
pub(crate) mod parse_bytes;
pub(crate) mod parse_fragment;
pub(crate) mod parse_pieces;
#[path = "../support/reference_tokenizer/mod.rs"]
mod reference_tokenizer;
#[path = "../support/rendered.rs"]
mod rendered;
#[cfg(feature = "selectors")]
pub(crate) mod rewriter;
pub(crate) mod roundtrip;
#[cfg(feature = "sanitizer")]
pub(crate) mod sanitizer;
#[cfg(feature = "sanitizer")]
pub(crate) mod sanitizer_choices;
#[cfg(feature = "sanitizer")]
pub(crate) mod sanitizer_pieces;
pub(crate) mod scripted_page;
pub(crate) mod scripted_run;
#[cfg(feature = "selectors")]
pub(crate) mod selectors;
#[path = "../support/source_check.rs"]
mod source_check;
pub(crate) mod source_edits;
#[cfg(feature = "selectors")]
pub(crate) mod stream;
#[cfg(feature = "css")]
#[path = "../support/styles.rs"]
pub(crate) mod styles;
pub(crate) mod tokenizer_reference;
pub(crate) mod tree;
#[path = "../support/tree_dump.rs"]
mod tree_dump;
pub(crate) mod unstable;

/// Checks an input, and panics if anything is wrong.
pub(crate) type Target = fn(&[u8]);

/// Runs a target on an input, which is generated first if it says so.
pub(crate) fn run((name, target): (&str, Target), input: &[u8]) {
    target(&generator::expand(name, input));
}

/// Every target by its name, except those that need more dependencies than `cargo test` has.
pub(crate) const TARGETS: &[(&str, Target)] = &[
    ("body_loop", body_loop::run),
    ("driver", driver::run),
    ("edit", edit::run),
    ("mutation", mutation::run),
    ("parse_bytes", parse_bytes::run),
    ("parse_fragment", parse_fragment::run),
    ("parse_pieces", parse_pieces::run),
    #[cfg(feature = "selectors")]
    ("rewriter", rewriter::run),
    ("roundtrip", roundtrip::run),
    #[cfg(feature = "sanitizer")]
    ("sanitizer", sanitizer::run),
    #[cfg(feature = "selectors")]
    ("selectors", selectors::run),
    ("source_edits", source_edits::run),
    #[cfg(feature = "selectors")]
    ("stream", stream::run),
    ("tokenizer_reference", tokenizer_reference::run),
];
