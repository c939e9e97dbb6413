//! The tokenizer of the standard: text in, tokens out.
//!
//! Parsing a document needs nothing from this module. For tokens without a tree, see [`Tokens`].
//!
//! <https://html.spec.whatwg.org/#tokenization>

// # The state machine
//
// Each state of the standard is a method of `Tokenizer` of the same name, linked to its section.
// `Tokenizer::next` calls the method of the current state until one of them completes a token. Its
// tokens and errors are the standard's; three things are done differently:
//
// - A state that consumes characters one by one in the standard takes the whole run of them at
//   once, by a search in `bytes/scan.rs`.
// - Text is not emitted or appended character by character. It stays a span of the source until
//   something in it has to be replaced (`span_builder.rs`). So "emit the current input character"
//   and "append it to the value" need no code. The standard's temporary buffer is a span of the
//   source as well.
// - Where the available input ends and more may come, every state returns and later resumes where
//   it was. Only a few bytes are read twice: lookahead, such as `doctyp`, and the `</title` or `]]`
//   after a text, because the text before it is a separate token.
//
// # Calls and switches
//
// A state reaches the next one in one of two ways. It *calls* the next state's method if that state
// comes later in the course of one token: tag open calls tag name, before attribute value calls
// attribute value (unquoted). It *switches* to the next state, by `switch_to`, and returns to the
// loop in `Tokenizer::next`, if that state comes earlier (after attribute name switches back to
// attribute name), or if the transition is rare. As no state calls an earlier one, a chain of calls
// visits each state at most once, and the depth of the calls does not depend on the input.
//
// A called state does not become the current one. `Tokenizer::state` is set only when a method
// returns (by `switch_to`, `wait_in` or completing a token): while methods call each other it is
// stale, and none of them reads it. (One exception: the script data state looks at the state that
// script data less-than sign has set.)
//
// # Offsets
//
// All offsets are bytes of the source, the normalized input. Tokens tile the source: each starts
// where the one before ended, except where the standard drops something.
//
// # Files
//
// - `dispatch.rs`: the loop that reads tokens, the dispatch on the state
// - `state_machine.rs`: `Tokenizer`, its tokens, the steps that states share
// - `state.rs`, `text_mode.rs`: the states, and the ones that can be set from outside
// - `token.rs`: the tokens as the tree builder gets them, with spans
// - `standalone.rs`: `Tokens`, the tokenizer without a tree builder, and its tokens with texts
// - `span_builder.rs`: a text under construction
// - `held_back.rs`: the characters that wait for more of the same text
//
// The states:
//
// - `text.rs`: data, RCDATA, RAWTEXT, PLAINTEXT, and the end tags of RCDATA and RAWTEXT
// - `script_data.rs`: script data
// - `tag.rs`, `attribute.rs`: tags
// - `usual_tag.rs`, `usual_attributes.rs`, `usual_comment.rs`, `usual_text.rs`: tags, comments and
//   the texts of `script` and others without anything unusual, each in one scan
// - `usual_token.rs`: such a tag, or the text before one, as the next token
// - `duplicate_attributes.rs`: whether a tag has an attribute already
// - `markup_declaration.rs`, `comment.rs`, `doctype.rs`, `processing_instruction.rs`: tokens that
//   start with `<!` or `<?`
// - `character_reference.rs`, `named_references/`: references
// - `reference_decoder.rs`: the same states for a text that is not tokenized

mod attribute;
mod character_reference;
mod comment;
mod dispatch;
mod doctype;
mod duplicate_attributes;
mod held_back;
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
mod usual_attributes;
mod usual_comment;
mod usual_tag;
mod usual_text;
mod usual_token;

pub use standalone::{Tag, Token, Tokens};
pub use text_mode::TextMode;

pub(crate) use reference_decoder::ReferenceDecoder;
pub(crate) use state_machine::{TokenKind, Tokenizer};
