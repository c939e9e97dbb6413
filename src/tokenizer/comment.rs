//! The states of comments.

use crate::bytes::scan;
use crate::input::InputStream;
use crate::input::Lookahead::{Byte, EndOfFile, NeedsInput};
use crate::parse_error::ParseErrorCode;

use super::state::State;
use super::state_machine::{Progress, TokenKind, Tokenizer};

impl Tokenizer {
    /// <https://html.spec.whatwg.org/#comment-start-state>
    pub(super) fn comment_start_state(&mut self, input: &mut InputStream) -> Progress {
        match input.peek() {
            Byte(b'-') => {
                input.consume();
                self.comment_start_dash_state(input)
            }
            Byte(b'>') => {
                input.error_here(ParseErrorCode::AbruptClosingOfEmptyComment);
                input.consume();
                self.emit_comment(input, 1)
            }
            NeedsInput => self.wait_in(State::CommentStart),
            _ => self.comment_state(input),
        }
    }

    /// <https://html.spec.whatwg.org/#comment-start-dash-state>
    pub(super) fn comment_start_dash_state(&mut self, input: &mut InputStream) -> Progress {
        match input.peek() {
            Byte(b'-') => {
                input.consume();
                self.comment_end_state(input)
            }
            Byte(b'>') => {
                input.error_here(ParseErrorCode::AbruptClosingOfEmptyComment);
                input.consume();
                self.emit_comment(input, 2)
            }
            NeedsInput => self.wait_in(State::CommentStartDash),
            EndOfFile => self.end_of_file_in_comment(input, 1),
            Byte(_) => self.comment_state(input),
        }
    }

    /// <https://html.spec.whatwg.org/#comment-state>
    pub(super) fn comment_state(&mut self, input: &mut InputStream) -> Progress {
        loop {
            let end = scan::hyphen_or_less_than_or_nul(input.bytes(), input.position());
            input.advance_to(end);
            match input.peek() {
                Byte(b'<') => {
                    input.consume();
                    return self.comment_less_than_sign_state(input);
                }
                Byte(b'-') => {
                    input.consume();
                    return self.comment_end_dash_state(input);
                }
                Byte(_) => self.replace_nul(input, end),
                NeedsInput => return self.wait_in(State::Comment),
                EndOfFile => return self.end_of_file_in_comment(input, 0),
            }
        }
    }

    /// <https://html.spec.whatwg.org/#comment-less-than-sign-state>
    pub(super) fn comment_less_than_sign_state(&mut self, input: &mut InputStream) -> Progress {
        input.advance_to(scan::end_of_repeated(input.bytes(), input.position(), b'<'));
        match input.peek() {
            Byte(b'!') => {
                input.consume();
                self.comment_less_than_sign_bang_state(input)
            }
            NeedsInput => self.wait_in(State::CommentLessThanSign),
            _ => self.switch_to(State::Comment),
        }
    }

