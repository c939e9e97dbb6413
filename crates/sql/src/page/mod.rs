//! From the rows of a batch to values: one page after the other is parsed, read and dropped.
//!
//! - `columns.rs`: arguments as columns of pages and texts
//! - `hints.rs`: what a row says about the encoding of its page
//! - `call.rs`: a field with its arguments
//! - `evaluate.rs`: the loop over the rows
//! - `read.rs`: what a field is of a parsed page; `texts.rs` and `lists.rs` have each of them

mod call;
mod columns;
mod evaluate;
mod hints;
mod lists;
mod read;
mod texts;

pub(crate) use call::Call;
pub(crate) use evaluate::{Request, evaluate};
pub(crate) use hints::{HINTS, RowHints};
