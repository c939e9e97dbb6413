//! What the tests share: modules of consomme's own tests; [`rcdom_dump`], which writes trees of
//! `markup5ever_rcdom` the way the suites write trees; and [`log`], such a tree that writes down what
//! is asked of it, and has shadow roots.

// Every test binary compiles this module and uses its own part of it.
#![allow(dead_code)]

#[path = "../../../../tests/support/config.rs"]
pub(crate) mod config;
#[path = "../../../../tests/support/dat.rs"]
pub(crate) mod dat;
#[path = "../../../../tests/support/expectations.rs"]
pub(crate) mod expectations;
#[path = "../../../../tests/support/generator/mod.rs"]
pub(crate) mod generator;
pub(crate) mod log;
pub(crate) mod rcdom_dump;
#[path = "../../../../tests/support/soup.rs"]
pub(crate) mod soup;
#[path = "../../../../tests/support/suite.rs"]
pub(crate) mod suite;
#[path = "../../../../tests/support/tree_case.rs"]
pub(crate) mod tree_case;
#[path = "../../../../tests/support/tree_dump.rs"]
pub(crate) mod tree_dump;
