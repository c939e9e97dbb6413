//! Documents without end: [`StreamParser`] lends the elements that match selectors, each as soon as
//! it is complete. The guide to [streams](crate::guide::streams) explains it.

pub use crate::parse::{Match, StreamParser, select_from};
pub use crate::select::StreamSelectors;
