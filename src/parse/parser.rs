//! Parses input that comes in pieces.

use std::io::{self, Read};

use crate::document_builder::DocumentBuilder;
use crate::dom::{Document, Root};
use crate::encoding::{EncodingReport, Hints, sniff};
use crate::steps;

use super::context::Context;
use super::decoding::Decoding;
use super::engine::Engine;
use super::options::ParseOptions;
use super::pump::{Bytes, Outcome, Unread, UnreadBytes, pump};

/// The size of the buffer that [`Parser::read_from`] reads into, in bytes.
const READ_SIZE: usize = 64 * 1024;

/// A parser for input that comes in pieces of any size. The result does not depend on where the
/// pieces are cut.
///
/// ```
/// let mut parser = consomme::ParseOptions::new().parser();
/// for piece in [&b"<meta charset=utf-8><p>Cons"[..], b"omm\xC3", b"\xA9"] {
///     parser.feed(piece);
/// }
/// assert_eq!(parser.finish().root().text_content(), "Consommé");
/// ```
///
/// The input is either bytes, for [`feed`](Parser::feed) and [`read_from`](Parser::read_from), or
/// decoded text, for [`feed_str`](Parser::feed_str): the first piece decides, and the others should
/// be of the same kind. Pieces of the other kind are converted, as these methods say, and that is
/// rarely what you want.
#[derive(Debug)]
pub struct Parser {
    options: ParseOptions,
    engine: Engine<DocumentBuilder>,
    input: PiecewiseInput,
}

/// The kind of input that a parser is fed.
#[derive(Debug)]
enum PiecewiseInput {
    /// Nothing was fed yet.
    Undecided(Hints),
    Text,
    Bytes(PiecewiseBytes),
}

/// Bytes that come in pieces.
#[derive(Debug)]
struct PiecewiseBytes {
    hints: Hints,
    /// All bytes so far, until the encoding is certain: sniffing waits for more of them, or a
    /// `meta` element can make parsing start again. Then empty.
    kept: Vec<u8>,
    /// `None` while sniffing waits for more bytes.
    decoding: Option<Decoding>,
    /// Whether sniffing waits for the end of the input.
    waits_for_end: bool,
}

impl ParseOptions {
    /// Returns a parser for a document that comes in pieces: of text, or of bytes whose encoding
    /// only the document itself declares.
    pub fn parser(&self) -> Parser {
        self.parser_with_hints(&Hints::new())
    }

    /// Returns a parser for a document that comes in pieces of bytes.
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
        let mut engine = self.engine_for(Root::Document, 0);
        engine.start_document(self);
        let input = PiecewiseInput::Undecided(hints.clone());
        Parser { options: self.clone(), engine, input }
    }

    /// Returns a parser for a fragment that comes in pieces. If these are bytes, `meta` elements in
    /// them do not change the encoding.
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
        let mut engine = self.engine_for(Root::DocumentFragment, 0);
        engine.start_fragment(self, &context.into(), None);
        let input = PiecewiseInput::Undecided(Hints::new());
        Parser { options: self.clone(), engine, input }
    }
}

impl Parser {
    /// Returns a parser for a document, with the default options and no hints.
    pub fn new() -> Self {
        ParseOptions::new().parser()
    }

    /// Parses one more piece of bytes.
    ///
    /// Parsing starts when the encoding is decided: after [`Hints::awaited_bytes`], which are 1024
    /// by default, or at the end. While the encoding is tentative, all bytes are kept, because a
    /// `meta` element can make parsing start again; once it is certain, none are.
    ///
    /// After text, a piece of bytes is decoded as UTF-8, each piece on its own.
    pub fn feed(&mut self, bytes: &[u8]) {
        match &mut self.input {
            PiecewiseInput::Text => self.feed_text(&String::from_utf8_lossy(bytes), false),
            PiecewiseInput::Bytes(input) => input.feed(bytes, &mut self.engine, &self.options),
            PiecewiseInput::Undecided(hints) => {
                let mut input = PiecewiseBytes::new(std::mem::take(hints));
                input.feed(bytes, &mut self.engine, &self.options);
                self.input = PiecewiseInput::Bytes(input);
            }
        }
    }

    /// Parses one more piece of decoded text. A byte order mark at the start of a document is
    /// dropped.
    ///
    /// After bytes, a piece of text counts as more bytes, those of its UTF-8.
    pub fn feed_str(&mut self, text: &str) {
        match &self.input {
            PiecewiseInput::Bytes(_) => self.feed(text.as_bytes()),
            PiecewiseInput::Text => self.feed_text(text, false),
            PiecewiseInput::Undecided(_) if text.is_empty() => {}
            PiecewiseInput::Undecided(_) => {
                self.input = PiecewiseInput::Text;
                let is_document = !self.engine.builder.is_fragment();
                let text =
                    if is_document { self.engine.input.drop_byte_order_mark(text) } else { text };
                self.feed_text(text, false);
            }
        }
    }

