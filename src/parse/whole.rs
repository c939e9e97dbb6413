//! Parses input that is available as a whole.

use std::borrow::Cow;

use crate::document_builder::DocumentBuilder;
use crate::dom::{Document, Root};
use crate::encoding::{EncodingReport, Hints};
use crate::tree_sink::TreeSink;

use super::context::Context;
use super::engine::{Engine, Pause};
use super::finish::{EncodingChanged, Parsed};
use super::options::ParseOptions;
use super::pump::{PIECE, Source, run};
use super::recycler::DocumentMemory;
use super::start::expected_tags;
use super::whole_bytes::WholeBytes;
use super::whole_input::{InputText, IntoBytes, IntoText};

/// Parsing input that is available as a whole.
impl ParseOptions {
    /// Parses a document from bytes, as [`parse_document`](crate::parse_document) does.
    pub fn parse_document<'a>(&self, bytes: impl IntoBytes<'a>, hints: &Hints) -> Document {
        self.parse_document_in(None, bytes.into_bytes(), hints)
    }

    /// As [`parse_document`](Self::parse_document), in the memory of another document.
    // Inlined, so that no caller asks whether there is memory.
    #[inline(always)]
    pub(super) fn parse_document_in(
        &self,
        memory: Option<DocumentMemory>,
        bytes: Cow<'_, [u8]>,
        hints: &Hints,
    ) -> Document {
        let expected_tags = expected_tags(&bytes, &self.limits);
        self.build(memory, Root::Document, expected_tags, Some(hints), |engine| {
            let mut bytes = WholeBytes::new(bytes, hints);
            while !self.parse_bytes(engine, &mut bytes) {
                *engine = self.engine_for(Root::Document, expected_tags);
            }
            Some(bytes.unread.decoding.into_report())
        })
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
        bytes: impl IntoBytes<'a>,
        hints: &Hints,
        sink: S,
    ) -> Result<Parsed<S::Output>, EncodingChanged> {
        let mut bytes = WholeBytes::new(bytes.into_bytes(), hints);
        let used = bytes.unread.decoding.encoding();
        let mut engine = self.engine(sink);
        if !self.parse_bytes(&mut engine, &mut bytes) {
            return Err(EncodingChanged { used, declared: bytes.unread.decoding.encoding() });
        }
        let report = bytes.unread.decoding.into_report();
        Ok(self.finish(engine.builder.sink, engine.input.context, Some(report)))
    }

    /// Parses a document from decoded text, as [`parse_str`](crate::parse_str) does. A byte order
    /// mark at its start is dropped.
    pub fn parse_str<'a>(&self, text: impl IntoText<'a>) -> Document {
        self.parse_str_in(None, text.into_text())
    }

    /// As [`parse_str`](Self::parse_str), in the memory of another document.
    // Inlined, so that no caller asks whether there is memory.
    #[inline(always)]
    pub(super) fn parse_str_in(
        &self,
        memory: Option<DocumentMemory>,
        text: InputText<'_>,
    ) -> Document {
        let expected_tags = expected_tags(text.as_ref().as_bytes(), &self.limits);
        self.build(memory, Root::Document, expected_tags, None, |engine| {
            engine.start_document(self);
            let text = text.without_byte_order_mark(&mut engine.input);
            parse_text(engine, text);
            None
        })
    }

    /// Parses a document from decoded text into a tree of your own: see [`TreeSink`]. A byte order
    /// mark at its start is dropped.
    pub fn parse_str_into<'a, S: TreeSink>(
        &self,
        text: impl IntoText<'a>,
        sink: S,
    ) -> Parsed<S::Output> {
        let mut engine = self.engine(sink);
        engine.start_document(self);
        let text = text.into_text().without_byte_order_mark(&mut engine.input);
        parse_text(&mut engine, text);
        self.finish(engine.builder.sink, engine.input.context, None)
    }

    /// Parses a fragment, as [`parse_fragment`](crate::parse_fragment) does.
    pub fn parse_fragment<'a>(
        &self,
        context: impl Into<Context<'a>>,
        html: impl IntoText<'a>,
    ) -> Document {
        self.parse_fragment_in(None, context, html.into_text())
    }

    /// As [`parse_fragment`](Self::parse_fragment), in the memory of another document.
    // Inlined, so that no caller asks whether there is memory.
    #[inline(always)]
    pub(super) fn parse_fragment_in<'a>(
        &self,
        memory: Option<DocumentMemory>,
        context: impl Into<Context<'a>>,
        html: InputText<'_>,
    ) -> Document {
        let expected_tags = expected_tags(html.as_ref().as_bytes(), &self.limits);
        self.build(memory, Root::DocumentFragment, expected_tags, None, |engine| {
            let context = context.into();
            engine.start_fragment(self, &context, None);
            if self.lossless {
                engine.builder.sink.note_context(context.to_kept());
            }
            parse_text(engine, html);
            None
        })
    }

    /// Parses a fragment into a tree of your own: see [`TreeSink`]. The nodes of the fragment
    /// become children of the sink's [root](TreeSink::root).
    pub fn parse_fragment_into<'a, S: TreeSink>(
        &self,
        context: impl Into<Context<'a>>,
        html: impl IntoText<'a>,
        sink: S,
    ) -> Parsed<S::Output> {
        let mut engine = self.engine(sink);
        engine.start_fragment(self, &context.into(), None);
        parse_text(&mut engine, html.into_text());
        self.finish(engine.builder.sink, engine.input.context, None)
    }

    /// Returns the document that a function parses with new stages, in the memory of another one if
    /// there is any. The function returns how the encoding of bytes was decided. Hints are for
    /// bytes.
    // Inlined: the engine stays in the frame of the function that keeps it, and what becomes the
    // document is moved out of there.
    #[inline(always)]
    fn build(
        &self,
        memory: Option<DocumentMemory>,
        root: Root,
        expected_tags: usize,
        hints: Option<&Hints>,
        parse: impl FnOnce(&mut Engine<DocumentBuilder>) -> Option<EncodingReport>,
    ) -> Document {
        // With memory, the tree is created without any for these tags.
        let expected_anew = if memory.is_some() { 0 } else { expected_tags };
        let mut engine = self.engine_for(root, expected_anew);
        if let Some(memory) = memory {
            memory.give_to(&mut engine, expected_tags);
        }
        let report = parse(&mut engine);
        let limits_hit =
            self.close_document(&mut engine.builder.sink, &mut engine.input.context, hints);
        self.document(
            engine.builder.sink.tree,
            engine.input.context.strings,
            engine.input.context.errors,
            limits_hit,
            report,
        )
    }

    /// Parses the bytes of a document, from the first one on. Returns whether that is the whole
    /// parse: if not, the encoding has changed, and it takes a new engine.
    fn parse_bytes<S: TreeSink>(&self, engine: &mut Engine<S>, bytes: &mut WholeBytes<'_>) -> bool {
        engine.start_document(self);
        bytes.start(&mut engine.input);
        let is_complete = parse_whole(engine, bytes);
        if is_complete {
            bytes.unread.skip_rest(true);
        }
        is_complete
    }
}

