//! The "after frameset" insertion mode.

use crate::input::InputStream;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-afterframeset>
    pub(crate) fn after_frameset(&mut self, token: &mut Token<'_>, input: &mut InputStream) -> Next {
        match token {
            Token::Characters(text) => self.insert_only_white_space(text, input),
            Token::Comment(data) => self.insert_comment(*data, input),
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(*target, *data, input);
            }
            Token::Doctype(_) => self.error(ParseErrorCode::MisplacedDoctype, input),
            Token::StartTag(tag) if tag.name == known::HTML => return self.in_body(token, input),
            Token::EndTag(tag) if tag.name == known::HTML => {
                if self.positions {
                    self.tell_closed(known::HTML);
                }
                self.mode = InsertionMode::AfterAfterFrameset;
            }
            Token::StartTag(tag) if tag.name == known::NOFRAMES => return self.in_head(token, input),
            Token::EndOfFile => return self.stop_parsing(input),
            _ => return self.ignore_unexpected(token, input),
        }
        Next::Done
    }
}
