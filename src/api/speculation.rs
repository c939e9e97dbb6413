//! A preload scanner: finds the resources that a page will fetch before the page is parsed.
//!
//! [`Speculation::new`] reads a text, and
//! [`Driver::speculate`](crate::driver::Driver::speculate) the rest of a parse that is paused.

pub use crate::parse::Speculation;
pub use crate::speculative_fetch::{FetchKind, PictureSource, Speculated, SpeculativeFetch};
pub use crate::urls::ImageCandidate;
