//! Where in the source nodes, tags, attributes and errors are, and why a node exists.
//!
//! Nodes know their place with [`ParseOptions::positions`](crate::ParseOptions::positions); the
//! [tour](crate::guide::tour#positions) shows it. Errors always know theirs.

pub use crate::dom::{AttributeSource, AttributeSources, ElementSource, Origin, SourceSpan};
pub use crate::text::{Excerpt, LineColumn, LineIndex};
pub use crate::tree_sink::Reason;
