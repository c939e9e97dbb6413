//! Markup declarations, bogus comments and CDATA sections.

use crate::bytes::scan;
use crate::input::InputStream;
use crate::input::Lookahead::{Byte, EndOfFile, NeedsInput};
use crate::parse_error::ParseErrorCode;

use super::span_builder::SpanBuilder;
use super::state::State;
use super::state_machine::{Progress, Tokenizer};

impl Tokenizer {
    /// <https://html.spec.whatwg.org/#markup-declaration-open-state>
    pub(super) fn markup_declaration_open_state(&mut self, input: &mut InputStream) -> Progress {
        let rest = &input.bytes()[input.position()..];
        if starts_with_ignore_case(rest, b"--") {
            input.consume_bytes(2);
            self.pending = SpanBuilder::at(input.position());
            return self.comment_start_state(input);
        }
        if starts_with_ignore_case(rest, b"doctype") {
            input.consume_bytes(7);
            return self.doctype_state(input);
        }
        if rest.starts_with(b"[CDATA[") {
            return self.start_cdata_section(input);
        }
        let undecided = |keyword: &[u8]| starts_with_ignore_case(keyword, rest);
        if !input.is_last()
            && (undecided(b"--") || undecided(b"doctype") || b"[CDATA[".starts_with(rest))
        {
            return self.wait_in(State::MarkupDeclarationOpen);
        }
        input.error_here(ParseErrorCode::IncorrectlyOpenedComment);
        self.pending = SpanBuilder::at(input.position());
        self.bogus_comment_state(input)
    }

    /// Starts a CDATA section at `[CDATA[`, or a bogus comment if none is allowed.
    fn start_cdata_section(&mut self, input: &mut InputStream) -> Progress {
        let bracket = input.position();
        input.consume_bytes(7);
        if self.cdata_allowed {
            self.start_token(input);
            return self.switch_to(State::CdataSection);
        }
        input.error_at(ParseErrorCode::CdataInHtmlContent, input.position() - 1);
        self.pending = SpanBuilder::at(bracket);
        self.bogus_comment_state(input)
    }

    /// <https://html.spec.whatwg.org/#bogus-comment-state>
    pub(super) fn bogus_comment_state(&mut self, input: &mut InputStream) -> Progress {
        loop {
            let end = scan::byte_or_nul(input.bytes(), input.position(), b'>', input.has_nulls());
            input.advance_to(end);
            match input.peek() {
                Byte(b'>') => {
                    input.consume();
                    return self.emit_comment(input, 1);
                }
                Byte(_) => self.replace_nul(input, end),
                NeedsInput => return self.wait_in(State::BogusComment),
                EndOfFile => return self.emit_comment(input, 0),
            }
        }
    }

    /// <https://html.spec.whatwg.org/#cdata-section-state>
    pub(super) fn cdata_section_state(&mut self, input: &mut InputStream) -> Progress {
        let end = scan::byte_or_nul(input.bytes(), input.position(), b']', input.has_nulls());
        match input.bytes().get(end) {
            Some(b']') => {
                input.advance_to(end + 1);
                self.cdata_section_bracket_state(input)
            }
            Some(_) => {
                self.state = State::CdataSection;
                if self.pending.is_empty(end) {
                    self.emit_nul(input, end)
                } else {
                    self.emit_characters(input, end)
                }
            }
            None => {
                if input.is_last() {
                    input.error_at(ParseErrorCode::EofInCdata, end);
                }
                self.stop_text(input, State::CdataSection)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#cdata-section-bracket-state>
    pub(super) fn cdata_section_bracket_state(&mut self, input: &mut InputStream) -> Progress {
        match input.peek() {
            Byte(b']') => {
                input.consume();
                self.cdata_section_end_state(input)
            }
            NeedsInput => self.wait_in(State::CdataSectionBracket),
            _ => self.switch_to(State::CdataSection),
        }
    }

    /// The text before `]]>` is emitted first; then the cursor returns to the `]]>`, and it is read
    /// again with no text pending.
    ///
    /// <https://html.spec.whatwg.org/#cdata-section-end-state>
    pub(super) fn cdata_section_end_state(&mut self, input: &mut InputStream) -> Progress {
        input.advance_to(scan::end_of_repeated(input.bytes(), input.position(), b']'));
        match input.peek() {
            Byte(b'>') => {
                let end = input.position() - "]]".len();
                if !self.pending.is_empty(end) {
                    self.state = State::CdataSection;
                    return self.emit_characters(input, end);
                }
                input.consume();
                self.start_token(input);
                self.switch_to(State::Data)
            }
            NeedsInput => self.wait_in(State::CdataSectionEnd),
            _ => self.switch_to(State::CdataSection),
        }
    }
}

/// Whether `text` starts with `keyword`, ASCII case-insensitively.
fn starts_with_ignore_case(text: &[u8], keyword: &[u8]) -> bool {
    text.get(..keyword.len()).is_some_and(|start| start.eq_ignore_ascii_case(keyword))
}

#[cfg(test)]
mod tests {
    use crate::tokenizer::Tokens;
    use crate::tokenizer::testing::{errors, errors_in, tokens, tokens_in};

    fn in_foreign_content() -> Tokens {
        let mut tokens = Tokens::new();
        tokens.set_cdata_allowed(true);
        tokens
    }

    #[test]
    fn an_unknown_markup_declaration_is_a_comment() {
        assert_eq!(tokens("<!a-->b<!>"), ["<!--a---->", "\"b\"", "<!---->"]);
        assert_eq!(errors("<!a>"), ["incorrectly-opened-comment 2"]);
        assert_eq!(tokens("<!-a>"), ["<!---a-->"]);
        assert_eq!(tokens("<!a\0"), ["<!--a\u{FFFD}-->"]);
    }

    #[test]
    fn a_cdata_section_is_text_in_foreign_content_and_else_a_comment() {
        let html = "<![CDATA[a]]b]]]>c";
        assert_eq!(tokens_in(in_foreign_content(), &[html]), ["\"a]]b]c\""]);
        assert_eq!(tokens(html), ["<!--[CDATA[a]]b]]]-->", "\"c\""]);
        assert_eq!(errors(html), ["cdata-in-html-content 8"]);
        assert_eq!(tokens_in(in_foreign_content(), &["<![cdata[a]]>"]), ["<!--[cdata[a]]-->"]);
    }

    #[test]
    fn a_cdata_section_may_be_empty_or_unfinished() {
        assert_eq!(tokens_in(in_foreign_content(), &["<![CDATA[]]><a>"]), ["<a>"]);
        for html in ["<![CDATA[a", "<![CDATA[a]", "<![CDATA[a]]"] {
            assert_eq!(tokens_in(in_foreign_content(), &[html]), [format!("{:?}", &html[9..])]);
            assert_eq!(
                errors_in(in_foreign_content(), &[html]),
                [format!("eof-in-cdata {}", html.len())]
            );
        }
    }

    #[test]
    fn a_nul_in_cdata_is_not_a_tokenizer_error() {
        assert_eq!(errors_in(in_foreign_content(), &["<![CDATA[\0]]>"]), [""; 0]);
    }
}
