//! The arrays of values, row by row.
//!
//! - `builder.rs`: a builder for each type of values
//! - `lists.rs`: lists of texts, records and rows of tables
//! - `meter.rs`: how large a value may become

mod builder;
mod lists;
mod meter;

pub(crate) use builder::Values;
pub(crate) use lists::{Records, Tables, Texts, append_tables, append_texts};
pub(crate) use meter::{Meter, TooLarge};
