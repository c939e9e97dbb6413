//! The "before head" insertion mode.

use crate::input::InputStream;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

use super::initial::drop_white_space;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#the-before-head-insertion-mode>
    pub(crate) fn before_head(&mut self, token: &mut Token<'_>, input: &mut InputStream) -> Next {
        match token {
            Token::Characters(text) => {
                if !drop_white_space(text, input) {
                    return self.before_head_anything_else(input);
                }
            }
            Token::Comment(data) => self.insert_comment(*data, input),
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(*target, *data, input);
            }
            Token::Doctype(_) => self.error(ParseErrorCode::MisplacedDoctype, input),
            Token::StartTag(tag) if tag.name == known::HTML => return self.in_body(token, input),
            Token::StartTag(tag) if tag.name == known::HEAD => {
                self.head = Some(self.insert_html_element(tag, input));
                self.mode = InsertionMode::InHead;
            }
            Token::EndTag(tag)
                if !matches!(tag.name, known::HEAD | known::BODY | known::HTML | known::BR) =>
            {
                self.error(ParseErrorCode::UnexpectedEndTag, input);
            }
            _ => return self.before_head_anything_else(input),
        }
        Next::Done
    }

    /// Anything else: the start tag is implied.
    fn before_head_anything_else(&mut self, input: &mut InputStream) -> Next {
        self.head = Some(self.insert_implied_element(known::HEAD, input));
        self.mode = InsertionMode::InHead;
        Next::Reprocess
    }
}
