//! The "in column group" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion::NodePosition;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-incolgroup>
    pub(crate) fn in_column_group(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::Characters(text) => {
                if !self.insert_leading_whitespace(text, context) && self.close_colgroup(context) {
                    return Processing::Reprocess;
                }
                // Without a `colgroup` to close, characters are ignored one by one; whitespace
                // between them is not.
                self.insert_only_whitespace(text, context);
                Processing::Done
            }
            Token::Comment(data) => {
                self.insert_comment(*data, NodePosition::Adjusted, context);
                Processing::Done
            }
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(*target, *data, NodePosition::Adjusted, context);
                Processing::Done
            }
            Token::Doctype(_) => {
                self.error(ParseErrorCode::MisplacedDoctype, context);
                Processing::Done
            }
            Token::StartTag(tag) => match tag.name {
                known::HTML => self.in_body(token, context),
                known::COL => {
                    self.insert_void_element(tag, context);
                    Processing::Done
                }
                known::TEMPLATE => self.in_head(token, context),
                _ => self.in_column_group_anything_else(token, context),
            },
            Token::EndTag(tag) => match tag.name {
                known::COLGROUP => {
                    if !self.close_colgroup(context) {
                        self.error(ParseErrorCode::UnexpectedEndTag, context);
                    }
                    Processing::Done
                }
                known::COL => {
                    self.error(ParseErrorCode::UnexpectedEndTag, context);
                    Processing::Done
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
    ) -> Processing {
        if self.close_colgroup(context) {
            return Processing::Reprocess;
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
