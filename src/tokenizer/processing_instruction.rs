//! The states of processing instructions.

use crate::bytes::runs;
use crate::input::InputStream;
use crate::parse_error::ParseErrorCode;

use super::{Kind, Piece, State, Step, Tokenizer};

impl Tokenizer {
    /// <https://html.spec.whatwg.org/#processing-instruction-open-state>
    pub(super) fn processing_instruction_open_state(&mut self, input: &mut InputStream) -> Step {
        self.piece = Piece::at(input.position);
        match input.peek() {
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
                self.processing_instruction_target_state(input)
            }
            None if !input.is_last => self.wait_in(State::ProcessingInstructionOpen),
            None => self.end_of_file_in_processing_instruction(input),
            Some(_) => self.convert_to_comment(
                input,
                ParseErrorCode::InvalidFirstCharacterOfProcessingInstructionTarget,
            ),
        }
    }

    /// <https://html.spec.whatwg.org/#processing-instruction-target-state>
    pub(super) fn processing_instruction_target_state(&mut self, input: &mut InputStream) -> Step {
        let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let end = runs::end_of(input.bytes(), input.position, is_inside);
        input.position = end;
        match input.peek() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ' | b'?' | b'>') => {
                self.target = self.piece.finish(&mut input.context.strings, end);
                let target = input.context.strings.get(self.target);
                if target.eq_ignore_ascii_case("xml")
                    || target.eq_ignore_ascii_case("xml-stylesheet")
                {
                    let code = ParseErrorCode::DisallowedProcessingInstructionTarget;
                    return self.convert_to_comment(input, code);
                }
                self.after_processing_instruction_target_state(input)
            }
            None if !input.is_last => self.wait_in(State::ProcessingInstructionTarget),
            None => self.end_of_file_in_processing_instruction(input),
            Some(_) => {
                self.convert_to_comment(input, ParseErrorCode::InvalidProcessingInstructionTarget)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#after-processing-instruction-target-state>
    pub(super) fn after_processing_instruction_target_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        input.position = runs::white_space_end(input.bytes(), input.position);
        if input.peek().is_none() && !input.is_last {
            return self.wait_in(State::AfterProcessingInstructionTarget);
        }
        self.piece = Piece::at(input.position);
        self.switch_to(State::ProcessingInstructionData)
    }

    /// <https://html.spec.whatwg.org/#processing-instruction-data-state>
    pub(super) fn processing_instruction_data_state(&mut self, input: &mut InputStream) -> Step {
        let end = runs::question_or_greater_than(input.bytes(), input.position);
        input.position = end;
        match input.peek() {
            Some(b'?') => {
                input.position += 1;
                self.processing_instruction_questionable_state(input)
            }
            Some(_) => {
                input.position += 1;
                self.emit_processing_instruction(input, 1)
            }
            None if !input.is_last => self.wait_in(State::ProcessingInstructionData),
            None => self.end_of_file_in_processing_instruction(input),
        }
    }

    /// <https://html.spec.whatwg.org/#processing-instruction-questionable-state>
    pub(super) fn processing_instruction_questionable_state(
        &mut self,
        input: &mut InputStream,
    ) -> Step {
        match input.peek() {
            Some(b'>') => {
                input.position += 1;
                self.emit_processing_instruction(input, 2)
            }
            None if !input.is_last => self.wait_in(State::ProcessingInstructionQuestionable),
            None => self.end_of_file_in_processing_instruction(input),
            Some(_) => self.switch_to(State::ProcessingInstructionData),
        }
    }

    /// Emits the current processing instruction token, whose data ends `behind` bytes before where
    /// the input now stands.
    fn emit_processing_instruction(&mut self, input: &mut InputStream, behind: usize) -> Step {
        self.state = State::Data;
        let end = input.position.saturating_sub(behind);
        self.text = self.piece.finish(&mut input.context.strings, end);
        self.emit(input, Kind::ProcessingInstruction)
    }

    /// Reports an error at the next input character and makes a comment of all since the `?`.
    ///
    /// <https://html.spec.whatwg.org/#convert-the-temporary-buffer-to-a-comment>
    fn convert_to_comment(&mut self, input: &mut InputStream, code: ParseErrorCode) -> Step {
        input.error_at(code, input.position);
        self.piece = Piece::at(self.mark);
        self.bogus_comment_state(input)
    }

    /// At the end of the file inside a processing instruction, which is dropped.
    #[cold]
    fn end_of_file_in_processing_instruction(&mut self, input: &mut InputStream) -> Step {
        input.error_at(ParseErrorCode::EofInProcessingInstruction, input.position);
        self.drop_token_at_end_of_file(input)
    }
}

#[cfg(test)]
mod tests {
    use crate::settings::Revision;
    use crate::tokenizer::Tokens;
    use crate::tokenizer::testing::{errors, errors_in, tokens, tokens_in};

    #[test]
    fn target_and_data() {
        for (html, expected) in [
            ("<?Mark>", "<?Mark >"),
            ("<?m_1-b?>", "<?m_1-b >"),
            ("<?m \n ?>", "<?m >"),
            ("<?m a='b' >", "<?m a='b' >"),
            ("<?m?a>", "<?m ?a>"),
            ("<?m a??>", "<?m a?>"),
            ("<?xml-stylesheets a>", "<?xml-stylesheets a>"),
            ("<?m \0>", "<?m \0>"),
        ] {
            assert_eq!(tokens(html), [expected], "{html}");
            assert_eq!(errors(html), [""; 0], "{html}");
        }
    }

    #[test]
    fn what_is_none_is_a_comment() {
        for (html, error) in [
            ("<?>", "invalid-first-character-of-processing-instruction-target 2"),
            ("<?1>", "invalid-first-character-of-processing-instruction-target 2"),
            ("<?a.b>", "invalid-processing-instruction-target 3"),
            ("<?é>", "invalid-first-character-of-processing-instruction-target 2"),
            ("<?XML a?>", "disallowed-processing-instruction-target 5"),
            ("<?xml-Stylesheet>", "disallowed-processing-instruction-target 16"),
        ] {
            assert_eq!(tokens(html), [format!("<!--{}-->", &html[1..html.len() - 1])]);
            assert_eq!(errors(html), [error], "{html}");
        }
    }

    #[test]
    fn an_unfinished_one_is_dropped() {
        for html in ["<?", "<?a", "<?xml", "<?a ", "<?a b", "<?a ?"] {
            assert_eq!(tokens(html), [""; 0]);
            assert_eq!(errors(html), [format!("eof-in-processing-instruction {}", html.len())]);
        }
    }

    #[test]
    fn the_earlier_revision_has_only_comments() {
        let earlier = || Tokens::new().revision(Revision::Snapshot2024);
        assert_eq!(tokens_in(earlier(), &["<?a b?>c"]), ["<!--?a b?-->", "\"c\""]);
        assert_eq!(
            errors_in(earlier(), "<?a>"),
            ["unexpected-question-mark-instead-of-tag-name 1"]
        );
    }
}
