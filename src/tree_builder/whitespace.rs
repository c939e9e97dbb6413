//! Whitespace in runs of characters.
//!
//! The standard processes characters one by one, and many insertion modes have a rule of their own
//! for whitespace. The tokenizer emits runs of characters, so such a mode first takes the
//! whitespace at the start of a run, then processes the rest, which starts with another character.

use crate::input::ParseContext;
use crate::parse_error::ParseErrorCode;
use crate::steps;
use crate::text::Span;
use crate::tokenizer::token::Token;
use crate::tree_sink::TreeSink;

use super::TreeBuilder;

impl<S: TreeSink> TreeBuilder<S> {
    /// Inserts the whitespace at the start of a run of characters and leaves the rest in `text`.
    /// Returns whether the rest is empty.
    pub(super) fn insert_leading_whitespace(
        &mut self,
        text: &mut Span,
        context: &mut ParseContext,
    ) -> bool {
        let whitespace = take_leading_whitespace(text, context);
        if !whitespace.is_empty() {
            self.insert_characters(whitespace, context);
        }
        text.is_empty()
    }

    /// Processes the whitespace at the start of a run of characters using the rules for "in body"
    /// and leaves the rest in `text`. Returns whether the rest is empty.
    pub(super) fn leading_whitespace_in_body(
        &mut self,
        text: &mut Span,
        context: &mut ParseContext,
    ) -> bool {
        let whitespace = take_leading_whitespace(text, context);
        if !whitespace.is_empty() {
            self.in_body(&mut Token::Characters(whitespace), context);
        }
        text.is_empty()
    }

    /// Inserts all whitespace of a run of characters. Other characters are an error and ignored.
    pub(super) fn insert_only_whitespace(&mut self, text: &mut Span, context: &mut ParseContext) {
        while let Some(whitespace) = self.next_whitespace(text, context) {
            self.insert_characters(whitespace, context);
        }
    }

    /// Takes the next whitespace from a run of characters in which only whitespace is allowed.
    /// Other characters before it are an error and ignored. Returns `None` at the end of the run.
    pub(super) fn next_whitespace(
        &mut self,
        text: &mut Span,
        context: &mut ParseContext,
    ) -> Option<Span> {
        let characters = context.strings.get(*text);
        let ignored_length =
            characters.find(|c: char| c.is_ascii_whitespace()).unwrap_or(characters.len());
        let (ignored, rest) = text.split_at(ignored_length);
        *text = rest;
        if !ignored.is_empty() {
            self.error_in_text(ParseErrorCode::UnexpectedText, ignored, context);
        }
        let whitespace = take_leading_whitespace(text, context);
        (!whitespace.is_empty()).then_some(whitespace)
    }
}

/// Ignores the whitespace at the start of a run of characters and leaves the rest in `text`.
/// Returns whether the rest is empty.
pub(super) fn ignore_leading_whitespace(text: &mut Span, context: &ParseContext) -> bool {
    take_leading_whitespace(text, context);
    text.is_empty()
}

/// Whether a run of characters is whitespace only.
pub(super) fn is_whitespace(text: Span, context: &ParseContext) -> bool {
    leading_whitespace(text, context) == text.len()
}

/// Returns the whitespace at the start of a run of characters and leaves the rest in `text`.
fn take_leading_whitespace(text: &mut Span, context: &ParseContext) -> Span {
    let (whitespace, rest) = text.split_at(leading_whitespace(*text, context));
    *text = rest;
    whitespace
}

/// Returns the length in bytes of the whitespace at the start of a run of characters.
fn leading_whitespace(text: Span, context: &ParseContext) -> usize {
    let text = context.strings.get(text);
    let length = text.len() - text.trim_ascii_start().len();
    steps::count(length);
    length
}