    /// <https://html.spec.whatwg.org/#comment-less-than-sign-bang-state>
    pub(super) fn comment_less_than_sign_bang_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        match input.peek() {
            Byte(b'-') => {
                input.consume();
                self.comment_less_than_sign_bang_dash_state(input)
            }
            NeedsInput => self.wait_in(State::CommentLessThanSignBang),
            _ => self.switch_to(State::Comment),
        }
    }

    /// <https://html.spec.whatwg.org/#comment-less-than-sign-bang-dash-state>
    pub(super) fn comment_less_than_sign_bang_dash_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        match input.peek() {
            Byte(b'-') => {
                input.consume();
                self.comment_less_than_sign_bang_dash_dash_state(input)
            }
            NeedsInput => self.wait_in(State::CommentLessThanSignBangDash),
            _ => self.switch_to(State::CommentEndDash),
        }
    }

    /// <https://html.spec.whatwg.org/#comment-less-than-sign-bang-dash-dash-state>
    pub(super) fn comment_less_than_sign_bang_dash_dash_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        match input.peek() {
            NeedsInput => return self.wait_in(State::CommentLessThanSignBangDashDash),
            Byte(b'>') | EndOfFile => {}
            Byte(_) => input.error_here(ParseErrorCode::NestedComment),
        }
        self.switch_to(State::CommentEnd)
    }

    /// <https://html.spec.whatwg.org/#comment-end-dash-state>
    pub(super) fn comment_end_dash_state(&mut self, input: &mut InputStream) -> Progress {
        match input.peek() {
            Byte(b'-') => {
                input.consume();
                self.comment_end_state(input)
            }
            NeedsInput => self.wait_in(State::CommentEndDash),
            EndOfFile => self.end_of_file_in_comment(input, 1),
            Byte(_) => self.switch_to(State::Comment),
        }
    }

    /// <https://html.spec.whatwg.org/#comment-end-state>
    pub(super) fn comment_end_state(&mut self, input: &mut InputStream) -> Progress {
        input.advance_to(scan::end_of_repeated(input.bytes(), input.position(), b'-'));
        match input.peek() {
            Byte(b'>') => {
                input.consume();
                self.emit_comment(input, 3)
            }
            Byte(b'!') => {
                input.consume();
                self.comment_end_bang_state(input)
            }
            NeedsInput => self.wait_in(State::CommentEnd),
            EndOfFile => self.end_of_file_in_comment(input, 2),
            Byte(_) => self.switch_to(State::Comment),
        }
    }

    /// <https://html.spec.whatwg.org/#comment-end-bang-state>
    pub(super) fn comment_end_bang_state(&mut self, input: &mut InputStream) -> Progress {
        match input.peek() {
            Byte(b'-') => {
                input.consume();
                self.switch_to(State::CommentEndDash)
            }
            Byte(b'>') => {
                input.error_here(ParseErrorCode::IncorrectlyClosedComment);
                input.consume();
                self.emit_comment(input, 4)
            }
            NeedsInput => self.wait_in(State::CommentEndBang),
            EndOfFile => self.end_of_file_in_comment(input, 3),
            Byte(_) => self.switch_to(State::Comment),
        }
    }

    /// Emits the current comment token, whose data is followed by `delimiter_length` bytes of
    /// delimiter up to the current position.
    pub(super) fn emit_comment(
        &mut self,
        input: &mut InputStream,
        delimiter_length: usize,
    ) -> Progress {
        self.state = State::Data;
        let end = input.position() - delimiter_length;
        self.text = self.pending.finish(&mut input.context.strings, end);
        self.emit(input, TokenKind::Comment)
    }

    /// At the end of the file inside a comment: emits it without the `delimiter_length` bytes that
    /// might have become its end.
    fn end_of_file_in_comment(
        &mut self,
        input: &mut InputStream,
        delimiter_length: usize,
    ) -> Progress {
        input.error_here(ParseErrorCode::EofInComment);
        self.emit_comment(input, delimiter_length)
    }
}

#[cfg(test)]
mod tests {
    use crate::settings::Limits;
    use crate::tokenizer::testing::{WholeInput, errors, tokens};
    use crate::tokenizer::token::{Leaf, Token};

    #[test]
    fn data_without_nuls_is_a_span_of_the_source() {
        let mut whole = WholeInput::new("<!-- a - b -- c <!- -->", &Limits::default());
        let Some(Token::Leaf(Leaf::Comment(data))) = whole.next() else { panic!() };
        assert_eq!(data.source_range(), Some(4..20));
    }

    #[test]
    fn a_comment_ends_at_each_of_its_delimiters() {
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
    fn the_end_of_the_file_ends_a_comment_without_its_unfinished_delimiter() {
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
    fn errors_are_reported_at_the_character_that_reveals_them() {
        assert_eq!(errors("<!-->"), ["abrupt-closing-of-empty-comment 4"]);
        assert_eq!(errors("<!--a--!>"), ["incorrectly-closed-comment 8"]);
        assert_eq!(errors("<!--a<!--b-->"), ["nested-comment 9"]);
        assert_eq!(errors("<!--a<!-->"), [""; 0]);
    }
}
