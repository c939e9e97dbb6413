//! Documents that pass: streams and rewriters.

mod rewriter;
mod stream;
