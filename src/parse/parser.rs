//! The parser for input that comes in pieces.

use std::io::{self, Read};

use crate::document_builder::DocumentBuilder;
use crate::dom::Document;
use crate::encoding::{Confidence, Hints};

use super::ParseOptions;
use super::bytes::ByteInput;
use super::engine::Engine;

/// How many bytes [`Parser::read_from`] asks for at once.
const READ_SIZE: usize = 64 * 1024;

/// A parser for input that comes in pieces of any size. Where the pieces are cut makes no
/// difference to what comes out.
///
/// ```
/// let mut parser = consomme::ParseOptions::new().parser();
/// for piece in [&b"<meta charset=utf-8><p>Cons"[..], b"omm\xC3", b"\xA9"] {
///     parser.feed(piece);
/// }
/// assert_eq!(parser.finish().root().text_content(), "Consommé");
/// ```
#[derive(Debug)]
pub struct Parser {
    options: ParseOptions,
    engine: Engine<DocumentBuilder>,
    input: Input,
}

/// What a parser is fed. The first piece decides.
#[derive(Debug)]
enum Input {
    Bytes(ByteInput),
    /// Nothing yet.
    Undecided(Hints),
    Text,
}

impl Parser {
    /// A parser for a document with the default options.
    pub fn new() -> Self {
        ParseOptions::new().parser()
    }

    pub(super) fn with_engine(
        options: ParseOptions,
        engine: Engine<DocumentBuilder>,
        hints: Hints,
    ) -> Self {
        Parser { options, engine, input: Input::Undecided(hints) }
    }

    /// Parses one more piece of bytes.
    ///
    /// Parsing starts when the encoding can be told: after 1024 bytes, or as many as
    /// [`Hints::prescan_bytes`] says, or at the end. While the encoding is tentative, the bytes are
    /// kept, because a `meta` element can ask to start again; once it is certain, nothing is kept.
    /// Bytes that follow text are UTF-8, each piece on its own.
    pub fn feed(&mut self, bytes: &[u8]) {
        if let Input::Undecided(hints) = &mut self.input {
            self.input = Input::Bytes(ByteInput::new(std::mem::take(hints)));
        }
        match &mut self.input {
            Input::Bytes(input) => {
                input.feed(bytes, &mut self.engine, || self.options.document_engine(0));
            }
            Input::Text | Input::Undecided(_) => self.feed_text(&String::from_utf8_lossy(bytes)),
        }
    }

    /// Parses one more piece of text, which is decoded already: there is no encoding then. One byte
    /// order mark at the start of a document is dropped. Text that follows bytes is taken for more
    /// bytes, those of its UTF-8.
    pub fn feed_str(&mut self, text: &str) {
        match &self.input {
            Input::Bytes(_) => self.feed(text.as_bytes()),
            Input::Text => self.feed_text(text),
            Input::Undecided(_) if text.is_empty() => {}
            Input::Undecided(_) => {
                self.input = Input::Text;
                self.engine.confidence = Confidence::Irrelevant;
                let is_document = !self.engine.builder.is_fragment();
                let text =
                    if is_document { self.engine.input.drop_byte_order_mark(text) } else { text };
                self.feed_text(text);
            }
        }
    }

    fn feed_text(&mut self, text: &str) {
        if !self.engine.is_stopped() {
            self.engine.input.push(text);
            self.engine.run();
        }
    }

    /// Reads bytes until the reader has no more, and parses them. Gives how many were read. Where a
    /// limit ends parsing, reading ends, too: a reader that has no end is read no further than
    /// [`Limits`](crate::Limits) say.
    ///
    /// # Errors
    ///
    /// Those of the reader, except that reading goes on where it was interrupted. What was read
    /// before is parsed, and the parser can be fed more or finished.
    pub fn read_from(&mut self, mut reader: impl Read) -> io::Result<u64> {
        let mut buffer = vec![0; READ_SIZE];
        let mut total = 0;
        // A reader that has nothing is still one of bytes.
        self.feed(&[]);
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => return Ok(total),
                Ok(length) => {
                    total += length as u64;
                    self.feed(&buffer[..length]);
                    if self.engine.takes_no_more() {
                        return Ok(total);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Ends the input and gives the document.
    pub fn finish(mut self) -> Document {
        let report = match &mut self.input {
            Input::Bytes(input) => {
                input.finish(&mut self.engine, || self.options.document_engine(0))
            }
            Input::Text | Input::Undecided(_) => {
                self.engine.input.set_last(true);
                // Without bytes, no declaration asks for another encoding.
                self.engine.run();
                None
            }
        };
        self.engine.into_document(report)
    }
}

impl Default for Parser {
    fn default() -> Self {
        Parser::new()
    }
}
