//! What the conformance tests share.
//!
//! [`suite`] finds the shared suites and runs every case as a trial of its own, [`expectations`]
//! holds the cases that are known to fail with the reason, [`dat`] and [`tree_case`] read `.dat`
//! files, [`json_suite`] reads the tokenizer's JSON files and [`tokenizer_suite`] runs them,
//! [`tokens`] and [`tree_dump`] write tokens and trees the way the suites write them, [`encodings`]
//! has texts for every encoding, [`soup`] makes tag soup, [`config`] says on how many inputs a
//! property is tried, and [`pretty`] compares what is pretty-printed.

// Every test binary compiles this module and uses its own part of it.
#![allow(dead_code)]

pub(crate) mod config;
pub(crate) mod dat;
pub(crate) mod encodings;
pub(crate) mod expectations;
pub(crate) mod generator;
pub(crate) mod json_suite;
pub(crate) mod pretty;
pub(crate) mod soup;
pub(crate) mod source_check;
pub(crate) mod suite;
pub(crate) mod tokenizer_suite;
pub(crate) mod tokens;
pub(crate) mod tree_case;
pub(crate) mod tree_dump;
