//! From the rows of a batch to values: one page after the other is parsed, read and dropped.
//!
//! - `columns.rs`: arguments as columns of pages and texts
//! - `evaluate.rs`: calls of fields, and the loop over the rows
//! - `hints.rs`: the hints of a row for the encoding of its page

mod columns;
mod evaluate;
mod hints;

pub(crate) use evaluate::{Call, PageBatch, evaluate, scalar};
pub(crate) use hints::HINTS;
