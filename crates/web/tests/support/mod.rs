//! What the tests share: modules of consomme's own tests, and [`cases`], which reads the files of
//! `tests/data`.

// Every test binary compiles this module and uses its own part of it.
#![allow(dead_code)]

pub(crate) mod cases;
#[path = "../../../../tests/support/config.rs"]
pub(crate) mod config;
#[path = "../../../../tests/support/expectations.rs"]
pub(crate) mod expectations;
#[path = "../../../../tests/support/generator/mod.rs"]
pub(crate) mod generator;
#[path = "../../../../tests/support/soup.rs"]
pub(crate) mod soup;
#[path = "../../../../tests/support/suite.rs"]
pub(crate) mod suite;
