//! The "initial" insertion mode.

use crate::input::ParseContext;
use crate::parse_error::ParseErrorCode;
use crate::text::Span;
use crate::tokenizer::token::{Doctype, Token};
use crate::tree_builder::insertion::NodePosition;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::quirks::{is_conforming, quirks_mode_of};
use crate::tree_builder::whitespace::ignore_leading_whitespace;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::{NewDoctype, QuirksMode, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#the-initial-insertion-mode>
    pub(crate) fn initial(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::Characters(text) => {
                if !ignore_leading_whitespace(text, context) {
                    return self.initial_anything_else(context);
                }
            }
            Token::Leaf(leaf) => {
                self.insert_leaf(*leaf, NodePosition::LastChildOfDocument, context);
            }
            Token::Doctype(doctype) => self.initial_doctype(doctype, context),
            _ => return self.initial_anything_else(context),
        }
        Processing::Done
    }

    /// Processes a DOCTYPE token, which sets the mode of the document.
    fn initial_doctype(&mut self, doctype: &Doctype, context: &mut ParseContext) {
        if !is_conforming(doctype, &context.strings) {
            self.error(ParseErrorCode::NonconformingDoctype, context);
        }
        // "… or the empty string if the name was missing", and so for the identifiers.
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

    /// "Anything else": the document has no doctype.
    fn initial_anything_else(&mut self, context: &mut ParseContext) -> Processing {
        if !self.iframe_srcdoc {
            self.error(ParseErrorCode::MissingDoctype, context);
            self.set_quirks_mode(QuirksMode::Quirks);
        }
        self.mode = InsertionMode::BeforeHtml;
        Processing::Reprocess
    }
}
