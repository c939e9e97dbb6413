//! The "in frameset" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::text::Span;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder, split_white_space};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-inframeset>
    pub(crate) fn in_frameset(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Next {
        match token {
            Token::Characters(text) => self.insert_only_white_space(text, context),
            Token::Comment(data) => self.insert_comment(*data, context),
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(*target, *data, context);
            }
            Token::Doctype(_) => self.error(ParseErrorCode::MisplacedDoctype, context),
            Token::StartTag(tag) => match tag.name {
                known::HTML => return self.in_body(token, context),
                known::FRAMESET => {
                    self.insert_html_element(tag, context);
                }
                known::FRAME => self.insert_void_element(tag, context),
                known::NOFRAMES => return self.in_head(token, context),
                _ => return self.ignore_unexpected(token, context),
            },
            Token::EndTag(tag) if tag.name == known::FRAMESET => self.frameset_end_tag(context),
            Token::EndOfFile => {
                if self.open.len() != 1 {
                    self.error(ParseErrorCode::UnclosedElementAtEof, context);
                }
                return self.stop_parsing(context);
            }
            Token::EndTag(_) | Token::NullCharacter(_) => {
                return self.ignore_unexpected(token, context);
            }
        }
        Next::Done
    }

    /// An end tag `frameset`.
    fn frameset_end_tag(&mut self, context: &mut ParseContext) {
        // The root is the current node in the fragment case only.
        if self.open.len() == 1 {
            self.error(ParseErrorCode::UnexpectedEndTag, context);
            return;
        }
        self.pop(context);
        if self.context.is_none() && !self.current_is_html(known::FRAMESET) {
            self.mode = InsertionMode::AfterFrameset;
        }
    }

    /// Inserts the white space of a run of characters, wherever in it; anything else is an error
    /// and dropped.
    pub(super) fn insert_only_white_space(&mut self, text: &mut Span, context: &mut ParseContext) {
        while let Some(white_space) = self.next_white_space(text, context) {
            self.insert_characters(white_space, context);
        }
    }

    /// Takes the next white space of a run of characters in which only that is wanted. What comes
    /// before it is an error and dropped. `None` when the run is used up.
    pub(super) fn next_white_space(
        &mut self,
        text: &mut Span,
        context: &mut ParseContext,
    ) -> Option<Span> {
        let characters = context.strings.get(*text);
        let first_wanted =
            characters.find(|c: char| c.is_ascii_whitespace()).unwrap_or(characters.len());
        let (dropped, wanted) = text.split_at(first_wanted);
        if !dropped.is_empty() {
            self.error_in_text(ParseErrorCode::UnexpectedText, dropped, context);
        }
        let (white_space, rest) = split_white_space(wanted, context);
        *text = rest;
        (!white_space.is_empty()).then_some(white_space)
    }

    /// Reports an error of a part of the text at hand: of that part, if it stands in the source as
    /// it is.
    fn error_in_text(&mut self, code: ParseErrorCode, part: Span, context: &mut ParseContext) {
        match part.source_range() {
            Some(range) => context.error(code, range.start, range.end),
            None => self.error(code, context),
        }
    }

    /// Ignores a token that is an error where it stands.
    pub(super) fn ignore_unexpected(
        &mut self,
        token: &Token<'_>,
        context: &mut ParseContext,
    ) -> Next {
        let code = match token {
            Token::Doctype(_) => ParseErrorCode::MisplacedDoctype,
            Token::StartTag(_) => ParseErrorCode::UnexpectedStartTag,
            Token::EndTag(_) => ParseErrorCode::UnexpectedEndTag,
            Token::NullCharacter(_) => ParseErrorCode::UnexpectedNullCharacter,
            _ => ParseErrorCode::UnexpectedText,
        };
        self.error(code, context);
        Next::Done
    }
}
