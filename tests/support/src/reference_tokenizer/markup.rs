//! Markup declarations, bogus comments and processing instructions.

use consomme::ParseErrorCode;

use super::state::State;
use super::{ReferenceTokenizer, Token};

impl ReferenceTokenizer {
    pub(super) fn step_in_markup(&mut self) {
        match self.state {
            // <https://html.spec.whatwg.org/#bogus-comment-state>
            State::BogusComment => match self.consume() {
                Some('>') => {
                    self.state = State::Data;
                    self.emit_comment();
                }
                None => {
                    self.emit_comment();
                    self.emit_end_of_file();
                }
                Some('\0') => {
                    self.error(ParseErrorCode::UnexpectedNullCharacter);
                    self.comment.push('\u{FFFD}');
                }
                Some(c) => self.comment.push(c),
            },
            // <https://html.spec.whatwg.org/#markup-declaration-open-state>
            State::MarkupDeclarationOpen => {
                if self.is_next(self.next, "--") {
                    self.next += "--".len();
                    self.comment.clear();
                    self.state = State::CommentStart;
                } else if self.is_next(self.next, "DOCTYPE") {
                    self.next += "DOCTYPE".len();
                    self.state = State::Doctype;
                } else if self.input[self.next..].starts_with(&['[', 'C', 'D', 'A', 'T', 'A', '['])
                {
                    self.next += "[CDATA[".len();
                    if self.cdata_allowed {
                        self.state = State::CdataSection;
                    } else {
                        self.error(ParseErrorCode::CdataInHtmlContent);
                        self.comment = "[CDATA[".to_owned();
                        self.state = State::BogusComment;
                    }
                } else {
                    self.error_at_next(ParseErrorCode::IncorrectlyOpenedComment);
                    self.comment.clear();
                    self.state = State::BogusComment;
                }
            }
            // <https://html.spec.whatwg.org/#processing-instruction-open-state>
            State::ProcessingInstructionOpen => match self.consume() {
                Some('a'..='z' | 'A'..='Z' | '_') => {
                    self.reconsume_in(State::ProcessingInstructionTarget);
                }
                None => self.end_of_file_in_processing_instruction(),
                Some(_) => {
                    self.error(ParseErrorCode::InvalidFirstCharacterOfProcessingInstructionTarget);
                    self.convert_temporary_buffer_to_comment();
                    self.reconsume_in(State::BogusComment);
                }
            },
            // <https://html.spec.whatwg.org/#processing-instruction-target-state>
            State::ProcessingInstructionTarget => match self.consume() {
                Some('\t' | '\n' | '\x0C' | ' ' | '?' | '>') => {
                    let target = self.temporary_buffer.clone();
                    if target.eq_ignore_ascii_case("xml")
                        || target.eq_ignore_ascii_case("xml-stylesheet")
                    {
                        self.error(ParseErrorCode::DisallowedProcessingInstructionTarget);
                        self.convert_temporary_buffer_to_comment();
                        self.reconsume_in(State::BogusComment);
                    } else {
                        self.target = target;
                        self.data.clear();
                        self.reconsume_in(State::AfterProcessingInstructionTarget);
                    }
                }
                Some(c @ ('a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_')) => {
                    self.temporary_buffer.push(c);
                }
                None => self.end_of_file_in_processing_instruction(),
                Some(_) => {
                    self.error(ParseErrorCode::InvalidProcessingInstructionTarget);
                    self.convert_temporary_buffer_to_comment();
                    self.reconsume_in(State::BogusComment);
                }
            },
            // <https://html.spec.whatwg.org/#after-processing-instruction-target-state>
            State::AfterProcessingInstructionTarget => match self.consume() {
                Some('\t' | '\n' | '\x0C' | ' ') => {}
                _ => self.reconsume_in(State::ProcessingInstructionData),
            },
            // <https://html.spec.whatwg.org/#processing-instruction-data-state>
            State::ProcessingInstructionData => match self.consume() {
                Some('?') => self.state = State::ProcessingInstructionQuestionable,
                Some('>') => self.emit_processing_instruction(),
                None => self.end_of_file_in_processing_instruction(),
                Some(c) => self.data.push(c),
            },
            // <https://html.spec.whatwg.org/#processing-instruction-questionable-state>
            State::ProcessingInstructionQuestionable => match self.consume() {
                Some('>') => self.emit_processing_instruction(),
                None => self.end_of_file_in_processing_instruction(),
                Some(_) => {
                    self.data.push('?');
                    self.reconsume_in(State::ProcessingInstructionData);
                }
            },
            state => unreachable!("{state:?}"),
        }
    }

    /// <https://html.spec.whatwg.org/#convert-the-temporary-buffer-to-a-comment>
    fn convert_temporary_buffer_to_comment(&mut self) {
        self.comment = format!("?{}", self.temporary_buffer);
    }

    fn end_of_file_in_processing_instruction(&mut self) {
        self.error(ParseErrorCode::EofInProcessingInstruction);
        self.emit_end_of_file();
    }

    fn emit_processing_instruction(&mut self) {
        self.state = State::Data;
        let target = std::mem::take(&mut self.target);
        let data = std::mem::take(&mut self.data);
        self.emit(Token::ProcessingInstruction { target, data });
    }
}
