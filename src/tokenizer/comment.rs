//! The states of comments.

use crate::bytes::runs;
use crate::input::InputStream;
use crate::parse_error::ParseErrorCode;

use super::{Kind, State, Step, Tokenizer};

impl Tokenizer {
    /// <https://html.spec.whatwg.org/#comment-start-state>
    pub(super) fn comment_start_state(&mut self, input: &mut InputStream) -> Step {
        match input.peek() {
            Some(b'-') => {
                input.position += 1;
                self.comment_start_dash_state(input)
            }
            Some(b'>') => {
                input.error_at(ParseErrorCode::AbruptClosingOfEmptyComment, input.position);
                input.position += 1;
                self.emit_comment(input, 1)
            }
            None if !input.is_last => self.wait_in(State::CommentStart),
            _ => self.comment_state(input),
        }
    }

    /// <https://html.spec.whatwg.org/#comment-start-dash-state>
    pub(super) fn comment_start_dash_state(&mut self, input: &mut InputStream) -> Step {
        match input.peek() {
            Some(b'-') => {
                input.position += 1;
                self.comment_end_state(input)
            }
            Some(b'>') => {
                input.error_at(ParseErrorCode::AbruptClosingOfEmptyComment, input.position);
                input.position += 1;
                self.emit_comment(input, 2)
            }
            None if !input.is_last => self.wait_in(State::CommentStartDash),
            None => self.end_of_file_in_comment(input, 1),
            Some(_) => self.comment_state(input),
        }
    }

    /// <https://html.spec.whatwg.org/#comment-state>
    pub(super) fn comment_state(&mut self, input: &mut InputStream) -> Step {
        loop {
            let end = runs::hyphen_or_less_than_or_null(input.bytes(), input.position);
            input.position = end;
            match input.peek() {
                Some(b'<') => {
                    input.position += 1;
                    return self.comment_less_than_sign_state(input);
                }
                Some(b'-') => {
                    input.position += 1;
                    return self.comment_end_dash_state(input);
                }
                Some(_) => self.replace_null(input, end),
                None if !input.is_last => return self.wait_in(State::Comment),
                None => return self.end_of_file_in_comment(input, 0),
            }
        }
    }

    /// <https://html.spec.whatwg.org/#comment-less-than-sign-state>
    pub(super) fn comment_less_than_sign_state(&mut self, input: &mut InputStream) -> Step {
        input.position = runs::end_of_repeated(input.bytes(), input.position, b'<');
        match input.peek() {
            Some(b'!') => {
                input.position += 1;
                self.comment_less_than_sign_bang_state(input)
            }
            None if !input.is_last => self.wait_in(State::CommentLessThanSign),
            _ => self.switch_to(State::Comment),
        }
    }

    /// <https://html.spec.whatwg.org/#comment-less-than-sign-bang-state>
    pub(super) fn comment_less_than_sign_bang_state(&mut self, input: &mut InputStream) -> Step {
        match input.peek() {
            Some(b'-') => {
                input.position += 1;
                self.comment_less_than_sign_bang_dash_state(input)
            }
            None if !input.is_last => self.wait_in(State::CommentLessThanSignBang),
            _ => self.switch_to(State::Comment),
        }
    }

