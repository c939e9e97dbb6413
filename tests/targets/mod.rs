//! What the fuzz targets check: one file each, and the same for `cargo test`, which runs them over
//! the seeds and over what was found.
//!
//! An input is a file: markup, and behind the last byte 0xFF, which is in no text of UTF-8, what
//! else can be chosen ([`choices`]). A file of markup alone leaves everything at its default.

// Every crate that has this module uses its own part of it.
#![allow(dead_code)]

pub(crate) mod choices;
pub(crate) mod edit;
pub(crate) mod mutation;
pub(crate) mod parse_bytes;
pub(crate) mod parse_fragment;
pub(crate) mod parse_pieces;
#[path = "../support/reference_tokenizer/mod.rs"]
mod reference_tokenizer;
pub(crate) mod roundtrip;
#[cfg(feature = "selectors")]
pub(crate) mod selectors;
#[path = "../support/source_check.rs"]
mod source_check;
pub(crate) mod tokenizer_reference;
pub(crate) mod tree;
#[path = "../support/tree_dump.rs"]
mod tree_dump;
pub(crate) mod unstable;

/// What is done with an input; it panics if anything is wrong.
pub(crate) type Target = fn(&[u8]);

/// Every target by its name.
pub(crate) const TARGETS: &[(&str, Target)] = &[
    ("edit", edit::run),
    ("mutation", mutation::run),
    ("parse_bytes", parse_bytes::run),
    ("parse_fragment", parse_fragment::run),
    ("parse_pieces", parse_pieces::run),
    ("roundtrip", roundtrip::run),
    #[cfg(feature = "selectors")]
    ("selectors", selectors::run),
    ("tokenizer_reference", tokenizer_reference::run),
];
