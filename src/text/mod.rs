//! The text of a document: one buffer of source text, a tail for text that differs from it, and the
//! maps that lead back to the input.
//!
//! - `strings.rs`: [`Span`], [`Strings`]
//! - `attribute.rs`: [`Attribute`], the name and value of an attribute; comparing attributes
//! - `attributes.rs`: a list of attributes that allocates nothing while it is short
//! - `capacity.rs`: giving unused capacity back
//! - `excerpt.rs`: the line around a place, with a mark below it
//! - `integer.rs`: numbers in attribute values
//! - `source_map.rs`: from the normalized source back to the decoded input, and from a text back to
//!   the source
//! - `source_text.rs`: the source text, which may be shared
//! - `line_column.rs`: from byte offsets to lines and columns
//! - `opening_tags.rs`: the start tags of the open elements that errors are about

pub(crate) mod attribute;
mod attributes;
mod capacity;
mod excerpt;
mod integer;
mod line_column;
mod opening_tags;
mod source_map;
mod source_text;
mod strings;

pub use attribute::Attribute;
pub use excerpt::Excerpt;
pub use line_column::{LineColumn, LineIndex};
pub use strings::{Span, Strings};

pub(crate) use attributes::{Attributes, NO_ATTRIBUTES};
pub(crate) use capacity::shrink_list;
pub(crate) use integer::non_negative_integer;
pub(crate) use opening_tags::{OpenedElement, TagRange};
pub(crate) use source_map::TextMap;
#[cfg(test)]
pub(crate) use source_map::claims as source_map_claims;
pub(crate) use source_text::SourceText;
#[cfg(feature = "stream")]
pub(crate) use strings::SpanMoves;
#[cfg(test)]
pub(crate) use strings::claims as strings_claims;
pub(crate) use strings::{MAX_BYTES, TakenText, TextMemory};
