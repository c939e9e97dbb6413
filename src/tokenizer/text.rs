//! The states of text, and the end tags that end RCDATA, RAWTEXT and script data.

use crate::bytes::scan;
use crate::input::InputStream;
use crate::input::Lookahead::{Byte, NeedsInput};
use crate::parse_error::ParseErrorCode;

use super::state::State;
use super::state_machine::{Progress, Tokenizer};

/// The states in which one kind of text looks for its end tag.
pub(super) struct EndTagStates {
    /// The state of the text itself, to which the tokenizer returns if there is no appropriate end
    /// tag.
    pub(super) text: State,
    /// The state after `<`.
    pub(super) less_than_sign: State,
    /// The state after `</`.
    pub(super) end_tag_open: State,
    /// The state in the letters after `</`.
    pub(super) end_tag_name: State,
}

pub(super) const RCDATA: EndTagStates = EndTagStates {
    text: State::Rcdata,
    less_than_sign: State::RcdataLessThanSign,
    end_tag_open: State::RcdataEndTagOpen,
    end_tag_name: State::RcdataEndTagName,
};

pub(super) const RAWTEXT: EndTagStates = EndTagStates {
    text: State::Rawtext,
    less_than_sign: State::RawtextLessThanSign,
    end_tag_open: State::RawtextEndTagOpen,
    end_tag_name: State::RawtextEndTagName,
};

impl Tokenizer {
    /// <https://html.spec.whatwg.org/#data-state>
    pub(super) fn data_state(&mut self, input: &mut InputStream) -> Progress {
        if input.peek() == Byte(b'<') && self.pending.is_empty(input.position()) {
            input.consume();
            return self.tag_open_state(input);
        }
        let end = scan::text_end(input.bytes(), input.position(), input.has_nulls());
        match input.bytes().get(end).copied() {
            Some(b'<') => self.emit_characters(input, end),
            Some(b'&') if self.common_character_reference(input, end) => Progress::Continue,
            Some(b'&') => self.start_character_reference(input, end, State::Data),
            Some(_) if self.pending.is_empty(end) => {
                input.error_at(ParseErrorCode::UnexpectedNullCharacter, end);
                self.emit_nul(input, end)
            }
            Some(_) => self.emit_characters(input, end),
            None => self.stop_text(input, State::Data),
        }
    }

    /// <https://html.spec.whatwg.org/#rcdata-state>
    pub(super) fn rcdata_state(&mut self, input: &mut InputStream) -> Progress {
        loop {
            let end = scan::text_end(input.bytes(), input.position(), input.has_nulls());
            match input.bytes().get(end) {
                Some(b'&') => return self.start_character_reference(input, end, State::Rcdata),
                Some(b'<') => {
                    input.advance_to(end + 1);
                    return self.switch_to(State::RcdataLessThanSign);
                }
                Some(_) => self.replace_nul(input, end),
                None => return self.stop_text(input, State::Rcdata),
            }
        }
    }

    /// <https://html.spec.whatwg.org/#rawtext-state>
    pub(super) fn rawtext_state(&mut self, input: &mut InputStream) -> Progress {
        loop {
            let end = scan::byte_or_nul(input.bytes(), input.position(), b'<', input.has_nulls());
            match input.bytes().get(end) {
                Some(b'<') => {
                    input.advance_to(end + 1);
                    return self.switch_to(State::RawtextLessThanSign);
                }
                Some(_) => self.replace_nul(input, end),
                None => return self.stop_text(input, State::Rawtext),
            }
        }
    }

    /// <https://html.spec.whatwg.org/#plaintext-state>
    pub(super) fn plaintext_state(&mut self, input: &mut InputStream) -> Progress {
        loop {
            let end = scan::byte_or_nul(input.bytes(), input.position(), 0, input.has_nulls());
            match input.bytes().get(end) {
                Some(_) => self.replace_nul(input, end),
                None => return self.stop_text(input, State::Plaintext),
            }
        }
    }

    /// <https://html.spec.whatwg.org/#rcdata-less-than-sign-state>
    ///
    /// <https://html.spec.whatwg.org/#rawtext-less-than-sign-state>
    pub(super) fn text_less_than_sign_state(
        &mut self,
        input: &mut InputStream,
        states: &EndTagStates,
    ) -> Progress {
        match input.peek() {
            Byte(b'/') => {
                input.consume();
                self.temporary_buffer_start = input.position();
                self.text_end_tag_open_state(input, states)
            }
            NeedsInput => self.wait_in(states.less_than_sign),
            _ => self.switch_to(states.text),
        }
    }

    /// <https://html.spec.whatwg.org/#rcdata-end-tag-open-state>
    ///
    /// <https://html.spec.whatwg.org/#rawtext-end-tag-open-state>
    ///
    /// <https://html.spec.whatwg.org/#script-data-end-tag-open-state>
    ///
    /// <https://html.spec.whatwg.org/#script-data-escaped-end-tag-open-state>
    pub(super) fn text_end_tag_open_state(
        &mut self,
        input: &mut InputStream,
        states: &EndTagStates,
    ) -> Progress {
        match input.peek() {
            Byte(b'a'..=b'z' | b'A'..=b'Z') => self.text_end_tag_name_state(input, states),
            NeedsInput => self.wait_in(states.end_tag_open),
            _ => self.switch_to(states.text),
        }
    }

