//! The "in table text" insertion mode.

use crate::input::ParseContext;
use crate::parse_error::ParseErrorCode;
use crate::steps;
use crate::tokenizer::token::Token;
use crate::tree_builder::{Next, TreeBuilder, is_white_space};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-intabletext>
    pub(crate) fn in_table_text(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Next {
        match token {
            Token::NullCharacter(_) => {
                self.error(ParseErrorCode::UnexpectedNullCharacter, context);
                Next::Done
            }
            Token::Characters(text) => {
                // What makes the whole text an error is reported where it stands, not where the
                // text ends.
                if context.errors.is_enabled() && !is_white_space(context.strings.get(*text)) {
                    self.error(ParseErrorCode::FosterParentedContent, context);
                }
                self.pending_table_characters.push(*text);
                Next::Done
            }
            _ => {
                self.insert_pending_table_characters(context);
                self.mode = self.original_mode;
                Next::Reprocess
            }
        }
    }

    /// White space between the parts of a table stays there; text with anything else in it is moved
    /// before the table.
    fn insert_pending_table_characters(&mut self, context: &mut ParseContext) {
        let mut pending = std::mem::take(&mut self.pending_table_characters);
        steps::count(pending.len());
        if pending.iter().all(|text| is_white_space(context.strings.get(*text))) {
            for text in &pending {
                self.insert_characters(*text, context);
            }
        } else {
            for text in &pending {
                self.in_body_with_foster_parenting(&mut Token::Characters(*text), context);
            }
        }
        // The list is emptied before this mode is entered again; its memory is kept.
        pending.clear();
        self.pending_table_characters = pending;
    }
}
