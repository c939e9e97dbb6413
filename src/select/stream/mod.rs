//! Selectors that are matched while the tree still grows.
//!
//! - `selectors.rs`: `StreamSelectors`, and `StreamMatcher`, which matches them
//! - `rules.rs`: which selectors can be matched, and which parts of the tree they need
//! - `finder.rs`: the selectors that an element matches
//! - `compounds.rs`: matches a selector compound by compound
//! - `sibling_counts.rs`: how many siblings are before an element, freed ones included

mod compounds;
mod finder;
mod rules;
mod selectors;
mod sibling_counts;

pub(crate) use selectors::StreamMatcher;
pub use selectors::StreamSelectors;
