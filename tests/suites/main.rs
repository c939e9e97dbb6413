//! The shared suites, the cases of our own in their formats, and whatever else has a trial for each
//! of its cases. Names of trials start with that of their suite, so `cargo test --test suites --
//! 'tree '` runs one suite.
//!
//! - `decoders.rs`: the text of bytes in each encoding
//! - `encoding.rs`: encoding detection
//! - `pages.rs`, `text_pages.rs`: real pages
//! - `reference_tokenizer.rs`: the tokenizer that others are compared with
//! - `serializer.rs`: serialization
//! - `source_edits_inputs.rs`, `source_edits_pages.rs`: the source of edited documents
//! - `srcset.rs`: the candidates of `srcset` attributes
//! - `template_for.rs`: `<template for>`
//! - `tokenizer.rs`: tokens and errors
//! - `tree.rs`: tree construction
//! - `urls.rs`: URLs, with the feature `url`

mod decoders;
mod encoding;
mod pages;
mod reference_tokenizer;
mod serializer;
mod source_edits_inputs;
mod source_edits_pages;
mod srcset;
mod template_for;
mod text_pages;
mod tokenizer;
mod tree;
#[cfg(feature = "url")]
mod urls;

use consomme_test::fuzz_cases;
use consomme_test::suite::Suites;
use consomme_test::targets::TARGETS;

fn main() {
    let mut suites = Suites::default();
    decoders::add(&mut suites);
    encoding::add(&mut suites);
    // The fuzz targets on seeds, finds and generated documents.
    fuzz_cases::add(&mut suites, TARGETS.iter().copied());
    pages::add(&mut suites);
    reference_tokenizer::add(&mut suites);
    serializer::add(&mut suites);
    source_edits_inputs::add(&mut suites);
    source_edits_pages::add(&mut suites);
    srcset::add(&mut suites);
    template_for::add(&mut suites);
    text_pages::add(&mut suites);
    tokenizer::add(&mut suites);
    tree::add(&mut suites);
    #[cfg(feature = "url")]
    urls::add(&mut suites);
    suites.add_conformance(
        "suites",
        &[
            ("tree", "Tree construction"),
            ("template-for", "`<template for>`"),
            ("tokenizer", "Tokenizer"),
            ("encoding", "Encoding"),
            ("decoders", "Decoders"),
            ("serializer", "Serializer"),
            ("srcset", "`srcset`"),
            ("url", "URLs"),
        ],
        cfg!(all(feature = "detect", feature = "url")),
    );
    suites.run();
}
