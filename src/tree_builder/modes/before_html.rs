//! The "before html" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

use super::initial::drop_white_space;

impl<S: TreeSink> TreeBuilder<S> {
    /// While the stack of open elements is empty, elements are inserted into the document.
    ///
    /// <https://html.spec.whatwg.org/#the-before-html-insertion-mode>
    pub(crate) fn before_html(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Next {
        match token {
            Token::Doctype(_) => self.error(ParseErrorCode::MisplacedDoctype, context),
            Token::Comment(data) => self.insert_comment_in_document(*data, context),
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction_in_document(*target, *data, context);
            }
            Token::Characters(text) => {
                if !drop_white_space(text, context) {
                    return self.before_html_anything_else(context);
                }
            }
            Token::StartTag(tag) if tag.name == known::HTML => {
                self.insert_html_element(tag, context);
                self.mode = InsertionMode::BeforeHead;
            }
            Token::EndTag(tag)
                if !matches!(tag.name, known::HEAD | known::BODY | known::HTML | known::BR) =>
            {
                self.error(ParseErrorCode::UnexpectedEndTag, context);
            }
            _ => return self.before_html_anything_else(context),
        }
        Next::Done
    }

    /// Anything else: the start tag is implied.
    fn before_html_anything_else(&mut self, context: &mut ParseContext) -> Next {
        self.insert_implied_element(known::HTML, context);
        self.mode = InsertionMode::BeforeHead;
        Next::Reprocess
    }
}
