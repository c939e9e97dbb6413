//! The "text" insertion mode: inside `title`, `script`, `textarea` and their like.

use crate::input::ParseContext;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-incdata>
    pub(crate) fn text(&mut self, token: &mut Token<'_>, context: &mut ParseContext) -> Next {
        match token {
            Token::Characters(text) => {
                self.insert_characters(*text, context);
                Next::Done
            }
            Token::EndOfFile => {
                self.error(ParseErrorCode::EofInTextElement, context);
                self.pop(context);
                self.mode = self.original_mode;
                Next::Reprocess
            }
            // No script is run here: the end tag `script` is like any other.
            Token::EndTag(_) => {
                self.pop(context);
                self.mode = self.original_mode;
                Next::Done
            }
            // The tokenizer gives no other token in the states that go with this mode.
            _ => Next::Done,
        }
    }
}
