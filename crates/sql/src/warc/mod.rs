//! The table function `read_warc`: the pages of web archives as rows.
//!
//! - `blocks.rs`: the blocks of a file, fetched ahead
//! - `http.rs`: the body of an HTTP response
//! - `lines.rs`: header lines
//! - `records.rs`: the records of a file, gzip by member
//! - `rows.rs`: records as batches
//! - `scan.rs`: the step of a plan that reads files
//! - `table.rs`: the table of a pattern, and the function
//!
//! The format is that of
//! <https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/>.

mod blocks;
mod http;
mod lines;
mod records;
mod rows;
mod scan;
mod table;

#[cfg(feature = "cluster")]
pub(crate) use scan::WarcFile;
pub(crate) use scan::WarcScan;
#[cfg(feature = "cluster")]
pub(crate) use table::WarcTable;
pub use table::register_warc;
pub(crate) use table::{READ_WARC, ReadWarc};
