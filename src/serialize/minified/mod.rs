//! The minifying writer: omits what the parser implies, and quotes only where quotes are needed.
//!
//! - `options.rs`: [`MinifyOptions`]
//! - `token_writer.rs`: [`TokenWriter`], which writes one token after the other
//! - `tree.rs`: feeds a tree to a token writer
//! - `optional_tags.rs`: which tags can be omitted
//! - `nesting.rs`: the elements that are open in the output so far
//! - `plain_start_tags.rs`: start tags that do nothing but start an element
//! - `start_tag.rs`: start tags, with as few quotes as possible
//! - `escape.rs`: escaping without the references that the parser doesn't need
//! - `charset_declaration.rs`: where a `<meta charset>` goes

mod charset_declaration;
mod escape;
mod nesting;
mod optional_tags;
mod options;
mod plain_start_tags;
mod start_tag;
mod token_writer;
mod tree;

pub use options::{MinifyOptions, Quotes};
pub use token_writer::TokenWriter;
