//! The tests of more than one stage that need private items of the crate.
//!
//! - `growth.rs`: linear time, by the step counts that exist only in unit tests

mod growth;
