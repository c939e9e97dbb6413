//! Properties that hold for any input. `tests/support/src/config.rs` says how many are tried.
//!
//! - `body_loop.rs`: the body loop changes nothing
//! - `driver.rs`: parses that their caller drives
//! - `edit/`: edits against a model
//! - `parsing.rs`: parsing
//! - `rewriter.rs`: rewritten documents against edited trees
//! - `text.rs`: rendered text, escaping and decoding
//! - `tokenizer.rs`: the tokenizer against the reference tokenizer
//! - `writers.rs`: trees that are written and read again

mod body_loop;
mod driver;
mod edit;
mod parsing;
#[cfg(feature = "stream")]
mod rewriter;
mod text;
mod tokenizer;
mod writers;
