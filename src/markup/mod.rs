//! Tags as they are written: their parts, and their effects when they are parsed.
//!
//! The tree builder decides the effect of a start tag. Code that writes or changes markup asks
//! beforehand: does this tag only insert its element here, or does it close or move others?
//! [`Nest`] is the one model that answers, for the minifier, the sanitizer, events, source edits
//! and rewriting.
//!
//! Invariant: where a [`Nest`] of elements that were all [inserted](Effect::Inserts) says that a
//! start tag inserts, the tree builder inserts, and the end tag of the current node only ends it.
//! Then the tree builder's stack of open elements is the nest, and its list of active formatting
//! elements has nothing but open elements, so nothing is ever reconstructed and the adoption agency
//! algorithm finds the current node. `tests/` compares the model with the tree builder, for all
//! pairs of names, for triples, and for random sequences.
//!
//! A nest [in a context](Nest::in_context) knows the elements around it in part only. Where it does
//! not say that a start tag [reaches out](Effect::ReachesOut), the tag does the same in a page with
//! these elements as in a fragment. `tests/context.rs` compares both.
//!
//! The model follows the standard of today. Parsers that follow the revision of 2024 differ inside
//! `select` and `template`.

// Files:
//
// - `nest.rs`: `Nest`: the elements that are open where the next tag is written
// - `context.rs`: `Surroundings`: a nest in a context element, with others around
// - `level.rs`: one open element, and the elements around it that rules look for
// - `place.rs`: how the content of an element is parsed
// - `effect.rs`: `Effect`: the effects of start tags, and that of closing elements
// - `start_tag.rs`: the effect of a start tag
// - `table_part.rs`: the start tags of the parts of a table
// - `end_tag.rs`: which open elements an end tag closes with its own
// - `foreign.rs`: the namespace of the element that a start tag creates
// - `optional_tags.rs`: the tags that the standard lets authors omit
// - `tag_scanner.rs`: `TagScanner`: the parts of a tag, found by reading it once more

mod context;
mod effect;
mod end_tag;
mod foreign;
mod level;
mod nest;
mod optional_tags;
mod place;
mod start_tag;
mod table_part;
mod tag_scanner;
#[cfg(test)]
mod tests;

pub use context::Surroundings;
pub use effect::Effect;
pub(crate) use nest::MAX_SEARCHED;
pub use nest::Nest;
pub(crate) use optional_tags::{Following, OmissionRules, Parent, goes_into_head};
pub use place::content_has_flow;
pub(crate) use tag_scanner::{AttributeRanges, TagScanner, folded_name, is_same_name};
