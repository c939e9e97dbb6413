//! The states of text, and the end tags that end RCDATA, RAWTEXT and script data.

use crate::input::InputStream;
use crate::parse_error::ParseErrorCode;

use super::{Kind, State, Step, Tokenizer, runs};

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
        let end = runs::text_end(input.bytes(), input.position);
        match input.bytes().get(end) {
            Some(b'<') => self.emit_characters(input, end),
            Some(b'&') => self.start_character_reference(input, end, State::Data),
            Some(_) if self.piece.is_empty(end) => self.emit_null_character(input, end, true),
            Some(_) => self.emit_characters(input, end),
            None => self.stop_text(input, State::Data),
        }
    }

    /// <https://html.spec.whatwg.org/#rcdata-state>
    pub(super) fn rcdata_state(&mut self, input: &mut InputStream) -> Step {
        loop {
            let end = runs::text_end(input.bytes(), input.position);
            match input.bytes().get(end) {
                Some(b'&') => return self.start_character_reference(input, end, State::Rcdata),
                Some(b'<') => return self.start_end_tag_lookahead(input, end, State::RcdataLessThanSign),
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
                Some(b'<') => return self.start_end_tag_lookahead(input, end, State::RawtextLessThanSign),
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
    pub(super) fn text_end_tag_open(&mut self, input: &mut InputStream, states: &EndTagStates) -> Step {
        match input.peek() {
            Some(b'a'..=b'z' | b'A'..=b'Z') => self.text_end_tag_name(input, states),
            None if !input.is_last => self.wait_in(states.end_tag_open),
            _ => self.switch_to(states.text),
        }
    }

    /// The end tag name state of a kind of text.
    ///
    /// The text before an appropriate end tag is a token of its own: it is emitted first, and the end tag is met
    /// again with no text pending.
    pub(super) fn text_end_tag_name(&mut self, input: &mut InputStream, states: &EndTagStates) -> Step {
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
        name.eq_ignore_ascii_case(input.strings.name(self.last_start_tag).as_bytes()) && !name.is_empty()
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

    /// Puts U+FFFD in place of the NUL at byte `at` of the text, name or value under construction, and goes on
    /// behind it.
    #[cold]
    pub(super) fn replace_null(&mut self, input: &mut InputStream, at: usize) {
        input.error(ParseErrorCode::UnexpectedNullCharacter, at, at + 1);
        self.piece.replace(&mut input.strings, at..at + 1, "\u{FFFD}");
        input.position = at + 1;
    }

    /// Emits the NUL at byte `at`, with an error if it is one here.
    #[cold]
    pub(super) fn emit_null_character(&mut self, input: &mut InputStream, at: usize, is_error: bool) -> Step {
        let end = at + 1;
        if is_error {
            input.error(ParseErrorCode::UnexpectedNullCharacter, at, end);
        }
        input.position = end;
        self.text = self.piece.finish(&mut input.strings, end);
        Step::Emit(Kind::NullCharacter)
    }
}
