//! The standard's Sanitizer: HTML that others wrote, made safe.
//!
//! <https://html.spec.whatwg.org/#html-sanitization>

// Which file holds what:
//
// - `names.rs`: the names of elements and attributes in a configuration
// - `config.rs`: the configuration
// - `canonicalize.rs`: its canonical form
// - `validity.rs`: when it is valid
// - `error.rs`: why it is not
// - `modifiers.rs`: how it is modified
// - `builtin.rs`: the built-in lists and configurations
// - `sanitizer.rs`: the sanitizer, which has a configuration
// - `rules.rs`: a configuration compiled for lookups
// - `attributes.rs`: which attributes an element keeps
// - `javascript_url.rs`: which attributes have a `javascript:` URL
// - `inner_sanitize_steps.rs`: sanitizing a tree in place
// - `methods.rs`: the methods of documents: `setHTML` and its kin
// - `writer.rs`: sanitizing a tree while it is written
// - `nesting.rs`: which trees come back as they were when they are written and parsed
// - `fixed_point.rs`: text to text
// - `json.rs`: configurations as JSON

mod attributes;
mod builtin;
mod canonicalize;
mod config;
mod error;
mod fixed_point;
mod inner_sanitize_steps;
mod javascript_url;
#[cfg(feature = "serde")]
mod json;
mod methods;
mod modifiers;
mod names;
mod nesting;
mod rules;
#[expect(clippy::module_inception, reason = "a file is called as the type that it has")]
mod sanitizer;
mod validity;
mod writer;

pub use config::{SanitizerConfig, SanitizerElementWithAttributes};
pub use error::SanitizerConfigError;
pub use fixed_point::{SanitizeOptions, Sanitized};
pub use names::{SanitizerAttribute, SanitizerElement};
pub use sanitizer::Sanitizer;
