//! Text in any encoding of the Encoding Standard.
//!
//! - `repertoire.rs`: which characters an encoding has
//! - `check.rs`: finds text that cannot be encoded, before anything is written
//! - `output.rs`: writes the bytes
//! - `error.rs`: [`EncodeError`]

mod check;
mod error;
mod output;
mod repertoire;

pub use error::EncodeError;

pub(super) use check::Check;
pub(super) use output::Encoder;
pub(crate) use repertoire::{Part as EncodingPart, parts as encoding_parts};
