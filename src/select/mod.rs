//! Finds elements with CSS selectors: feature `selectors`.
//!
//! Most need nothing of this module: `select`, `select_first`, `matches` and `closest` take a text,
//! or a [`Selector`](crate::Selector) that is compiled once. Here are the options, [`SelectorSet`]
//! for many selectors in one walk, and [`Extractor`], a selector that gives texts.

// The grammar and the matching are those of the crates that Firefox and Servo use. This module
// gives them access to the tree, defines the pseudo-classes of HTML, and adds `:has` without
// recursion into the tree and the positions of errors.
//
// The public types and methods:
//
// - `selector.rs`: `Selector`
// - `options.rs`: `SelectorOptions`
// - `error.rs`: `SelectorError`
// - `into_selector.rs`: `IntoSelector`, a compiled selector or a text
// - `methods.rs`: `select`, `matches` and `closest` of documents, nodes and elements
// - `walk.rs`: `Select`, the matches of one selector
// - `set.rs`: `SelectorSet`, many selectors in one walk
// - `extractor.rs`: `Extractor`, a selector that gives texts
// - `extract.rs`: `Extract`, the texts that an extractor finds
// - `stream_selectors.rs`: `StreamSelectors`, a set for a stream, and matching it
//
// Parsing:
//
// - `grammar.rs`: the parts of the grammar that depend on HTML
// - `pseudo_class.rs`: the names of pseudo-classes and pseudo-elements
// - `extensions.rs`: the grammar beyond the standard
// - `scan.rs`: the offsets of tokens, and how deep they are nested
// - `diagnose.rs`: the place and the reason of an error
// - `stream_rules.rs`: which selectors can be matched in a stream
//
// Matching:
//
// - `types.rs`: the types that the crates are generic over
// - `strings.rs`: the strings in a selector
// - `subject.rs`: an element, as the crate for matching sees it
// - `states.rs`, `form_states.rs`, `range.rs`, `heading.rs`, `language.rs`,
//   `has.rs`, `contains.rs`: the pseudo-classes
// - `elements.rs`: the walk over the elements
// - `compound.rs`: what the last compound asks for, by the document's numbers of names
// - `set_index.rs`: the parts of a set that an element may match
// - `matcher.rs`: matches one element after the other
// - `ancestors.rs`: the filter that rejects elements by their ancestors
// - `stream_finder.rs`: the selectors that an element of a stream matches
// - `stream_compounds.rs`: matches them compound by compound
// - `sibling_counts.rs`: how many siblings were before an element

mod ancestors;
mod compound;
mod contains;
mod diagnose;
mod elements;
pub(crate) mod error;
mod extensions;
mod extract;
mod extractor;
mod form_states;
mod grammar;
mod has;
mod heading;
mod into_selector;
mod language;
mod matcher;
mod methods;
mod options;
mod pseudo_class;
mod range;
mod scan;
pub(crate) mod selector;
mod set;
mod set_index;
mod sibling_counts;
mod states;
mod stream_compounds;
mod stream_finder;
mod stream_rules;
mod stream_selectors;
mod strings;
mod subject;
mod types;
mod walk;

pub use extract::Extract;
pub use extractor::Extractor;
pub use into_selector::IntoSelector;
pub use options::SelectorOptions;
pub use set::{MatchesIn, SelectorSet};
pub(crate) use stream_selectors::StreamMatcher;
pub use stream_selectors::StreamSelectors;
pub use walk::Select;
