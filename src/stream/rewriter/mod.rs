//! Edits of a document that passes: a stream whose matches are edited, and whose output is the
//! input with only the patched ranges replaced, in memory that does not grow with the document.
//!
//! - `stream_rewriter.rs`: the rewriter
//! - `found.rs`: the matches of its stream, at start tags and when they are complete
//! - `selectors.rs`: which elements are lent, and when
//! - `rewrite_match.rs`: a match, which can be edited
//! - `start_tag.rs`: edits of attributes, which are patches in a start tag
//! - `urls.rs`: URLs in attributes
//! - `edits.rs`: the methods for structural edits: of content, and of the places beside the element
//! - `structure.rs`: structural edits of a complete element, whose source is parsed by itself
//! - `excerpt.rs`: the source of an element, as a document of its own
//! - `stretch.rs`: which edits of a complete element are not exact, because the element acts on
//!   later content
//! - `footing.rs`: the state of the parser after an element, for comparison
//! - `at_start_tag.rs`: structural edits at a start tag, without the content of the element
//! - `at_end.rs`: structural edits that wait for the end of the element
//! - `noahs_ark.rs`: inserted formatting elements, and the Noah's Ark clause
//! - `content.rs`: the HTML and texts that edits insert
//! - `untried.rs`: insertions and removals without a parse
//! - `place.rs`: whether content stays where it is inserted, by the part of the document
//! - `surroundings.rs`: whether an edit of a match fits the part of the document
//! - `changed_later.rs`: whether an edit decides what the parser changes later
//! - `start_edits.rs`: the edits of the last match at its start tag
//! - `leaf.rs`: texts, comments and other leaves
//! - `document_end.rs`: the end of the document, where content is appended
//! - `comments.rs`: comments that the end of the input ends
//! - `unfinished.rs`: tokens and elements that are unfinished where the input ends
//! - `lending.rs`: lends matches, leaves and the end of the document
//! - `work.rs`: a bound on how much edits parse; nothing bounds how much they write
//! - `composed.rs`: patches of a patched text
//! - `output.rs`: the input that is not written, and the patches for it
//! - `seam.rs`: where patches and the input meet
//! - `error.rs`: why an edit was refused
//! - `adapters.rs`: a reader and a writer
//! - `from_reader.rs`: from a reader to a writer, with a closure

mod adapters;
mod at_end;
mod at_start_tag;
mod changed_later;
mod comments;
mod composed;
mod content;
mod document_end;
mod edits;
mod error;
mod excerpt;
mod footing;
mod found;
mod from_reader;
mod leaf;
mod lending;
mod noahs_ark;
mod output;
mod place;
mod rewrite_match;
mod seam;
mod selectors;
mod start_edits;
mod start_tag;
mod stream_rewriter;
mod stretch;
mod structure;
mod surroundings;
mod unfinished;
mod untried;
mod urls;
mod work;

pub use adapters::{RewriteReader, RewriteWriter};
pub use document_end::RewriteEnd;
pub use error::RewriteError;
pub use from_reader::rewrite;
pub use leaf::{RewriteItem, RewriteLeaf};

pub use crate::stream::leaf::LeafKind;
pub use rewrite_match::RewriteMatch;
pub use selectors::RewriteSelectors;
pub use stream_rewriter::StreamRewriter;