/// Parses a text to its end. A text that is owned or shared and needs no change becomes the source
/// text without a copy.
fn parse_text<S: TreeSink>(engine: &mut Engine<S>, text: InputText<'_>) {
    let input = &mut engine.input;
    let is_complete = match text.into_source() {
        Ok(source) if input.takes_as_it_is(source.as_bytes()) => {
            input.adopt(source);
            parse_whole(engine, &mut "")
        }
        // A longer one is copied in pieces, which stay in the cache until they are parsed.
        Err(text) if text.len() <= PIECE && input.takes_as_it_is(text.as_bytes()) => {
            input.adopt_copy(text);
            parse_whole(engine, &mut "")
        }
        Ok(source) => parse_copied(engine, &source),
        Err(text) => parse_copied(engine, text),
    };
    debug_assert!(is_complete, "text has no encoding to change");
}

/// Parses a copy of a text to its end.
// Never inlined, to keep what most fragments take short.
#[inline(never)]
fn parse_copied<S: TreeSink>(engine: &mut Engine<S>, mut text: &str) -> bool {
    engine.input.reserve(text.len());
    parse_whole(engine, &mut text)
}

/// Parses the input of a source that has all of it. Returns whether it was parsed to its end.
#[inline(always)]
fn parse_whole<S: TreeSink>(engine: &mut Engine<S>, source: &mut impl Source<S>) -> bool {
    // If the input was adopted, the input stream has all of it.
    if !engine.input.is_last() {
        source.push_piece(engine);
    }
    let pause = run(engine, source);
    let is_expected = matches!(pause, Pause::Finished | Pause::EncodingDeclared(_));
    debug_assert!(is_expected, "only a driver pauses for input, at scripts, or for its sink");
    matches!(pause, Pause::Finished)
}
