//! Finding elements by CSS selectors: feature `selectors`. It knows the tree, and nothing of
//! parsing HTML.
//!
//! Grammar and matching are those of the crates that Firefox and Servo use. What is ours: how they
//! see the tree (`subject`), what a pseudo-class means in HTML (`pseudo_class`, `states`,
//! `language`), `:has` (`relative`), which doesn't recurse into the tree here, and where in its
//! text a selector went wrong (`scan`, `error`).

mod ancestors;
mod error;
mod grammar;
mod language;
mod matcher;
mod methods;
mod pseudo_class;
mod relative;
mod scan;
mod selector;
mod set;
mod states;
mod subject;
mod walk;
mod words;

pub use error::SelectorError;
pub use selector::{Selector, SelectorOptions};
pub use set::{MatchesIn, SelectorSet};
pub use walk::Select;
