//! The "after body" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion::NodePosition;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-afterbody>
    pub(crate) fn after_body(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::Characters(text) => {
                if self.leading_whitespace_in_body(text, context) {
                    return Processing::Done;
                }
                self.content_after_body(context)
            }
            Token::Leaf(leaf) => {
                self.insert_leaf(*leaf, NodePosition::LastChildOfHtml, context);
                Processing::Done
            }
            Token::Doctype(_) => self.ignore_unexpected(token, context),
            Token::StartTag(tag) if tag.name == known::HTML => self.in_body(token, context),
            // "If the parser was created as part of the HTML fragment parsing algorithm, this is a
            // parse error; ignore the token. (fragment case)"
            Token::EndTag(tag) if tag.name == known::HTML && self.context.is_some() => {
                self.ignore_unexpected(token, context)
            }
            Token::EndTag(tag) if tag.name == known::HTML => {
                self.tell_closed(known::HTML, context);
                self.mode = InsertionMode::AfterAfterBody;
                Processing::Done
            }
            Token::EndOfFile => self.stop_parsing(context),
            _ => self.content_after_body(context),
        }
    }

    /// "Anything else" of "after body" and "after after body": the content goes into the body.
    pub(super) fn content_after_body(&mut self, context: &mut ParseContext) -> Processing {
        self.error(ParseErrorCode::ContentAfterBody, context);
        self.mode = InsertionMode::InBody;
        Processing::Reprocess
    }
}
