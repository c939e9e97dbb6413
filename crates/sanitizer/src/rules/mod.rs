//! A configuration compiled for lookups.

// Which file holds what:
//
// - `rules.rs`: what becomes of an element, a comment or a processing instruction
// - `attribute_set.rs`: the attributes of an element, by name
// - `attributes.rs`: which attributes run scripts by their values
// - `javascript_url.rs`: which values are a `javascript:` URL

mod attribute_set;
mod attributes;
mod javascript_url;
#[expect(clippy::module_inception, reason = "a file is called as the type that it has")]
mod rules;

use rules::known_index;
pub(super) use rules::{Action, ElementRule, Rules, baseline};
