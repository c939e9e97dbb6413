//! The "in row" insertion mode.

use crate::input::InputStream;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::element_sets::ElementClass;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-intr>
    pub(crate) fn in_row(&mut self, token: &mut Token<'_>, input: &mut InputStream) -> Next {
        match token {
            Token::StartTag(tag) => match tag.name {
                known::TH | known::TD => {
                    self.clear_stack_back_to(ElementClass::TABLE_ROW_CONTEXT, input);
                    self.insert_html_element(tag, input);
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
                    if self.close_row(input) {
                        return Next::Reprocess;
                    }
                    self.error(ParseErrorCode::UnexpectedStartTag, input);
                    Next::Done
                }
                _ => self.in_table(token, input),
            },
            Token::EndTag(tag) => match tag.name {
                known::TR => {
                    if !self.close_row(input) {
                        self.error(ParseErrorCode::UnexpectedEndTag, input);
                    }
                    Next::Done
                }
                known::TABLE => {
                    if self.close_row(input) {
                        return Next::Reprocess;
                    }
                    self.error(ParseErrorCode::UnexpectedEndTag, input);
                    Next::Done
                }
                known::TBODY | known::TFOOT | known::THEAD => {
                    if !self.open.has_named_in_table_scope(tag.name) {
                        self.error(ParseErrorCode::UnexpectedEndTag, input);
                        return Next::Done;
                    }
                    if self.close_row(input) { Next::Reprocess } else { Next::Done }
                }
                known::BODY
                | known::CAPTION
                | known::COL
                | known::COLGROUP
                | known::HTML
                | known::TD
                | known::TH => {
                    self.error(ParseErrorCode::UnexpectedEndTag, input);
                    Next::Done
                }
                _ => self.in_table(token, input),
            },
            _ => self.in_table(token, input),
        }
    }

    /// Closes the `tr`, if it is in table scope. Whether it is.
    fn close_row(&mut self, input: &mut InputStream) -> bool {
        let is_open = self.open.has_named_in_table_scope(known::TR);
        if is_open {
            self.clear_stack_back_to(ElementClass::TABLE_ROW_CONTEXT, input);
            self.pop(input);
            self.mode = InsertionMode::InTableBody;
        }
        is_open
    }
}
