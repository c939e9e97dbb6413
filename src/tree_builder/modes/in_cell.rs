//! The "in cell" insertion mode.

use crate::input::ParseContext;
use crate::names::{LocalName, known};
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-intd>
    pub(crate) fn in_cell(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::EndTag(tag) => match tag.name {
                known::TD | known::TH => {
                    let in_scope = self.open.has_named_in_table_scope(tag.name);
                    if in_scope {
                        self.close_cell_named(tag.name, context);
                    }
                    self.done_if(in_scope, token, context)
                }
                known::BODY | known::CAPTION | known::COL | known::COLGROUP | known::HTML => {
                    self.ignore_unexpected(token, context)
                }
                known::TABLE | known::TBODY | known::TFOOT | known::THEAD | known::TR => {
                    let in_scope = self.open.has_named_in_table_scope(tag.name);
                    if in_scope {
                        self.close_the_cell(context);
                    }
                    self.reprocess_if(in_scope, token, context)
                }
                _ => self.in_body(token, context),
            },
            Token::StartTag(tag) => match tag.name {
                known::CAPTION
                | known::COL
                | known::COLGROUP
                | known::TBODY
                | known::TD
                | known::TFOOT
                | known::TH
                | known::THEAD
                | known::TR => {
                    self.close_the_cell(context);
                    Processing::Reprocess
                }
                _ => self.in_body(token, context),
            },
            _ => self.in_body(token, context),
        }
    }

    /// Closes the cell.
    ///
    /// <https://html.spec.whatwg.org/#close-the-cell>
    fn close_the_cell(&mut self, context: &mut ParseContext) {
        // "The stack of open elements cannot have both a `td` and a `th` element in table scope at
        // the same time, nor can it have neither when the close the cell algorithm is invoked."
        let has_td = self.open.has_named_in_table_scope(known::TD);
        self.close_cell_named(if has_td { known::TD } else { known::TH }, context);
    }

    /// Closes the cell with that name, which is in table scope.
    fn close_cell_named(&mut self, name: LocalName, context: &mut ParseContext) {
        self.close_element(name, context);
        self.formatting.clear_to_last_marker();
        self.mode = InsertionMode::InRow;
    }
}
