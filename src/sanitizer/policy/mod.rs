//! What the standard leaves to others: rules for URLs, classes, ids and styles, and callbacks.

// Which file holds what:
//
// - `builder.rs`: the policy and its setters
// - `urls.rs`: which URLs stay, and the URL parser as far as that needs it
// - `url_attributes.rs`: which attributes have URLs, and how they are listed in them
// - `names.rs`: classes, and ids with a prefix
// - `style.rs`: style attributes and style sheets
// - `judge.rs`: what becomes of an element and of an attribute
// - `apply.rs`: sanitizing a tree in place with a policy
// - `text.rs`: text to text with a policy

mod apply;
mod builder;
mod judge;
mod names;
mod style;
#[cfg(test)]
mod tests;
mod text;
mod url_attributes;
mod urls;

pub(super) use apply::sanitize_noting;
pub use builder::{AttributeVerdict, ElementVerdict, Policy};
pub use urls::{RelativeUrls, UrlPolicy, UrlUse};
