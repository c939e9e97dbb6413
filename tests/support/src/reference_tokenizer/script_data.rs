//! Script data.

use consomme::ParseErrorCode;

use super::state::State;
use super::{ReferenceTokenizer, Token};

impl ReferenceTokenizer {
    pub(super) fn step_in_script_data(&mut self) {
        match self.state {
            // <https://html.spec.whatwg.org/#script-data-less-than-sign-state>
            State::ScriptDataLessThanSign => match self.consume() {
                Some('/') => {
                    self.temporary_buffer.clear();
                    self.state = State::ScriptDataEndTagOpen;
                }
                Some('!') => {
                    self.state = State::ScriptDataEscapeStart;
                    self.emit_characters("<!");
                }
                _ => {
                    self.emit_characters("<");
                    self.reconsume_in(State::ScriptData);
                }
            },
            // <https://html.spec.whatwg.org/#script-data-end-tag-open-state>
            State::ScriptDataEndTagOpen => match self.consume() {
                Some('a'..='z' | 'A'..='Z') => {
                    self.create_end_tag();
                    self.reconsume_in(State::ScriptDataEndTagName);
                }
                _ => {
                    self.emit_characters("</");
                    self.reconsume_in(State::ScriptData);
                }
            },
            // <https://html.spec.whatwg.org/#script-data-end-tag-name-state>
            State::ScriptDataEndTagName => self.step_in_end_tag_name(State::ScriptData),
            // <https://html.spec.whatwg.org/#script-data-escape-start-state>
            State::ScriptDataEscapeStart => match self.consume() {
                Some('-') => {
                    self.state = State::ScriptDataEscapeStartDash;
                    self.emit_characters("-");
                }
                _ => self.reconsume_in(State::ScriptData),
            },
            // <https://html.spec.whatwg.org/#script-data-escape-start-dash-state>
            State::ScriptDataEscapeStartDash => match self.consume() {
                Some('-') => {
                    self.state = State::ScriptDataEscapedDashDash;
                    self.emit_characters("-");
                }
                _ => self.reconsume_in(State::ScriptData),
            },
            // <https://html.spec.whatwg.org/#script-data-escaped-state>
            State::ScriptDataEscaped => match self.consume() {
                Some('-') => {
                    self.state = State::ScriptDataEscapedDash;
                    self.emit_characters("-");
                }
                Some('<') => self.state = State::ScriptDataEscapedLessThanSign,
                Some('\0') => {
                    self.error(ParseErrorCode::UnexpectedNullCharacter);
                    self.emit(Token::Character('\u{FFFD}'));
                }
                None => self.end_of_file_in_comment_like_text(),
                Some(c) => self.emit(Token::Character(c)),
            },
            // <https://html.spec.whatwg.org/#script-data-escaped-dash-state>
            State::ScriptDataEscapedDash => match self.consume() {
                Some('-') => {
                    self.state = State::ScriptDataEscapedDashDash;
                    self.emit_characters("-");
                }
                Some('<') => self.state = State::ScriptDataEscapedLessThanSign,
                Some('\0') => {
                    self.error(ParseErrorCode::UnexpectedNullCharacter);
                    self.state = State::ScriptDataEscaped;
                    self.emit(Token::Character('\u{FFFD}'));
                }
                None => self.end_of_file_in_comment_like_text(),
                Some(c) => {
                    self.state = State::ScriptDataEscaped;
                    self.emit(Token::Character(c));
                }
            },
            // <https://html.spec.whatwg.org/#script-data-escaped-dash-dash-state>
            State::ScriptDataEscapedDashDash => match self.consume() {
                Some('-') => self.emit_characters("-"),
                Some('<') => self.state = State::ScriptDataEscapedLessThanSign,
                Some('>') => {
                    self.state = State::ScriptData;
                    self.emit_characters(">");
                }
                Some('\0') => {
                    self.error(ParseErrorCode::UnexpectedNullCharacter);
                    self.state = State::ScriptDataEscaped;
                    self.emit(Token::Character('\u{FFFD}'));
                }
                None => self.end_of_file_in_comment_like_text(),
                Some(c) => {
                    self.state = State::ScriptDataEscaped;
                    self.emit(Token::Character(c));
                }
            },
            // <https://html.spec.whatwg.org/#script-data-escaped-less-than-sign-state>
            State::ScriptDataEscapedLessThanSign => match self.consume() {
                Some('/') => {
                    self.temporary_buffer.clear();
                    self.state = State::ScriptDataEscapedEndTagOpen;
                }
                Some('a'..='z' | 'A'..='Z') => {
                    self.temporary_buffer.clear();
                    self.emit_characters("<");
                    self.reconsume_in(State::ScriptDataDoubleEscapeStart);
                }
                _ => {
                    self.emit_characters("<");
                    self.reconsume_in(State::ScriptDataEscaped);
                }
            },
            // <https://html.spec.whatwg.org/#script-data-escaped-end-tag-open-state>
            State::ScriptDataEscapedEndTagOpen => match self.consume() {
                Some('a'..='z' | 'A'..='Z') => {
                    self.create_end_tag();
                    self.reconsume_in(State::ScriptDataEscapedEndTagName);
                }
                _ => {
                    self.emit_characters("</");
                    self.reconsume_in(State::ScriptDataEscaped);
                }
            },
            // <https://html.spec.whatwg.org/#script-data-escaped-end-tag-name-state>
            State::ScriptDataEscapedEndTagName => {
                self.step_in_end_tag_name(State::ScriptDataEscaped);
            }
            // <https://html.spec.whatwg.org/#script-data-double-escape-start-state>
            State::ScriptDataDoubleEscapeStart => {
                self.step_in_script_name(State::ScriptDataDoubleEscaped, State::ScriptDataEscaped);
            }
            // <https://html.spec.whatwg.org/#script-data-double-escaped-state>
            State::ScriptDataDoubleEscaped => match self.consume() {
                Some('-') => {
                    self.state = State::ScriptDataDoubleEscapedDash;
                    self.emit_characters("-");
                }
                Some('<') => {
                    self.state = State::ScriptDataDoubleEscapedLessThanSign;
                    self.emit_characters("<");
                }
                Some('\0') => {
                    self.error(ParseErrorCode::UnexpectedNullCharacter);
                    self.emit(Token::Character('\u{FFFD}'));
                }
                None => self.end_of_file_in_comment_like_text(),
                Some(c) => self.emit(Token::Character(c)),
            },
            // <https://html.spec.whatwg.org/#script-data-double-escaped-dash-state>
            State::ScriptDataDoubleEscapedDash => match self.consume() {
                Some('-') => {
                    self.state = State::ScriptDataDoubleEscapedDashDash;
                    self.emit_characters("-");
                }
                Some('<') => {
                    self.state = State::ScriptDataDoubleEscapedLessThanSign;
                    self.emit_characters("<");
                }
                Some('\0') => {
                    self.error(ParseErrorCode::UnexpectedNullCharacter);
                    self.state = State::ScriptDataDoubleEscaped;
                    self.emit(Token::Character('\u{FFFD}'));
                }
                None => self.end_of_file_in_comment_like_text(),
                Some(c) => {
                    self.state = State::ScriptDataDoubleEscaped;
                    self.emit(Token::Character(c));
                }
            },
            // <https://html.spec.whatwg.org/#script-data-double-escaped-dash-dash-state>
            State::ScriptDataDoubleEscapedDashDash => match self.consume() {
                Some('-') => self.emit_characters("-"),
                Some('<') => {
                    self.state = State::ScriptDataDoubleEscapedLessThanSign;
                    self.emit_characters("<");
                }
                Some('>') => {
                    self.state = State::ScriptData;
                    self.emit_characters(">");
                }
                Some('\0') => {
                    self.error(ParseErrorCode::UnexpectedNullCharacter);
                    self.state = State::ScriptDataDoubleEscaped;
                    self.emit(Token::Character('\u{FFFD}'));
                }
                None => self.end_of_file_in_comment_like_text(),
                Some(c) => {
                    self.state = State::ScriptDataDoubleEscaped;
                    self.emit(Token::Character(c));
                }
            },
            // <https://html.spec.whatwg.org/#script-data-double-escaped-less-than-sign-state>
            State::ScriptDataDoubleEscapedLessThanSign => match self.consume() {
                Some('/') => {
                    self.temporary_buffer.clear();
                    self.state = State::ScriptDataDoubleEscapeEnd;
                    self.emit_characters("/");
                }
                _ => self.reconsume_in(State::ScriptDataDoubleEscaped),
            },
            // <https://html.spec.whatwg.org/#script-data-double-escape-end-state>
            State::ScriptDataDoubleEscapeEnd => {
                self.step_in_script_name(State::ScriptDataEscaped, State::ScriptDataDoubleEscaped);
            }
            state => unreachable!("{state:?}"),
        }
    }

    fn end_of_file_in_comment_like_text(&mut self) {
        self.error(ParseErrorCode::EofInScriptHtmlCommentLikeText);
        self.emit_end_of_file();
    }

    /// The double escape start and end states, in which the name `script` leads on and any other
    /// one back.
    fn step_in_script_name(&mut self, on: State, back: State) {
        match self.consume() {
            Some(c @ ('\t' | '\n' | '\x0C' | ' ' | '/' | '>')) => {
                self.state = if self.temporary_buffer == "script" { on } else { back };
                self.emit(Token::Character(c));
            }
            Some(c @ 'A'..='Z') => {
                self.temporary_buffer.push(c.to_ascii_lowercase());
                self.emit(Token::Character(c));
            }
            Some(c @ 'a'..='z') => {
                self.temporary_buffer.push(c);
                self.emit(Token::Character(c));
            }
            _ => self.reconsume_in(back),
        }
    }
}
