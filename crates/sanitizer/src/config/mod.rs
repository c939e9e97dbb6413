//! The configuration of a sanitizer: its lists, its validity, and its modifiers.

// Which file holds what:
//
// - `config.rs`: the configuration
// - `names.rs`: the names of elements and attributes in it
// - `canonicalize.rs`: its canonical form
// - `validity.rs`: when it is valid
// - `check_names.rs`: which names match nothing
// - `error.rs`: why it is not
// - `modifiers.rs`: how it is modified
// - `builtin.rs`: the built-in lists and configurations, read from `builtin.txt`
// - `event_handlers.rs`: the event handler content attributes, read from `event_handlers.txt`
// - `lists.rs`: reads these files
// - `json.rs`: configurations as JSON, with the conversions of a browser

mod builtin;
mod canonicalize;
mod check_names;
#[expect(clippy::module_inception, reason = "a file is called as the type that it has")]
mod config;
mod error;
mod event_handlers;
#[cfg(feature = "serde")]
mod json;
mod lists;
mod modifiers;
mod names;
#[cfg(test)]
mod tests;
mod validity;

pub(super) use builtin::{
    animates_attributes, elements_with_attributes, is_non_replaceable, navigating_url_attribute,
    safe_default_configuration,
};
pub use config::{SanitizerConfig, SanitizerElementWithAttributes};
pub use error::SanitizerConfigError;
pub(super) use lists::rows;
pub(super) use names::{DATA_PREFIX, compare_code_units};
pub use names::{SanitizerAttribute, SanitizerElement};
