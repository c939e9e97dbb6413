//! The "in head noscript" insertion mode: inside a `noscript` in the `head`, when scripting is
//! disabled.

use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-inheadnoscript>
    pub(crate) fn in_head_noscript(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::Doctype(_) => self.ignore_unexpected(token, context),
            Token::Characters(text) => {
                if self.insert_leading_whitespace(text, context) {
                    return Processing::Done;
                }
                self.in_head_noscript_anything_else(context)
            }
            Token::Leaf(_) => self.in_head(token, context),
            Token::StartTag(tag) => match tag.name {
                known::HTML => self.in_body(token, context),
                known::BASEFONT
                | known::BGSOUND
                | known::LINK
                | known::META
                | known::NOFRAMES
                | known::STYLE => self.in_head(token, context),
                known::HEAD | known::NOSCRIPT => self.ignore_unexpected(token, context),
                _ => self.in_head_noscript_anything_else(context),
            },
            Token::EndTag(tag) => match tag.name {
                known::NOSCRIPT => {
                    self.pop(context);
                    self.mode = InsertionMode::InHead;
                    Processing::Done
                }
                known::BR => self.in_head_noscript_anything_else(context),
                _ => self.ignore_unexpected(token, context),
            },
            Token::NullCharacter(_) | Token::EndOfFile => {
                self.in_head_noscript_anything_else(context)
            }
        }
    }

    /// "Anything else": the end tag `noscript` is implied.
    fn in_head_noscript_anything_else(&mut self, context: &mut ParseContext) -> Processing {
        self.error(ParseErrorCode::DisallowedInHeadNoscript, context);
        self.pop(context);
        self.mode = InsertionMode::InHead;
        Processing::Reprocess
    }
}
