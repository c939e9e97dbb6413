//! The "in table body" insertion mode: inside `tbody`, `thead` and `tfoot`.

use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::element_sets::{ElementClass, TagSet};
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-intbody>
    pub(crate) fn in_table_body(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Next {
        match token {
            Token::StartTag(tag) => match tag.name {
                known::TR => {
                    self.clear_stack_back_to(ElementClass::TABLE_BODY_CONTEXT, context);
                    self.insert_html_element(tag, context);
                    self.mode = InsertionMode::InRow;
                    Next::Done
                }
                known::TH | known::TD => {
                    self.error(ParseErrorCode::ImpliedTableStructure, context);
                    self.clear_stack_back_to(ElementClass::TABLE_BODY_CONTEXT, context);
                    self.insert_implied_element(known::TR, context);
                    self.mode = InsertionMode::InRow;
                    Next::Reprocess
                }
                known::CAPTION
                | known::COL
                | known::COLGROUP
                | known::TBODY
                | known::TFOOT
                | known::THEAD => {
                    if self.close_table_body(TagSet::TABLE_SECTIONS, context) {
                        return Next::Reprocess;
                    }
                    self.error(ParseErrorCode::UnexpectedStartTag, context);
                    Next::Done
                }
                _ => self.in_table(token, context),
            },
            Token::EndTag(tag) => match tag.name {
                known::TBODY | known::TFOOT | known::THEAD => {
                    if !self.close_table_body(TagSet::of(tag.name), context) {
                        self.error(ParseErrorCode::UnexpectedEndTag, context);
                    }
                    Next::Done
                }
                known::TABLE => {
                    if self.close_table_body(TagSet::TABLE_SECTIONS, context) {
                        return Next::Reprocess;
                    }
                    self.error(ParseErrorCode::UnexpectedEndTag, context);
                    Next::Done
                }
                known::BODY
                | known::CAPTION
                | known::COL
                | known::COLGROUP
                | known::HTML
                | known::TD
                | known::TH
                | known::TR => {
                    self.error(ParseErrorCode::UnexpectedEndTag, context);
                    Next::Done
                }
                _ => self.in_table(token, context),
            },
            _ => self.in_table(token, context),
        }
    }

    /// Closes the part of the table that is open, if one of these is in table scope. Whether one
    /// is.
    fn close_table_body(&mut self, parts: TagSet, context: &mut ParseContext) -> bool {
        let is_open = self.open.has_any_in_table_scope(parts);
        if is_open {
            self.clear_stack_back_to(ElementClass::TABLE_BODY_CONTEXT, context);
            self.pop(context);
            self.mode = InsertionMode::InTable;
        }
        is_open
    }
}
