//! The states of script data, in which `<!--` and `<script` change the meaning of `</script`.

use crate::bytes::scan;
use crate::input::InputStream;
use crate::input::Lookahead::{Byte, EndOfFile, NeedsInput};
use crate::parse_error::ParseErrorCode;

use super::state::State;
use super::state_machine::{Progress, Tokenizer};
use super::tag::ends_tag_name;
use super::text::EndTagStates;

pub(super) const SCRIPT_DATA: EndTagStates = EndTagStates {
    text: State::ScriptData,
    less_than_sign: State::ScriptDataLessThanSign,
    end_tag_open: State::ScriptDataEndTagOpen,
    end_tag_name: State::ScriptDataEndTagName,
};

pub(super) const SCRIPT_DATA_ESCAPED: EndTagStates = EndTagStates {
    text: State::ScriptDataEscaped,
    less_than_sign: State::ScriptDataEscapedLessThanSign,
    end_tag_open: State::ScriptDataEscapedEndTagOpen,
    end_tag_name: State::ScriptDataEscapedEndTagName,
};

/// The states of script data after `<!--`, and of that after another `<script`.
pub(super) struct EscapedStates {
    /// The state of the text itself.
    text: State,
    dash: State,
    dash_dash: State,
    less_than_sign: State,
    /// The state in the name of a tag that changes the escaping if it is `script`.
    tag_name: State,
    /// The state after such a tag.
    after_script_tag: State,
}

pub(super) const ESCAPED: EscapedStates = EscapedStates {
    text: State::ScriptDataEscaped,
    dash: State::ScriptDataEscapedDash,
    dash_dash: State::ScriptDataEscapedDashDash,
    less_than_sign: State::ScriptDataEscapedLessThanSign,
    tag_name: State::ScriptDataDoubleEscapeStart,
    after_script_tag: State::ScriptDataDoubleEscaped,
};

pub(super) const DOUBLE_ESCAPED: EscapedStates = EscapedStates {
    text: State::ScriptDataDoubleEscaped,
    dash: State::ScriptDataDoubleEscapedDash,
    dash_dash: State::ScriptDataDoubleEscapedDashDash,
    less_than_sign: State::ScriptDataDoubleEscapedLessThanSign,
    tag_name: State::ScriptDataDoubleEscapeEnd,
    after_script_tag: State::ScriptDataEscaped,
};

