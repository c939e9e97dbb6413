//! The "in select in table" insertion mode, which the standard no longer has. Only without relaxed
//! `select` parsing.

use crate::input::ParseContext;
use crate::names::{LocalName, known};
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// Processes a token by the rules for "in select in table".
    pub(crate) fn in_select_in_table(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::StartTag(tag) if is_part_of_table(tag.name) => {
                self.error(ParseErrorCode::SelectContentConflict, context);
                self.close_select(context);
                Processing::Reprocess
            }
            Token::EndTag(tag) if is_part_of_table(tag.name) => {
                self.error(ParseErrorCode::SelectContentConflict, context);
                if !self.open.has_named_in_table_scope(tag.name) {
                    return Processing::Done;
                }
                self.close_select(context);
                Processing::Reprocess
            }
            _ => self.in_select(token, context),
        }
    }
}

/// Whether a tag with that name closes a `select` in a table.
fn is_part_of_table(name: LocalName) -> bool {
    matches!(
        name,
        known::CAPTION
            | known::TABLE
            | known::TBODY
            | known::TFOOT
            | known::THEAD
            | known::TR
            | known::TD
            | known::TH
    )
}
