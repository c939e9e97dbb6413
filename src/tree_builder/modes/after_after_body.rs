//! The "after after body" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
use crate::tokenizer::token::Token;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#the-after-after-body-insertion-mode>
    pub(crate) fn after_after_body(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Next {
        match token {
            Token::Comment(data) => {
                self.insert_comment_in_document(*data, context);
                Next::Done
            }
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction_in_document(*target, *data, context);
                Next::Done
            }
            Token::Doctype(_) => self.in_body(token, context),
            Token::Characters(text) => {
                if self.white_space_in_body(text, context) {
                    return Next::Done;
                }
                self.content_after_body(context)
            }
            Token::StartTag(tag) if tag.name == known::HTML => self.in_body(token, context),
            Token::EndOfFile => self.stop_parsing(context),
            _ => self.content_after_body(context),
        }
    }
}
