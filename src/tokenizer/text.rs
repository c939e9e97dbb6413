//! The states of text, and the end tags that end RCDATA, RAWTEXT and script data.

use crate::bytes::runs;
use crate::input::InputStream;
use crate::parse_error::ParseErrorCode;

use super::{Kind, State, Step, Tokenizer};

/// The states in which one kind of text looks for its end tag.
pub(super) struct EndTagStates {
    /// Where the text goes on if it is not the end tag.
    pub(super) text: State,
    pub(super) end_tag_open: State,
    pub(super) end_tag_name: State,
}

const RCDATA: EndTagStates = EndTagStates {
    text: State::Rcdata,
    end_tag_open: State::RcdataEndTagOpen,
    end_tag_name: State::RcdataEndTagName,
};

const RAWTEXT: EndTagStates = EndTagStates {
    text: State::Rawtext,
    end_tag_open: State::RawtextEndTagOpen,
    end_tag_name: State::RawtextEndTagName,
};

impl Tokenizer {
    /// <https://html.spec.whatwg.org/#data-state>
    #[inline(always)]
    pub(super) fn data_state(&mut self, input: &mut InputStream) -> Step {
        if input.peek() == Some(b'<') && self.piece.is_empty(input.position) {
            input.position += 1;
            return self.tag_open_state(input);
        }
        let end = runs::text_end(input.bytes(), input.has_nulls, input.position);
        match input.bytes().get(end).copied() {
            Some(b'<') => self.emit_characters(input, end),
            Some(b'&') if self.common_character_reference(input, end) => Step::Continue,
            Some(b'&') => self.start_character_reference(input, end, State::Data),
            Some(_) if self.piece.is_empty(end) => self.emit_null_character(input, end, true),
            Some(_) => self.emit_characters(input, end),
            None => self.stop_text(input, State::Data),
        }
    }

    /// <https://html.spec.whatwg.org/#rcdata-state>
    pub(super) fn rcdata_state(&mut self, input: &mut InputStream) -> Step {
        loop {
            let end = runs::text_end(input.bytes(), input.has_nulls, input.position);
            match input.bytes().get(end) {
                Some(b'&') => return self.start_character_reference(input, end, State::Rcdata),
                Some(b'<') => {
                    return self.start_end_tag_lookahead(input, end, State::RcdataLessThanSign);
                }
                Some(_) => self.replace_null(input, end),
                None => return self.stop_text(input, State::Rcdata),
            }
        }
    }

    /// <https://html.spec.whatwg.org/#rawtext-state>
    pub(super) fn rawtext_state(&mut self, input: &mut InputStream) -> Step {
        loop {
            let end = runs::byte_or_null(input.bytes(), input.position, b'<');
            match input.bytes().get(end) {
                Some(b'<') => {
                    return self.start_end_tag_lookahead(input, end, State::RawtextLessThanSign);
                }
                Some(_) => self.replace_null(input, end),
                None => return self.stop_text(input, State::Rawtext),
            }
        }
    }

    /// <https://html.spec.whatwg.org/#plaintext-state>
    pub(super) fn plaintext_state(&mut self, input: &mut InputStream) -> Step {
        loop {
            let end = runs::byte_or_null(input.bytes(), input.position, 0);
            match input.bytes().get(end) {
                Some(_) => self.replace_null(input, end),
                None => return self.stop_text(input, State::Plaintext),
            }
        }
    }

    /// <https://html.spec.whatwg.org/#rcdata-less-than-sign-state>
    pub(super) fn rcdata_less_than_sign_state(&mut self, input: &mut InputStream) -> Step {
        match input.peek() {
            Some(b'/') => {
                input.position += 1;
                self.rcdata_end_tag_open_state(input)
            }
            None if !input.is_last => self.wait_in(State::RcdataLessThanSign),
            _ => self.switch_to(State::Rcdata),
        }
    }

    /// <https://html.spec.whatwg.org/#rcdata-end-tag-open-state>
    pub(super) fn rcdata_end_tag_open_state(&mut self, input: &mut InputStream) -> Step {
        self.text_end_tag_open(input, &RCDATA)
    }

