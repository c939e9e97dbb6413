//! Comments.

use consomme::ParseErrorCode;

use super::ReferenceTokenizer;
use super::state::State;

impl ReferenceTokenizer {
    pub(super) fn step_in_comment(&mut self) {
        match self.state {
            // <https://html.spec.whatwg.org/#comment-start-state>
            State::CommentStart => match self.consume() {
                Some('-') => self.state = State::CommentStartDash,
                Some('>') => {
                    self.error(ParseErrorCode::AbruptClosingOfEmptyComment);
                    self.state = State::Data;
                    self.emit_comment();
                }
                _ => self.reconsume_in(State::Comment),
            },
            // <https://html.spec.whatwg.org/#comment-start-dash-state>
            State::CommentStartDash => match self.consume() {
                Some('-') => self.state = State::CommentEnd,
                Some('>') => {
                    self.error(ParseErrorCode::AbruptClosingOfEmptyComment);
                    self.state = State::Data;
                    self.emit_comment();
                }
                None => self.end_of_file_in_comment(),
                Some(_) => {
                    self.comment.push('-');
                    self.reconsume_in(State::Comment);
                }
            },
            // <https://html.spec.whatwg.org/#comment-state>
            State::Comment => match self.consume() {
                Some('<') => {
                    self.comment.push('<');
                    self.state = State::CommentLessThanSign;
                }
                Some('-') => self.state = State::CommentEndDash,
                Some('\0') => {
                    self.error(ParseErrorCode::UnexpectedNullCharacter);
                    self.comment.push('\u{FFFD}');
                }
                None => self.end_of_file_in_comment(),
                Some(c) => self.comment.push(c),
            },
            // <https://html.spec.whatwg.org/#comment-less-than-sign-state>
            State::CommentLessThanSign => match self.consume() {
                Some('!') => {
                    self.comment.push('!');
                    self.state = State::CommentLessThanSignBang;
                }
                Some('<') => self.comment.push('<'),
                _ => self.reconsume_in(State::Comment),
            },
            // <https://html.spec.whatwg.org/#comment-less-than-sign-bang-state>
            State::CommentLessThanSignBang => match self.consume() {
                Some('-') => self.state = State::CommentLessThanSignBangDash,
                _ => self.reconsume_in(State::Comment),
            },
            // <https://html.spec.whatwg.org/#comment-less-than-sign-bang-dash-state>
            State::CommentLessThanSignBangDash => match self.consume() {
                Some('-') => self.state = State::CommentLessThanSignBangDashDash,
                _ => self.reconsume_in(State::CommentEndDash),
            },
            // <https://html.spec.whatwg.org/#comment-less-than-sign-bang-dash-dash-state>
            State::CommentLessThanSignBangDashDash => match self.consume() {
                Some('>') | None => self.reconsume_in(State::CommentEnd),
                Some(_) => {
                    self.error(ParseErrorCode::NestedComment);
                    self.reconsume_in(State::CommentEnd);
                }
            },
            // <https://html.spec.whatwg.org/#comment-end-dash-state>
            State::CommentEndDash => match self.consume() {
                Some('-') => self.state = State::CommentEnd,
                None => self.end_of_file_in_comment(),
                Some(_) => {
                    self.comment.push('-');
                    self.reconsume_in(State::Comment);
                }
            },
            // <https://html.spec.whatwg.org/#comment-end-state>
            State::CommentEnd => match self.consume() {
                Some('>') => {
                    self.state = State::Data;
                    self.emit_comment();
                }
                Some('!') => self.state = State::CommentEndBang,
                Some('-') => self.comment.push('-'),
                None => self.end_of_file_in_comment(),
                Some(_) => {
                    self.comment.push_str("--");
                    self.reconsume_in(State::Comment);
                }
            },
            // <https://html.spec.whatwg.org/#comment-end-bang-state>
            State::CommentEndBang => match self.consume() {
                Some('-') => {
                    self.comment.push_str("--!");
                    self.state = State::CommentEndDash;
                }
                Some('>') => {
                    self.error(ParseErrorCode::IncorrectlyClosedComment);
                    self.state = State::Data;
                    self.emit_comment();
                }
                None => self.end_of_file_in_comment(),
                Some(_) => {
                    self.comment.push_str("--!");
                    self.reconsume_in(State::Comment);
                }
            },
            state => unreachable!("{state:?}"),
        }
    }

    fn end_of_file_in_comment(&mut self) {
        self.error(ParseErrorCode::EofInComment);
        self.emit_comment();
        self.emit_end_of_file();
    }
}
