//! The public modules that gather types of several stages. They contain only names and docs.
//!
//! The root of the crate has the items that programs need to read or change documents;
//! `tests/api/surface.rs` keeps it small.

pub mod driver;
pub mod iter;
pub mod positions;
pub mod shadow;
pub mod sink;
pub mod speculation;
