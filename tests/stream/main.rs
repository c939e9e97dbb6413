//! Documents that pass: streams and rewriters.

mod adapters;
mod at_start_tags;
mod document_end;
mod edited_tags;
mod encodings;
mod leaves;
mod max_steps;
mod rewriter;
mod rewrites;
mod rows;
mod stream;
