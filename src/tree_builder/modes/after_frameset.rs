//! The "after frameset" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion::NodePosition;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-afterframeset>
    pub(crate) fn after_frameset(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::Characters(text) => self.insert_only_whitespace(text, context),
            Token::Leaf(leaf) => self.insert_leaf(*leaf, NodePosition::Adjusted, context),
            Token::StartTag(tag) if tag.name == known::HTML => return self.in_body(token, context),
            Token::EndTag(tag) if tag.name == known::HTML => {
                self.tell_closed(known::HTML, context);
                self.mode = InsertionMode::AfterAfterFrameset;
            }
            Token::StartTag(tag) if tag.name == known::NOFRAMES => {
                return self.in_head(token, context);
            }
            Token::EndOfFile => return self.stop_parsing(context),
            _ => return self.ignore_unexpected(token, context),
        }
        Processing::Done
    }
}
