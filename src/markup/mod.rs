//! Tags as they are written: their parts, and their effects when they are parsed.
//!
//! The tree builder decides the effect of a start tag. Code that writes or changes markup asks
//! beforehand: does this tag only insert its element here, or does it close or move others?
//! [`Nest`] is the one model that answers, for the minifier, the sanitizer, events, source edits
//! and rewriting.
//!
//! | File | Content |
//! |---|---|
//! | `nest` | [`Nest`]: the elements that are open where the next tag is written |
//! | `level` | one open element, and the elements around it that rules look for |
//! | `place` | how the content of an element is parsed |
//! | `start_tag` | [`Effect`]: the effect of a start tag |
//! | `table_part` | the start tags of the parts of a table |
//! | `end_tag` | which open elements an end tag closes with its own |
//! | `foreign` | the namespace of the element that a start tag creates |
//! | `optional_tags` | the tags that the standard lets authors omit |
//! | `tag_scanner` | [`TagScanner`]: the parts of a tag, found by reading it once more |
//!
//! Invariant: where a [`Nest`] of elements that were all [inserted](Effect::Inserts) says that a
//! start tag inserts, the tree builder inserts, and the end tag of the current node only ends it.
//! Then the tree builder's stack of open elements is the nest, and its list of active formatting
//! elements has nothing but open elements, so nothing is ever reconstructed and the adoption agency
//! algorithm finds the current node. `tests.rs` compares the model with the tree builder, for all
//! pairs of names, for triples, and for random sequences.
//!
//! The model follows the standard of today. Parsers that follow the revision of 2024 differ inside
//! `select` and `template`.

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

pub(crate) use nest::{MAX_SEARCHED, Nest};
pub(crate) use optional_tags::{Following, OmissionRules, Parent, goes_into_head};
#[cfg(feature = "sanitizer")]
pub(crate) use place::content_has_flow;
pub(crate) use start_tag::Effect;
pub(crate) use tag_scanner::{AttributeRanges, TagScanner, folded_name, is_same_name};
