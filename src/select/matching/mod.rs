//! Compares elements with selectors.
//!
//! - `subject.rs`: an element, as the crate for matching sees it
//! - `matcher.rs`: matches one element after the other
//! - `elements.rs`: the walk over the elements
//! - `compound.rs`: the last compound of a selector, with the document's numbers of names
//! - `prepared.rs`: a selector prepared for a walk
//! - `ancestors.rs`: the filter that rejects elements by their ancestors
//! - `set_index.rs`: the parts of a set that an element may match
//! - `has.rs`: `:has`
//! - `inside.rs`: `:has` in linear time, from the leaves up
//! - `outside.rs`: `~` in linear time, from the root down
//! - `type_numbers.rs`: the numbers that `:nth-of-type` asks for, in one pass

mod ancestors;
mod compound;
mod elements;
mod has;
mod inside;
mod matcher;
mod outside;
mod prepared;
mod set_index;
mod subject;
mod type_numbers;

pub(super) use elements::{ElementWalk, Visited};
pub(super) use matcher::Matcher;
pub(super) use prepared::Prepared;
#[cfg(feature = "stream")]
pub(super) use set_index::SetNumbers;
pub(super) use set_index::{DocumentIndex, SetIndex};
#[cfg(feature = "stream")]
pub(super) use subject::Subject;
