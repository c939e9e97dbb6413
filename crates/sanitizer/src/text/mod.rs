//! Text to text: HTML that stays safe however often it is parsed and written.

// Which file holds what:
//
// - `sanitize.rs`: the methods
// - `options.rs`: what they can be told
// - `sanitized.rs`: what they return
// - `readers.rs`: who reads what is written, and how
// - `fixed_point.rs`: reading what was written until it is stable
// - `with_policy.rs`: the same with a policy
// - `outside.rs`: tags that act on the page around what was written
// - `writer.rs`: the target of the steps that writes what stays

mod fixed_point;
mod options;
mod outside;
mod readers;
mod sanitize;
mod sanitized;
#[cfg(test)]
mod stability_tests;
mod with_policy;
mod writer;

pub use options::SanitizeOptions;
pub use sanitized::Sanitized;
