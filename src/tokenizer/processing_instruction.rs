//! The states of processing instructions.

use crate::bytes::scan;
use crate::input::InputStream;
use crate::input::Lookahead::{Byte, EndOfFile, NeedsInput};
use crate::parse_error::ParseErrorCode;

use super::span_builder::SpanBuilder;
use super::state::State;
use super::state_machine::{Progress, TokenKind, Tokenizer};

impl Tokenizer {
    /// <https://html.spec.whatwg.org/#processing-instruction-open-state>
    pub(super) fn processing_instruction_open_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        self.pending = SpanBuilder::at(input.position());
        match input.peek() {
            Byte(b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
                self.processing_instruction_target_state(input)
            }
            NeedsInput => self.wait_in(State::ProcessingInstructionOpen),
            EndOfFile => self.end_of_file_in_processing_instruction(input),
            Byte(_) => self.convert_to_comment(
                input,
                ParseErrorCode::InvalidFirstCharacterOfProcessingInstructionTarget,
            ),
        }
    }

    /// <https://html.spec.whatwg.org/#processing-instruction-target-state>
    pub(super) fn processing_instruction_target_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let end = scan::end_of(input.bytes(), input.position(), is_inside);
        input.advance_to(end);
        match input.peek() {
            Byte(byte) if byte.is_ascii_whitespace() || matches!(byte, b'?' | b'>') => {
                self.target = self.pending.finish(&mut input.context.strings, end);
                let target = input.context.strings.get(self.target);
                if target.eq_ignore_ascii_case("xml")
                    || target.eq_ignore_ascii_case("xml-stylesheet")
                {
                    let code = ParseErrorCode::DisallowedProcessingInstructionTarget;
                    return self.convert_to_comment(input, code);
                }
                self.after_processing_instruction_target_state(input)
            }
            NeedsInput => self.wait_in(State::ProcessingInstructionTarget),
            EndOfFile => self.end_of_file_in_processing_instruction(input),
            Byte(_) => {
                self.convert_to_comment(input, ParseErrorCode::InvalidProcessingInstructionTarget)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#after-processing-instruction-target-state>
    pub(super) fn after_processing_instruction_target_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        input.advance_to(scan::whitespace_end(input.bytes(), input.position()));
        if input.peek() == NeedsInput {
            return self.wait_in(State::AfterProcessingInstructionTarget);
        }
        self.pending = SpanBuilder::at(input.position());
        self.switch_to(State::ProcessingInstructionData)
    }

    /// <https://html.spec.whatwg.org/#processing-instruction-data-state>
    pub(super) fn processing_instruction_data_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        let end = scan::question_mark_or_greater_than(input.bytes(), input.position());
        input.advance_to(end);
        match input.peek() {
            Byte(b'?') => {
                input.consume();
                self.processing_instruction_questionable_state(input)
            }
            Byte(_) => {
                input.consume();
                self.emit_processing_instruction(input, 1)
            }
            NeedsInput => self.wait_in(State::ProcessingInstructionData),
            EndOfFile => self.end_of_file_in_processing_instruction(input),
        }
    }

    /// <https://html.spec.whatwg.org/#processing-instruction-questionable-state>
    pub(super) fn processing_instruction_questionable_state(
        &mut self,
        input: &mut InputStream,
    ) -> Progress {
        match input.peek() {
            Byte(b'>') => {
                input.consume();
                self.emit_processing_instruction(input, 2)
            }
            NeedsInput => self.wait_in(State::ProcessingInstructionQuestionable),
            EndOfFile => self.end_of_file_in_processing_instruction(input),
            Byte(_) => self.switch_to(State::ProcessingInstructionData),
        }
    }

    /// Emits the current processing instruction token, whose data is followed by `delimiter_length`
    /// bytes of delimiter up to the current position.
    fn emit_processing_instruction(
        &mut self,
        input: &mut InputStream,
        delimiter_length: usize,
    ) -> Progress {
        self.state = State::Data;
        let end = input.position() - delimiter_length;
        self.text = self.pending.finish(&mut input.context.strings, end);
        self.emit(input, TokenKind::ProcessingInstruction)
    }

    /// Reports an error at the next input character and turns the temporary buffer, from the `?`
    /// on, into the start of a bogus comment.
    ///
    /// <https://html.spec.whatwg.org/#convert-the-temporary-buffer-to-a-comment>
    fn convert_to_comment(&mut self, input: &mut InputStream, code: ParseErrorCode) -> Progress {
        input.error_here(code);
        self.pending = SpanBuilder::at(self.temporary_buffer_start);
        self.bogus_comment_state(input)
    }

    /// At the end of the file inside a processing instruction: drops it.
    fn end_of_file_in_processing_instruction(&mut self, input: &mut InputStream) -> Progress {
        input.error_here(ParseErrorCode::EofInProcessingInstruction);
        self.drop_token_at_end_of_file(input)
    }
}

#[cfg(test)]
mod tests {
    use crate::settings::Revision;
    use crate::tokenizer::Tokens;
    use crate::tokenizer::testing::{errors, errors_in, tokens, tokens_in};

    #[test]
    fn a_processing_instruction_has_a_target_and_data() {
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
    fn an_invalid_processing_instruction_is_a_comment() {
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
    fn an_unfinished_processing_instruction_is_dropped() {
        for html in ["<?", "<?a", "<?xml", "<?a ", "<?a b", "<?a ?"] {
            assert_eq!(tokens(html), [""; 0]);
            assert_eq!(errors(html), [format!("eof-in-processing-instruction {}", html.len())]);
        }
    }

    #[test]
    fn the_2024_snapshot_reads_processing_instructions_as_comments() {
        let earlier = || Tokens::new().revision(Revision::Snapshot2024);
        assert_eq!(tokens_in(earlier(), &["<?a b?>c"]), ["<!--?a b?-->", "\"c\""]);
        assert_eq!(
            errors_in(earlier(), &["<?a>"]),
            ["unexpected-question-mark-instead-of-tag-name 1"]
        );
    }
}
