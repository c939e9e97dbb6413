//! The input of a parse: the cursor that the tokenizer reads, and what it shares with the tree
//! builder.
//!
//! Only the tokenizer and the code that drives it hold an [`InputStream`]. The tree builder is
//! given its [`ParseContext`], from which unread input cannot be reached.
//!
//! - `stream.rs`: [`InputStream`], the normalized input and the cursor
//! - `characters.rs`: the errors of characters that must not stand in the input
//! - `context.rs`: [`ParseContext`]: strings, errors and limits

mod characters;
mod context;
mod stream;

pub(crate) use characters::is_noncharacter;
pub(crate) use context::ParseContext;
pub(crate) use stream::{InputStream, Lookahead};
