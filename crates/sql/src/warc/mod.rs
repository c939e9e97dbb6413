//! The table function `read_warc`: the pages of web archives as rows.
//!
//! - `blocks.rs`: the blocks of a file, fetched ahead
//! - `file_list.rs`: the files of a scan as a step of a plan below it
//! - `kinds.rs`: which records of a file are rows
//! - `record.rs`: the function `warc_record`: one record by its place
//! - `part.rs`: the fields of a record that the function returns
//! - `rows.rs`: records as batches
//! - `scan.rs`: the step of a plan that reads files
//! - `table.rs`: the table of a pattern, and the function

mod blocks;
mod file_list;
mod kinds;
mod part;
mod record;
mod rows;
mod scan;
mod table;

pub(crate) use part::{RecordParts, warc_part};
pub(crate) use record::warc_record;
pub(crate) use scan::WarcScan;
#[cfg(feature = "cluster")]
pub(crate) use table::WarcTable;
pub use table::register_warc;
pub(crate) use table::{READ_WARC, ReadWarc};
