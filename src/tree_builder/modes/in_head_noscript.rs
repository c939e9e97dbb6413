//! The "in head noscript" insertion mode.

use crate::input::InputStream;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-inheadnoscript>
    pub(crate) fn in_head_noscript(&mut self, token: &mut Token<'_>, input: &mut InputStream) -> Next {
        match token {
            Token::Doctype(_) => {
                self.error(ParseErrorCode::MisplacedDoctype, input);
                Next::Done
            }
            Token::Characters(text) => {
                if self.insert_white_space(text, input) {
                    return Next::Done;
                }
                self.in_head_noscript_anything_else(input)
            }
            Token::Comment(_) | Token::ProcessingInstruction { .. } => self.in_head(token, input),
            Token::StartTag(tag) => match tag.name {
                known::HTML => self.in_body(token, input),
                known::BASEFONT
                | known::BGSOUND
                | known::LINK
                | known::META
                | known::NOFRAMES
                | known::STYLE => self.in_head(token, input),
                known::HEAD | known::NOSCRIPT => {
                    self.error(ParseErrorCode::UnexpectedStartTag, input);
                    Next::Done
                }
                _ => self.in_head_noscript_anything_else(input),
            },
            Token::EndTag(tag) => match tag.name {
                known::NOSCRIPT => {
                    self.pop(input);
                    self.mode = InsertionMode::InHead;
                    Next::Done
                }
                known::BR => self.in_head_noscript_anything_else(input),
                _ => {
                    self.error(ParseErrorCode::UnexpectedEndTag, input);
                    Next::Done
                }
            },
            Token::NullCharacter(_) | Token::EndOfFile => self.in_head_noscript_anything_else(input),
        }
    }

    /// Anything else: the end tag is implied.
    fn in_head_noscript_anything_else(&mut self, input: &mut InputStream) -> Next {
        self.error(ParseErrorCode::DisallowedInHeadNoscript, input);
        self.pop(input);
        self.mode = InsertionMode::InHead;
        Next::Reprocess
    }
}
