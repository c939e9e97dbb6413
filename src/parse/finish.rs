//! Ends a parse: the one place where the errors and the limits reached come together.

use crate::document_builder::DocumentBuilder;
use crate::dom::Document;
use crate::encoding::EncodingReport;
use crate::input::ParseContext;
use crate::parse_error::ParseError;
use crate::settings::LimitsHit;
use crate::tree_sink::TreeSink;

use super::options::ParseOptions;

/// The result of a parse into a [`TreeSink`], such as [`ParseOptions::parse_str_into`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Parsed<O> {
    /// The value that [`TreeSink::finish`] has returned.
    pub output: O,
    /// The parse errors in order of position, if [`ParseOptions::errors`] is on; otherwise empty.
    pub errors: Vec<ParseError>,
    /// The limits that the parser has reached. The sink itself has no part in this.
    pub limits_hit: LimitsHit,
    /// How the encoding was decided; `None` if the input was text.
    pub encoding_report: Option<EncodingReport>,
}

impl ParseOptions {
    /// Returns the result of a parse into a sink.
    pub(super) fn finish<S: TreeSink>(
        &self,
        sink: S,
        mut context: ParseContext,
        encoding_report: Option<EncodingReport>,
    ) -> Parsed<S::Output> {
        self.close(&sink, &mut context);
        Parsed {
            output: sink.finish(context.strings),
            errors: context.errors.into_errors(),
            limits_hit: context.limits_hit,
            encoding_report,
        }
    }

    /// Returns the document of a parse.
    // Inlined, and given the parts of the engine that it needs instead of the engine: it only moves
    // large fields. Moving the engine as well takes 2 % of the time of a fragment of 200 bytes.
    #[inline(always)]
    pub(super) fn finish_document(
        &self,
        builder: DocumentBuilder,
        mut context: ParseContext,
        encoding_report: Option<EncodingReport>,
    ) -> Document {
        self.close(&builder, &mut context);
        let mut document = builder.finish(context.strings);
        document.revision = self.revision;
        document.scripting = self.scripting;
        document.report = encoding_report;
        document.errors = context.errors.into_errors();
        document.limits_hit = document.limits_hit.or(context.limits_hit);
        document
    }

    /// Puts the errors in their final order and completes the limits reached. A sink has its own.
    #[inline]
    fn close<S: TreeSink>(&self, sink: &S, context: &mut ParseContext) {
        context.limits_hit.nodes |= sink.node_count() > self.limits.nodes;
        context.limits_hit.errors = context.errors.finish();
    }
}
