//! Documents without end: [`StreamParser`] lends the elements that match selectors, each as soon as
//! it is complete, and [`StreamRewriter`] writes the document with edits of them. The guide to
//! [streams](crate::guide::streams) explains it.

// All of this takes memory that does not grow with the document.
//
// - `parser.rs`: the parser, and the loop that finds matches
// - `observer.rs`: notes the elements that have left the stack of open elements
// - `matches.rs`: the queue of these elements
// - `waiting.rs`: elements that are closed and not complete
// - `ends.rs`: the ends of elements that a rewriter waits for
// - `found.rs`: a match, which is lent
// - `lent.rs`: who has the document, the parser or the caller
// - `sweeper.rs`: frees elements that can no longer match
// - `places.rs`: ranges and offsets in the whole input
// - `ancestors.rs`: walks up from a node
// - `held.rs`: the elements that a rewriter may edit, from their start tags on
// - `later.rs`: the places that the parser may change when they are complete
// - `error.rs`: why a stream has ended before its input
// - `reader.rs`: from a reader, with a closure
// - `state.rs`: how much a stream has read, and why it has ended
// - `leaf.rs`: a text, a comment or another leaf of a document that is rewritten
// - `document_end.rs`: the elements still open at the end of a rewritten document
// - `rewriter/`: edits of a document that passes

mod ancestors;
mod document_end;
mod ends;
mod error;
mod found;
mod held;
mod later;
mod leaf;
mod lent;
mod matches;
mod observer;
mod parser;
mod places;
mod reader;
mod rewriter;
mod state;
mod sweeper;
#[cfg(test)]
mod tests;
mod waiting;

pub use crate::select::StreamSelectors;
pub use error::{StreamError, StreamFailure, StreamSummary};
pub use found::Match;
pub use parser::StreamParser;
pub use reader::select_from;
pub use rewriter::{
    LeafKind, RewriteEnd, RewriteError, RewriteItem, RewriteLeaf, RewriteMatch, RewriteReader,
    RewriteSelectors, RewriteWriter, StreamRewriter, rewrite,
};
