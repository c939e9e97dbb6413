//! The "after body" insertion mode.

use crate::input::InputStream;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::strings::Span;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder, split_white_space};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-afterbody>
    pub(crate) fn after_body(&mut self, token: &mut Token<'_>, input: &mut InputStream) -> Next {
        match token {
            Token::Characters(text) => {
                if self.white_space_in_body(text, input) {
                    return Next::Done;
                }
                self.content_after_body(input)
            }
            Token::Comment(data) => {
                self.insert_comment_in_html(*data, input);
                Next::Done
            }
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction_in_html(*target, *data, input);
                Next::Done
            }
            Token::Doctype(_) => {
                self.error(ParseErrorCode::MisplacedDoctype, input);
                Next::Done
            }
            Token::StartTag(tag) if tag.name == known::HTML => self.in_body(token, input),
            Token::EndTag(tag) if tag.name == known::HTML => {
                if self.context.is_some() {
                    self.error(ParseErrorCode::UnexpectedEndTag, input);
                } else {
                    if self.positions {
                        self.tell_closed(known::HTML);
                    }
                    self.mode = InsertionMode::AfterAfterBody;
                }
                Next::Done
            }
            Token::EndOfFile => self.stop_parsing(input),
            _ => self.content_after_body(input),
        }
    }

    /// Anything else: the body goes on.
    pub(super) fn content_after_body(&mut self, input: &mut InputStream) -> Next {
        self.error(ParseErrorCode::ContentAfterBody, input);
        self.mode = InsertionMode::InBody;
        Next::Reprocess
    }

    /// Processes the white space at the start of a run of characters by the rules of "in body" and leaves the rest.
    /// Whether there is no rest.
    pub(super) fn white_space_in_body(&mut self, text: &mut Span, input: &mut InputStream) -> bool {
        let (white_space, rest) = split_white_space(*text, input);
        if !white_space.is_empty() {
            self.in_body(&mut Token::Characters(white_space), input);
        }
        *text = rest;
        rest.is_empty()
    }
}
