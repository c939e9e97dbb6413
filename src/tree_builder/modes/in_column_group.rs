//! The "in column group" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-incolgroup>
    pub(crate) fn in_column_group(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Next {
        match token {
            Token::Characters(text) => {
                if !self.insert_white_space(text, context) && self.close_colgroup(context) {
                    return Next::Reprocess;
                }
                // Without a `colgroup` to close, characters are ignored one by one; white space
                // between them is not.
                self.insert_only_white_space(text, context);
                Next::Done
            }
            Token::Comment(data) => {
                self.insert_comment(*data, context);
                Next::Done
            }
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(*target, *data, context);
                Next::Done
            }
            Token::Doctype(_) => {
                self.error(ParseErrorCode::MisplacedDoctype, context);
                Next::Done
            }
            Token::StartTag(tag) => match tag.name {
                known::HTML => self.in_body(token, context),
                known::COL => {
                    self.insert_void_element(tag, context);
                    Next::Done
                }
                known::TEMPLATE => self.in_head(token, context),
                _ => self.in_column_group_anything_else(token, context),
            },
            Token::EndTag(tag) => match tag.name {
                known::COLGROUP => {
                    if !self.close_colgroup(context) {
                        self.error(ParseErrorCode::UnexpectedEndTag, context);
                    }
                    Next::Done
                }
                known::COL => {
                    self.error(ParseErrorCode::UnexpectedEndTag, context);
                    Next::Done
                }
                known::TEMPLATE => self.in_head(token, context),
                _ => self.in_column_group_anything_else(token, context),
            },
            Token::EndOfFile => self.in_body(token, context),
            Token::NullCharacter(_) => self.in_column_group_anything_else(token, context),
        }
    }

    /// Anything else: the end tag is implied.
    fn in_column_group_anything_else(
        &mut self,
        token: &Token<'_>,
        context: &mut ParseContext,
    ) -> Next {
        if self.close_colgroup(context) {
            return Next::Reprocess;
        }
        self.ignore_unexpected(token, context)
    }

    /// Closes the `colgroup`, if it is the current node. Whether it is.
    fn close_colgroup(&mut self, context: &mut ParseContext) -> bool {
        let is_colgroup = self.current_is_html(known::COLGROUP);
        if is_colgroup {
            self.pop(context);
            self.mode = InsertionMode::InTable;
        }
        is_colgroup
    }
}
