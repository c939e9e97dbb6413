//! Tags and their attributes.

use consomme::{ParseErrorCode, Revision};

use super::state::State;
use super::{ReferenceTokenizer, Tag, Token};

impl ReferenceTokenizer {
    pub(super) fn step_in_tag(&mut self) {
        match self.state {
            // <https://html.spec.whatwg.org/#tag-open-state>
            State::TagOpen => match self.consume() {
                Some('!') => self.state = State::MarkupDeclarationOpen,
                Some('/') => self.state = State::EndTagOpen,
                Some('a'..='z' | 'A'..='Z') => {
                    self.create_tag();
                    self.reconsume_in(State::TagName);
                }
                Some('?') if self.revision == Revision::Snapshot2024 => {
                    self.error(ParseErrorCode::UnexpectedQuestionMarkInsteadOfTagName);
                    self.comment.clear();
                    self.reconsume_in(State::BogusComment);
                }
                Some('?') => {
                    self.temporary_buffer.clear();
                    self.state = State::ProcessingInstructionOpen;
                }
                None => {
                    self.error(ParseErrorCode::EofBeforeTagName);
                    self.emit_characters("<");
                    self.emit_end_of_file();
                }
                Some(_) => {
                    self.error(ParseErrorCode::InvalidFirstCharacterOfTagName);
                    self.emit_characters("<");
                    self.reconsume_in(State::Data);
                }
            },
            // <https://html.spec.whatwg.org/#end-tag-open-state>
            State::EndTagOpen => match self.consume() {
                Some('a'..='z' | 'A'..='Z') => {
                    self.create_end_tag();
                    self.reconsume_in(State::TagName);
                }
                Some('>') => {
                    self.error(ParseErrorCode::MissingEndTagName);
                    self.state = State::Data;
                }
                None => {
                    self.error(ParseErrorCode::EofBeforeTagName);
                    self.emit_characters("</");
                    self.emit_end_of_file();
                }
                Some(_) => {
                    self.error(ParseErrorCode::InvalidFirstCharacterOfTagName);
                    self.comment.clear();
                    self.reconsume_in(State::BogusComment);
                }
            },
            // <https://html.spec.whatwg.org/#tag-name-state>
            State::TagName => match self.consume() {
                Some('\t' | '\n' | '\x0C' | ' ') => self.state = State::BeforeAttributeName,
                Some('/') => self.state = State::SelfClosingStartTag,
                Some('>') => {
                    self.state = State::Data;
                    self.emit_tag();
                }
                Some(c @ 'A'..='Z') => self.tag.name.push(c.to_ascii_lowercase()),
                Some('\0') => {
                    self.error(ParseErrorCode::UnexpectedNullCharacter);
                    self.tag.name.push('\u{FFFD}');
                }
                None => self.end_of_file_in_tag(),
                Some(c) => self.tag.name.push(c),
            },
            // <https://html.spec.whatwg.org/#before-attribute-name-state>
            State::BeforeAttributeName => match self.consume() {
                Some('\t' | '\n' | '\x0C' | ' ') => {}
                Some('/' | '>') | None => self.reconsume_in(State::AfterAttributeName),
                Some('=') => {
                    self.error(ParseErrorCode::UnexpectedEqualsSignBeforeAttributeName);
                    self.start_attribute("=");
                    self.state = State::AttributeName;
                }
                Some(_) => {
                    self.start_attribute("");
                    self.reconsume_in(State::AttributeName);
                }
            },
            // <https://html.spec.whatwg.org/#attribute-name-state>
            State::AttributeName => match self.consume() {
                Some('\t' | '\n' | '\x0C' | ' ' | '/' | '>') | None => {
                    self.leave_attribute_name();
                    self.reconsume_in(State::AfterAttributeName);
                }
                Some('=') => {
                    self.leave_attribute_name();
                    self.state = State::BeforeAttributeValue;
                }
                Some(c @ 'A'..='Z') => self.append_to_name(c.to_ascii_lowercase()),
                Some('\0') => {
                    self.error(ParseErrorCode::UnexpectedNullCharacter);
                    self.append_to_name('\u{FFFD}');
                }
                Some(c @ ('"' | '\'' | '<')) => {
                    self.error(ParseErrorCode::UnexpectedCharacterInAttributeName);
                    self.append_to_name(c);
                }
                Some(c) => self.append_to_name(c),
            },
            // <https://html.spec.whatwg.org/#after-attribute-name-state>
            State::AfterAttributeName => match self.consume() {
                Some('\t' | '\n' | '\x0C' | ' ') => {}
                Some('/') => self.state = State::SelfClosingStartTag,
                Some('=') => self.state = State::BeforeAttributeValue,
                Some('>') => {
                    self.state = State::Data;
                    self.emit_tag();
                }
                None => self.end_of_file_in_tag(),
                Some(_) => {
                    self.start_attribute("");
                    self.reconsume_in(State::AttributeName);
                }
            },
            // <https://html.spec.whatwg.org/#before-attribute-value-state>
            State::BeforeAttributeValue => match self.consume() {
                Some('\t' | '\n' | '\x0C' | ' ') => {}
                Some('"') => self.state = State::AttributeValueDoubleQuoted,
                Some('\'') => self.state = State::AttributeValueSingleQuoted,
                Some('>') => {
                    self.error(ParseErrorCode::MissingAttributeValue);
                    self.state = State::Data;
                    self.emit_tag();
                }
                _ => self.reconsume_in(State::AttributeValueUnquoted),
            },
            // <https://html.spec.whatwg.org/#attribute-value-(double-quoted)-state>
            State::AttributeValueDoubleQuoted => match self.consume() {
                Some('"') => self.state = State::AfterAttributeValueQuoted,
                c => self.step_in_quoted_value(c),
            },
            // <https://html.spec.whatwg.org/#attribute-value-(single-quoted)-state>
            State::AttributeValueSingleQuoted => match self.consume() {
                Some('\'') => self.state = State::AfterAttributeValueQuoted,
                c => self.step_in_quoted_value(c),
            },
            // <https://html.spec.whatwg.org/#attribute-value-(unquoted)-state>
            State::AttributeValueUnquoted => match self.consume() {
                Some('\t' | '\n' | '\x0C' | ' ') => self.state = State::BeforeAttributeName,
                Some('&') => {
                    self.return_state = State::AttributeValueUnquoted;
                    self.state = State::CharacterReference;
                }
                Some('>') => {
                    self.state = State::Data;
                    self.emit_tag();
                }
                Some('\0') => {
                    self.error(ParseErrorCode::UnexpectedNullCharacter);
                    self.append_to_value('\u{FFFD}');
                }
                Some(c @ ('"' | '\'' | '<' | '=' | '`')) => {
                    self.error(ParseErrorCode::UnexpectedCharacterInUnquotedAttributeValue);
                    self.append_to_value(c);
                }
                None => self.end_of_file_in_tag(),
                Some(c) => self.append_to_value(c),
            },
            // <https://html.spec.whatwg.org/#after-attribute-value-(quoted)-state>
            State::AfterAttributeValueQuoted => match self.consume() {
                Some('\t' | '\n' | '\x0C' | ' ') => self.state = State::BeforeAttributeName,
                Some('/') => self.state = State::SelfClosingStartTag,
                Some('>') => {
                    self.state = State::Data;
                    self.emit_tag();
                }
                None => self.end_of_file_in_tag(),
                Some(_) => {
                    self.error(ParseErrorCode::MissingWhitespaceBetweenAttributes);
                    self.reconsume_in(State::BeforeAttributeName);
                }
            },
            // <https://html.spec.whatwg.org/#self-closing-start-tag-state>
            State::SelfClosingStartTag => match self.consume() {
                Some('>') => {
                    self.tag.self_closing = true;
                    self.state = State::Data;
                    self.emit_tag();
                }
                None => self.end_of_file_in_tag(),
                Some(_) => {
                    self.error(ParseErrorCode::UnexpectedSolidusInTag);
                    self.reconsume_in(State::BeforeAttributeName);
                }
            },
            state => unreachable!("{state:?}"),
        }
    }

