//! The one module that knows every stage: bytes in, a document out.
//!
//! - `engine.rs`: the stages from the input stream on, at work
//! - `bytes.rs`: bytes on their way to them, and changing the encoding while parsing
//! - `parser.rs`: input in pieces
//! - `context.rs`: the element that a fragment is parsed for
//! - `edit.rs`: HTML put into a document that is there already

mod bytes;
mod context;
mod edit;
mod engine;
mod parser;

use std::borrow::Cow;

use memchr::memchr_iter;

use crate::document_builder::DocumentBuilder;
use crate::dom::{Document, Root};
use crate::encoding::{Confidence, Hints};
use crate::error::Error;
use crate::input::InputStream;
use crate::settings::Limits;
use crate::settings::Revision;
use crate::text::Strings;
use crate::tokenizer::Tokenizer;
use crate::tree_builder::{TreeBuilder, TreeBuilderOptions};
use crate::tree_sink::TreeSink;

pub use context::Context;
pub use edit::AdjacentPosition;
pub use parser::Parser;

use bytes::{Next, WholeReading};
use engine::Engine;

/// Parses a document from bytes: finds out their encoding, decodes them, and builds the tree that
/// browsers build.
///
/// `bytes` may be borrowed or owned; an owned `Vec<u8>` of UTF-8 becomes the document's own text
/// without a copy. Never fails: the standard defines a tree for every input. [`ParseOptions`] has
/// everything that can be chosen.
///
/// ```
/// use consomme::{Hints, parse_document};
///
/// let hints = Hints::new().content_type("text/html; charset=Shift_JIS");
/// let document = parse_document(b"<p>\x93\xFA\x96{", &hints);
/// assert_eq!(document.encoding().unwrap().name(), "Shift_JIS");
/// assert_eq!(document.root().text_content(), "日本");
/// ```
///
/// <https://html.spec.whatwg.org/#parsing>
pub fn parse_document<'a>(bytes: impl Into<Cow<'a, [u8]>>, hints: &Hints) -> Document {
    ParseOptions::new().parse_document(bytes, hints)
}

/// Parses a document from text that is decoded already: a `String` or a literal. Owned text without
/// carriage returns becomes the document's own without a copy.
///
/// For bytes from a file or a server, [`parse_document`] finds out the encoding. It is not for the
/// bytes of a `str`: nothing says that these are UTF-8, unless there is a `<meta charset>` among
/// them, and browsers take bytes about which nothing is known for windows-1252.
///
/// ```
/// use consomme::{Hints, parse_document, parse_str};
///
/// assert_eq!(parse_str("<p>Consommé").root().text_content(), "Consommé");
/// assert_eq!(parse_document("<p>Consommé".as_bytes(), &Hints::new()).root().text_content(), "ConsommÃ©");
/// ```
///
/// <https://html.spec.whatwg.org/#parsing>
pub fn parse_str<'a>(text: impl Into<Cow<'a, str>>) -> Document {
    ParseOptions::new().parse_str(text)
}

/// Parses a fragment of HTML as if it stood inside the context element: what setting `innerHTML`
/// does.
///
/// The context is the name of an HTML element, a [`Context`], or an element of a document. The
/// result's root is a document fragment.
///
/// ```
/// use consomme::parse_fragment;
///
/// let cells = parse_fragment("tr", "<td>1<td>2");
/// assert_eq!(cells.root().children().count(), 2);
/// assert_eq!(parse_fragment("div", "<td>1<td>2").root().text_content(), "12");
/// ```
///
/// <https://html.spec.whatwg.org/#parsing-html-fragments>
pub fn parse_fragment<'a>(
    context: impl Into<Context<'a>>,
    html: impl Into<Cow<'a, str>>,
) -> Document {
    ParseOptions::new().parse_fragment(context, html)
}

