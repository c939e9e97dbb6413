//! The states of script data, in which `<!--` and `<script>` have a meaning of their own.

use crate::bytes::runs;
use crate::input::InputStream;
use crate::parse_error::ParseErrorCode;

use super::text::EndTagStates;
use super::{State, Step, Tokenizer};

const SCRIPT_DATA: EndTagStates = EndTagStates {
    text: State::ScriptData,
    end_tag_open: State::ScriptDataEndTagOpen,
    end_tag_name: State::ScriptDataEndTagName,
};

const SCRIPT_DATA_ESCAPED: EndTagStates = EndTagStates {
    text: State::ScriptDataEscaped,
    end_tag_open: State::ScriptDataEscapedEndTagOpen,
    end_tag_name: State::ScriptDataEscapedEndTagName,
};

impl Tokenizer {
    /// <https://html.spec.whatwg.org/#script-data-state>
    pub(super) fn script_data_state(&mut self, input: &mut InputStream) -> Step {
        loop {
            let end = runs::byte_or_null(input.bytes(), input.position, b'<');
            match input.bytes().get(end) {
                Some(b'<') => {
                    self.mark = end;
                    input.position = end + 1;
                    let step = self.script_data_less_than_sign_state(input);
                    if step != Step::Continue || self.state != State::ScriptData {
                        return step;
                    }
                }
                Some(_) => self.replace_null(input, end),
                None => return self.stop_text(input, State::ScriptData),
            }
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-less-than-sign-state>
    pub(super) fn script_data_less_than_sign_state(&mut self, input: &mut InputStream) -> Step {
        match input.peek() {
            Some(b'/') => {
                input.position += 1;
                self.script_data_end_tag_open_state(input)
            }
            Some(b'!') => {
                input.position += 1;
                self.script_data_escape_start_state(input)
            }
            None if !input.is_last => self.wait_in(State::ScriptDataLessThanSign),
            _ => self.switch_to(State::ScriptData),
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-end-tag-open-state>
    pub(super) fn script_data_end_tag_open_state(&mut self, input: &mut InputStream) -> Step {
        self.text_end_tag_open(input, &SCRIPT_DATA)
    }

    /// <https://html.spec.whatwg.org/#script-data-end-tag-name-state>
    pub(super) fn script_data_end_tag_name_state(&mut self, input: &mut InputStream) -> Step {
        self.text_end_tag_name(input, &SCRIPT_DATA)
    }

    /// <https://html.spec.whatwg.org/#script-data-escape-start-state>
    pub(super) fn script_data_escape_start_state(&mut self, input: &mut InputStream) -> Step {
        match input.peek() {
            Some(b'-') => {
                input.position += 1;
                self.script_data_escape_start_dash_state(input)
            }
            None if !input.is_last => self.wait_in(State::ScriptDataEscapeStart),
            _ => self.switch_to(State::ScriptData),
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-escape-start-dash-state>
    pub(super) fn script_data_escape_start_dash_state(&mut self, input: &mut InputStream) -> Step {
        match input.peek() {
            Some(b'-') => {
                input.position += 1;
                self.switch_to(State::ScriptDataEscapedDashDash)
            }
            None if !input.is_last => self.wait_in(State::ScriptDataEscapeStartDash),
            _ => self.switch_to(State::ScriptData),
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-escaped-state>
    pub(super) fn script_data_escaped_state(&mut self, input: &mut InputStream) -> Step {
        let end = runs::hyphen_or_less_than_or_null(input.bytes(), input.position);
        input.position = end;
        match input.peek() {
            Some(b'-') => {
                input.position += 1;
                self.script_data_escaped_dash_state(input)
            }
            Some(b'<') => {
                self.start_end_tag_lookahead(input, end, State::ScriptDataEscapedLessThanSign)
            }
            Some(_) => {
                self.replace_null(input, end);
                self.switch_to(State::ScriptDataEscaped)
            }
            None => self.stop_escaped_text(input, State::ScriptDataEscaped),
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-escaped-dash-state>
    pub(super) fn script_data_escaped_dash_state(&mut self, input: &mut InputStream) -> Step {
        match input.peek() {
            Some(b'-') => {
                input.position += 1;
                self.switch_to(State::ScriptDataEscapedDashDash)
            }
            None => self.stop_escaped_text(input, State::ScriptDataEscapedDash),
            Some(_) => self.switch_to(State::ScriptDataEscaped),
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-escaped-dash-dash-state>
    pub(super) fn script_data_escaped_dash_dash_state(&mut self, input: &mut InputStream) -> Step {
        input.position = runs::end_of_repeated(input.bytes(), input.position, b'-');
        match input.peek() {
            Some(b'>') => {
                input.position += 1;
                self.switch_to(State::ScriptData)
            }
            None => self.stop_escaped_text(input, State::ScriptDataEscapedDashDash),
            Some(_) => self.switch_to(State::ScriptDataEscaped),
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-escaped-less-than-sign-state>
    pub(super) fn script_data_escaped_less_than_sign_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        match input.peek() {
            Some(b'/') => {
                input.position += 1;
                self.script_data_escaped_end_tag_open_state(input)
            }
            Some(b'a'..=b'z' | b'A'..=b'Z') => {
                self.mark = input.position;
                self.switch_to(State::ScriptDataDoubleEscapeStart)
            }
            None if !input.is_last => self.wait_in(State::ScriptDataEscapedLessThanSign),
            _ => self.switch_to(State::ScriptDataEscaped),
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-escaped-end-tag-open-state>
    pub(super) fn script_data_escaped_end_tag_open_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        self.text_end_tag_open(input, &SCRIPT_DATA_ESCAPED)
    }

    /// <https://html.spec.whatwg.org/#script-data-escaped-end-tag-name-state>
    pub(super) fn script_data_escaped_end_tag_name_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        self.text_end_tag_name(input, &SCRIPT_DATA_ESCAPED)
    }

    /// <https://html.spec.whatwg.org/#script-data-double-escape-start-state>
    pub(super) fn script_data_double_escape_start_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        let end = runs::end_of(input.bytes(), input.position, u8::is_ascii_alphabetic);
        input.position = end;
        match input.peek() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ' | b'/' | b'>') => {
                input.position += 1;
                let is_script = self.is_script_since_mark(input, end);
                self.switch_to(if is_script {
                    State::ScriptDataDoubleEscaped
                } else {
                    State::ScriptDataEscaped
                })
            }
            None if !input.is_last => self.wait_in(State::ScriptDataDoubleEscapeStart),
            _ => self.switch_to(State::ScriptDataEscaped),
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-double-escaped-state>
    pub(super) fn script_data_double_escaped_state(&mut self, input: &mut InputStream) -> Step {
        let end = runs::hyphen_or_less_than_or_null(input.bytes(), input.position);
        input.position = end;
        match input.peek() {
            Some(b'-') => {
                input.position += 1;
                self.script_data_double_escaped_dash_state(input)
            }
            Some(b'<') => {
                input.position += 1;
                self.script_data_double_escaped_less_than_sign_state(input)
            }
            Some(_) => {
                self.replace_null(input, end);
                self.switch_to(State::ScriptDataDoubleEscaped)
            }
            None => self.stop_escaped_text(input, State::ScriptDataDoubleEscaped),
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-double-escaped-dash-state>
    pub(super) fn script_data_double_escaped_dash_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        match input.peek() {
            Some(b'-') => {
                input.position += 1;
                self.switch_to(State::ScriptDataDoubleEscapedDashDash)
            }
            None => self.stop_escaped_text(input, State::ScriptDataDoubleEscapedDash),
            Some(_) => self.switch_to(State::ScriptDataDoubleEscaped),
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-double-escaped-dash-dash-state>
    pub(super) fn script_data_double_escaped_dash_dash_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        input.position = runs::end_of_repeated(input.bytes(), input.position, b'-');
        match input.peek() {
            Some(b'>') => {
                input.position += 1;
                self.switch_to(State::ScriptData)
            }
            None => self.stop_escaped_text(input, State::ScriptDataDoubleEscapedDashDash),
            Some(_) => self.switch_to(State::ScriptDataDoubleEscaped),
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-double-escaped-less-than-sign-state>
    pub(super) fn script_data_double_escaped_less_than_sign_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        match input.peek() {
            Some(b'/') => {
                input.position += 1;
                self.mark = input.position;
                self.switch_to(State::ScriptDataDoubleEscapeEnd)
            }
            None if !input.is_last => self.wait_in(State::ScriptDataDoubleEscapedLessThanSign),
            _ => self.switch_to(State::ScriptDataDoubleEscaped),
        }
    }

    /// <https://html.spec.whatwg.org/#script-data-double-escape-end-state>
    pub(super) fn script_data_double_escape_end_state(&mut self, input: &mut InputStream) -> Step {
        let end = runs::end_of(input.bytes(), input.position, u8::is_ascii_alphabetic);
        input.position = end;
        match input.peek() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ' | b'/' | b'>') => {
                input.position += 1;
                let is_script = self.is_script_since_mark(input, end);
                self.switch_to(if is_script {
                    State::ScriptDataEscaped
                } else {
                    State::ScriptDataDoubleEscaped
                })
            }
            None if !input.is_last => self.wait_in(State::ScriptDataDoubleEscapeEnd),
            _ => self.switch_to(State::ScriptDataDoubleEscaped),
        }
    }

    /// Whether the letters from the mark to byte `end`, the standard's temporary buffer, are
    /// "script".
    fn is_script_since_mark(&self, input: &InputStream, end: usize) -> bool {
        input
            .bytes()
            .get(self.mark..end)
            .is_some_and(|letters| letters.eq_ignore_ascii_case(b"script"))
    }

    /// At the end of what is available of escaped script data: waits for more, or ends the file
    /// with an error.
    #[cold]
    fn stop_escaped_text(&mut self, input: &mut InputStream, state: State) -> Step {
        if !input.is_last {
            return self.wait_in(state);
        }
        input.error_at(ParseErrorCode::EofInScriptHtmlCommentLikeText, input.position);
        self.emit_end_of_file(input)
    }
}

#[cfg(test)]
mod tests {
    use crate::tokenizer::Tokens;
    use crate::tokenizer::testing::{errors_in, tokens_from};

    use super::*;

    fn text_before_end_tag(html: &str) -> String {
        let tokens = tokens_from(State::ScriptData, "script", html);
        match &tokens[..] {
            [text, end] if end == "</script>" => text.clone(),
            other => panic!("{html}: {other:?}"),
        }
    }

    #[test]
    fn text_up_to_the_end_tag_is_one_token() {
        assert_eq!(text_before_end_tag("if(a<b||a</c/)x()</script>"), "\"if(a<b||a</c/)x()\"");
    }

    #[test]
    fn the_end_tag_in_a_comment_ends_the_script_unless_a_script_started_there() {
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
    fn the_end_of_the_file_in_a_comment_is_an_error() {
        for html in
            ["<!--", "<!-- a", "<!-- -", "<!-- <script>", "<!-- <script>-", "<!-- <script>--"]
        {
            let tokens = Tokens::new().initial_state(State::ScriptData).last_start_tag("script");
            let expected = format!("eof-in-script-html-comment-like-text {}", html.len());
            assert_eq!(errors_in(tokens, html), [expected], "{html}");
            assert_eq!(tokens_from(State::ScriptData, "script", html), [format!("{html:?}")]);
        }
    }
}
