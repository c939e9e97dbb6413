//! Ends a parse: the one place where the errors and the limits reached come together.

use encoding_rs::Encoding;

use crate::document_builder::DocumentBuilder;
use crate::dom::{Document, Growing, ParsedWith, Tree};
use crate::encoding::{EncodingReport, Hints};
use crate::input::ParseContext;
use crate::parse_error::{ErrorLog, ParseError};
use crate::settings::LimitsHit;
use crate::text::Strings;
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
    /// The limits that the parser has reached. Limits of the sink itself are not included.
    pub limits_hit: LimitsHit,
    /// How the encoding was decided; `None` if the input was text.
    pub encoding_report: Option<EncodingReport>,
}

/// A `meta` element changes the encoding so that the document must be parsed again, which takes a
/// new [`TreeSink`]: the error of [`ParseOptions::parse_document_into`].
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("the encoding changed from {} to {} while parsing", used.name(), declared.name())]
#[non_exhaustive]
pub struct EncodingChanged {
    /// The encoding that the document was decoded from.
    pub used: &'static Encoding,
    /// The encoding to decode it from instead.
    pub declared: &'static Encoding,
}

impl ParseOptions {
    /// Keeps the tree as it was parsed, unless scripts have written into its source.
    #[cold] // Most documents are parsed without it.
    fn keep_original(
        &self,
        builder: &mut DocumentBuilder,
        strings: &Strings,
        hints: Option<&Hints>,
    ) {
        if strings.written_ranges().next().is_none() {
            let context = builder.take_context();
            builder.tree.keep_original(ParsedWith {
                limits: self.limits,
                iframe_srcdoc: self.iframe_srcdoc,
                declarative_shadow_roots: self.declarative_shadow_roots,
                context,
                hints: hints.cloned(),
            });
        }
    }

    /// Returns the result of a parse into a sink.
    pub(super) fn finish<S: TreeSink>(
        &self,
        sink: S,
        context: ParseContext,
        encoding_report: Option<EncodingReport>,
    ) -> Parsed<S::Output> {
        let ParseContext { strings, mut errors, mut limits_hit, .. } = context;
        self.close(sink.node_count(), &strings, &mut errors, &mut limits_hit);
        let output = sink.finish(strings);
        Parsed { output, errors: errors.into_errors(), limits_hit, encoding_report }
    }

    /// Completes the document of a parse, in the builder and the context. Returns the limits that
    /// were reached. `hints` belong to bytes. [`document`](Self::document) is next.
    pub(super) fn close_document(
        &self,
        builder: &mut DocumentBuilder,
        context: &mut ParseContext,
        hints: Option<&Hints>,
    ) -> LimitsHit {
        let ParseContext { strings, errors, limits_hit, .. } = context;
        let node_count = builder.node_count();
        builder.close(strings);
        if self.lossless {
            self.keep_original(builder, strings, hints);
        }
        self.close(node_count, strings, errors, limits_hit);
        limits_hit.or(builder.limits_hit())
    }

    /// Returns the document of a parse, given its parts, which are complete.
    // Always inlined, and it changes nothing: so each part is moved once, straight from the engine
    // into the document that the caller of the parser gets. Given the engine, or changing a part,
    // it would move several hundred bytes twice, which takes 3 % of the time of a fragment of 200
    // bytes.
    #[inline(always)]
    pub(super) fn document(
        &self,
        tree: Tree,
        strings: Strings,
        errors: ErrorLog,
        limits_hit: LimitsHit,
        report: Option<EncodingReport>,
    ) -> Document {
        Document {
            tree,
            strings,
            report,
            lacks_errors: !errors.is_enabled(),
            errors: errors.into_errors(),
            limits_hit,
            revision: self.revision,
            scripting: self.scripting,
            growing: Growing::default(),
        }
    }

    /// Puts the errors in their final order and completes the limits that the stages have reached,
    /// except the sink.
    #[inline]
    fn close(
        &self,
        node_count: usize,
        strings: &Strings,
        errors: &mut ErrorLog,
        limits_hit: &mut LimitsHit,
    ) {
        limits_hit.nodes |= node_count > self.limits.nodes;
        limits_hit.input_bytes |= strings.is_cut();
        limits_hit.errors = errors.finish();
    }
}
