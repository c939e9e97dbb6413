//! Documents that pass: streams and rewriters.

mod edited_tags;
mod rewriter;
mod stream;
