//! The "in column group" insertion mode.

use crate::input::InputStream;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-incolgroup>
    pub(crate) fn in_column_group(&mut self, token: &mut Token<'_>, input: &mut InputStream) -> Next {
        match token {
            Token::Characters(text) => {
                if !self.insert_white_space(text, input) && self.close_colgroup(input) {
                    return Next::Reprocess;
                }
                // Without a `colgroup` to close, characters are ignored one by one; white space between them is not.
                self.insert_only_white_space(text, input);
                Next::Done
            }
            Token::Comment(data) => {
                self.insert_comment(*data, input);
                Next::Done
            }
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(*target, *data, input);
                Next::Done
            }
            Token::Doctype(_) => {
                self.error(ParseErrorCode::MisplacedDoctype, input);
                Next::Done
            }
            Token::StartTag(tag) => match tag.name {
                known::HTML => self.in_body(token, input),
                known::COL => {
                    self.insert_void_element(tag, input);
                    Next::Done
                }
                known::TEMPLATE => self.in_head(token, input),
                _ => self.in_column_group_anything_else(token, input),
            },
            Token::EndTag(tag) => match tag.name {
                known::COLGROUP => {
                    if !self.close_colgroup(input) {
                        self.error(ParseErrorCode::UnexpectedEndTag, input);
                    }
                    Next::Done
                }
                known::COL => {
                    self.error(ParseErrorCode::UnexpectedEndTag, input);
                    Next::Done
                }
                known::TEMPLATE => self.in_head(token, input),
                _ => self.in_column_group_anything_else(token, input),
            },
            Token::EndOfFile => self.in_body(token, input),
            Token::NullCharacter(_) => self.in_column_group_anything_else(token, input),
        }
    }

    /// Anything else: the end tag is implied.
    fn in_column_group_anything_else(&mut self, token: &Token<'_>, input: &mut InputStream) -> Next {
        if self.close_colgroup(input) {
            return Next::Reprocess;
        }
        self.ignore_unexpected(token, input)
    }

    /// Closes the `colgroup`, if it is the current node. Whether it is.
    fn close_colgroup(&mut self, input: &mut InputStream) -> bool {
        let is_colgroup = self.current_is_html(known::COLGROUP);
        if is_colgroup {
            self.pop(input);
            self.mode = InsertionMode::InTable;
        }
        is_colgroup
    }
}