    fn feed_text(&mut self, text: &str, is_last: bool) {
        let outcome = pump(&mut self.engine, &mut Unread::Text(text), is_last);
        debug_assert_ne!(outcome, Outcome::Restart, "text has no encoding to change");
    }

    /// Reads bytes to the end of the reader and parses them. Returns how many were read. When a
    /// limit ends parsing, reading ends too, so a reader without an end is read no further than
    /// [`Limits`](crate::Limits) allow.
    ///
    /// # Errors
    ///
    /// Any error of the reader but [`Interrupted`](io::ErrorKind::Interrupted), after which reading
    /// continues. The bytes that were read before the error are parsed; the parser can be fed more,
    /// or finished.
    pub fn read_from(&mut self, mut reader: impl Read) -> io::Result<u64> {
        let mut buffer = vec![0; READ_SIZE];
        let mut total = 0;
        // Decides that the input is bytes, even if there are none.
        self.feed(&[]);
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => return Ok(total),
                Ok(length) => {
                    total += length as u64;
                    self.feed(&buffer[..length]);
                    if self.engine.ignores_further_input() {
                        return Ok(total);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Ends the input and returns the document.
    pub fn finish(mut self) -> Document {
        let report = match &mut self.input {
            PiecewiseInput::Bytes(input) => input.finish(&mut self.engine, &self.options),
            PiecewiseInput::Text | PiecewiseInput::Undecided(_) => {
                self.feed_text("", true);
                None
            }
        };
        let Engine { builder, input, .. } = self.engine;
        self.options.finish_document(builder.sink, input.context, report)
    }
}

impl Default for Parser {
    fn default() -> Self {
        Parser::new()
    }
}

impl PiecewiseBytes {
    fn new(hints: Hints) -> Self {
        PiecewiseBytes { hints, kept: Vec::new(), decoding: None, waits_for_end: false }
    }

    /// Parses one more piece.
    fn feed(&mut self, bytes: &[u8], engine: &mut Engine<DocumentBuilder>, options: &ParseOptions) {
        match &mut self.decoding {
            None => {
                self.kept.extend_from_slice(bytes);
                if self.kept.len() >= self.hints.awaited_bytes() && !self.waits_for_end {
                    self.start(false, engine, options);
                }
            }
            // Once further input is ignored, no `meta` element can ask for the bytes again.
            Some(decoding) if decoding.is_tentative() && !engine.ignores_further_input() => {
                let next = self.kept.len();
                self.kept.extend_from_slice(bytes);
                self.parse_kept(next, false, engine, options);
            }
            Some(decoding) => {
                let (hints, bytes) = (&self.hints, Bytes::Borrowed(bytes));
                let mut unread = Unread::Bytes(UnreadBytes { decoding, hints, bytes, next: 0 });
                let outcome = pump(engine, &mut unread, false);
                debug_assert_ne!(outcome, Outcome::Restart, "the encoding does not change");
            }
        }
    }

    /// Ends the input. Returns how its encoding was decided.
    fn finish(
        &mut self,
        engine: &mut Engine<DocumentBuilder>,
        options: &ParseOptions,
    ) -> Option<EncodingReport> {
        match &self.decoding {
            None => self.start(true, engine, options),
            Some(_) => self.parse_kept(self.kept.len(), true, engine, options),
        }
        self.decoding.take().map(Decoding::into_report)
    }

    /// Decides the encoding and parses the bytes so far, unless the decision takes the whole input.
    fn start(
        &mut self,
        is_last: bool,
        engine: &mut Engine<DocumentBuilder>,
        options: &ParseOptions,
    ) {
        steps::count(self.kept.len());
        let sniffed = sniff(&self.kept, is_last, &self.hints);
        self.waits_for_end = sniffed.wants_whole_input;
        if self.waits_for_end {
            return;
        }
        self.decoding = Some(if engine.builder.is_fragment() {
            Decoding::of_fragment(sniffed)
        } else {
            Decoding::new(sniffed)
        });
        self.parse_kept(0, is_last, engine, options);
    }

    /// Parses kept bytes, from byte `next` on. If the encoding changes so that the document must be
    /// parsed again, starts again with a new engine.
    fn parse_kept(
        &mut self,
        next: usize,
        is_last: bool,
        engine: &mut Engine<DocumentBuilder>,
        options: &ParseOptions,
    ) {
        let PiecewiseBytes { hints, kept, decoding, .. } = self;
        let Some(decoding) = decoding else {
            return debug_assert!(false, "the encoding is decided before bytes are parsed");
        };
        let bytes = Bytes::Borrowed(kept);
        let mut unread = Unread::Bytes(UnreadBytes { decoding, hints, bytes, next });
        while pump(engine, &mut unread, is_last) == Outcome::Restart {
            *engine = options.engine_for(Root::Document, 0);
            engine.start_document(options);
        }
        if !decoding.is_tentative() {
            self.kept = Vec::new();
        }
    }
}
