//! What the tokenizer holds back when it waits for input, and how it lets go of it.
//!
//! The standard emits each character when it is read. The tokenizer emits them in runs, so between
//! two pieces of input it may have characters that the tree does not have yet.

use crate::input::InputStream;
use crate::text::Strings;

use super::span_builder::SpanBuilder;
use super::state::State;
use super::state_machine::Tokenizer;
use super::token;

impl Tokenizer {
    /// Returns the characters that the standard has emitted by now and that are held back only
    /// because more of the same text may follow. A `<`, a `&` or a `]]` whose meaning depends on
    /// the next character stays, with what follows it.
    pub(crate) fn flush_characters(&mut self, input: &mut InputStream) -> Option<token::Token<'_>> {
        let end = self.emitted_end(input.position())?;
        if self.pending.is_empty(end) {
            return None;
        }
        self.text = self.pending.finish(&mut input.context.strings, end);
        input.context.token = self.start..end;
        self.start = end;
        self.pending = SpanBuilder::at(end);
        Some(token::Token::Characters(self.text))
    }

    /// Returns up to which byte of the source the standard has emitted characters, in a state that
    /// waits for input at byte `position`; `None` in the middle of another token.
    fn emitted_end(&self, position: usize) -> Option<usize> {
        match self.state {
            State::Data
            | State::Rcdata
            | State::Rawtext
            | State::ScriptData
            | State::Plaintext
            | State::CdataSection
            | State::ScriptDataEscapeStart
            | State::ScriptDataEscapeStartDash
            | State::ScriptDataEscaped
            | State::ScriptDataEscapedDash
            | State::ScriptDataEscapedDashDash
            | State::ScriptDataDoubleEscapeStart
            | State::ScriptDataDoubleEscaped
            | State::ScriptDataDoubleEscapedDash
            | State::ScriptDataDoubleEscapedDashDash
            | State::ScriptDataDoubleEscapedLessThanSign
            | State::ScriptDataDoubleEscapeEnd => Some(position),
            State::RcdataLessThanSign
            | State::RawtextLessThanSign
            | State::ScriptDataLessThanSign
            | State::ScriptDataEscapedLessThanSign => Some(position - "<".len()),
            State::RcdataEndTagOpen
            | State::RcdataEndTagName
            | State::RawtextEndTagOpen
            | State::RawtextEndTagName
            | State::ScriptDataEndTagOpen
            | State::ScriptDataEndTagName
            | State::ScriptDataEscapedEndTagOpen
            | State::ScriptDataEscapedEndTagName => Some(self.temporary_buffer_start - "</".len()),
            State::CdataSectionBracket => Some(position - "]".len()),
            State::CdataSectionEnd => Some(position - "]]".len()),
            State::CharacterReference
            | State::NamedCharacterReference
            | State::AmbiguousAmpersand
            | State::NumericCharacterReference
            | State::HexadecimalCharacterReferenceStart
            | State::HexadecimalCharacterReference
            | State::DecimalCharacterReference
                if !self.is_in_attribute() =>
            {
                Some(self.temporary_buffer_start)
            }
            _ => None,
        }
    }

    /// Keeps the text under construction, after something else was appended to the tail of the
    /// strings: the tail ended at `tail_end` when [`next`](Self::next) returned `None`.
    pub(crate) fn keep_text_under_construction(&mut self, strings: &mut Strings, tail_end: u32) {
        self.pending.move_to_tail_end(strings, tail_end);
    }
}
