//! The states of tags, up to their names, and what ends a tag.

use crate::bytes::runs;
use crate::input::InputStream;
use crate::names::{LocalName, Packed};
use crate::parse_error::ParseErrorCode;
use crate::text::Strings;

use super::{Kind, Piece, State, Step, Tokenizer};

impl Tokenizer {
    /// <https://html.spec.whatwg.org/#tag-open-state>
    #[inline(always)]
    pub(super) fn tag_open_state(&mut self, input: &mut InputStream) -> Step {
        match input.peek() {
            Some(b'!') => {
                input.position += 1;
                self.markup_declaration_open_state(input)
            }
            Some(b'/') => {
                input.position += 1;
                self.end_tag_open_state(input)
            }
            Some(b'a'..=b'z' | b'A'..=b'Z') => {
                self.start_tag(false, input.position);
                self.ordinary_start_tag(input)
            }
            Some(b'?') if self.revision.has_processing_instructions() => {
                self.mark = input.position;
                input.position += 1;
                self.processing_instruction_open_state(input)
            }
            Some(b'?') => {
                input.error_at(
                    ParseErrorCode::UnexpectedQuestionMarkInsteadOfTagName,
                    input.position,
                );
                self.piece = Piece::at(input.position);
                self.bogus_comment_state(input)
            }
            None if !input.is_last => self.wait_in(State::TagOpen),
            // The `<` stays pending text, here and below.
            None => {
                input.error_at(ParseErrorCode::EofBeforeTagName, input.position);
                self.switch_to(State::Data)
            }
            Some(_) => {
                input.error_at(ParseErrorCode::InvalidFirstCharacterOfTagName, input.position);
                self.switch_to(State::Data)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#end-tag-open-state>
    #[inline(always)]
    pub(super) fn end_tag_open_state(&mut self, input: &mut InputStream) -> Step {
        match input.peek() {
            Some(b'a'..=b'z' | b'A'..=b'Z') => {
                self.start_tag(true, input.position);
                self.ordinary_end_tag(input)
            }
            Some(b'>') => {
                input.error_at(ParseErrorCode::MissingEndTagName, input.position);
                input.position += 1;
                self.start = input.position;
                self.piece = Piece::at(input.position);
                self.switch_to(State::Data)
            }
            None if !input.is_last => self.wait_in(State::EndTagOpen),
            // The `</` stays pending text.
            None => {
                input.error_at(ParseErrorCode::EofBeforeTagName, input.position);
                self.switch_to(State::Data)
            }
            Some(_) => {
                input.error_at(ParseErrorCode::InvalidFirstCharacterOfTagName, input.position);
                self.piece = Piece::at(input.position);
                self.bogus_comment_state(input)
            }
        }
    }

    /// <https://html.spec.whatwg.org/#tag-name-state>
    pub(super) fn tag_name_state(&mut self, input: &mut InputStream) -> Step {
        loop {
            let end = runs::name_end(input.bytes(), input.position);
            input.position = end;
            match input.peek() {
                Some(b'\t' | b'\n' | b'\x0C' | b' ') => {
                    self.tag.name = self.finish_name(input, end);
                    input.position += 1;
                    return self.ordinary_attributes(input);
                }
                Some(b'/') => {
                    self.tag.name = self.finish_name(input, end);
                    input.position += 1;
                    return self.self_closing_start_tag_state(input);
                }
                Some(b'>') => {
                    self.tag.name = self.finish_name(input, end);
                    input.position += 1;
                    return self.emit_tag(input);
                }
                Some(0) => self.replace_null(input, end),
                None if !input.is_last => return self.wait_in(State::TagName),
                None => return self.end_of_file_in_tag(input),
                Some(_) => input.position += 1,
            }
        }
    }

    /// <https://html.spec.whatwg.org/#self-closing-start-tag-state>
    pub(super) fn self_closing_start_tag_state(&mut self, input: &mut InputStream) -> Step {
        match input.peek() {
            Some(b'>') => {
                self.tag.self_closing = true;
                input.position += 1;
                self.emit_tag(input)
            }
            None if !input.is_last => self.wait_in(State::SelfClosingStartTag),
            None => self.end_of_file_in_tag(input),
            Some(_) => {
                input.error_at(ParseErrorCode::UnexpectedSolidusInTag, input.position);
                self.switch_to(State::BeforeAttributeName)
            }
        }
    }

    /// Creates a new tag token, whose name starts at byte `name_start`.
    #[inline(always)]
    pub(super) fn start_tag(&mut self, is_end_tag: bool, name_start: usize) {
        self.is_end_tag = is_end_tag;
        self.tag.attributes.clear();
        self.tag.self_closing = false;
        self.duplicates.start_tag();
        self.piece = Piece::at(name_start);
    }

    /// The name of a tag or attribute that ends at byte `end`, ASCII capitals made small.
    pub(super) fn finish_name(&mut self, input: &mut InputStream, end: usize) -> LocalName {
        let Some(start) = self.piece.start_in_source() else {
            return self.finish_replaced_name(input, end);
        };
        let end = end.max(start);
        if let Some(packed) = Packed::new(input.bytes(), start, end)
            && let Some(name) = packed.to_ascii_lowercase().known_name()
        {
            return name;
        }
        let Strings { source, names, .. } = &mut input.context.strings;
        let name = &source[start..end];
        if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return self.finish_replaced_name(input, end);
        }
        names.intern(name)
    }

    /// The same for a name with capitals that is not a known one, or with NULs.
    #[cold]
    fn finish_replaced_name(&mut self, input: &mut InputStream, end: usize) -> LocalName {
        let span = self.piece.finish(&mut input.context.strings, end);
        self.lowercased.clear();
        self.lowercased.push_str(input.context.strings.get(span));
        self.lowercased.make_ascii_lowercase();
        input.context.strings.names.intern(&self.lowercased)
    }

    /// Emits the current tag token, which ends where the input now stands.
    #[inline(always)]
    pub(super) fn emit_tag(&mut self, input: &mut InputStream) -> Step {
        self.state = State::Data;
        self.tag.start = self.start as u32;
        self.tag.end = input.position as u32;
        if !self.is_end_tag {
            self.last_start_tag = self.tag.name;
            return self.emit(input, Kind::StartTag);
        }
        let greater_than = input.position.saturating_sub(1);
        if !self.tag.attributes.is_empty() {
            input.error_at(ParseErrorCode::EndTagWithAttributes, greater_than);
        }
        if self.tag.self_closing {
            input.error_at(ParseErrorCode::EndTagWithTrailingSolidus, greater_than);
        }
        self.emit(input, Kind::EndTag)
    }

    /// At the end of the file inside a tag, which is dropped.
    #[cold]
    pub(super) fn end_of_file_in_tag(&mut self, input: &mut InputStream) -> Step {
        input.error_at(ParseErrorCode::EofInTag, input.position);
        self.drop_token_at_end_of_file(input)
    }
}

#[cfg(test)]
mod tests {
    use crate::names::known;
    use crate::settings::Limits;
    use crate::tokenizer::testing::{Whole, errors, tokens};
    use crate::tokenizer::token::Token;

    #[test]
    fn names_are_known_whatever_their_case_and_length() {
        let html = "<div><DIV ><bLockQuote/><feComponentTransfer><x-Foo><X-FOO><x\0Y><\u{61}é>";
        let mut whole = Whole::new(html, &Limits::default());
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
        let mut whole = Whole::new(html, &Limits::default());
        let mut end = 0;
        while let Some(token) = whole.next() {
            let tag_range = match token {
                Token::StartTag(tag) => Some((tag.start as usize, tag.end as usize)),
                Token::EndTag(tag) => Some((tag.start as usize, tag.end as usize)),
                _ => None,
            };
            let range = (whole.input.context.token.start, whole.input.position);
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
    fn end_tags_have_no_attributes_and_no_trailing_solidus() {
        assert_eq!(tokens("</a b=c/>"), ["</a>"]);
        assert_eq!(errors("</a b>"), ["end-tag-with-attributes 5"]);
        assert_eq!(errors("</a/>"), ["end-tag-with-trailing-solidus 4"]);
        assert_eq!(tokens("</>a"), ["\"a\""]);
        assert_eq!(errors("</>a"), ["missing-end-tag-name 2"]);
        assert_eq!(tokens("</ a>b"), ["<!-- a-->", "\"b\""]);
        assert_eq!(errors("</ a>"), ["invalid-first-character-of-tag-name 2"]);
    }

    #[test]
    fn a_solidus_counts_only_before_the_end_of_the_tag() {
        assert_eq!(tokens("<a/><a / b/c>"), ["<a />", "<a b=\"\" c=\"\">"]);
        assert_eq!(errors("<a/b>"), ["unexpected-solidus-in-tag 3"]);
    }
}
