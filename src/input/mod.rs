//! The input of a parse: the cursor that the tokenizer reads, and the context that it shares with
//! the tree builder.
//!
//! Only the tokenizer and the code that drives the stages hold an [`InputStream`], and its cursor
//! is private. The tree builder is given the [`ParseContext`]: it can neither consume nor feed
//! input, does not know how far the tokenizer has read, and asks the strings for the text of its
//! tokens.
//!
//! - `stream.rs`: [`InputStream`], the normalized input and the cursor
//! - `characters.rs`: the errors of control characters and noncharacters
//! - `newlines.rs`: finding carriage returns
//! - `context.rs`: [`ParseContext`]: strings, errors and limits

mod characters;
mod context;
mod newlines;
mod stream;

pub(crate) use characters::is_noncharacter;
pub(crate) use context::ParseContext;
pub(crate) use stream::{InputMark, InputStream, Lookahead};
