//! The "after frameset" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-afterframeset>
    pub(crate) fn after_frameset(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Next {
        match token {
            Token::Characters(text) => self.insert_only_white_space(text, context),
            Token::Comment(data) => self.insert_comment(*data, context),
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(*target, *data, context);
            }
            Token::Doctype(_) => self.error(ParseErrorCode::MisplacedDoctype, context),
            Token::StartTag(tag) if tag.name == known::HTML => return self.in_body(token, context),
            Token::EndTag(tag) if tag.name == known::HTML => {
                if self.positions {
                    self.tell_closed(known::HTML);
                }
                self.mode = InsertionMode::AfterAfterFrameset;
            }
            Token::StartTag(tag) if tag.name == known::NOFRAMES => {
                return self.in_head(token, context);
            }
            Token::EndOfFile => return self.stop_parsing(context),
            _ => return self.ignore_unexpected(token, context),
        }
        Next::Done
    }
}
