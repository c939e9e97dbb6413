//! The "before html" insertion mode.

use crate::elements::{ElementRow, Traits};
use crate::input::ParseContext;
use crate::names::known;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion::NodePosition;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::whitespace::ignore_leading_whitespace;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#the-before-html-insertion-mode>
    pub(crate) fn before_html(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::Doctype(_) => return self.ignore_unexpected(token, context),
            Token::Leaf(leaf) => {
                self.insert_leaf(*leaf, NodePosition::LastChildOfDocument, context);
            }
            Token::Characters(text) => {
                if !ignore_leading_whitespace(text, context) {
                    return self.before_html_anything_else(token, context);
                }
            }
            // "Append it to the `Document` object": the place of an element while the stack of open
            // elements is empty.
            Token::StartTag(tag) if tag.name == known::HTML => {
                self.insert_html_element(tag, context);
                self.mode = InsertionMode::BeforeHead;
            }
            Token::EndTag(tag)
                if !matches!(tag.name, known::HEAD | known::BODY | known::HTML | known::BR) =>
            {
                return self.ignore_unexpected(token, context);
            }
            _ => return self.before_html_anything_else(token, context),
        }
        Processing::Done
    }

    /// "Anything else": the start tag `html` is implied.
    fn before_html_anything_else(
        &mut self,
        token: &Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        if implies_body(token) {
            // "Before head", "in head" and "after head" would do nothing but this.
            self.insert_implied_html_head_and_body(context);
            self.mode = InsertionMode::InBody;
        } else {
            self.insert_implied_element(known::HTML, context);
            self.mode = InsertionMode::BeforeHead;
        }
        Processing::Reprocess
    }
}

/// Whether a token for which `html` is implied implies `head` and `body`, too: the rules of "before
/// head", "in head" and "after head" have nothing but "anything else" for it.
fn implies_body(token: &Token<'_>) -> bool {
    match token {
        // Whitespace was ignored before.
        Token::Characters(_) | Token::NullCharacter(_) | Token::EndOfFile => true,
        Token::StartTag(tag) => {
            !ElementRow::of(tag.name).is(Traits::IN_HEAD.union(Traits::IN_EVERY_DOCUMENT))
                && !matches!(tag.name, known::FRAMESET | known::NOSCRIPT)
        }
        Token::EndTag(tag) => matches!(tag.name, known::BODY | known::HTML | known::BR),
        Token::Doctype(_) | Token::Leaf(_) => false,
    }
}