    /// <https://html.spec.whatwg.org/#rcdata-end-tag-name-state>
    ///
    /// <https://html.spec.whatwg.org/#rawtext-end-tag-name-state>
    ///
    /// <https://html.spec.whatwg.org/#script-data-end-tag-name-state>
    ///
    /// <https://html.spec.whatwg.org/#script-data-escaped-end-tag-name-state>
    ///
    /// The text before an appropriate end tag is a token of its own. It is emitted first; then the
    /// cursor returns to the `<`, and the end tag is read again with no text pending.
    pub(super) fn text_end_tag_name_state(
        &mut self,
        input: &mut InputStream,
        states: &EndTagStates,
    ) -> Progress {
        let name_end = scan::end_of(input.bytes(), input.position(), u8::is_ascii_alphabetic);
        input.advance_to(name_end);
        let next = match input.peek() {
            Byte(byte) if byte.is_ascii_whitespace() => State::BeforeAttributeName,
            Byte(b'/') => State::SelfClosingStartTag,
            Byte(b'>') => State::Data,
            NeedsInput => return self.wait_in(states.end_tag_name),
            _ => return self.switch_to(states.text),
        };
        if !self.is_appropriate_end_tag(input) {
            return self.switch_to(states.text);
        }
        let less_than_sign = self.temporary_buffer_start - "</".len();
        if !self.pending.is_empty(less_than_sign) {
            self.state = states.text;
            return self.emit_characters(input, less_than_sign);
        }
        self.create_tag(true);
        self.tag.name = self.last_start_tag;
        input.consume();
        if next == State::Data { self.emit_tag(input) } else { self.switch_to(next) }
    }

    /// Whether the temporary buffer has the name of an appropriate end tag.
    /// [`last_start_tag`](Tokenizer::last_start_tag) is empty before the first start tag; then no
    /// end tag is appropriate.
    ///
    /// <https://html.spec.whatwg.org/#appropriate-end-tag-token>
    fn is_appropriate_end_tag(&self, input: &InputStream) -> bool {
        let name = self.temporary_buffer(input);
        name.eq_ignore_ascii_case(input.context.strings.name(self.last_start_tag).as_bytes())
            && !name.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use crate::settings::Limits;
    use crate::tokenizer::TextMode;
    use crate::tokenizer::testing::{WholeInput, errors, tokens, tokens_from};
    use crate::tokenizer::token::Token;

    #[test]
    fn text_without_references_is_a_span_of_the_source() {
        let mut whole = WholeInput::new("one<br>two", &Limits::default());
        let Some(Token::Characters(text)) = whole.next() else { panic!() };
        assert_eq!(text.source_range(), Some(0..3));
    }

    #[test]
    fn references_do_not_split_a_text() {
        let mut whole = WholeInput::new("a &amp; b &#99; d<br>", &Limits::default());
        let Some(Token::Characters(text)) = whole.next() else { panic!() };
        assert_eq!(whole.input.context.strings.get(text), "a & b c d");
        assert!(matches!(whole.next(), Some(Token::StartTag(_))));
    }

    #[test]
    fn a_nul_is_a_token_of_its_own_in_data_and_replaced_in_other_text() {
        let mut whole = WholeInput::new("a\0\0b", &Limits::default());
        assert!(matches!(whole.next(), Some(Token::Characters(_))));
        for at in [1, 2] {
            let Some(Token::NullCharacter(nul)) = whole.next() else { panic!() };
            assert_eq!(nul.source_range(), Some(at..at + 1));
        }
        assert_eq!(
            errors("a\0\0b"),
            ["unexpected-null-character 1", "unexpected-null-character 2"]
        );
        for mode in [TextMode::Rcdata, TextMode::Rawtext, TextMode::ScriptData, TextMode::Plaintext]
        {
            assert_eq!(tokens_from(mode, "x", "a\0\0b"), ["\"a\u{FFFD}\u{FFFD}b\""], "{mode:?}");
        }
    }

    #[test]
    fn a_less_than_sign_that_starts_no_tag_is_text() {
        assert_eq!(tokens("1 < 2 <3 << </"), ["\"1 < 2 <3 << </\""]);
        assert_eq!(errors("a <"), ["eof-before-tag-name 3"]);
        assert_eq!(errors("< a"), ["invalid-first-character-of-tag-name 1"]);
    }

    #[test]
    fn only_the_appropriate_end_tag_ends_rcdata_and_rawtext() {
        let html = "a</b></titles></ title></titl></TITLE\n>b";
        for mode in [TextMode::Rcdata, TextMode::Rawtext, TextMode::ScriptData] {
            let expected = ["\"a</b></titles></ title></titl>\"", "</title>", "\"b\""];
            assert_eq!(tokens_from(mode, "title", html), expected, "{mode:?}");
        }
        assert_eq!(tokens_from(TextMode::Plaintext, "title", "a</title>"), ["\"a</title>\""]);
        // The states accept only letters in the name.
        assert_eq!(tokens_from(TextMode::Rawtext, "h1", "a</h1>"), ["\"a</h1>\""]);
    }

    #[test]
    fn references_are_recognized_in_rcdata_and_not_in_rawtext() {
        assert_eq!(
            tokens_from(TextMode::Rcdata, "title", "a&lt;b</title>"),
            ["\"a<b\"", "</title>"]
        );
        assert_eq!(
            tokens_from(TextMode::Rawtext, "style", "a&lt;b</style>"),
            ["\"a&lt;b\"", "</style>"]
        );
    }

    #[test]
    fn an_unfinished_end_tag_at_the_end_of_the_file_is_text() {
        for html in ["a<", "a</", "a</title"] {
            assert_eq!(tokens_from(TextMode::Rcdata, "title", html), [format!("{html:?}")]);
        }
        assert!(tokens_from(TextMode::Rcdata, "title", "</title a").is_empty());
    }
}