    /// <https://html.spec.whatwg.org/#comment-less-than-sign-bang-dash-state>
    pub(super) fn comment_less_than_sign_bang_dash_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        match input.peek() {
            Some(b'-') => {
                input.position += 1;
                self.comment_less_than_sign_bang_dash_dash_state(input)
            }
            None if !input.is_last => self.wait_in(State::CommentLessThanSignBangDash),
            _ => self.switch_to(State::CommentEndDash),
        }
    }

    /// <https://html.spec.whatwg.org/#comment-less-than-sign-bang-dash-dash-state>
    pub(super) fn comment_less_than_sign_bang_dash_dash_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        match input.peek() {
            None if !input.is_last => return self.wait_in(State::CommentLessThanSignBangDashDash),
            Some(b'>') | None => {}
            Some(_) => input.error_at(ParseErrorCode::NestedComment, input.position),
        }
        self.switch_to(State::CommentEnd)
    }

    /// <https://html.spec.whatwg.org/#comment-end-dash-state>
    pub(super) fn comment_end_dash_state(&mut self, input: &mut InputStream) -> Step {
        match input.peek() {
            Some(b'-') => {
                input.position += 1;
                self.comment_end_state(input)
            }
            None if !input.is_last => self.wait_in(State::CommentEndDash),
            None => self.end_of_file_in_comment(input, 1),
            Some(_) => self.switch_to(State::Comment),
        }
    }

    /// <https://html.spec.whatwg.org/#comment-end-state>
    pub(super) fn comment_end_state(&mut self, input: &mut InputStream) -> Step {
        input.position = runs::end_of_repeated(input.bytes(), input.position, b'-');
        match input.peek() {
            Some(b'>') => {
                input.position += 1;
                self.emit_comment(input, 3)
            }
            Some(b'!') => {
                input.position += 1;
                self.comment_end_bang_state(input)
            }
            None if !input.is_last => self.wait_in(State::CommentEnd),
            None => self.end_of_file_in_comment(input, 2),
            Some(_) => self.switch_to(State::Comment),
        }
    }

    /// <https://html.spec.whatwg.org/#comment-end-bang-state>
    pub(super) fn comment_end_bang_state(&mut self, input: &mut InputStream) -> Step {
        match input.peek() {
            Some(b'-') => {
                input.position += 1;
                self.switch_to(State::CommentEndDash)
            }
            Some(b'>') => {
                input.error_at(ParseErrorCode::IncorrectlyClosedComment, input.position);
                input.position += 1;
                self.emit_comment(input, 4)
            }
            None if !input.is_last => self.wait_in(State::CommentEndBang),
            None => self.end_of_file_in_comment(input, 3),
            Some(_) => self.switch_to(State::Comment),
        }
    }

    /// Emits the current comment token, whose data ends `behind` bytes before where the input now
    /// stands.
    pub(super) fn emit_comment(&mut self, input: &mut InputStream, behind: usize) -> Step {
        self.state = State::Data;
        let end = input.position.saturating_sub(behind);
        self.text = self.piece.finish(&mut input.context.strings, end);
        self.emit(input, Kind::Comment)
    }

    /// At the end of the file inside a comment: emits it, without the last `behind` bytes.
    #[cold]
    fn end_of_file_in_comment(&mut self, input: &mut InputStream, behind: usize) -> Step {
        input.error_at(ParseErrorCode::EofInComment, input.position);
        self.emit_comment(input, behind)
    }
}

#[cfg(test)]
mod tests {
    use crate::settings::Limits;
    use crate::tokenizer::testing::{Whole, errors, tokens};
    use crate::tokenizer::token::Token;

    #[test]
    fn the_data_is_a_span_of_the_source() {
        let mut whole = Whole::new("<!-- a - b -- c <!- -->", &Limits::default());
        let Some(Token::Comment(data)) = whole.next() else { panic!() };
        assert_eq!(data.source_range(), Some(4..20));
    }

    #[test]
    fn every_way_to_end() {
        for (html, data) in [
            ("<!---->", ""),
            ("<!----->", "-"),
            ("<!-->", ""),
            ("<!--->", ""),
            ("<!--a--!>", "a"),
            ("<!--a--->", "a-"),
            ("<!--a--!-->", "a--!"),
            ("<!--a-b--c-->", "a-b--c"),
            ("<!--<!-->", "<!"),
            ("<!--<!--->", "<!-"),
            ("<!--a<!--b-->", "a<!--b"),
            ("<!--a\0-->", "a\u{FFFD}"),
        ] {
            assert_eq!(tokens(html), [format!("<!--{data}-->")], "{html}");
        }
    }

    #[test]
    fn at_the_end_of_the_file_it_is_given_without_what_might_have_ended_it() {
        for (html, data) in [
            ("<!--", ""),
            ("<!---", ""),
            ("<!----", ""),
            ("<!--a", "a"),
            ("<!--a-", "a"),
            ("<!--a--", "a"),
            ("<!--a--!", "a"),
            ("<!--a<", "a<"),
            ("<!--a<!--", "a<!"),
        ] {
            assert_eq!(tokens(html), [format!("<!--{data}-->")], "{html}");
            assert_eq!(errors(html), [format!("eof-in-comment {}", html.len())]);
        }
    }

    #[test]
    fn errors_stand_where_they_are_noticed() {
        assert_eq!(errors("<!-->"), ["abrupt-closing-of-empty-comment 4"]);
        assert_eq!(errors("<!--a--!>"), ["incorrectly-closed-comment 8"]);
        assert_eq!(errors("<!--a<!--b-->"), ["nested-comment 9"]);
        assert_eq!(errors("<!--a<!-->"), [""; 0]);
    }
}
