//! The "after body" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::text::Span;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder, split_white_space};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-afterbody>
    pub(crate) fn after_body(&mut self, token: &mut Token<'_>, context: &mut ParseContext) -> Next {
        match token {
            Token::Characters(text) => {
                if self.white_space_in_body(text, context) {
                    return Next::Done;
                }
                self.content_after_body(context)
            }
            Token::Comment(data) => {
                self.insert_comment_in_html(*data, context);
                Next::Done
            }
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction_in_html(*target, *data, context);
                Next::Done
            }
            Token::Doctype(_) => {
                self.error(ParseErrorCode::MisplacedDoctype, context);
                Next::Done
            }
            Token::StartTag(tag) if tag.name == known::HTML => self.in_body(token, context),
            Token::EndTag(tag) if tag.name == known::HTML => {
                if self.context.is_some() {
                    self.error(ParseErrorCode::UnexpectedEndTag, context);
                } else {
                    if self.positions {
                        self.tell_closed(known::HTML);
                    }
                    self.mode = InsertionMode::AfterAfterBody;
                }
                Next::Done
            }
            Token::EndOfFile => self.stop_parsing(context),
            _ => self.content_after_body(context),
        }
    }

    /// Anything else: the body goes on.
    pub(super) fn content_after_body(&mut self, context: &mut ParseContext) -> Next {
        self.error(ParseErrorCode::ContentAfterBody, context);
        self.mode = InsertionMode::InBody;
        Next::Reprocess
    }

    /// Processes the white space at the start of a run of characters by the rules of "in body" and
    /// leaves the rest. Whether there is no rest.
    pub(super) fn white_space_in_body(
        &mut self,
        text: &mut Span,
        context: &mut ParseContext,
    ) -> bool {
        let (white_space, rest) = split_white_space(*text, context);
        if !white_space.is_empty() {
            self.in_body(&mut Token::Characters(white_space), context);
        }
        *text = rest;
        rest.is_empty()
    }
}
