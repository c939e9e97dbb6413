//! Reads web archives: the pages of WARC files, the texts of WET files and the metadata of WAT
//! files, compressed or not.
//!
//! [`ReadOptions::read`] calls a function with each [`Record`] of a [`Source`], which is a file or
//! any stream, by [`Input`], or bytes in memory, by [`std::io::Cursor`]. [`ReadOptions::read_one`]
//! reads the one record that an index has pointed at.
//!
//! ```no_run
//! use std::fs::File;
//! use std::ops::ControlFlow;
//!
//! use consomme_warc::{Input, ReadOptions};
//!
//! let mut file = Input::new(File::open("crawl.warc.gz")?);
//! ReadOptions::new().read(&mut file, &mut |record| {
//!     println!("{:?} {:?}", record.url, record.status);
//!     Ok(ControlFlow::Continue(()))
//! })?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! The format is that of
//! <https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/>.
//!
//! - `header.rs`: header lines
//! - `http.rs`: the body of an HTTP response
//! - `options.rs`: the parts of records that are read
//! - `reader.rs`: the records of a file, gzip by member
//! - `record.rs`: a record, and why it has no body
//! - `source.rs`: files and streams that tell where they are

#![forbid(unsafe_code)]

mod header;
mod http;
mod options;
mod reader;
mod record;
mod source;

pub use options::ReadOptions;
pub use record::{Kind, Record, RecordError};
pub use source::{Input, Source};

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
