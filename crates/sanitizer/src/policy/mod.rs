//! Rules that the standard leaves to others: for URLs, classes, ids and styles, and callbacks.

// Which file holds what:
//
// - `builder.rs`: the policy and its setters
// - `urls.rs`: which URLs stay
// - `url_hosts.rs`, `hosts.rs`: which hosts URLs may have
// - `frames.rs`: frames from listed hosts
// - `url_syntax.rs`: the URL parser, as far as that needs it
// - `url_attributes.rs`: what becomes of the URLs in attributes
// - `held.rs`: images that are held back
// - `values.rs`: the rules for the values of attributes
// - `names.rs`: classes, and ids with a prefix
// - `style.rs`: style attributes and style sheets
// - `style_urls.rs`: the URLs in declarations
// - `verdicts.rs`: callbacks, and elements that become text
// - `templates.rs`: the syntax of templates
// - `passes.rs`: the walks over a tree
// - `enforced.rs`: attributes that elements always have
// - `settled.rs`: judges a tree that was judged before
// - `json.rs`: policies as data
// - `style_values.rs`, `style_colors.rs`, `style_sheets.rs`: rules for values, for colors, and for
//   `style` elements
// - `judge.rs`: what becomes of an element and of an attribute

mod builder;
mod enforced;
mod frames;
mod held;
#[cfg(test)]
mod held_tests;
mod hosts;
#[cfg(feature = "serde")]
mod json;
mod judge;
mod names;
mod passes;
#[cfg(test)]
mod related_tests;
mod settled;
mod style;
#[cfg(feature = "css")]
mod style_colors;
#[cfg(feature = "css")]
mod style_sheets;
#[cfg(feature = "css")]
mod style_urls;
#[cfg(all(test, feature = "css"))]
mod style_urls_tests;
#[cfg(feature = "css")]
mod style_values;
mod templates;
#[cfg(test)]
mod tests;
mod url_attributes;
mod url_hosts;
mod url_syntax;
mod urls;
mod values;
mod verdicts;
#[cfg(test)]
mod verdicts_tests;

pub use builder::Policy;
pub use frames::FramePolicy;
#[cfg(all(feature = "serde", test))]
pub(super) use json::MEMBERS;
#[cfg(feature = "serde")]
pub(super) use json::policy_of;
pub(super) use judge::Governed;
pub(super) use passes::{normalize, sanitize_texts};
pub(super) use settled::Settled;
#[cfg(feature = "css")]
pub use style_colors::Colors;
#[cfg(feature = "css")]
pub use style_sheets::StyleSheets;
#[cfg(feature = "css")]
pub use style_values::StyleValues;
pub use urls::{RelativeUrls, UrlPolicy, UrlUse};
pub use verdicts::{AttributeVerdict, ElementVerdict, Escape, TextVerdict};
