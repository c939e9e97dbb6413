//! The values of a page on their way to an array.
//!
//! - `deadline.rs`: the time for a page
//! - `meter.rs`: the limit of a value
//! - `sink.rs`: takes the items of a list or a map

mod deadline;
mod meter;
mod sink;

use datafusion::arrow::datatypes::DataType;

pub(crate) use deadline::Deadline;
pub(crate) use meter::{Meter, Reason, TOO_LARGE};
pub(crate) use sink::{Sink, TextMap, Texts};

/// The type of all texts. 32-bit offsets would end at 2 GiB for the texts of a batch, and a view
/// takes all its buffers along when a part of it is sent to another process.
pub(crate) const TEXT: DataType = DataType::LargeUtf8;
