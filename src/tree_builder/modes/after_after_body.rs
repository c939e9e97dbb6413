//! The "after after body" insertion mode.

use crate::input::InputStream;
use crate::names::known;
use crate::tokenizer::token::Token;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#the-after-after-body-insertion-mode>
    pub(crate) fn after_after_body(&mut self, token: &mut Token<'_>, input: &mut InputStream) -> Next {
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
                if self.white_space_in_body(text, input) {
                    return Next::Done;
                }
                self.content_after_body(input)
            }
            Token::StartTag(tag) if tag.name == known::HTML => self.in_body(token, input),
            Token::EndOfFile => self.stop_parsing(input),
            _ => self.content_after_body(input),
        }
    }
}
