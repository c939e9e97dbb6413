//! Connects the stages: bytes or text in, a document out. The only module that knows every stage.
//!
//! - `mod.rs`: the functions for the default options
//! - `options.rs`: the options
//! - `start.rs`: sets up the stages for a document or a fragment
//! - `engine.rs`: the stages after decoding, at work
//! - `bound.rs`: how much a tree may hold before its parse is interrupted
//! - `decoding.rs`: the encoding of the bytes and their decoder
//! - `encoding_change.rs`: a declared encoding is kept, switched to, or makes parsing start again
//! - `pump.rs`: the loop that moves input to the engine
//! - `unread_bytes.rs`: bytes that are not decoded yet
//! - `whole_bytes.rs`: the bytes of a document that is available as a whole
//! - `whole_input.rs`: the types that such input comes in
//! - `whole.rs`: parses input that is available as a whole
//! - `recycler.rs`: parses many documents in the same memory
//! - `parser.rs`: parses input that comes in pieces
//! - `pieces.rs`: reads a reader until its end
//! - `driver/`: step-by-step parsing
//! - `finish.rs`: ends a parse and returns its result
//! - `context.rs`: the context element of a fragment
//! - `speculation.rs`: reads ahead for the resources that a document will fetch
//! - `edit.rs`: parses HTML into an existing document

mod body_loop;
mod bound;
mod context;
mod decoding;
mod driver;
mod edit;
mod encoding_change;
mod engine;
mod finish;
mod options;
mod parser;
mod pieces;
mod pump;
mod recycler;
mod speculation;
mod start;
mod unread_bytes;
mod whole;
mod whole_bytes;
mod whole_input;

use std::convert::Infallible;
use std::str::FromStr;

use crate::dom::Document;
use crate::encoding::Hints;

pub use context::Context;
pub use driver::{
    DeclaredEncoding, DocumentBuilder, DocumentMut, Driver, PausedScript, Step, WriteError,
};
#[cfg(feature = "stream")]
pub(crate) use driver::{
    ParsePause, PausingParse, ReachedLimit, RefusedEncoding, Section, Standing, Swept,
};
pub use edit::AdjacentPosition;
pub use finish::{EncodingChanged, Parsed};
pub use options::ParseOptions;
pub use parser::Parser;
#[cfg(feature = "stream")]
pub(crate) use pieces::each_piece;
pub use recycler::Recycler;
pub use speculation::Speculation;
pub use whole_input::{InputText, IntoBytes, IntoText};

/// Parses a document from bytes: decides their encoding, decodes them, and builds the tree that
/// browsers build.
///
/// `bytes` may be borrowed or owned; an owned `Vec<u8>` of UTF-8 becomes the document's text
/// without a copy. This never fails: the standard defines a tree for every input. [`ParseOptions`]
/// has more ways to parse.
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
pub fn parse_document<'a>(bytes: impl IntoBytes<'a>, hints: &Hints) -> Document {
    ParseOptions::new().parse_document(bytes, hints)
}

/// Parses a document from decoded text, such as a `String` or a literal. A `String` or `Arc<str>`
/// without carriage returns becomes the document's text without a copy: [`IntoText`].
///
/// For bytes from a file or a server, use [`parse_document`], which decides their encoding. Do not
/// pass it the bytes of a `str`: unless they contain a `<meta charset>`, nothing says that they are
/// UTF-8, and like a browser it decodes bytes of unknown encoding as windows-1252.
///
/// ```
/// use consomme::{Hints, parse_document, parse_str};
///
/// assert_eq!(parse_str("<p>Consommé").root().text_content(), "Consommé");
/// assert_eq!(parse_document("<p>Consommé".as_bytes(), &Hints::new()).root().text_content(), "ConsommÃ©");
/// ```
///
/// <https://html.spec.whatwg.org/#parsing>
pub fn parse_str<'a>(text: impl IntoText<'a>) -> Document {
    ParseOptions::new().parse_str(text)
}

/// Parses a document from text: [`parse_str`].
impl From<&str> for Document {
    fn from(text: &str) -> Document {
        parse_str(text)
    }
}

/// Parses a document from text: [`parse_str`].
impl From<String> for Document {
    fn from(text: String) -> Document {
        parse_str(text)
    }
}

/// Parses a document from text: [`parse_str`].
impl FromStr for Document {
    /// Parsing never fails.
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Document, Infallible> {
        Ok(parse_str(text))
    }
}

/// Parses a fragment of HTML as the content of a context element, as setting `innerHTML` does.
///
/// The context is the name of an HTML element, a [`Context`], or an element of a document. The root
/// of the result is a document fragment.
///
/// # Panics
///
/// With debug assertions, if the context is a text that no element can be named by, such as HTML:
/// the two arguments are swapped then.
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
pub fn parse_fragment<'a>(context: impl Into<Context<'a>>, html: impl IntoText<'a>) -> Document {
    ParseOptions::new().parse_fragment(context, html)
}
