//! Text that the tokenizer holds back while it waits for input, and its release.
//!
//! The standard emits each character when it is read. The tokenizer emits them in runs, so between
//! two pieces of input it may have characters that the tree does not have yet.

use crate::input::InputStream;
use crate::text::Strings;

use super::span_builder::SpanBuilder;
use super::state::State;
use super::state_machine::{TokenKind, Tokenizer};
use super::token;

impl Tokenizer {
    /// Returns the characters that the standard has emitted by now and that are held back only
    /// because more of the same text may follow. A `<`, a `&` or a `]]` whose meaning depends on
    /// the next character stays, with the text after it.
    pub(crate) fn flush_characters(&mut self, input: &mut InputStream) -> Option<token::Token<'_>> {
        let kind = self.flush_long_text(input, 1)?;
        Some(self.token(kind))
    }

    /// As [`flush_characters`](Self::flush_characters), if the text takes up at least `min_length`
    /// bytes of the source. Returns the kind of the token.
    pub(crate) fn flush_long_text(
        &mut self,
        input: &mut InputStream,
        min_length: usize,
    ) -> Option<TokenKind> {
        let end = self.emitted_end(input.position())?;
        if self.pending.is_empty(end) || end - self.start < min_length {
            return None;
        }
        self.text = self.pending.finish(&mut input.context.strings, end);
        input.context.token = self.start..end;
        self.start = end;
        self.pending = SpanBuilder::at(end);
        Some(TokenKind::Characters)
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

    /// Takes the text under construction out of the tail of the strings, so that something else can
    /// be appended there. To be called after [`next`](Self::next) has returned `None`.
    pub(crate) fn take_text_out_of_tail(&mut self, strings: &mut Strings) {
        if let Some(taken) = self.pending.take_out_of_tail(strings) {
            self.taken_text = Some(Box::new(taken));
        }
    }

    /// Puts the text under construction back, if it was removed. To be called before the next
    /// call of [`next`](Self::next).
    pub(crate) fn put_text_back_into_tail(&mut self, strings: &mut Strings) {
        if let Some(taken) = self.taken_text.take() {
            self.pending.put_back_into_tail(strings, *taken);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::input::InputStream;
    use crate::settings::{Limits, Revision};
    use crate::tokenizer::token::Token;
    use crate::tokenizer::{TextMode, Tokenizer};

    /// The characters that are flushed when the input so far is `html`.
    fn flushed(mode: TextMode, html: &str) -> Option<String> {
        let mut input = InputStream::new(&Limits::default(), false);
        let mut tokenizer = Tokenizer::new(Revision::default(), &Limits::default());
        tokenizer.set_state(mode);
        tokenizer.set_cdata_allowed(true);
        tokenizer.set_last_start_tag(crate::names::known::SCRIPT);
        input.push(html);
        let mut texts = String::new();
        while let Some(token) = tokenizer.next(&mut input) {
            assert!(!matches!(token, Token::EndOfFile));
        }
        if let Some(Token::Characters(text)) = tokenizer.flush_characters(&mut input) {
            texts.push_str(input.context.strings.get(text));
        }
        assert!(tokenizer.flush_characters(&mut input).is_none(), "once is enough");
        (!texts.is_empty()).then_some(texts)
    }

    #[test]
    fn characters_that_the_standard_has_emitted_are_flushed() {
        let rows = [
            (TextMode::Data, "a", Some("a")),
            (TextMode::Data, "a&lt;b", Some("a<b")),
            (TextMode::Data, "<![CDATA[a", Some("a")),
            (TextMode::Rcdata, "a</b", Some("a")),
            (TextMode::Rawtext, "a<b", Some("a<b")),
            (TextMode::Plaintext, "a</plaintext", Some("a</plaintext")),
            (TextMode::ScriptData, "a<!-", Some("a<!-")),
            (TextMode::ScriptData, "a<!--<script", Some("a<!--<script")),
            (TextMode::ScriptData, "a<!--<script><", Some("a<!--<script><")),
        ];
        for (mode, html, expected) in rows {
            assert_eq!(flushed(mode, html).as_deref(), expected, "{html}");
        }
    }

    #[test]
    fn characters_whose_meaning_depends_on_the_next_one_stay() {
        let rows = [
            (TextMode::Data, "a&am", Some("a")),
            (TextMode::Data, "a&#x41", Some("a")),
            (TextMode::Data, "<![CDATA[a]]", Some("a")),
            (TextMode::Data, "<![CDATA[a]", Some("a")),
            (TextMode::Rcdata, "a<", Some("a")),
            (TextMode::Rcdata, "a</", Some("a")),
            (TextMode::ScriptData, "a</scr", Some("a")),
            (TextMode::ScriptData, "a<!--b<", Some("a<!--b")),
            (TextMode::ScriptData, "a<!--b</s", Some("a<!--b")),
        ];
        for (mode, html, expected) in rows {
            assert_eq!(flushed(mode, html).as_deref(), expected, "{html}");
        }
    }

    #[test]
    fn a_tag_or_a_comment_in_the_making_is_not_flushed() {
        for html in ["<", "</", "<b", "<b c='d&am", "<!", "<!-- a", "<!DOCTYPE", "<?a b"] {
            assert_eq!(flushed(TextMode::Data, html), None, "{html}");
        }
    }
}
