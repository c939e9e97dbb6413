//! The "in table text" insertion mode.

use crate::elements::ElementClass;
use crate::input::ParseContext;
use crate::parse_error::ParseErrorCode;
use crate::steps;
use crate::text::Span;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::whitespace::is_whitespace;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::TreeSink;

use super::in_table::COLLECTS_CHARACTERS;

impl<S: TreeSink> TreeBuilder<S> {
    /// Enters the mode with the character token that comes first.
    ///
    /// <https://html.spec.whatwg.org/#parsing-main-intable>
    pub(super) fn enter_table_text(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        // "Let the pending table character tokens be an empty list of tokens."
        self.pending_table_characters.clear();
        self.original_mode = self.mode;
        self.mode = InsertionMode::InTableText;
        // The standard reprocesses the token. The current node is an HTML element, so the
        // dispatcher would come straight to the rules for this mode.
        self.in_table_text(token, context)
    }

    /// <https://html.spec.whatwg.org/#parsing-main-intabletext>
    pub(crate) fn in_table_text(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::NullCharacter(_) => self.ignore_unexpected(token, context),
            Token::Characters(text) => {
                // The parse error belongs to "anything else" below. It is reported here, where the
                // position is the text's.
                if context.errors.is_enabled() && !is_whitespace(*text, context) {
                    self.error(ParseErrorCode::FosterParentedContent, context);
                }
                self.pending_table_characters.push(*text);
                Processing::Done
            }
            _ => {
                self.insert_pending_table_characters(context);
                self.mode = self.original_mode;
                Processing::Reprocess
            }
        }
    }

    /// Whether these characters will be the only pending table character token and then inserted,
    /// if the next token is one of another kind.
    pub(crate) fn is_pending_whitespace(&self, text: Span, context: &ParseContext) -> bool {
        let collects = |class: ElementClass| class.intersects(COLLECTS_CHARACTERS);
        self.open.current().is_some_and(|current| collects(current.class))
            && is_whitespace(text, context)
    }

    /// Inserts the pending table character tokens if all of them are whitespace. Otherwise
    /// processes them by "anything else" in "in table", which foster-parents them.
    pub(crate) fn insert_pending_table_characters(&mut self, context: &mut ParseContext) {
        let mut pending = std::mem::take(&mut self.pending_table_characters);
        steps::count(pending.len());
        if pending.iter().all(|text| is_whitespace(*text, context)) {
            for text in &pending {
                self.insert_characters(*text, context);
            }
        } else {
            for text in &pending {
                self.in_body_with_foster_parenting(&mut Token::Characters(*text), context);
            }
        }
        // Nothing was added meanwhile. The allocation is reused.
        debug_assert!(self.pending_table_characters.is_empty(), "only this mode adds characters");
        pending.clear();
        self.pending_table_characters = pending;
    }
}
