//! What a page will fetch, found before it is parsed: a preload scanner.
//!
//! [`Speculation::new`] reads a text, and
//! [`Driver::speculate`](crate::driver::Driver::speculate) the rest of a parse that is paused.

pub use crate::parse::Speculation;
pub use crate::speculative_fetch::{FetchKind, PictureSource, Speculated, SpeculativeFetch};
pub use crate::urls::ImageCandidate;
