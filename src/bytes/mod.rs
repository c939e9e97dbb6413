//! Finding bytes, many at a time.
//!
//! - `windows.rs`: among 64 bytes, with vector instructions
//! - `words.rs`: among eight bytes, in an ordinary register
//! - `scan.rs`: the searches of the tokenizer, made of these

pub(crate) mod scan;
pub(crate) mod windows;
pub(crate) mod words;