/// Everything that can be chosen about a parse.
///
/// ```
/// use consomme::ParseOptions;
///
/// let document = ParseOptions::new().errors(true).parse_str("<p>Unclosed <b>broth</p>");
/// assert_eq!(document.errors()[0].code().as_str(), "missing-doctype");
/// ```
#[derive(Clone, Debug, Default)]
pub struct ParseOptions {
    revision: Revision,
    scripting: bool,
    errors: bool,
    positions: bool,
    iframe_srcdoc: bool,
    limits: Limits,
}

impl ParseOptions {
    /// The Living Standard, scripting disabled, errors not collected, the limits of
    /// [`Limits::default`].
    pub fn new() -> Self {
        ParseOptions::default()
    }

    /// Which revision of the standard is followed.
    ///
    /// ```
    /// use consomme::{ParseOptions, Revision};
    ///
    /// let options = ParseOptions::new().revision(Revision::Snapshot2024);
    /// assert_eq!(options.parse_fragment("div", "<?soup hot?>").inner_html(), "<!--?soup hot?-->");
    /// assert_eq!(ParseOptions::new().parse_fragment("div", "<?soup hot?>").inner_html(), "<?soup hot?>");
    /// ```
    #[must_use]
    pub fn revision(mut self, revision: Revision) -> Self {
        self.revision = revision;
        self
    }

    /// Whether scripting counts as enabled: the content of `noscript` is text then, as browsers
    /// have it. No script is ever run. Off by default, so that what stands in `noscript` is parsed.
    ///
    /// <https://html.spec.whatwg.org/#scripting-mode>
    #[must_use]
    pub fn scripting(mut self, enabled: bool) -> Self {
        self.scripting = enabled;
        self
    }

    /// Whether parse errors are collected, for [`Document::errors`]. Off by default; costs nothing
    /// when off.
    #[must_use]
    pub fn errors(mut self, collected: bool) -> Self {
        self.errors = collected;
        self
    }

    /// Whether it is noted where in the source each node stands and why it is there, for
    /// [`NodeRef::span`], [`NodeRef::origin`] and [`ElementRef::source`]. Off by default; costs
    /// nothing when off, and 12 to 24 bytes for a node when on.
    ///
    /// ```
    /// use consomme::ParseOptions;
    ///
    /// let html = "<p>Clear <b class=big>broth</b>";
    /// let document = ParseOptions::new().positions(true).parse_str(html);
    /// let mut elements = document.descendants().filter_map(|node| node.as_element());
    /// let b = elements.find(|element| element.name() == "b").unwrap().source().unwrap();
    /// assert_eq!(&html[b.start_tag().unwrap().range()], "<b class=big>");
    /// assert_eq!(&html[b.end_tag().unwrap().range()], "</b>");
    /// assert_eq!(&html[b.attribute("class").unwrap().value().unwrap().range()], "big");
    /// ```
    ///
    /// [`NodeRef::span`]: crate::NodeRef::span
    /// [`NodeRef::origin`]: crate::NodeRef::origin
    /// [`ElementRef::source`]: crate::ElementRef::source
    #[must_use]
    pub fn positions(mut self, noted: bool) -> Self {
        self.positions = noted;
        self
    }

    /// Whether the document is the content of an `iframe srcdoc` attribute, which needs no doctype.
    ///
    /// <https://html.spec.whatwg.org/#an-iframe-srcdoc-document>
    #[must_use]
    pub fn iframe_srcdoc(mut self, is_srcdoc: bool) -> Self {
        self.iframe_srcdoc = is_srcdoc;
        self
    }

