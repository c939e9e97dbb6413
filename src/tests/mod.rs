//! The tests of more than one stage that need private items of the crate.
//!
//! - `advisories.rs`: time that hostile documents take in other parsers
//! - `claims.rs`: what `.ci/proofs` proves
//! - `growth.rs`: linear time, by the step counts that exist only in unit tests
//! - `phf_tables.rs`: the tables of `phf`, by their rows

mod advisories;
mod claims;
mod growth;
pub(crate) mod phf_tables;
