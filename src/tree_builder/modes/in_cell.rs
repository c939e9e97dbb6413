//! The "in cell" insertion mode.

use crate::input::ParseContext;
use crate::names::{LocalName, known};
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-intd>
    pub(crate) fn in_cell(&mut self, token: &mut Token<'_>, context: &mut ParseContext) -> Next {
        match token {
            Token::EndTag(tag) => match tag.name {
                known::TD | known::TH => {
                    if self.open.has_named_in_table_scope(tag.name) {
                        self.close_cell(tag.name, context);
                    } else {
                        self.error(ParseErrorCode::UnexpectedEndTag, context);
                    }
                    Next::Done
                }
                known::BODY | known::CAPTION | known::COL | known::COLGROUP | known::HTML => {
                    self.error(ParseErrorCode::UnexpectedEndTag, context);
                    Next::Done
                }
                known::TABLE | known::TBODY | known::TFOOT | known::THEAD | known::TR => {
                    if !self.open.has_named_in_table_scope(tag.name) {
                        self.error(ParseErrorCode::UnexpectedEndTag, context);
                        return Next::Done;
                    }
                    self.close_the_cell(context);
                    Next::Reprocess
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
                    Next::Reprocess
                }
                _ => self.in_body(token, context),
            },
            _ => self.in_body(token, context),
        }
    }

    /// <https://html.spec.whatwg.org/#close-the-cell>
    fn close_the_cell(&mut self, context: &mut ParseContext) {
        // In this mode one of the two is in table scope, and never both.
        let is_td = self.open.has_named_in_table_scope(known::TD);
        self.close_cell(if is_td { known::TD } else { known::TH }, context);
    }

    /// Closes the cell of that name, which is in table scope.
    fn close_cell(&mut self, name: LocalName, context: &mut ParseContext) {
        self.generate_implied_end_tags(context);
        if !self.current_is_html(name) {
            self.error(ParseErrorCode::UnclosedElement, context);
        }
        self.pop_until_popped(name, context);
        self.formatting.clear_to_last_marker();
        self.mode = InsertionMode::InRow;
    }
}