    /// Bounds on what the document can cost.
    ///
    /// ```
    /// use consomme::{Limits, ParseOptions};
    ///
    /// let options = ParseOptions::new().limits(Limits::default().input_bytes(Some(1 << 20)).nodes(Some(100_000)));
    /// assert!(!options.parse_str("<p>Broth").limits_hit().any());
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Parses a document from bytes, as [`parse_document`] does.
    pub fn parse_document<'a>(&self, bytes: impl Into<Cow<'a, [u8]>>, hints: &Hints) -> Document {
        let mut bytes = bytes.into();
        let mut reading = WholeReading::new(&bytes, hints);
        let tags = expected_tags(&bytes);
        let mut engine = self.document_engine(tags);
        while reading.run(&mut bytes, &mut engine, hints) == Next::Restart {
            engine = self.document_engine(tags);
        }
        let report = reading.into_report(engine.confidence);
        engine.into_document(Some(report))
    }

    /// Parses a document from bytes into a tree of your own: see [`TreeSink`]. What that makes of
    /// itself is returned.
    ///
    /// # Errors
    ///
    /// [`Error::EncodingChanged`], if a `meta` element asks to start again in another encoding, and
    /// the tree, which can't be started again, would be wrong. The error says which encoding to
    /// give as [`Hints::user_override`] next time.
    pub fn parse_document_into<'a, S: TreeSink>(
        &self,
        bytes: impl Into<Cow<'a, [u8]>>,
        hints: &Hints,
        sink: S,
    ) -> Result<S::Output, Error> {
        let mut bytes = bytes.into();
        let mut reading = WholeReading::new(&bytes, hints);
        let used = reading.encoding();
        let mut engine = self.engine(sink);
        self.prepare_strings(&mut engine.input.context.strings);
        if reading.run(&mut bytes, &mut engine, hints) == Next::Restart {
            return Err(Error::EncodingChanged { used, declared: reading.encoding() });
        }
        Ok(engine.builder.sink.finish(engine.input.context.strings))
    }

    /// Parses a document from text that is decoded already. One byte order mark at its start is
    /// dropped.
    pub fn parse_str<'a>(&self, text: impl Into<Cow<'a, str>>) -> Document {
        let text = text.into();
        let mut engine = self.document_engine(expected_tags(text.as_bytes()));
        let text = engine.input.without_byte_order_mark(text);
        engine.run_on(text);
        engine.into_document(None)
    }

    /// Parses a document from text that is decoded already into a tree of your own: see
    /// [`TreeSink`]. One byte order mark at its start is dropped.
    pub fn parse_str_into<'a, S: TreeSink>(
        &self,
        text: impl Into<Cow<'a, str>>,
        sink: S,
    ) -> S::Output {
        let mut engine = self.engine(sink);
        self.prepare_strings(&mut engine.input.context.strings);
        let text = engine.input.without_byte_order_mark(text.into());
        engine.run_on(text);
        engine.builder.sink.finish(engine.input.context.strings)
    }

    /// Parses a fragment, as [`parse_fragment`] does.
    pub fn parse_fragment<'a>(
        &self,
        context: impl Into<Context<'a>>,
        html: impl Into<Cow<'a, str>>,
    ) -> Document {
        let html = html.into();
        let mut engine = self.tree_engine(Root::DocumentFragment, expected_tags(html.as_bytes()));
        self.start_fragment(&mut engine, &context.into());
        engine.run_on(html);
        engine.into_document(None)
    }

    /// A parser for a document that comes in pieces, of bytes about whose encoding nothing is
    /// known, or of text.
    pub fn parser(&self) -> Parser {
        self.parser_with_hints(&Hints::new())
    }

    /// A parser for a document that comes in pieces of bytes.
    ///
    /// ```
    /// use consomme::{Hints, ParseOptions};
    ///
    /// let hints = Hints::new().content_type("text/html; charset=koi8-r");
    /// let mut parser = ParseOptions::new().parser_with_hints(&hints);
    /// parser.feed(b"<p>\xE2\xCF");
    /// parser.feed(b"\xD2\xDD");
    /// assert_eq!(parser.finish().root().text_content(), "Борщ");
    /// ```
    pub fn parser_with_hints(&self, hints: &Hints) -> Parser {
        let mut engine = self.document_engine(0);
        engine.confidence = Confidence::Tentative;
        Parser::with_engine(self.clone(), engine, hints.clone())
    }

    /// A parser for a fragment that comes in pieces. No `meta` element in it changes the encoding
    /// of bytes.
    ///
    /// ```
    /// use consomme::ParseOptions;
    ///
    /// let mut row = ParseOptions::new().fragment_parser("tr");
    /// row.feed_str("<td>Leek<t");
    /// row.feed_str("d>3 €");
    /// assert_eq!(row.finish().inner_html(), "<td>Leek</td><td>3 €</td>");
    /// ```
    pub fn fragment_parser<'a>(&self, context: impl Into<Context<'a>>) -> Parser {
        let mut engine = self.tree_engine(Root::DocumentFragment, 0);
        self.start_fragment(&mut engine, &context.into());
        Parser::with_engine(self.clone(), engine, Hints::new())
    }

    /// The stages at the start. Made in one piece where it stays: moving it costs as much as a
    /// small fragment.
    #[inline(always)]
    fn engine<S: TreeSink>(&self, sink: S) -> Engine<S> {
        let options = TreeBuilderOptions {
            revision: self.revision,
            scripting: self.scripting,
            iframe_srcdoc: self.iframe_srcdoc,
            depth_limit: u32::try_from(self.limits.depth).unwrap_or(u32::MAX),
            max_copies: self.limits.copies,
            positions: self.positions,
        };
        Engine {
            input: InputStream::new(&self.limits, self.errors),
            tokenizer: Tokenizer::new(self.revision, &self.limits),
            builder: TreeBuilder::new(sink, &options),
            most_nodes: self.limits.nodes,
            confidence: Confidence::Irrelevant,
        }
    }

    /// The stages at the start, building a document with that root.
    #[inline(always)]
    fn tree_engine(&self, root: Root, tags: usize) -> Engine<DocumentBuilder> {
        let builder = DocumentBuilder::new(root, tags, self.positions, &self.limits);
        let mut engine = self.engine(builder);
        self.prepare_strings(&mut engine.input.context.strings);
        engine
    }

    /// The stages at the start of a document.
    #[inline(always)]
    fn document_engine(&self, tags: usize) -> Engine<DocumentBuilder> {
        self.tree_engine(Root::Document, tags)
    }

    fn prepare_strings(&self, strings: &mut Strings) {
        if self.positions {
            strings.remember_ranges();
        }
    }

    /// For a fragment: has the stages go on where the context leaves them.
    fn start_fragment(&self, engine: &mut Engine<DocumentBuilder>, context: &Context<'_>) {
        let name = context.name(&mut engine.input);
        let attributes = context.attributes(&mut engine.input);
        let state = engine.builder.start_fragment(
            name,
            &attributes,
            context.quirks_mode,
            context.has_form(),
            &mut engine.input.context,
        );
        engine.tokenizer.set_state(state);
        engine.tokenizer.set_cdata_allowed(engine.builder.is_in_foreign_content());
    }
}

/// Room is made for no more than one tag in so many bytes, whatever the samples say.
const BYTES_PER_TAG: usize = 24;

/// About how many tags an input has, by samples all over it. A short one is not worth a look: it
/// gets as much room as any.
fn expected_tags(input: &[u8]) -> usize {
    /// So many samples are taken of so many bytes.
    const SAMPLES: usize = 8;
    const SAMPLE: usize = 512;
    if input.len() <= SAMPLE {
        return input.len() / BYTES_PER_TAG;
    }
    let tags_in = |bytes| memchr_iter(b'<', bytes).count();
    if input.len() <= SAMPLES * SAMPLE {
        return tags_in(input);
    }
    let starts = (0..SAMPLES).map(|i| i * (input.len() - SAMPLE) / (SAMPLES - 1));
    let sampled: usize = starts.map(|start| tags_in(&input[start..start + SAMPLE])).sum();
    (sampled * (input.len() / (SAMPLES * SAMPLE))).min(input.len() / BYTES_PER_TAG)
}
