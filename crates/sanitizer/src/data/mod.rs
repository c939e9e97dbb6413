//! Sanitizers and policies as data, and the options of other sanitizers.

// Which file holds what:
//
// - `sanitizer.rs`: a sanitizer; `policy/json.rs` has the policy
// - `translated.rs`: the translation of another sanitizer's options
// - `dompurify.rs`, `ammonia.rs`, `sanitize_html.rs`: these options

mod ammonia;
mod dompurify;
mod sanitize_html;
mod sanitizer;
#[cfg(test)]
mod tests;
mod translated;

pub use ammonia::from_ammonia;
pub use dompurify::from_dompurify;
pub use sanitize_html::from_sanitize_html;
pub use translated::{Translated, Untranslated};

/// The JSON schema of sanitizers as data.
pub const SCHEMA: &str = include_str!("../../sanitizer.schema.json");
