//! Markup declarations, bogus comments and CDATA sections.

use crate::bytes::runs;
use crate::input::InputStream;
use crate::parse_error::ParseErrorCode;

use super::{Piece, State, Step, Tokenizer};

impl Tokenizer {
    /// <https://html.spec.whatwg.org/#markup-declaration-open-state>
    pub(super) fn markup_declaration_open_state(&mut self, input: &mut InputStream) -> Step {
        let rest = &input.bytes()[input.position..];
        if starts_with_ignore_case(rest, b"--") {
            input.position += 2;
            self.piece = Piece::at(input.position);
            return self.comment_start_state(input);
        }
        if starts_with_ignore_case(rest, b"doctype") {
            input.position += 7;
            return self.doctype_state(input);
        }
        if rest.starts_with(b"[CDATA[") {
            return self.start_cdata_section(input);
        }
        let undecided = |keyword: &[u8]| starts_with_ignore_case(keyword, rest);
        if !input.is_last
            && (undecided(b"--") || undecided(b"doctype") || b"[CDATA[".starts_with(rest))
        {
            return self.wait_in(State::MarkupDeclarationOpen);
        }
        input.error_at(ParseErrorCode::IncorrectlyOpenedComment, input.position);
        self.piece = Piece::at(input.position);
        self.bogus_comment_state(input)
    }

    /// Behind `<!`, at `[CDATA[`.
    fn start_cdata_section(&mut self, input: &mut InputStream) -> Step {
        let bracket = input.position;
        input.position += 7;
        if self.cdata_allowed {
            self.start = input.position;
            self.piece = Piece::at(input.position);
            return self.switch_to(State::CdataSection);
        }
        input.error_at(ParseErrorCode::CdataInHtmlContent, input.position - 1);
        self.piece = Piece::at(bracket);
        self.bogus_comment_state(input)
    }

    /// <https://html.spec.whatwg.org/#bogus-comment-state>
    pub(super) fn bogus_comment_state(&mut self, input: &mut InputStream) -> Step {
        loop {
            let end = runs::byte_or_null(input.bytes(), input.position, b'>');
            input.position = end;
            match input.peek() {
                Some(b'>') => {
                    input.position += 1;
                    return self.emit_comment(input, 1);
                }
                Some(_) => self.replace_null(input, end),
                None if !input.is_last => return self.wait_in(State::BogusComment),
                None => return self.emit_comment(input, 0),
            }
        }
    }

    /// <https://html.spec.whatwg.org/#cdata-section-state>
    pub(super) fn cdata_section_state(&mut self, input: &mut InputStream) -> Step {
        let end = runs::byte_or_null(input.bytes(), input.position, b']');
        match input.bytes().get(end) {
            Some(b']') => {
                input.position = end + 1;
                self.cdata_section_bracket_state(input)
            }
            Some(_) => {
                self.state = State::CdataSection;
                if self.piece.is_empty(end) {
                    self.emit_null_character(input, end, false)
                } else {
                    self.emit_characters(input, end)
                }
            }
            None => {
                if input.is_last {
                    input.error_at(ParseErrorCode::EofInCdata, end);
                }
                self.stop_text(input, State::CdataSection)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#cdata-section-bracket-state>
    pub(super) fn cdata_section_bracket_state(&mut self, input: &mut InputStream) -> Step {
        match input.peek() {
            Some(b']') => {
                input.position += 1;
                self.cdata_section_end_state(input)
            }
            None if !input.is_last => self.wait_in(State::CdataSectionBracket),
            _ => self.switch_to(State::CdataSection),
        }
    }

    /// The text before `]]>` is a token: it is emitted first, and `]]>` is met again with no text
    /// pending.
    ///
    /// <https://html.spec.whatwg.org/#cdata-section-end-state>
    pub(super) fn cdata_section_end_state(&mut self, input: &mut InputStream) -> Step {
        input.position = runs::end_of_repeated(input.bytes(), input.position, b']');
        match input.peek() {
            // Where this state was set from outside, the brackets may be missing.
            Some(b'>') if input.bytes()[..input.position].ends_with(b"]]") => {
                let end = input.position - 2;
                if !self.piece.is_empty(end) {
                    self.state = State::CdataSection;
                    return self.emit_characters(input, end);
                }
                input.position += 1;
                self.start = input.position;
                self.piece = Piece::at(input.position);
                self.switch_to(State::Data)
            }
            None if !input.is_last => self.wait_in(State::CdataSectionEnd),
            _ => self.switch_to(State::CdataSection),
        }
    }
}

/// Whether `text` starts with `keyword`, which is in lowercase or has no letters.
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
    fn what_is_no_markup_declaration_is_a_comment() {
        assert_eq!(tokens("<!a-->b<!>"), ["<!--a---->", "\"b\"", "<!---->"]);
        assert_eq!(errors("<!a>"), ["incorrectly-opened-comment 2"]);
        assert_eq!(tokens("<!-a>"), ["<!---a-->"]);
        assert_eq!(tokens("<!a\0"), ["<!--a\u{FFFD}-->"]);
    }

    #[test]
    fn a_cdata_section_is_text_in_foreign_content_only() {
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
                errors_in(in_foreign_content(), html),
                [format!("eof-in-cdata {}", html.len())]
            );
        }
    }

    #[test]
    fn nulls_in_a_cdata_section_are_no_error_of_the_tokenizer() {
        assert_eq!(errors_in(in_foreign_content(), "<![CDATA[\0]]>"), [""; 0]);
    }
}
