//! The minifying writer: omits tags that the parser implies, and quotes only where quotes are
//! needed.
//!
//! - `options.rs`: [`MinifyOptions`]
//! - `token_writer.rs`: [`TokenWriter`], which writes one token after the other
//! - `tree.rs`: feeds a tree to a token writer
//! - `nesting.rs`: the elements that are open in the output so far
//! - `start_tag.rs`: start tags, with as few quotes as possible
//! - `escape.rs`: escaping without the references that the parser doesn't need
//! - `charset_declaration.rs`: where a `<meta charset>` goes

mod charset_declaration;
mod escape;
mod nesting;
mod options;
mod start_tag;
mod token_writer;
mod tree;

pub use options::{MinifyOptions, Quotes};
pub use token_writer::TokenWriter;
