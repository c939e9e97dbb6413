//! The stages from the input stream on, at work.

use std::borrow::Cow;

use encoding_rs::Encoding;

use crate::document_builder::DocumentBuilder;
use crate::dom::Document;
use crate::encoding::{Confidence, EncodingReport};
use crate::input::InputStream;
use crate::steps;
use crate::text::Span;
use crate::tokenizer::Tokenizer;
use crate::tokenizer::token::Token;
use crate::tree_builder::{Request, TreeBuilder};
use crate::tree_sink::TreeSink;

/// How many bytes of an input that is all there are decoded and parsed at a time: few enough to
/// stay in the nearest caches until they are parsed.
pub(super) const PIECE: usize = 32 * 1024;

/// Why the stages stand still.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outcome {
    /// All available input is parsed, and more may come.
    WantsInput,
    /// The end was reached, or a limit.
    Stopped,
    /// A `meta` element, whose tag has just been parsed, declares an encoding.
    Declares(Declaration),
}

/// An encoding that a `meta` element declares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declaration {
    pub(super) encoding: &'static Encoding,
    /// The attribute value that declares it.
    pub(super) value: Span,
}

/// The stages from the input stream on.
#[derive(Debug)]
pub(super) struct Engine<S: TreeSink> {
    pub(super) input: InputStream,
    pub(super) tokenizer: Tokenizer,
    pub(super) builder: TreeBuilder<S>,
    /// How many nodes the tree may have before the rest of the input is dropped.
    pub(super) most_nodes: usize,
    /// How sure the encoding is that the input was decoded from.
    pub(super) confidence: Confidence,
}

impl<S: TreeSink> Engine<S> {
    /// Parses what input there is.
    pub(super) fn run(&mut self) -> Outcome {
        if self.builder.is_stopped() {
            return Outcome::Stopped;
        }
        while let Some(ref mut token) = self.tokenizer.next(&mut self.input) {
            steps::count(1);
            self.builder.process_token(token, &mut self.input.context);
            self.tokenizer.set_cdata_allowed(self.builder.is_in_foreign_content());
            if self.builder.sink.node_count() > self.most_nodes && !self.builder.is_stopped() {
                self.stop_at_node_limit();
            }
            if let Some(request) = self.builder.take_request()
                && let Some(outcome) = self.meet(request)
            {
                return outcome;
            }
        }
        Outcome::WantsInput
    }

    /// Parses a text that is all there, to the end.
    pub(super) fn run_on(&mut self, text: Cow<'_, str>) {
        match text {
            Cow::Borrowed(mut rest) => {
                self.input.reserve(rest.len());
                while !rest.is_empty() && !self.is_stopped() {
                    let (piece, after) = rest.split_at(piece_length(rest));
                    self.input.push(piece);
                    rest = after;
                    self.input.set_last(rest.is_empty());
                    self.run();
                }
            }
            Cow::Owned(text) => self.input.set(text),
        }
        self.input.set_last(true);
        self.run();
    }

    /// Does what the tree builder asks for, or says why the stages stand still.
    #[cold]
    fn meet(&mut self, request: Request) -> Option<Outcome> {
        match request {
            Request::SwitchTokenizer(mode) => {
                self.tokenizer.set_state(mode);
                None
            }
            Request::ChangeEncoding(encoding, value) => (self.confidence != Confidence::Irrelevant)
                .then_some(Outcome::Declares(Declaration { encoding, value })),
            Request::Stop => Some(Outcome::Stopped),
        }
    }

    /// The tree has more nodes than it may have: what is left of the input is dropped.
    #[cold]
    fn stop_at_node_limit(&mut self) {
        self.input.context.limits_hit.nodes = true;
        self.input.drop_unread();
        self.builder.process_token(&mut Token::EndOfFile, &mut self.input.context);
    }

    /// Whether nothing more is parsed, whatever is fed.
    pub(super) fn is_stopped(&self) -> bool {
        self.builder.is_stopped()
    }

    /// Whether a limit has acted that leaves all further input unparsed.
    pub(super) fn takes_no_more(&self) -> bool {
        self.is_stopped() || self.input.context.limits_hit.input_bytes
    }
}

impl Engine<DocumentBuilder> {
    /// Returns the document, with the account of how its bytes were decoded, if it was parsed from
    /// bytes.
    // Inlined: it only moves large fields out of `self`; a call would copy them twice.
    #[inline(always)]
    pub(super) fn into_document(mut self, report: Option<EncodingReport>) -> Document {
        let context = &mut self.input.context;
        context.limits_hit.nodes |= self.builder.sink.node_count() > self.most_nodes;
        context.limits_hit.errors = context.errors.finish();
        let revision = self.builder.revision();
        let scripting = self.builder.scripting();
        let mut document = self.builder.sink.finish(self.input.context.strings);
        document.revision = revision;
        document.scripting = scripting;
        document.report = report;
        document.errors = self.input.context.errors.into_errors();
        document.limits_hit = document.limits_hit.or(self.input.context.limits_hit);
        document
    }
}

/// Where the first piece of a text ends.
fn piece_length(text: &str) -> usize {
    (PIECE..text.len()).find(|&end| text.is_char_boundary(end)).unwrap_or(text.len())
}
