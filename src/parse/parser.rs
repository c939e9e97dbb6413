//! Parses input that comes in pieces.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use encoding_rs::Encoding;

use crate::dom::Document;
use crate::encoding::Hints;

use super::context::Context;
use super::driver::{DocumentBuilder, Driver};
use super::options::ParseOptions;
use super::pieces::each_piece;
use super::pump::PIECE;

/// A parser for input that comes in pieces of any size. The result does not depend on where the
/// pieces are cut.
///
/// ```
/// let mut parser = consomme::Parser::default();
/// for piece in [&b"<meta charset=utf-8><p>Cons"[..], b"omm\xC3", b"\xA9"] {
///     parser.feed(piece);
/// }
/// assert_eq!(parser.finish().root().text_content(), "Consommé");
/// ```
///
/// The input is either bytes, for [`feed`](Parser::feed) and [`read_from`](Parser::read_from), or
/// decoded text, for [`feed_str`](Parser::feed_str): the first piece decides, and all pieces should
/// be of the same kind. Pieces of the other kind are converted, as these methods say, which is
/// rarely useful.
#[derive(Debug)]
pub struct Parser {
    driver: Driver<DocumentBuilder>,
}

impl Parser {
    /// Returns a parser for a document that comes in pieces. The hints are for bytes; they have no
    /// effect on text. [`Parser::default`] has the default options and no hints.
    ///
    /// ```
    /// use consomme::{Hints, ParseOptions, Parser};
    ///
    /// let hints = Hints::new().content_type("text/html; charset=koi8-r");
    /// let mut parser = Parser::new(&ParseOptions::new(), &hints);
    /// parser.feed(b"<p>\xE2\xCF");
    /// parser.feed(b"\xD2\xDD");
    /// assert_eq!(parser.finish().root().text_content(), "Борщ");
    /// ```
    pub fn new(options: &ParseOptions, hints: &Hints) -> Parser {
        Parser { driver: Driver::new(options, hints).without_pauses() }
    }

    /// Returns a parser for a fragment that comes in pieces. If these are bytes, `meta` elements in
    /// them do not change the encoding.
    ///
    /// ```
    /// use consomme::{ParseOptions, Parser};
    ///
    /// let mut row = Parser::for_fragment(&ParseOptions::new(), "tr");
    /// row.feed_str("<td>Leek<t");
    /// row.feed_str("d>3 €");
    /// assert_eq!(row.finish().inner_html(), "<td>Leek</td><td>3 €</td>");
    /// ```
    pub fn for_fragment<'a>(options: &ParseOptions, context: impl Into<Context<'a>>) -> Parser {
        Parser { driver: Driver::for_fragment(options, context).without_pauses() }
    }

    /// Parses one more piece of bytes.
    ///
    /// Parsing starts when the encoding is decided: after [`Hints::awaited_bytes`], which are 1024
    /// by default, or at the end. While the encoding is tentative, all bytes are kept, because a
    /// `meta` element can make parsing start again; once it is certain, none are.
    ///
    /// After text, bytes are decoded as UTF-8.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.driver.parse_bytes(bytes);
    }

    /// Decides the encoding with the bytes so far, and parses them. Call it when no more bytes have
    /// come for some time; the standard suggests 500 ms. It has no effect once parsing has started,
    /// and before the first byte.
    ///
    /// ```
    /// let mut parser = consomme::Parser::default();
    /// parser.feed(b"<p>caf\xE9");
    /// parser.start_now();
    /// parser.feed(b"<meta charset=gbk>"); // Now a late one, which makes parsing start again.
    /// let document = parser.finish();
    /// assert_eq!(document.encoding_source(), Some(consomme::encoding::EncodingSource::LateMeta));
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    pub fn start_now(&mut self) {
        self.driver.start_now();
        self.driver.parse_all();
    }

    /// Parses one more piece of decoded text. A byte order mark at the start of a document is
    /// dropped.
    ///
    /// After bytes, a piece of text counts as more bytes, in UTF-8, and is decoded from the
    /// encoding of the bytes: text after bytes that are not UTF-8 is garbled.
    pub fn feed_str(&mut self, text: &str) {
        self.driver.parse_text(text);
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
    pub fn read_from(&mut self, reader: impl Read) -> io::Result<u64> {
        // Decides that the input is bytes, even if there are none.
        self.feed(&[]);
        each_piece(reader, |piece| {
            self.feed(piece);
            let is_ignored = self.driver.ignores_further_input();
            Ok(if is_ignored { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })
    }

    /// Ends the input and returns the document.
    pub fn finish(mut self) -> Document {
        self.driver.end();
        self.driver.parse_all();
        self.driver.finish_document()
    }
}

/// Writing feeds bytes, so that whatever writes can be parsed. It never fails.
///
/// ```
/// let mut parser = consomme::Parser::default();
/// let mut file = &b"<p>Broth"[..];
/// std::io::copy(&mut file, &mut parser)?;
/// assert_eq!(parser.finish().root().text_content(), "Broth");
/// # Ok::<(), std::io::Error>(())
/// ```
impl Write for Parser {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.feed(bytes);
        Ok(bytes.len())
    }

    /// Does nothing: bytes are parsed as soon as the encoding is decided.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A parser for a document, with the default options and no hints.
impl Default for Parser {
    fn default() -> Self {
        Parser::new(&ParseOptions::new(), &Hints::new())
    }
}

impl ParseOptions {
    /// Returns the encoding that a document is decoded from. Parses it up to where no `meta`
    /// element can change that.
    pub(crate) fn encoding_of(&self, bytes: &[u8], hints: &Hints) -> Option<&'static Encoding> {
        let mut parser = Parser::new(self, hints);
        for piece in bytes.chunks(PIECE) {
            parser.feed(piece);
            if !parser.driver.can_change_encoding() {
                return parser.driver.encoding();
            }
        }
        parser.finish().encoding()
    }
}
