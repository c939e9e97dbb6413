//! The "after after frameset" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
use crate::tokenizer::token::Token;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#the-after-after-frameset-insertion-mode>
    pub(crate) fn after_after_frameset(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        if let Some(processing) = self.after_the_root(token, context) {
            return processing;
        }
        match token {
            Token::Characters(text) => {
                while let Some(whitespace) = self.next_whitespace(text, context) {
                    self.in_body(&mut Token::Characters(whitespace), context);
                }
                Processing::Done
            }
            Token::StartTag(tag) if tag.name == known::NOFRAMES => self.in_head(token, context),
            _ => self.ignore_unexpected(token, context),
        }
    }
}
