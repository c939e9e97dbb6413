//! The "after after frameset" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
use crate::tokenizer::token::Token;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#the-after-after-frameset-insertion-mode>
    pub(crate) fn after_after_frameset(
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
                while let Some(white_space) = self.next_white_space(text, context) {
                    self.in_body(&mut Token::Characters(white_space), context);
                }
                Next::Done
            }
            Token::StartTag(tag) if tag.name == known::HTML => self.in_body(token, context),
            Token::EndOfFile => self.stop_parsing(context),
            Token::StartTag(tag) if tag.name == known::NOFRAMES => self.in_head(token, context),
            _ => self.ignore_unexpected(token, context),
        }
    }
}
