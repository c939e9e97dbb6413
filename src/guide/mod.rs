//! How to use this crate, by subject. There is nothing in here but text; its examples are compiled and run.
//!
//! - [A tour](tour): parse, read, write.
//! - [Untrusted input](untrusted_input): what hostile pages can cost, and what to know before sanitizing.
//! - [Coming from another parser](coming_from): the same task in html5ever, and here.
//! - [Surprises](surprises): what the standard makes of HTML that looks otherwise.

#[doc = include_str!("tour.md")]
pub mod tour {}

#[doc = include_str!("untrusted_input.md")]
pub mod untrusted_input {}

#[doc = include_str!("coming_from.md")]
#[doc = include_str!("coming_from_html5ever.md")]
pub mod coming_from {}

#[doc = include_str!("surprises.md")]
pub mod surprises {}
