//! Edits of a document that passes: a stream whose matches are edited, and whose output is the
//! input with only the patched ranges replaced, in memory that does not grow with it.
//!
//! - `stream_rewriter.rs`: the rewriter
//! - `found.rs`: the matches of its stream, at start tags and when they are complete
//! - `selectors.rs`: which elements are lent, and when
//! - `rewrite_match.rs`: a match, which can be edited
//! - `start_tag.rs`: edits of attributes, which are patches in a start tag
//! - `structure.rs`: other edits, for which the source of a match is parsed by itself
//! - `composed.rs`: patches of a patched text
//! - `output.rs`: the input that is not written, and the patches for it
//! - `error.rs`: why an edit was refused
//! - `from_reader.rs`: from a reader to a writer, with a closure

mod composed;
mod error;
mod found;
mod from_reader;
mod output;
mod rewrite_match;
mod selectors;
mod start_tag;
mod stream_rewriter;
mod structure;

pub use error::RewriteError;
pub use from_reader::rewrite;
pub use rewrite_match::RewriteMatch;
pub use selectors::RewriteSelectors;
pub use stream_rewriter::StreamRewriter;
