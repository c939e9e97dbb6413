//! The tokenizer of the standard: text in, tokens out.
//!
//! Parsing a document needs nothing of this module. For tokens without a tree, see [`Tokens`].
//!
//! <https://html.spec.whatwg.org/#tokenization>

mod attribute;
mod character_reference;
mod comment;
mod doctype;
mod duplicate_attributes;
mod fast_tag;
mod markup_declaration;
mod named_references;
mod processing_instruction;
mod reference_decoder;
mod script_data;
mod span_builder;
mod standalone;
mod state;
mod state_machine;
mod tag;
#[cfg(test)]
mod testing;
mod text;
mod text_mode;
pub(crate) mod token;

pub use standalone::{Tag, Token, Tokens};
pub use text_mode::TextMode;

pub(crate) use reference_decoder::ReferenceDecoder;
pub(crate) use state_machine::Tokenizer;
