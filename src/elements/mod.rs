//! What the standard says of an element by its name: one row per element, and nothing else in the
//! crate lists the names of elements, but for the rules of the insertion modes.
//!
//! | File | Content |
//! |---|---|
//! | `table` | the rows of HTML's elements |
//! | `foreign` | the rows of MathML's and SVG's elements |
//! | `row` | a row, and how it is found |
//! | `element_class` | the sets that the tree builder asks for of each open element |
//! | `tag_set` | the sets of elements that rules look for in scope |
//! | `start_tag_rule` | the steps of a start tag in a body |
//! | `content` | how the content of an element is read and written |
//! | `display` | how an element is displayed |
//! | `traits` | the other lists of the standard |
//! | `custom_element` | names of custom elements, and which elements can have a shadow root |
//!
//! Where revisions of the standard differ about a list, each has a set of its own (`SELECT`,
//! `ENDS_SELECT_2024`), and the rule that asks knows its revision.

mod content;
mod custom_element;
mod display;
mod element_class;
mod foreign;
mod row;
mod start_tag_rule;
pub(crate) mod table;
mod tag_set;
#[cfg(test)]
mod tests;
mod traits;

pub(crate) use content::Content;
#[cfg(any(feature = "sanitizer", feature = "selectors"))]
pub(crate) use custom_element::is_reserved_hyphenated_name;
pub(crate) use custom_element::may_host_shadow_root;
pub(crate) use display::Display;
pub(crate) use element_class::ElementClass;
pub(crate) use row::{ElementRow, FORMATTING_COUNT, formatting_number};
pub(crate) use start_tag_rule::StartTagRule;
pub(crate) use tag_set::TagSet;
pub(crate) use traits::Traits;
