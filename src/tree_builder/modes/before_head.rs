//! The "before head" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

use super::initial::drop_white_space;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#the-before-head-insertion-mode>
    pub(crate) fn before_head(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Next {
        match token {
            Token::Characters(text) => {
                if !drop_white_space(text, context) {
                    return self.before_head_anything_else(context);
                }
            }
            Token::Comment(data) => self.insert_comment(*data, context),
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(*target, *data, context);
            }
            Token::Doctype(_) => self.error(ParseErrorCode::MisplacedDoctype, context),
            Token::StartTag(tag) if tag.name == known::HTML => return self.in_body(token, context),
            Token::StartTag(tag) if tag.name == known::HEAD => {
                self.head = Some(self.insert_html_element(tag, context));
                self.mode = InsertionMode::InHead;
            }
            Token::EndTag(tag)
                if !matches!(tag.name, known::HEAD | known::BODY | known::HTML | known::BR) =>
            {
                self.error(ParseErrorCode::UnexpectedEndTag, context);
            }
            _ => return self.before_head_anything_else(context),
        }
        Next::Done
    }

    /// Anything else: the start tag is implied.
    fn before_head_anything_else(&mut self, context: &mut ParseContext) -> Next {
        self.head = Some(self.insert_implied_element(known::HEAD, context));
        self.mode = InsertionMode::InHead;
        Next::Reprocess
    }
}
