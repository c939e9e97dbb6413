//! Decodes bytes, and maps positions in the decoded text back to bytes. Nothing here decides which
//! encoding to use.
//!
//! - `byte_order_mark.rs`: the byte order mark of an encoding
//! - `stream.rs`: decodes a document piece by piece and counts malformed sequences
//! - `malformed.rs`: counts malformed sequences without producing text
//! - `adopt.rs`: bytes that are valid UTF-8 already
//! - `tracking.rs`: decodes and tracks which bytes each character comes from
//! - `byte_offsets.rs`: the byte offset of a position in the text
//! - `same_text.rs`: whether bytes decode to the same text in two encodings

mod adopt;
mod byte_offsets;
mod byte_order_mark;
mod malformed;
mod same_text;
mod stream;
mod tracking;

pub(crate) use adopt::adopt;
pub use byte_offsets::ByteOffsets;
pub(crate) use byte_offsets::byte_offset;
pub(crate) use byte_order_mark::byte_order_mark;
pub(crate) use malformed::Malformed;
pub(super) use malformed::{has_malformed, malformed};
pub(super) use same_text::decode_to_same_text;
#[cfg(feature = "stream")]
pub(crate) use same_text::decodes_to_ascii;
pub(crate) use stream::{Decoded, StreamDecoder};
#[cfg(feature = "stream")]
pub(crate) use tracking::OffsetTracker;
