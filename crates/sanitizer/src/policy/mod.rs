//! Rules that the standard leaves to others: for URLs, classes, ids and styles, and callbacks.

// Which file holds what:
//
// - `builder.rs`: the policy and its setters
// - `urls.rs`: which URLs stay
// - `url_hosts.rs`, `hosts.rs`: which hosts URLs may have
// - `frames.rs`: frames from listed hosts
// - `url_syntax.rs`: the URL parser, as far as that needs it
// - `url_attributes.rs`: what becomes of the URLs in attributes
// - `names.rs`: classes, and ids with a prefix
// - `style.rs`: style attributes and style sheets
// - `style_urls.rs`: the URLs in declarations
// - `judge.rs`: what becomes of an element and of an attribute

mod builder;
mod frames;
mod hosts;
mod judge;
mod names;
mod style;
#[cfg(feature = "css")]
mod style_urls;
#[cfg(all(test, feature = "css"))]
mod style_urls_tests;
#[cfg(test)]
mod tests;
mod url_attributes;
mod url_hosts;
mod url_syntax;
mod urls;

pub use builder::{AttributeVerdict, ElementVerdict, Policy};
pub use frames::FramePolicy;
pub(super) use judge::{Governed, Settled};
pub use urls::{RelativeUrls, UrlPolicy, UrlUse};