impl Tokenizer {
    /// <https://html.spec.whatwg.org/#script-data-state>
    pub(super) fn script_data_state(&mut self, input: &mut InputStream) -> Progress {
        loop {
            let end = scan::byte_or_nul(input.bytes(), input.position(), b'<', input.has_nulls());
            match input.bytes().get(end) {
                Some(b'<') => {
                    input.advance_to(end + 1);
                    let step = self.script_data_less_than_sign_state(input);
                    if step != Progress::Continue || self.state != State::ScriptData {
                        return step;
                    }
                }
                Some(_) => self.replace_nul(input, end),
                None => return self.stop_text(input, State::ScriptData),
            }
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-less-than-sign-state>
    pub(super) fn script_data_less_than_sign_state(&mut self, input: &mut InputStream) -> Progress {
        match input.peek() {
            Byte(b'/') => {
                input.consume();
                self.temporary_buffer_start = input.position();
                self.text_end_tag_open_state(input, &SCRIPT_DATA)
            }
            Byte(b'!') => {
                input.consume();
                self.script_data_escape_start_state(input)
            }
            NeedsInput => self.wait_in(State::ScriptDataLessThanSign),
            _ => self.switch_to(State::ScriptData),
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-escape-start-state>
    pub(super) fn script_data_escape_start_state(&mut self, input: &mut InputStream) -> Progress {
        match input.peek() {
            Byte(b'-') => {
                input.consume();
                self.script_data_escape_start_dash_state(input)
            }
            NeedsInput => self.wait_in(State::ScriptDataEscapeStart),
            _ => self.switch_to(State::ScriptData),
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-escape-start-dash-state>
    pub(super) fn script_data_escape_start_dash_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        match input.peek() {
            Byte(b'-') => {
                input.consume();
                self.switch_to(State::ScriptDataEscapedDashDash)
            }
            NeedsInput => self.wait_in(State::ScriptDataEscapeStartDash),
            _ => self.switch_to(State::ScriptData),
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-escaped-state>
    ///
    /// <https://html.spec.whatwg.org/#script-data-double-escaped-state>
    pub(super) fn script_data_escaped_state(
        &mut self,
        input: &mut InputStream,
        states: &EscapedStates,
    ) -> Progress {
        let end = scan::hyphen_or_less_than_or_nul(input.bytes(), input.position());
        input.advance_to(end);
        match input.peek() {
            Byte(b'-') => {
                input.consume();
                self.script_data_escaped_dash_state(input, states)
            }
            Byte(b'<') => {
                input.consume();
                self.switch_to(states.less_than_sign)
            }
            Byte(_) => {
                self.replace_nul(input, end);
                self.switch_to(states.text)
            }
            NeedsInput => self.wait_in(states.text),
            EndOfFile => self.end_of_file_in_escaped_script_data(input),
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-escaped-dash-state>
    ///
    /// <https://html.spec.whatwg.org/#script-data-double-escaped-dash-state>
    pub(super) fn script_data_escaped_dash_state(
        &mut self,
        input: &mut InputStream,
        states: &EscapedStates,
    ) -> Progress {
        match input.peek() {
            Byte(b'-') => {
                input.consume();
                self.switch_to(states.dash_dash)
            }
            NeedsInput => self.wait_in(states.dash),
            EndOfFile => self.end_of_file_in_escaped_script_data(input),
            Byte(_) => self.switch_to(states.text),
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-escaped-dash-dash-state>
    ///
    /// <https://html.spec.whatwg.org/#script-data-double-escaped-dash-dash-state>
    pub(super) fn script_data_escaped_dash_dash_state(
        &mut self,
        input: &mut InputStream,
        states: &EscapedStates,
    ) -> Progress {
        input.advance_to(scan::end_of_repeated(input.bytes(), input.position(), b'-'));
        match input.peek() {
            Byte(b'>') => {
                input.consume();
                self.switch_to(State::ScriptData)
            }
            NeedsInput => self.wait_in(states.dash_dash),
            EndOfFile => self.end_of_file_in_escaped_script_data(input),
            Byte(_) => self.switch_to(states.text),
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-escaped-less-than-sign-state>
    pub(super) fn script_data_escaped_less_than_sign_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        match input.peek() {
            Byte(b'/') => {
                input.consume();
                self.temporary_buffer_start = input.position();
                self.text_end_tag_open_state(input, &SCRIPT_DATA_ESCAPED)
            }
            Byte(b'a'..=b'z' | b'A'..=b'Z') => {
                self.temporary_buffer_start = input.position();
                self.switch_to(State::ScriptDataDoubleEscapeStart)
            }
            NeedsInput => self.wait_in(State::ScriptDataEscapedLessThanSign),
            _ => self.switch_to(State::ScriptDataEscaped),
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-double-escaped-less-than-sign-state>
    pub(super) fn script_data_double_escaped_less_than_sign_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        match input.peek() {
            Byte(b'/') => {
                input.consume();
                self.temporary_buffer_start = input.position();
                self.switch_to(State::ScriptDataDoubleEscapeEnd)
            }
            NeedsInput => self.wait_in(State::ScriptDataDoubleEscapedLessThanSign),
            _ => self.switch_to(State::ScriptDataDoubleEscaped),
        }
    }

    /// The "script data double escape start state" and the "script data double escape end state",
    /// which differ only in the states that follow them.
    ///
    /// <https://html.spec.whatwg.org/#script-data-double-escape-start-state>
    ///
    /// <https://html.spec.whatwg.org/#script-data-double-escape-end-state>
    pub(super) fn script_data_double_escape_state(
        &mut self,
        input: &mut InputStream,
        states: &EscapedStates,
    ) -> Progress {
        let end = scan::end_of(input.bytes(), input.position(), u8::is_ascii_alphabetic);
        input.advance_to(end);
        match input.peek() {
            Byte(byte) if ends_tag_name(byte) => {
                let is_script = self.temporary_buffer(input).eq_ignore_ascii_case(b"script");
                input.consume();
                self.switch_to(if is_script { states.after_script_tag } else { states.text })
            }
            NeedsInput => self.wait_in(states.tag_name),
            _ => self.switch_to(states.text),
        }
    }

    /// At the end of the file in escaped script data: reports an error and ends the file.
    fn end_of_file_in_escaped_script_data(&mut self, input: &mut InputStream) -> Progress {
        input.error_here(ParseErrorCode::EofInScriptHtmlCommentLikeText);
        self.emit_end_of_file(input)
    }
}

#[cfg(test)]
mod tests {
    use crate::tokenizer::testing::{errors_in, tokens_from};
    use crate::tokenizer::{TextMode, Tokens};

    fn text_before_end_tag(html: &str) -> String {
        let tokens = tokens_from(TextMode::ScriptData, "script", html);
        match &tokens[..] {
            [text, end] if end == "</script>" => text.clone(),
            other => panic!("{html}: {other:?}"),
        }
    }

    #[test]
    fn script_data_up_to_its_end_tag_is_one_token() {
        assert_eq!(text_before_end_tag("if(a<b||a</c/)x()</script>"), "\"if(a<b||a</c/)x()\"");
    }

    #[test]
    fn an_end_tag_after_a_comment_start_ends_the_script_unless_a_script_tag_precedes_it() {
        assert_eq!(text_before_end_tag("<!-- a</script>"), "\"<!-- a\"");
        let double = "<!-- <script>a</script> b -->";
        assert_eq!(text_before_end_tag(&format!("{double}</script>")), format!("{double:?}"));
        let single = "<!-- <script>a</script> b ";
        assert_eq!(text_before_end_tag(&format!("{single}</script>")), format!("{single:?}"));
        let other = "<!-- <scripts>a";
        assert_eq!(text_before_end_tag(&format!("{other}</script>")), format!("{other:?}"));
        let ended = "<!-- <script> --> a";
        assert_eq!(text_before_end_tag(&format!("{ended}</script>")), format!("{ended:?}"));
        let abrupt = "<!--> <script>a";
        assert_eq!(text_before_end_tag(&format!("{abrupt}</script>")), format!("{abrupt:?}"));
    }

    #[test]
    fn the_end_of_the_file_in_escaped_script_data_is_an_error() {
        for html in
            ["<!--", "<!-- a", "<!-- -", "<!-- <script>", "<!-- <script>-", "<!-- <script>--"]
        {
            let tokens = Tokens::new().initial_state(TextMode::ScriptData).last_start_tag("script");
            let expected = format!("eof-in-script-html-comment-like-text {}", html.len());
            assert_eq!(errors_in(tokens, &[html]), [expected], "{html}");
            assert_eq!(tokens_from(TextMode::ScriptData, "script", html), [format!("{html:?}")]);
        }
    }
}
