//! The types and methods that callers use.
//!
//! - `selector.rs`: `Selector`, a compiled selector
//! - `into_selector.rs`: `IntoSelector`, a compiled selector or a text
//! - `methods.rs`: `select`, `matches` and `closest` of documents, nodes and elements
//! - `select.rs`: `Select`, the matches of one selector
//! - `set.rs`: `SelectorSet`, many selectors in one walk
//! - `extractor.rs`: `Extractor`, a selector that gives texts
//! - `extract.rs`: `Extract`, the texts that an extractor finds

mod extract;
mod extractor;
mod into_selector;
mod methods;
mod select;
mod selector;
mod set;

pub use extract::Extract;
pub use extractor::{Extractor, ExtractorOutput};
pub use into_selector::IntoSelector;
pub use select::Select;
pub use selector::Selector;
pub use set::{MatchesIn, SelectorSet};
