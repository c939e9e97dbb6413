//! Documents without end: [`StreamParser`] lends the elements that match selectors, each as soon as
//! it is complete, and [`StreamRewriter`] writes the document with edits of them. The guide to
//! [streams](crate::guide::streams) explains it.

pub use crate::parse::{Match, StreamParser, select_from};
pub use crate::rewriting::{RewriteError, RewriteMatch, RewriteSelectors, StreamRewriter, rewrite};
pub use crate::select::StreamSelectors;
