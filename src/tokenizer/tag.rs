//! The states of tags, up to their names, and at their ends.

use crate::bytes::scan;
use crate::input::InputStream;
use crate::input::Lookahead::{Byte, EndOfFile, NeedsInput};
use crate::names::{LocalName, Packed};
use crate::parse_error::ParseErrorCode;

use super::span_builder::SpanBuilder;
use super::state::State;
use super::state_machine::{Progress, TokenKind, Tokenizer};

impl Tokenizer {
    /// <https://html.spec.whatwg.org/#tag-open-state>
    pub(super) fn tag_open_state(&mut self, input: &mut InputStream) -> Progress {
        match input.peek() {
            Byte(b'!') => {
                input.consume();
                self.markup_declaration_open_state(input)
            }
            Byte(b'/') => {
                input.consume();
                self.end_tag_open_state(input)
            }
            Byte(b'a'..=b'z' | b'A'..=b'Z') => {
                self.create_tag(false);
                self.pending = SpanBuilder::at(input.position());
                self.continue_start_tag(input)
            }
            Byte(b'?') if self.revision.has_processing_instructions() => {
                self.temporary_buffer_start = input.position();
                input.consume();
                self.processing_instruction_open_state(input)
            }
            Byte(b'?') => {
                input.error_here(ParseErrorCode::UnexpectedQuestionMarkInsteadOfTagName);
                self.pending = SpanBuilder::at(input.position());
                self.bogus_comment_state(input)
            }
            NeedsInput => self.wait_in(State::TagOpen),
            // The `<` stays pending as text, here and in the last case.
            EndOfFile => {
                input.error_here(ParseErrorCode::EofBeforeTagName);
                self.switch_to(State::Data)
            }
            Byte(_) => {
                input.error_here(ParseErrorCode::InvalidFirstCharacterOfTagName);
                self.switch_to(State::Data)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#end-tag-open-state>
    pub(super) fn end_tag_open_state(&mut self, input: &mut InputStream) -> Progress {
        match input.peek() {
            Byte(b'a'..=b'z' | b'A'..=b'Z') => {
                self.create_tag(true);
                self.pending = SpanBuilder::at(input.position());
                self.continue_end_tag(input)
            }
            Byte(b'>') => {
                input.error_here(ParseErrorCode::MissingEndTagName);
                input.consume();
                self.start_token(input);
                self.switch_to(State::Data)
            }
            NeedsInput => self.wait_in(State::EndTagOpen),
            // The `</` stays pending as text.
            EndOfFile => {
                input.error_here(ParseErrorCode::EofBeforeTagName);
                self.switch_to(State::Data)
            }
            Byte(_) => {
                input.error_here(ParseErrorCode::InvalidFirstCharacterOfTagName);
                self.pending = SpanBuilder::at(input.position());
                self.bogus_comment_state(input)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#tag-name-state>
    pub(super) fn tag_name_state(&mut self, input: &mut InputStream) -> Progress {
        loop {
            let end = scan::name_end(input.bytes(), input.position());
            input.advance_to(end);
            match input.peek() {
                Byte(byte) if byte.is_ascii_whitespace() => {
                    self.tag.name = self.finish_name(input, end);
                    input.consume();
                    return self.continue_attributes(input);
                }
                Byte(b'/') => {
                    self.tag.name = self.finish_name(input, end);
                    input.consume();
                    return self.self_closing_start_tag_state(input);
                }
                Byte(b'>') => {
                    self.tag.name = self.finish_name(input, end);
                    input.consume();
                    return self.emit_tag(input);
                }
                Byte(0) => self.replace_nul(input, end),
                NeedsInput => return self.wait_in(State::TagName),
                EndOfFile => return self.end_of_file_in_tag(input),
                Byte(_) => input.consume(),
            }
        }
    }

    /// <https://html.spec.whatwg.org/#self-closing-start-tag-state>
    pub(super) fn self_closing_start_tag_state(&mut self, input: &mut InputStream) -> Progress {
        match input.peek() {
            Byte(b'>') => {
                self.tag.self_closing = true;
                input.consume();
                self.emit_tag(input)
            }
            NeedsInput => self.wait_in(State::SelfClosingStartTag),
            EndOfFile => self.end_of_file_in_tag(input),
            Byte(_) => {
                input.error_here(ParseErrorCode::UnexpectedSolidusInTag);
                self.switch_to(State::BeforeAttributeName)
            }
        }
    }

    /// Creates a new tag token.
    #[inline]
    pub(super) fn create_tag(&mut self, is_end_tag: bool) {
        self.is_end_tag = is_end_tag;
        self.tag.attributes.clear();
        // The two flags are adjacent: both are cleared by one store.
        self.tag.self_closing = false;
        self.tag.had_duplicate_attributes = false;
        self.duplicates.clear();
    }

    /// Finishes the name under construction of a tag or attribute, which ends at byte `end`, and
    /// ASCII-lowercases it.
    pub(super) fn finish_name(&mut self, input: &mut InputStream, end: usize) -> LocalName {
        let Some(start) = self.pending.start_in_source() else {
            return self.finish_replaced_name(input, end);
        };
        if let Some(packed) = Packed::new(input.bytes(), start, end)
            && let Some(name) = packed.to_ascii_lowercase().known_name()
        {
            return name;
        }
        let (source, names) = input.context.strings.source_and_names_mut();
        let name = &source[start..end];
        if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return self.finish_replaced_name(input, end);
        }
        names.intern(name)
    }

    /// As [`finish_name`](Self::finish_name), for a name with uppercase letters that is not a known
    /// one, or with NULs.
    fn finish_replaced_name(&mut self, input: &mut InputStream, end: usize) -> LocalName {
        let span = self.pending.finish(&mut input.context.strings, end);
        self.lowercased.clear();
        self.lowercased.push_str(input.context.strings.get(span));
        self.lowercased.make_ascii_lowercase();
        input.context.strings.names_mut().intern(&self.lowercased)
    }

    /// Emits the current tag token, which ends at the current position.
    pub(super) fn emit_tag(&mut self, input: &mut InputStream) -> Progress {
        self.state = State::Data;
        self.tag.start = self.start as u32;
        self.tag.end = input.position() as u32;
        if !self.is_end_tag {
            self.last_start_tag = self.tag.name;
            return self.emit(input, TokenKind::StartTag);
        }
        let greater_than = input.position() - 1;
        if !self.tag.attributes.is_empty() {
            input.error_at(ParseErrorCode::EndTagWithAttributes, greater_than);
        }
        if self.tag.self_closing {
            input.error_at(ParseErrorCode::EndTagWithTrailingSolidus, greater_than);
        }
        self.emit(input, TokenKind::EndTag)
    }

    /// At the end of the file inside a tag: drops the tag.
    pub(super) fn end_of_file_in_tag(&mut self, input: &mut InputStream) -> Progress {
        input.error_here(ParseErrorCode::EofInTag);
        self.drop_token_at_end_of_file(input)
    }
}

/// Whether `byte` ends a tag name: ASCII whitespace, `/` or `>`.
#[inline]
pub(super) fn ends_tag_name(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>')
}

#[cfg(test)]
mod tests {
    use crate::names::known;
    use crate::settings::Limits;
    use crate::tokenizer::testing::{WholeInput, errors, tokens};
    use crate::tokenizer::token::Token;

    #[test]
    fn known_names_are_found_in_any_case_and_unknown_names_are_lowercased() {
        let html = "<div><DIV ><bLockQuote/><feComponentTransfer><x-Foo><X-FOO><x\0Y><\u{61}é>";
        let mut whole = WholeInput::new(html, &Limits::default());
        let mut names = Vec::new();
        while let Some(token) = whole.next() {
            if let Token::StartTag(tag) = token {
                names.push(tag.name);
            }
        }
        let known = [known::DIV, known::DIV, known::BLOCKQUOTE, known::FECOMPONENTTRANSFER];
        assert_eq!(names[..4], known);
        assert_eq!(names[4], names[5]);
        let unknown: Vec<_> = names[4..].iter().map(|name| whole.name(*name)).collect();
        assert_eq!(unknown, ["x-foo", "x-foo", "x\u{FFFD}y", "aé"]);
    }

    #[test]
    fn tokens_tile_the_input() {
        let html = "<!DOCTYPE html><p>a&lt;b<!--c--></p\n><br/>";
        let mut whole = WholeInput::new(html, &Limits::default());
        let mut end = 0;
        while let Some(token) = whole.next() {
            let tag_range = match token {
                Token::StartTag(tag) => Some((tag.start as usize, tag.end as usize)),
                Token::EndTag(tag) => Some((tag.start as usize, tag.end as usize)),
                _ => None,
            };
            let range = (whole.input.context.token.start, whole.input.position());
            assert_eq!(range.0, end);
            assert!(tag_range.is_none_or(|tag| tag == range));
            end = range.1;
        }
        assert_eq!(end, html.len());
    }

    #[test]
    fn an_unfinished_tag_is_dropped() {
        for html in ["<a", "<a b", "<a b=", "<a b='c", "<a b='c'", "<a /", "</a", "<a b=c"] {
            assert_eq!(tokens(html), [""; 0], "{html}");
            assert_eq!(errors(html), [format!("eof-in-tag {}", html.len())]);
        }
    }

    #[test]
    fn attributes_and_a_trailing_solidus_are_errors_in_end_tags() {
        assert_eq!(tokens("</a b=c/>"), ["</a>"]);
        assert_eq!(errors("</a b>"), ["end-tag-with-attributes 5"]);
        assert_eq!(errors("</a/>"), ["end-tag-with-trailing-solidus 4"]);
        assert_eq!(tokens("</>a"), ["\"a\""]);
        assert_eq!(errors("</>a"), ["missing-end-tag-name 2"]);
        assert_eq!(tokens("</ a>b"), ["<!-- a-->", "\"b\""]);
        assert_eq!(errors("</ a>"), ["invalid-first-character-of-tag-name 2"]);
    }

    #[test]
    fn a_tag_is_self_closing_only_if_it_ends_with_a_solidus() {
        assert_eq!(tokens("<a/><a / b/c>"), ["<a />", "<a b=\"\" c=\"\">"]);
        assert_eq!(errors("<a/b>"), ["unexpected-solidus-in-tag 3"]);
    }
}
