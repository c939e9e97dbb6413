//! The "in frameset" insertion mode.

use crate::input::InputStream;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::strings::Span;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder, split_white_space};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-inframeset>
    pub(crate) fn in_frameset(&mut self, token: &mut Token<'_>, input: &mut InputStream) -> Next {
        match token {
            Token::Characters(text) => self.insert_only_white_space(text, input),
            Token::Comment(data) => self.insert_comment(*data, input),
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(*target, *data, input);
            }
            Token::Doctype(_) => self.error(ParseErrorCode::MisplacedDoctype, input),
            Token::StartTag(tag) => match tag.name {
                known::HTML => return self.in_body(token, input),
                known::FRAMESET => {
                    self.insert_html_element(tag, input);
                }
                known::FRAME => self.insert_void_element(tag, input),
                known::NOFRAMES => return self.in_head(token, input),
                _ => return self.ignore_unexpected(token, input),
            },
            Token::EndTag(tag) if tag.name == known::FRAMESET => self.frameset_end_tag(input),
            Token::EndOfFile => {
                if self.open.len() != 1 {
                    self.error(ParseErrorCode::UnclosedElementAtEof, input);
                }
                return self.stop_parsing(input);
            }
            Token::EndTag(_) | Token::NullCharacter(_) => return self.ignore_unexpected(token, input),
        }
        Next::Done
    }

    /// An end tag `frameset`.
    fn frameset_end_tag(&mut self, input: &mut InputStream) {
        // The root is the current node in the fragment case only.
        if self.open.len() == 1 {
            self.error(ParseErrorCode::UnexpectedEndTag, input);
            return;
        }
        self.pop(input);
        if self.context.is_none() && !self.current_is_html(known::FRAMESET) {
            self.mode = InsertionMode::AfterFrameset;
        }
    }

    /// Inserts the white space of a run of characters, wherever in it; anything else is an error and dropped.
    pub(super) fn insert_only_white_space(&mut self, text: &mut Span, input: &mut InputStream) {
        while let Some(white_space) = self.next_white_space(text, input) {
            self.insert_characters(white_space, input);
        }
    }

    /// Takes the next white space of a run of characters in which only that is wanted. What comes before it is an error
    /// and dropped. `None` when the run is used up.
    pub(super) fn next_white_space(&mut self, text: &mut Span, input: &mut InputStream) -> Option<Span> {
        let characters = input.strings.get(*text);
        let first_wanted = characters.find(|c: char| c.is_ascii_whitespace()).unwrap_or(characters.len());
        let (dropped, wanted) = text.split_at(first_wanted);
        if !dropped.is_empty() {
            self.error_in_text(ParseErrorCode::UnexpectedText, dropped, input);
        }
        let (white_space, rest) = split_white_space(wanted, input);
        *text = rest;
        (!white_space.is_empty()).then_some(white_space)
    }

    /// Reports an error of a part of the text at hand: of that part, if it stands in the source as it is.
    fn error_in_text(&mut self, code: ParseErrorCode, part: Span, input: &mut InputStream) {
        match part.source_range() {
            Some(range) => input.error(code, range.start, range.end),
            None => self.error(code, input),
        }
    }

    /// Ignores a token that is an error where it stands.
    pub(super) fn ignore_unexpected(&mut self, token: &Token<'_>, input: &mut InputStream) -> Next {
        let code = match token {
            Token::Doctype(_) => ParseErrorCode::MisplacedDoctype,
            Token::StartTag(_) => ParseErrorCode::UnexpectedStartTag,
            Token::EndTag(_) => ParseErrorCode::UnexpectedEndTag,
            Token::NullCharacter(_) => ParseErrorCode::UnexpectedNullCharacter,
            _ => ParseErrorCode::UnexpectedText,
        };
        self.error(code, input);
        Next::Done
    }
}
