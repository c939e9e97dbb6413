//! From the text of a selector to the selector, or to an error with its place.
//!
//! - `options.rs`: `SelectorOptions`
//! - `html.rs`: the parts of the grammar that depend on HTML
//! - `pseudo_class.rs`: the names of pseudo-classes and pseudo-elements
//! - `extensions.rs`: the grammar beyond the standard
//! - `scan.rs`: the offsets of tokens, and limits
//! - `diagnose.rs`: the place and the reason of an error
//! - `error.rs`: `SelectorError`

pub(super) mod diagnose;
mod error;
mod extensions;
mod html;
mod options;
mod pseudo_class;
pub(super) mod scan;

pub(super) use diagnose::Mistake;
pub use error::SelectorError;
#[cfg(feature = "stream")]
pub(super) use html::invalid_parts;
pub(super) use html::parse;
pub use options::SelectorOptions;
