//! The "in caption" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-incaption>
    pub(crate) fn in_caption(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::EndTag(tag) => match tag.name {
                known::CAPTION => {
                    let closed = self.close_caption(context);
                    self.done_if(closed, token, context)
                }
                known::TABLE => {
                    let closed = self.close_caption(context);
                    self.reprocess_if(closed, token, context)
                }
                known::BODY
                | known::COL
                | known::COLGROUP
                | known::HTML
                | known::TBODY
                | known::TD
                | known::TFOOT
                | known::TH
                | known::THEAD
                | known::TR => self.ignore_unexpected(token, context),
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
                    let closed = self.close_caption(context);
                    self.reprocess_if(closed, token, context)
                }
                _ => self.in_body(token, context),
            },
            _ => self.in_body(token, context),
        }
    }

    /// Closes the `caption`, if one is in table scope. Returns whether it was.
    fn close_caption(&mut self, context: &mut ParseContext) -> bool {
        let has_caption = self.open.has_named_in_table_scope(known::CAPTION);
        if has_caption {
            self.close_element(known::CAPTION, context);
            self.formatting.clear_to_last_marker();
            self.mode = InsertionMode::InTable;
        }
        has_caption
    }
}
