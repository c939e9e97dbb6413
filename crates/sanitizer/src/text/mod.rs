//! Text to text: HTML that stays safe however often it is parsed and written.

// Which file holds what:
//
// - `sanitize.rs`: the methods
// - `options.rs`: their options
// - `sanitized.rs`: their results
// - `readers.rs`: the readers of the output
// - `fixed_point.rs`: reading the output until it is stable
// - `with_policy.rs`: the same with a policy
// - `outside.rs`: tags that act on the page around the output
// - `writer.rs`: the target of the steps that writes the kept nodes
// - `part.rs`: a part of its output, for streams

mod fixed_point;
#[cfg(test)]
mod limits_tests;
mod options;
mod outside;
mod part;
mod readers;
mod sanitize;
mod sanitized;
#[cfg(test)]
mod stability_tests;
#[cfg(test)]
mod surroundings_tests;
mod with_policy;
mod writer;

pub use options::SanitizeOptions;
pub(crate) use part::Part;
pub(crate) use readers::{PRIMARY, Reading};
pub use sanitized::Sanitized;
pub(crate) use writer::{Written, write_part};