    /// <https://html.spec.whatwg.org/#rcdata-end-tag-name-state>
    pub(super) fn rcdata_end_tag_name_state(&mut self, input: &mut InputStream) -> Step {
        self.text_end_tag_name(input, &RCDATA)
    }

    /// <https://html.spec.whatwg.org/#rawtext-less-than-sign-state>
    pub(super) fn rawtext_less_than_sign_state(&mut self, input: &mut InputStream) -> Step {
        match input.peek() {
            Some(b'/') => {
                input.position += 1;
                self.rawtext_end_tag_open_state(input)
            }
            None if !input.is_last => self.wait_in(State::RawtextLessThanSign),
            _ => self.switch_to(State::Rawtext),
        }
    }

    /// <https://html.spec.whatwg.org/#rawtext-end-tag-open-state>
    pub(super) fn rawtext_end_tag_open_state(&mut self, input: &mut InputStream) -> Step {
        self.text_end_tag_open(input, &RAWTEXT)
    }

    /// <https://html.spec.whatwg.org/#rawtext-end-tag-name-state>
    pub(super) fn rawtext_end_tag_name_state(&mut self, input: &mut InputStream) -> Step {
        self.text_end_tag_name(input, &RAWTEXT)
    }

    /// The end tag open state of a kind of text.
    pub(super) fn text_end_tag_open(
        &mut self,
        input: &mut InputStream,
        states: &EndTagStates,
    ) -> Step {
        match input.peek() {
            Some(b'a'..=b'z' | b'A'..=b'Z') => self.text_end_tag_name(input, states),
            None if !input.is_last => self.wait_in(states.end_tag_open),
            _ => self.switch_to(states.text),
        }
    }

    /// The end tag name state of a kind of text.
    ///
    /// The text before an appropriate end tag is a token of its own: it is emitted first, and the
    /// end tag is met again with no text pending.
    pub(super) fn text_end_tag_name(
        &mut self,
        input: &mut InputStream,
        states: &EndTagStates,
    ) -> Step {
        let end = runs::end_of(input.bytes(), input.position, u8::is_ascii_alphabetic);
        input.position = end;
        let next = match input.peek() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => State::BeforeAttributeName,
            Some(b'/') => State::SelfClosingStartTag,
            Some(b'>') => State::Data,
            None if !input.is_last => return self.wait_in(states.end_tag_name),
            _ => return self.switch_to(states.text),
        };
        if !self.is_appropriate_end_tag_name(input, end) {
            return self.switch_to(states.text);
        }
        if !self.piece.is_empty(self.mark) {
            self.state = states.text;
            return self.emit_characters(input, self.mark);
        }
        self.start_tag(true, end);
        self.tag.name = self.last_start_tag;
        input.position += 1;
        if next == State::Data { self.emit_tag(input) } else { self.switch_to(next) }
    }

    /// Whether the letters between `</` at the mark and byte `end` name an appropriate end tag.
    ///
    /// <https://html.spec.whatwg.org/#appropriate-end-tag-token>
    fn is_appropriate_end_tag_name(&self, input: &InputStream, end: usize) -> bool {
        let name = input.bytes().get(self.mark + 2..end).unwrap_or_default();
        name.eq_ignore_ascii_case(input.context.strings.name(self.last_start_tag).as_bytes())
            && !name.is_empty()
    }

    /// Consumes the `<` at byte `at`, which may start the end tag of a text.
    pub(super) fn start_end_tag_lookahead(
        &mut self,
        input: &mut InputStream,
        at: usize,
        less_than_sign: State,
    ) -> Step {
        self.mark = at;
        input.position = at + 1;
        self.switch_to(less_than_sign)
    }

    /// At the end of what is available of a text: waits for more, or ends the file.
    #[cold]
    pub(super) fn stop_text(&mut self, input: &mut InputStream, state: State) -> Step {
        input.position = input.end();
        if input.is_last { self.emit_end_of_file(input) } else { self.wait_in(state) }
    }

    /// Puts U+FFFD in place of the NUL at byte `at` of the text, name or value under construction,
    /// and goes on behind it.
    #[cold]
    pub(super) fn replace_null(&mut self, input: &mut InputStream, at: usize) {
        input.error(ParseErrorCode::UnexpectedNullCharacter, at, at + 1);
        self.piece.replace(&mut input.context.strings, at..at + 1, "\u{FFFD}");
        input.position = at + 1;
    }

    /// Emits the NUL at byte `at`, with an error if it is one here.
    #[cold]
    pub(super) fn emit_null_character(
        &mut self,
        input: &mut InputStream,
        at: usize,
        is_error: bool,
    ) -> Step {
        let end = at + 1;
        if is_error {
            input.error(ParseErrorCode::UnexpectedNullCharacter, at, end);
        }
        input.position = end;
        self.text = self.piece.finish(&mut input.context.strings, end);
        self.emit(input, Kind::NullCharacter)
    }
}

