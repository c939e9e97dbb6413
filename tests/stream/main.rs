//! Documents that pass: streams and rewriters.

mod edited_tags;
mod encodings;
mod rewriter;
mod stream;
