//! The "in row" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::element_sets::ElementClass;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-intr>
    pub(crate) fn in_row(&mut self, token: &mut Token<'_>, context: &mut ParseContext) -> Next {
        match token {
            Token::StartTag(tag) => match tag.name {
                known::TH | known::TD => {
                    self.clear_stack_back_to(ElementClass::TABLE_ROW_CONTEXT, context);
                    self.insert_html_element(tag, context);
                    self.mode = InsertionMode::InCell;
                    self.formatting.push_marker();
                    Next::Done
                }
                known::CAPTION
                | known::COL
                | known::COLGROUP
                | known::TBODY
                | known::TFOOT
                | known::THEAD
                | known::TR => {
                    if self.close_row(context) {
                        return Next::Reprocess;
                    }
                    self.error(ParseErrorCode::UnexpectedStartTag, context);
                    Next::Done
                }
                _ => self.in_table(token, context),
            },
            Token::EndTag(tag) => match tag.name {
                known::TR => {
                    if !self.close_row(context) {
                        self.error(ParseErrorCode::UnexpectedEndTag, context);
                    }
                    Next::Done
                }
                known::TABLE => {
                    if self.close_row(context) {
                        return Next::Reprocess;
                    }
                    self.error(ParseErrorCode::UnexpectedEndTag, context);
                    Next::Done
                }
                known::TBODY | known::TFOOT | known::THEAD => {
                    if !self.open.has_named_in_table_scope(tag.name) {
                        self.error(ParseErrorCode::UnexpectedEndTag, context);
                        return Next::Done;
                    }
                    if self.close_row(context) { Next::Reprocess } else { Next::Done }
                }
                known::BODY
                | known::CAPTION
                | known::COL
                | known::COLGROUP
                | known::HTML
                | known::TD
                | known::TH => {
                    self.error(ParseErrorCode::UnexpectedEndTag, context);
                    Next::Done
                }
                _ => self.in_table(token, context),
            },
            _ => self.in_table(token, context),
        }
    }

    /// Closes the `tr`, if it is in table scope. Whether it is.
    fn close_row(&mut self, context: &mut ParseContext) -> bool {
        let is_open = self.open.has_named_in_table_scope(known::TR);
        if is_open {
            self.clear_stack_back_to(ElementClass::TABLE_ROW_CONTEXT, context);
            self.pop(context);
            self.mode = InsertionMode::InTableBody;
        }
        is_open
    }
}
