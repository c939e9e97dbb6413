//! The "in table body" insertion mode: inside `tbody`, `thead` and `tfoot`.

use crate::elements::{ElementClass, TagSet};
use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-intbody>
    pub(crate) fn in_table_body(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::StartTag(tag) => match tag.name {
                known::TR => {
                    self.clear_stack_back_to_table_body_context(context);
                    self.insert_html_element(tag, context);
                    self.mode = InsertionMode::InRow;
                    Processing::Done
                }
                known::TH | known::TD => {
                    self.error(ParseErrorCode::ImpliedTableStructure, context);
                    self.clear_stack_back_to_table_body_context(context);
                    self.insert_implied_element(known::TR, context);
                    self.mode = InsertionMode::InRow;
                    Processing::Reprocess
                }
                known::CAPTION
                | known::COL
                | known::COLGROUP
                | known::TBODY
                | known::TFOOT
                | known::THEAD => {
                    let closed = self.close_table_body(TagSet::TABLE_SECTIONS, context);
                    self.reprocess_if(closed, token, context)
                }
                _ => self.in_table(token, context),
            },
            Token::EndTag(tag) => match tag.name {
                known::TBODY | known::TFOOT | known::THEAD => {
                    let closed = self.close_table_body(TagSet::of(tag.name), context);
                    self.done_if(closed, token, context)
                }
                known::TABLE => {
                    let closed = self.close_table_body(TagSet::TABLE_SECTIONS, context);
                    self.reprocess_if(closed, token, context)
                }
                known::BODY
                | known::CAPTION
                | known::COL
                | known::COLGROUP
                | known::HTML
                | known::TD
                | known::TH
                | known::TR => self.ignore_unexpected(token, context),
                _ => self.in_table(token, context),
            },
            _ => self.in_table(token, context),
        }
    }

    /// Closes the current section of the table, if one of `sections` is in table scope. Returns
    /// whether one was.
    fn close_table_body(&mut self, sections: TagSet, context: &mut ParseContext) -> bool {
        let has_section = self.open.has_any_in_table_scope(sections);
        if has_section {
            self.clear_stack_back_to_table_body_context(context);
            self.pop(context);
            self.mode = InsertionMode::InTable;
        }
        has_section
    }

    /// Clears the stack back to a table body context.
    ///
    /// <https://html.spec.whatwg.org/#clear-the-stack-back-to-a-table-body-context>
    fn clear_stack_back_to_table_body_context(&mut self, context: &mut ParseContext) {
        self.pop_until_current_is(ElementClass::TABLE_BODY_CONTEXT, context);
    }
}
