//! Helpers that several tests share.
//!
//! - `config.rs`: on how many inputs a property is tried
//! - `dat.rs`, `tree_case.rs`: read the `.dat` files of the tree construction suite
//! - `encodings.rs`: texts in every encoding
//! - `expectations.rs`: cases that are known to fail, with the reason
//! - `families.rs`: hostile documents of any size; `tests/internal/growth.rs` includes it
//! - `generator/`: documents made from the vocabulary of the standard
//! - `heap.rs`: how much memory a call takes; tests that measure it include it alone
//! - `json_suite.rs`, `tokenizer_suite.rs`: read and run the JSON files of the tokenizer suite
//! - `pretty.rs`: checks the promises of pretty-printing
//! - `reference_tokenizer/`: a tokenizer that follows the standard to the letter
//! - `rendered.rs`: checks that rendered text leads back to the source
//! - `script_engine.rs`: runs the few statements of the shared suites' scripted cases
//! - `soup.rs`: markup for properties
//! - `source_check.rs`: checks that positions are right
//! - `suite.rs`: finds the shared suites and runs each case as a trial of its own
//! - `tokens.rs`, `tree_dump.rs`: write tokens and trees as the suites write them
//! - `tree.rs`: questions about trees

// Each test compiles this module and uses a part of it.
#![allow(dead_code)]

pub(crate) mod config;
pub(crate) mod dat;
pub(crate) mod encodings;
pub(crate) mod expectations;
pub(crate) mod generator;
pub(crate) mod json_suite;
pub(crate) mod pretty;
pub(crate) mod rendered;
pub(crate) mod script_engine;
pub(crate) mod soup;
pub(crate) mod source_check;
pub(crate) mod suite;
pub(crate) mod tokenizer_suite;
pub(crate) mod tokens;
pub(crate) mod tree;
pub(crate) mod tree_case;
pub(crate) mod tree_dump;
