//! The "in caption" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-incaption>
    pub(crate) fn in_caption(&mut self, token: &mut Token<'_>, context: &mut ParseContext) -> Next {
        match token {
            Token::EndTag(tag) => match tag.name {
                known::CAPTION => {
                    if !self.close_caption(context) {
                        self.error(ParseErrorCode::UnexpectedEndTag, context);
                    }
                    Next::Done
                }
                known::TABLE => {
                    if self.close_caption(context) {
                        return Next::Reprocess;
                    }
                    self.error(ParseErrorCode::UnexpectedEndTag, context);
                    Next::Done
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
                | known::TR => {
                    self.error(ParseErrorCode::UnexpectedEndTag, context);
                    Next::Done
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
                    if self.close_caption(context) {
                        return Next::Reprocess;
                    }
                    self.error(ParseErrorCode::UnexpectedStartTag, context);
                    Next::Done
                }
                _ => self.in_body(token, context),
            },
            _ => self.in_body(token, context),
        }
    }

    /// Closes the `caption`, if it is in table scope. Whether it is.
    fn close_caption(&mut self, context: &mut ParseContext) -> bool {
        if !self.open.has_named_in_table_scope(known::CAPTION) {
            return false;
        }
        self.generate_implied_end_tags(context);
        if !self.current_is_html(known::CAPTION) {
            self.error(ParseErrorCode::UnclosedElement, context);
        }
        self.pop_until_popped(known::CAPTION, context);
        self.formatting.clear_to_last_marker();
        self.mode = InsertionMode::InTable;
        true
    }
}
