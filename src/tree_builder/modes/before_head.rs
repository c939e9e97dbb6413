//! The "before head" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion::NodePosition;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::whitespace::ignore_leading_whitespace;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#the-before-head-insertion-mode>
    pub(crate) fn before_head(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::Characters(text) => {
                if !ignore_leading_whitespace(text, context) {
                    return self.before_head_anything_else(context);
                }
            }
            Token::Leaf(leaf) => self.insert_leaf(*leaf, NodePosition::Adjusted, context),
            Token::Doctype(_) => return self.ignore_unexpected(token, context),
            Token::StartTag(tag) if tag.name == known::HTML => return self.in_body(token, context),
            Token::StartTag(tag) if tag.name == known::HEAD => {
                // "Set the head element pointer to the newly created `head` element."
                self.head = Some(self.insert_html_element(tag, context));
                self.mode = InsertionMode::InHead;
            }
            Token::EndTag(tag)
                if !matches!(tag.name, known::HEAD | known::BODY | known::HTML | known::BR) =>
            {
                return self.ignore_unexpected(token, context);
            }
            _ => return self.before_head_anything_else(context),
        }
        Processing::Done
    }

    /// "Anything else": the start tag `head` is implied.
    fn before_head_anything_else(&mut self, context: &mut ParseContext) -> Processing {
        self.head = Some(self.insert_implied_element(known::HEAD, context));
        self.mode = InsertionMode::InHead;
        Processing::Reprocess
    }
}
