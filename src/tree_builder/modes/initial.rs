//! The "initial" insertion mode.

use crate::input::ParseContext;
use crate::parse_error::ParseErrorCode;
use crate::text::Span;
use crate::tokenizer::token::{Doctype, Token};
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::quirks::{is_conforming, quirks_mode_of};
use crate::tree_builder::{Next, TreeBuilder, split_white_space};
use crate::tree_sink::{NewDoctype, QuirksMode, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#the-initial-insertion-mode>
    pub(crate) fn initial(&mut self, token: &mut Token<'_>, context: &mut ParseContext) -> Next {
        match token {
            Token::Characters(text) => {
                if drop_white_space(text, context) {
                    return Next::Done;
                }
                self.initial_without_doctype(context)
            }
            Token::Comment(data) => {
                self.insert_comment_in_document(*data, context);
                Next::Done
            }
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction_in_document(*target, *data, context);
                Next::Done
            }
            Token::Doctype(doctype) => {
                self.initial_doctype(doctype, context);
                Next::Done
            }
            _ => self.initial_without_doctype(context),
        }
    }

    /// A DOCTYPE token: it decides the mode of the document.
    fn initial_doctype(&mut self, doctype: &Doctype, context: &mut ParseContext) {
        if !is_conforming(doctype, &context.strings) {
            self.error(ParseErrorCode::NonconformingDoctype, context);
        }
        let node = NewDoctype {
            name: doctype.name.unwrap_or(Span::EMPTY),
            public_id: doctype.public_id.unwrap_or(Span::EMPTY),
            system_id: doctype.system_id.unwrap_or(Span::EMPTY),
        };
        self.sink.append_doctype(node, &context.strings);
        if !self.iframe_srcdoc {
            let mode = quirks_mode_of(doctype, self.revision, &context.strings);
            self.set_quirks_mode(mode);
        }
        self.mode = InsertionMode::BeforeHtml;
    }

    /// Anything else: the document has no doctype.
    fn initial_without_doctype(&mut self, context: &mut ParseContext) -> Next {
        if !self.iframe_srcdoc {
            self.error(ParseErrorCode::MissingDoctype, context);
            self.set_quirks_mode(QuirksMode::Quirks);
        }
        self.mode = InsertionMode::BeforeHtml;
        Next::Reprocess
    }
}

/// Drops the white space at the start of a run of characters. Whether that was all of it.
pub(super) fn drop_white_space(text: &mut Span, context: &ParseContext) -> bool {
    *text = split_white_space(*text, context).1;
    text.is_empty()
}
