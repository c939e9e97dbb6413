//! Encodings: found, decoded, written.
//!
//! - `byte_offsets.rs`: positions in bytes
//! - `declared.rs`: every encoding, declared in every way
//! - `encode.rs`: writing into every encoding
//! - `feeds.rs`: the encodings of feeds, against Universal Feed Parser
//! - `labels.rs`: every label
//! - `pieces.rs`: bytes in pieces

mod byte_offsets;
mod declared;
mod encode;
mod feeds;
mod labels;
mod pieces;
