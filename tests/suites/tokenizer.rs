//! The tokenizer suite of html5lib-tests, and the cases of our own: tokens, error codes and error
//! positions.
//!
//! Each input is fed as a whole and one code point at a time.

use consomme::Revision;
use consomme::tokenizer::TextMode;
use consomme_test::json_suite::TokenizerCase;
use consomme_test::suite::{Run, Suites};
use consomme_test::tokenizer_suite::{Way, add_suite};
use consomme_test::tokens::tokenize;

pub(crate) fn add(suites: &mut Suites) {
    let mut run = Run::new("tests/data/expected_failures.txt", "tokenizer/");
    add_suite(&mut run, both_ways);
    suites.add("tokenizer", run, || ());
}

fn both_ways(case: &TokenizerCase, mode: TextMode, revision: Revision) -> Vec<Way> {
    let whole = [case.input.as_str()];
    let pieces: Vec<&str> = case.input.split_inclusive(|_| true).collect();
    let last_start_tag = case.last_start_tag.as_deref();
    vec![
        ("fed whole", tokenize(&whole, mode, last_start_tag, revision)),
        ("fed one code point at a time", tokenize(&pieces, mode, last_start_tag, revision)),
    ]
}
