//! The "in frameset" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion::NodePosition;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-inframeset>
    pub(crate) fn in_frameset(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::Characters(text) => self.insert_only_whitespace(text, context),
            Token::Leaf(leaf) => self.insert_leaf(*leaf, NodePosition::Adjusted, context),
            Token::StartTag(tag) => match tag.name {
                known::HTML => return self.in_body(token, context),
                known::FRAMESET => {
                    self.insert_html_element(tag, context);
                }
                known::FRAME => self.insert_void_element(tag, context),
                known::NOFRAMES => return self.in_head(token, context),
                _ => return self.ignore_unexpected(token, context),
            },
            Token::EndTag(tag) if tag.name == known::FRAMESET => self.frameset_end_tag(context),
            Token::EndOfFile => {
                // "If the current node is not the root `html` element, then this is a parse error."
                if self.open.len() != 1 {
                    self.error(ParseErrorCode::UnclosedElementAtEof, context);
                }
                return self.stop_parsing(context);
            }
            Token::Doctype(_) | Token::EndTag(_) | Token::NullCharacter(_) => {
                return self.ignore_unexpected(token, context);
            }
        }
        Processing::Done
    }

    /// Processes the end tag `frameset`.
    fn frameset_end_tag(&mut self, context: &mut ParseContext) {
        // "If the current node is the root `html` element": only in the fragment case.
        if self.open.len() == 1 {
            self.error(ParseErrorCode::UnexpectedEndTag, context);
            return;
        }
        self.pop(context);
        if self.context.is_none() && !self.current_is_html(known::FRAMESET) {
            self.mode = InsertionMode::AfterFrameset;
        }
    }
}
