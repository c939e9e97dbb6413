//! Data, RCDATA, RAWTEXT and PLAINTEXT, and CDATA sections.

use consomme::ParseErrorCode;

use super::state::State;
use super::{ReferenceTokenizer, Token};

impl ReferenceTokenizer {
    pub(super) fn step_in_text(&mut self) {
        match self.state {
            // <https://html.spec.whatwg.org/#data-state>
            State::Data => match self.consume() {
                Some('&') => {
                    self.return_state = State::Data;
                    self.state = State::CharacterReference;
                }
                Some('<') => self.state = State::TagOpen,
                Some('\0') => {
                    self.error(ParseErrorCode::UnexpectedNullCharacter);
                    self.emit(Token::Character('\0'));
                }
                None => self.emit_end_of_file(),
                Some(c) => self.emit(Token::Character(c)),
            },
            // <https://html.spec.whatwg.org/#rcdata-state>
            State::Rcdata => match self.consume() {
                Some('&') => {
                    self.return_state = State::Rcdata;
                    self.state = State::CharacterReference;
                }
                Some('<') => self.state = State::RcdataLessThanSign,
                Some('\0') => {
                    self.error(ParseErrorCode::UnexpectedNullCharacter);
                    self.emit(Token::Character('\u{FFFD}'));
                }
                None => self.emit_end_of_file(),
                Some(c) => self.emit(Token::Character(c)),
            },
            // <https://html.spec.whatwg.org/#rawtext-state>
            State::Rawtext => match self.consume() {
                Some('<') => self.state = State::RawtextLessThanSign,
                Some('\0') => {
                    self.error(ParseErrorCode::UnexpectedNullCharacter);
                    self.emit(Token::Character('\u{FFFD}'));
                }
                None => self.emit_end_of_file(),
                Some(c) => self.emit(Token::Character(c)),
            },
            // <https://html.spec.whatwg.org/#script-data-state>
            State::ScriptData => match self.consume() {
                Some('<') => self.state = State::ScriptDataLessThanSign,
                Some('\0') => {
                    self.error(ParseErrorCode::UnexpectedNullCharacter);
                    self.emit(Token::Character('\u{FFFD}'));
                }
                None => self.emit_end_of_file(),
                Some(c) => self.emit(Token::Character(c)),
            },
            // <https://html.spec.whatwg.org/#plaintext-state>
            State::Plaintext => match self.consume() {
                Some('\0') => {
                    self.error(ParseErrorCode::UnexpectedNullCharacter);
                    self.emit(Token::Character('\u{FFFD}'));
                }
                None => self.emit_end_of_file(),
                Some(c) => self.emit(Token::Character(c)),
            },
            // <https://html.spec.whatwg.org/#rcdata-less-than-sign-state>
            State::RcdataLessThanSign => match self.consume() {
                Some('/') => {
                    self.temporary_buffer.clear();
                    self.state = State::RcdataEndTagOpen;
                }
                _ => {
                    self.emit_characters("<");
                    self.reconsume_in(State::Rcdata);
                }
            },
            // <https://html.spec.whatwg.org/#rcdata-end-tag-open-state>
            State::RcdataEndTagOpen => match self.consume() {
                Some('a'..='z' | 'A'..='Z') => {
                    self.create_end_tag();
                    self.reconsume_in(State::RcdataEndTagName);
                }
                _ => {
                    self.emit_characters("</");
                    self.reconsume_in(State::Rcdata);
                }
            },
            // <https://html.spec.whatwg.org/#rcdata-end-tag-name-state>
            State::RcdataEndTagName => self.step_in_end_tag_name(State::Rcdata),
            // <https://html.spec.whatwg.org/#rawtext-less-than-sign-state>
            State::RawtextLessThanSign => match self.consume() {
                Some('/') => {
                    self.temporary_buffer.clear();
                    self.state = State::RawtextEndTagOpen;
                }
                _ => {
                    self.emit_characters("<");
                    self.reconsume_in(State::Rawtext);
                }
            },
            // <https://html.spec.whatwg.org/#rawtext-end-tag-open-state>
            State::RawtextEndTagOpen => match self.consume() {
                Some('a'..='z' | 'A'..='Z') => {
                    self.create_end_tag();
                    self.reconsume_in(State::RawtextEndTagName);
                }
                _ => {
                    self.emit_characters("</");
                    self.reconsume_in(State::Rawtext);
                }
            },
            // <https://html.spec.whatwg.org/#rawtext-end-tag-name-state>
            State::RawtextEndTagName => self.step_in_end_tag_name(State::Rawtext),
            // <https://html.spec.whatwg.org/#cdata-section-state>
            State::CdataSection => match self.consume() {
                Some(']') => self.state = State::CdataSectionBracket,
                None => {
                    self.error(ParseErrorCode::EofInCdata);
                    self.emit_end_of_file();
                }
                Some(c) => self.emit(Token::Character(c)),
            },
            // <https://html.spec.whatwg.org/#cdata-section-bracket-state>
            State::CdataSectionBracket => match self.consume() {
                Some(']') => self.state = State::CdataSectionEnd,
                _ => {
                    self.emit_characters("]");
                    self.reconsume_in(State::CdataSection);
                }
            },
            // <https://html.spec.whatwg.org/#cdata-section-end-state>
            State::CdataSectionEnd => match self.consume() {
                Some(']') => self.emit_characters("]"),
                Some('>') => self.state = State::Data,
                _ => {
                    self.emit_characters("]]");
                    self.reconsume_in(State::CdataSection);
                }
            },
            state => unreachable!("{state:?}"),
        }
    }

    /// The end tag name states of RCDATA, RAWTEXT, script data and escaped script data, which the
    /// standard has word for word the same but for the state that they go back to.
    pub(super) fn step_in_end_tag_name(&mut self, back: State) {
        let is_appropriate = self.last_start_tag.as_deref() == Some(&*self.tag.name);
        match self.consume() {
            Some('\t' | '\n' | '\x0C' | ' ') if is_appropriate => {
                self.state = State::BeforeAttributeName;
            }
            Some('/') if is_appropriate => self.state = State::SelfClosingStartTag,
            Some('>') if is_appropriate => {
                self.state = State::Data;
                self.emit_tag();
            }
            Some(c @ 'A'..='Z') => {
                self.tag.name.push(c.to_ascii_lowercase());
                self.temporary_buffer.push(c);
            }
            Some(c @ 'a'..='z') => {
                self.tag.name.push(c);
                self.temporary_buffer.push(c);
            }
            _ => {
                self.emit_characters("</");
                let buffer = self.temporary_buffer.clone();
                self.emit_characters(&buffer);
                self.reconsume_in(back);
            }
        }
    }
}
