//! Compares the rows with the standard's lists, and the crate with the rows.

mod columns;
mod every_element;
mod lists;
#[cfg(feature = "stream")]
mod rewritten;
mod source_edits;
