//! The "in row" insertion mode.

use crate::elements::ElementClass;
use crate::input::ParseContext;
use crate::names::known;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-intr>
    pub(crate) fn in_row(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::StartTag(tag) => match tag.name {
                known::TH | known::TD => {
                    self.clear_stack_back_to_table_row_context(context);
                    self.insert_html_element(tag, context);
                    self.mode = InsertionMode::InCell;
                    self.push_marker(context);
                    Processing::Done
                }
                known::CAPTION
                | known::COL
                | known::COLGROUP
                | known::TBODY
                | known::TFOOT
                | known::THEAD
                | known::TR => {
                    let closed = self.close_row(context);
                    self.reprocess_if(closed, token, context)
                }
                _ => self.in_table(token, context),
            },
            Token::EndTag(tag) => match tag.name {
                known::TR => {
                    let closed = self.close_row(context);
                    self.done_if(closed, token, context)
                }
                known::TABLE => {
                    let closed = self.close_row(context);
                    self.reprocess_if(closed, token, context)
                }
                known::TBODY | known::TFOOT | known::THEAD => {
                    if !self.open.has_named_in_table_scope(tag.name) {
                        return self.ignore_unexpected(token, context);
                    }
                    // "If the stack of open elements does not have a `tr` element in table scope,
                    // ignore the token": without a parse error.
                    if self.close_row(context) { Processing::Reprocess } else { Processing::Done }
                }
                known::BODY
                | known::CAPTION
                | known::COL
                | known::COLGROUP
                | known::HTML
                | known::TD
                | known::TH => self.ignore_unexpected(token, context),
                _ => self.in_table(token, context),
            },
            _ => self.in_table(token, context),
        }
    }

    /// Closes the `tr`, if one is in table scope. Returns whether it was.
    fn close_row(&mut self, context: &mut ParseContext) -> bool {
        let has_tr = self.open.has_named_in_table_scope(known::TR);
        if has_tr {
            self.clear_stack_back_to_table_row_context(context);
            self.pop(context);
            self.mode = InsertionMode::InTableBody;
        }
        has_tr
    }

    /// Clears the stack back to a table row context.
    ///
    /// <https://html.spec.whatwg.org/#clear-the-stack-back-to-a-table-row-context>
    fn clear_stack_back_to_table_row_context(&mut self, context: &mut ParseContext) {
        self.pop_until_current_is(ElementClass::TABLE_ROW_CONTEXT, context);
    }
}