    /// The steps that the two states of quoted values share.
    fn step_in_quoted_value(&mut self, c: Option<char>) {
        match c {
            Some('&') => {
                self.return_state = self.state;
                self.state = State::CharacterReference;
            }
            Some('\0') => {
                self.error(ParseErrorCode::UnexpectedNullCharacter);
                self.append_to_value('\u{FFFD}');
            }
            None => self.end_of_file_in_tag(),
            Some(c) => self.append_to_value(c),
        }
    }

    fn end_of_file_in_tag(&mut self) {
        self.error(ParseErrorCode::EofInTag);
        self.emit_end_of_file();
    }

    /// Creates a start tag token whose name is empty.
    fn create_tag(&mut self) {
        self.tag = Tag::default();
        self.is_end_tag = false;
        self.attribute = None;
    }

    /// Creates an end tag token whose name is empty.
    pub(super) fn create_end_tag(&mut self) {
        self.create_tag();
        self.is_end_tag = true;
    }

    fn start_attribute(&mut self, name: &str) {
        self.finish_attribute();
        self.attribute = Some((name.to_owned(), String::new()));
        self.is_attribute_removed = false;
    }

    fn append_to_name(&mut self, c: char) {
        if let Some((name, _)) = &mut self.attribute {
            name.push(c);
        }
    }

    pub(super) fn append_to_value(&mut self, c: char) {
        if let Some((_, value)) = &mut self.attribute {
            value.push(c);
        }
    }

    fn leave_attribute_name(&mut self) {
        if let Some((name, _)) = &self.attribute
            && self.tag.attributes.iter().any(|(other, _)| other == name)
        {
            self.error(ParseErrorCode::DuplicateAttribute);
            self.is_attribute_removed = true;
        }
    }

    /// Puts the current attribute, if there is one and it has not been removed, to the attributes
    /// of the tag.
    fn finish_attribute(&mut self) {
        let attribute = self.attribute.take();
        self.tag.attributes.extend(attribute.filter(|_| !self.is_attribute_removed));
    }

    /// Emits the current tag token.
    pub(super) fn emit_tag(&mut self) {
        self.finish_attribute();
        let tag = std::mem::take(&mut self.tag);
        if self.is_end_tag {
            if !tag.attributes.is_empty() {
                self.error(ParseErrorCode::EndTagWithAttributes);
            }
            if tag.self_closing {
                self.error(ParseErrorCode::EndTagWithTrailingSolidus);
            }
            self.emit(Token::EndTag(tag));
        } else {
            self.last_start_tag = Some(tag.name.clone());
            self.emit(Token::StartTag(tag));
        }
    }
}
