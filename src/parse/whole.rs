//! Parses input that is available as a whole.

use std::borrow::Cow;

use crate::dom::{Document, Root};
use crate::encoding::{Hints, sniff};
use crate::tree_sink::TreeSink;

use super::context::Context;
use super::decoding::Decoding;
use super::engine::Engine;
use super::finish::{EncodingChanged, Parsed};
use super::options::ParseOptions;
use super::pump::{Bytes, Outcome, UnreadBytes, pump, pump_text};
use super::start::expected_tags;

impl ParseOptions {
    /// Parses a document from bytes, as [`parse_document`](crate::parse_document) does.
    pub fn parse_document<'a>(&self, bytes: impl Into<Cow<'a, [u8]>>, hints: &Hints) -> Document {
        let bytes = Bytes::from(bytes.into());
        let expected_tags = expected_tags(bytes.as_slice(), &self.limits);
        let mut decoding = Decoding::new(sniff(bytes.as_slice(), true, hints));
        let mut unread = UnreadBytes { decoding: &mut decoding, hints, bytes, next: 0 };
        let mut engine = self.engine_for(Root::Document, expected_tags);
        engine.start_document(self);
        while pump_all(&mut engine, &mut unread) == Outcome::Restart {
            engine = self.engine_for(Root::Document, expected_tags);
            engine.start_document(self);
        }
        let report = Some(decoding.into_report());
        let limits_hit =
            self.close_document(&mut engine.builder.sink, &mut engine.input.context, Some(hints));
        self.document(
            engine.builder.sink.tree,
            engine.input.context.strings,
            engine.input.context.errors,
            limits_hit,
            report,
        )
    }

    /// Parses a document from bytes into a tree of your own: see [`TreeSink`].
    ///
    /// # Errors
    ///
    /// [`EncodingChanged`] if a `meta` element changes the encoding so that the document
    /// must be parsed again, which takes another sink. The error has the encoding to set as
    /// [`Hints::user_override`] for that.
    pub fn parse_document_into<'a, S: TreeSink>(
        &self,
        bytes: impl Into<Cow<'a, [u8]>>,
        hints: &Hints,
        sink: S,
    ) -> Result<Parsed<S::Output>, EncodingChanged> {
        let bytes = Bytes::from(bytes.into());
        let mut decoding = Decoding::new(sniff(bytes.as_slice(), true, hints));
        let used = decoding.encoding();
        let mut unread = UnreadBytes { decoding: &mut decoding, hints, bytes, next: 0 };
        let mut engine = self.engine(sink);
        engine.start_document(self);
        if pump_all(&mut engine, &mut unread) == Outcome::Restart {
            return Err(EncodingChanged { used, declared: decoding.encoding() });
        }
        let report = Some(decoding.into_report());
        Ok(self.finish(engine.builder.sink, engine.input.context, report))
    }

    /// Parses a document from decoded text, as [`parse_str`](crate::parse_str) does. A byte order
    /// mark at its start is dropped.
    pub fn parse_str<'a>(&self, text: impl Into<Cow<'a, str>>) -> Document {
        let text = text.into();
        let mut engine =
            self.engine_for(Root::Document, expected_tags(text.as_bytes(), &self.limits));
        engine.start_document(self);
        let text = engine.input.without_byte_order_mark(text);
        pump_whole_text(&mut engine, text);
        let limits_hit =
            self.close_document(&mut engine.builder.sink, &mut engine.input.context, None);
        self.document(
            engine.builder.sink.tree,
            engine.input.context.strings,
            engine.input.context.errors,
            limits_hit,
            None,
        )
    }

    /// Parses a document from decoded text into a tree of your own: see [`TreeSink`]. A byte order
    /// mark at its start is dropped.
    pub fn parse_str_into<'a, S: TreeSink>(
        &self,
        text: impl Into<Cow<'a, str>>,
        sink: S,
    ) -> Parsed<S::Output> {
        let mut engine = self.engine(sink);
        engine.start_document(self);
        let text = engine.input.without_byte_order_mark(text.into());
        pump_whole_text(&mut engine, text);
        self.finish(engine.builder.sink, engine.input.context, None)
    }

    /// Parses a fragment, as [`parse_fragment`](crate::parse_fragment) does.
    pub fn parse_fragment<'a>(
        &self,
        context: impl Into<Context<'a>>,
        html: impl Into<Cow<'a, str>>,
    ) -> Document {
        let html = html.into();
        let mut engine =
            self.engine_for(Root::DocumentFragment, expected_tags(html.as_bytes(), &self.limits));
        let context = context.into();
        engine.start_fragment(self, &context, None);
        if self.lossless {
            engine.builder.sink.note_context(context.to_kept());
        }
        pump_whole_text(&mut engine, html);
        let limits_hit =
            self.close_document(&mut engine.builder.sink, &mut engine.input.context, None);
        self.document(
            engine.builder.sink.tree,
            engine.input.context.strings,
            engine.input.context.errors,
            limits_hit,
            None,
        )
    }

    /// Parses a fragment into a tree of your own: see [`TreeSink`]. The nodes of the fragment
    /// become children of the sink's [root](TreeSink::root).
    pub fn parse_fragment_into<'a, S: TreeSink>(
        &self,
        context: impl Into<Context<'a>>,
        html: impl Into<Cow<'a, str>>,
        sink: S,
    ) -> Parsed<S::Output> {
        let mut engine = self.engine(sink);
        engine.start_fragment(self, &context.into(), None);
        pump_whole_text(&mut engine, html.into());
        self.finish(engine.builder.sink, engine.input.context, None)
    }
}

/// Parses all bytes of a document, from the first one on.
fn pump_all<S: TreeSink>(engine: &mut Engine<S>, unread: &mut UnreadBytes<'_>) -> Outcome {
    unread.start(&mut engine.input);
    pump(engine, unread)
}

/// Parses a text to its end. Owned text that needs no change becomes the source text without a
/// copy.
fn pump_whole_text<S: TreeSink>(engine: &mut Engine<S>, text: Cow<'_, str>) {
    let text = match text {
        Cow::Owned(text) if engine.input.takes_as_it_is(text.as_bytes()) => {
            engine.input.adopt(text);
            Cow::Borrowed("")
        }
        text => text,
    };
    engine.input.reserve(text.len());
    pump_text(engine, &text);
}
