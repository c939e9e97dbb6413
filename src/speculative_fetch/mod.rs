//! The speculative HTML parser's rules: they find the resources that a document will fetch.
//!
//! The tree builder builds a tree of mock elements (`treeless`). Each element that it inserts is
//! looked at once, with the place that it has there.
//! [`Speculation`](crate::speculation::Speculation), which runs the stages, is in `parse`.
//!
//! - `finder.rs`: looks at each inserted element, and keeps the state that earlier ones have set
//! - `fetch_list.rs`: the list of speculative fetch URLs
//! - `fetch.rs`: the public types
//! - `element.rs`: an inserted element, as the rules see it
//! - `script.rs`, `link.rs`, `image.rs`, `meta.rs`: the rules for each kind of element
//! - `mime_type.rs`: the types that attributes name
//!
//! <https://html.spec.whatwg.org/#speculative-html-parsing>

mod element;
mod fetch;
mod fetch_list;
mod finder;
mod image;
mod link;
mod meta;
mod mime_type;
mod script;

pub(crate) use finder::Finder;

pub use fetch::{FetchKind, PictureSource, Speculated, SpeculativeFetch};