#[cfg(test)]
mod tests {
    use crate::settings::Limits;
    use crate::tokenizer::testing::{Whole, errors, tokens, tokens_from};
    use crate::tokenizer::token::Token;

    use super::*;

    #[test]
    fn text_without_references_is_a_span_of_the_source() {
        let mut whole = Whole::new("one<br>two", &Limits::default());
        let Some(Token::Characters(text)) = whole.next() else { panic!() };
        assert_eq!(text.source_range(), Some(0..3));
    }

    #[test]
    fn text_with_references_is_one_token() {
        let mut whole = Whole::new("a &amp; b &#99; d<br>", &Limits::default());
        let Some(Token::Characters(text)) = whole.next() else { panic!() };
        assert_eq!(whole.input.context.strings.get(text), "a & b c d");
        assert!(matches!(whole.next(), Some(Token::StartTag(_))));
    }

    #[test]
    fn nulls_are_tokens_of_their_own_in_data_and_replaced_elsewhere() {
        let mut whole = Whole::new("a\0\0b", &Limits::default());
        assert!(matches!(whole.next(), Some(Token::Characters(_))));
        for at in [1, 2] {
            let Some(Token::NullCharacter(null)) = whole.next() else { panic!() };
            assert_eq!(null.source_range(), Some(at..at + 1));
        }
        assert_eq!(
            errors("a\0\0b"),
            ["unexpected-null-character 1", "unexpected-null-character 2"]
        );
        for state in [State::Rcdata, State::Rawtext, State::ScriptData, State::Plaintext] {
            assert_eq!(tokens_from(state, "x", "a\0\0b"), ["\"a\u{FFFD}\u{FFFD}b\""], "{state:?}");
        }
    }

    #[test]
    fn a_less_than_sign_that_starts_nothing_is_text() {
        assert_eq!(tokens("1 < 2 <3 << </"), ["\"1 < 2 <3 << </\""]);
        assert_eq!(errors("a <"), ["eof-before-tag-name 3"]);
        assert_eq!(errors("< a"), ["invalid-first-character-of-tag-name 1"]);
    }

    #[test]
    fn only_the_appropriate_end_tag_ends_rcdata_and_rawtext() {
        let html = "a</b></titles></ title></titl></TITLE\n>b";
        for state in [State::Rcdata, State::Rawtext, State::ScriptData] {
            let expected = ["\"a</b></titles></ title></titl>\"", "</title>", "\"b\""];
            assert_eq!(tokens_from(state, "title", html), expected, "{state:?}");
        }
        assert_eq!(tokens_from(State::Plaintext, "title", "a</title>"), ["\"a</title>\""]);
        // A name with more than letters never matches here.
        assert_eq!(tokens_from(State::Rawtext, "h1", "a</h1>"), ["\"a</h1>\""]);
    }

    #[test]
    fn references_have_a_meaning_in_rcdata_only() {
        assert_eq!(tokens_from(State::Rcdata, "title", "a&lt;b</title>"), ["\"a<b\"", "</title>"]);
        assert_eq!(
            tokens_from(State::Rawtext, "style", "a&lt;b</style>"),
            ["\"a&lt;b\"", "</style>"]
        );
    }

    #[test]
    fn what_may_be_an_end_tag_at_the_end_of_the_file_is_text() {
        for html in ["a<", "a</", "a</title"] {
            assert_eq!(tokens_from(State::Rcdata, "title", html), [format!("{html:?}")]);
        }
        assert!(tokens_from(State::Rcdata, "title", "</title a").is_empty());
    }
}
