//! One row per element says what depends on its name. No other code lists elements, but the
//! insertion modes, whose steps name them; `tests/architecture` holds that.
//!
//! **To add an element**, write its row in `table.rs`, which explains each part of a row. The row
//! makes the constant of the name, and the parser, the writers, the rendering and all others ask
//! the row. Add the name to the lists of the standard that have it, in `tests/data/elements.txt`;
//! `cargo test --lib elements` lists the lists that you forgot, there or in the row, and checks
//! that the parser, the writers, the sanitizer, source edits and the rewriter follow the row. A
//! start tag with steps that no column has needs an arm in `tree_builder/modes/in_body.rs`, too,
//! and a name of more than sixteen bytes the table that `names/long.rs` says how to make.
//!
//! **To add a list of the standard**, add a bit to `traits.rs` with its link, write it in the rows,
//! and the list in `tests/data/elements.txt`. If revisions of the standard differ about a list,
//! each has a bit of its own (`SELECT`, `DIFFERS_2024`), and the rule that asks knows its
//! revision.
//!
//! | File | Content |
//! |---|---|
//! | `table` | the rows of HTML's elements |
//! | `foreign` | the rows of MathML's and SVG's elements |
//! | `row` | a row |
//! | `lookup` | how a row is found by the name |
//! | `element_class` | the sets that the tree builder asks for of each open element |
//! | `tag_set` | sets of the elements that rules look for in scope |
//! | `scope_bits` | which elements these are |
//! | `start_tag_rule` | the steps of a start tag in a body |
//! | `content` | how the content of an element is read and written |
//! | `display` | how an element is displayed |
//! | `traits` | the other lists of the standard |
//! | `custom_element` | names of custom elements, and which elements can have a shadow root |

mod content;
mod custom_element;
mod display;
mod element_class;
mod foreign;
mod lookup;
mod row;
mod scope_bits;
mod start_tag_rule;
pub(crate) mod table;
mod tag_set;
#[cfg(test)]
mod tests;
mod traits;

pub(crate) use content::Content;
pub(crate) use custom_element::{is_reserved_hyphenated_name, may_host_shadow_root};
pub(crate) use display::Display;
pub(crate) use element_class::ElementClass;
pub(crate) use lookup::{FORMATTING_COUNT, formatting_number};
pub(crate) use row::ElementRow;
pub(crate) use start_tag_rule::StartTagRule;
pub(crate) use tag_set::TagSet;
pub(crate) use traits::Traits;
