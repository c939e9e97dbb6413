//! Finds elements with CSS selectors: feature `selectors`.
//!
//! Most programs need nothing from this module: `select`, `select_first`, `matches` and `closest`
//! take a text, or a [`Selector`](crate::Selector) that is compiled once. The module has the
//! options, [`SelectorSet`] for many selectors in one walk, and [`Extractor`], a selector that
//! gives texts.

// Parsing and matching are done by the crates that Firefox and Servo use. This module gives them
// access to the tree, defines the pseudo-classes of HTML, and adds `:has` without recursion into
// the tree and the positions of errors.
//
// - `api/`: the public types and methods
// - `grammar/`: parsing
// - `matching/`: elements compared with selectors
// - `states/`: the states of elements that pseudo-classes stand for
// - `stream/`: selectors that are matched while the tree still grows
// - `budget.rs`: the limit on the steps of a walk
// - `cost.rs`: the steps that a selector takes
// - `types.rs`: the types that the crates are generic over
// - `strings.rs`: the strings in a selector
//
// `budget` and `strings` import none of the others, `states` imports `budget`, `types` imports
// `states` and `strings`, `cost` imports `budget` and `types`, `grammar` and `matching` import all
// of these, and `api` and `stream` are on top.

pub(crate) mod api;
mod budget;
mod cost;
pub(crate) mod grammar;
mod matching;
mod states;
#[cfg(feature = "stream")]
mod stream;
mod strings;
mod types;

pub use api::{Extract, Extractor, ExtractorOutput, IntoSelector, MatchesIn, Select, SelectorSet};
pub use grammar::SelectorOptions;
#[cfg(feature = "stream")]
pub(crate) use stream::StreamMatcher;
#[cfg(feature = "stream")]
pub use stream::StreamSelectors;
