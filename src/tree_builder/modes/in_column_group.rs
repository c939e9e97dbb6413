//! The "in column group" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
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
                // Without a `colgroup` to close (fragment case), each character that is not
                // whitespace is ignored, and whitespace after it is inserted.
                self.insert_only_whitespace(text, context);
                Processing::Done
            }
            Token::Leaf(leaf) => {
                self.insert_leaf(*leaf, NodePosition::Adjusted, context);
                Processing::Done
            }
            Token::Doctype(_) => self.ignore_unexpected(token, context),
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
                    let closed = self.close_colgroup(context);
                    self.done_if(closed, token, context)
                }
                known::COL => self.ignore_unexpected(token, context),
                known::TEMPLATE => self.in_head(token, context),
                _ => self.in_column_group_anything_else(token, context),
            },
            Token::EndOfFile => self.in_body(token, context),
            Token::NullCharacter(_) => self.in_column_group_anything_else(token, context),
        }
    }

    /// "Anything else": the end tag `colgroup` is implied.
    fn in_column_group_anything_else(
        &mut self,
        token: &Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        let closed = self.close_colgroup(context);
        self.reprocess_if(closed, token, context)
    }

    /// Closes the `colgroup`, if it is the current node. Returns whether it was.
    fn close_colgroup(&mut self, context: &mut ParseContext) -> bool {
        let is_colgroup = self.current_is_html(known::COLGROUP);
        if is_colgroup {
            self.pop(context);
            self.mode = InsertionMode::InTable;
        }
        is_colgroup
    }
}
