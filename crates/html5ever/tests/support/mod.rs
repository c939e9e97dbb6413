//! What the tests share: modules of consomme's own tests, and [`rcdom_dump`], which writes trees of
//! `markup5ever_rcdom` the way the suites write trees.

// Every test binary compiles this module and uses its own part of it.
#![allow(dead_code)]

#[path = "../../../../tests/support/config.rs"]
pub(crate) mod config;
#[path = "../../../../tests/support/dat.rs"]
pub(crate) mod dat;
#[path = "../../../../tests/support/expectations.rs"]
pub(crate) mod expectations;
pub(crate) mod rcdom_dump;
#[path = "../../../../tests/support/soup.rs"]
pub(crate) mod soup;
#[path = "../../../../tests/support/suite.rs"]
pub(crate) mod suite;
#[path = "../../../../tests/support/tree_case.rs"]
pub(crate) mod tree_case;
#[path = "../../../../tests/support/tree_dump.rs"]
pub(crate) mod tree_dump;
