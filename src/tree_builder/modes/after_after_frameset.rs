//! The "after after frameset" insertion mode.

use crate::input::InputStream;
use crate::names::known;
use crate::tokenizer::token::Token;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#the-after-after-frameset-insertion-mode>
    pub(crate) fn after_after_frameset(&mut self, token: &mut Token<'_>, input: &mut InputStream) -> Next {
        match token {
            Token::Comment(data) => {
                self.insert_comment_in_document(*data, input);
                Next::Done
            }
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction_in_document(*target, *data, input);
                Next::Done
            }
            Token::Doctype(_) => self.in_body(token, input),
            Token::Characters(text) => {
                while let Some(white_space) = self.next_white_space(text, input) {
                    self.in_body(&mut Token::Characters(white_space), input);
                }
                Next::Done
            }
            Token::StartTag(tag) if tag.name == known::HTML => self.in_body(token, input),
            Token::EndOfFile => self.stop_parsing(input),
            Token::StartTag(tag) if tag.name == known::NOFRAMES => self.in_head(token, input),
            _ => self.ignore_unexpected(token, input),
        }
    }
}
