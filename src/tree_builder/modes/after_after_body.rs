//! The "after after body" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion::NodePosition;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#the-after-after-body-insertion-mode>
    pub(crate) fn after_after_body(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        if let Some(processing) = self.after_the_root(token, context) {
            return processing;
        }
        match token {
            Token::Characters(text) => {
                if self.leading_whitespace_in_body(text, context) {
                    return Processing::Done;
                }
                self.content_after_body(context)
            }
            _ => self.content_after_body(context),
        }
    }

    /// Processes a token by the rules that "after after body" and "after after frameset" share.
    /// Returns `None` if it is for the other rules.
    pub(super) fn after_the_root(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Option<Processing> {
        match token {
            Token::Leaf(leaf) => {
                self.insert_leaf(*leaf, NodePosition::LastChildOfDocument, context);
                Some(Processing::Done)
            }
            Token::Doctype(_) => Some(self.in_body(token, context)),
            Token::StartTag(tag) if tag.name == known::HTML => Some(self.in_body(token, context)),
            Token::EndOfFile => Some(self.stop_parsing(context)),
            _ => None,
        }
    }
}
