//! Types that input comes in: bytes, or decoded text.
//!
//! These are traits of their own, so that text where bytes are expected, or the reverse, is an
//! error that names the other function.

use std::borrow::Cow;
use std::sync::Arc;

use crate::input::InputStream;
use crate::text::SourceText;

/// The bytes of a document: borrowed, or owned so that they may become its text without a copy.
///
/// ```compile_fail
/// consomme::parse_document("<p>Broth", &consomme::Hints::new()); // text: `parse_str`
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the bytes of a document",
    label = "not bytes",
    note = "`parse_str` and `parse_str_into` take text that is already decoded, without hints",
    note = "`.as_bytes()` of a text are bytes of unknown encoding unless `Hints::utf8()` says that they are UTF-8"
)]
pub trait IntoBytes<'a> {
    /// Returns the bytes.
    fn into_bytes(self) -> Cow<'a, [u8]>;
}

/// Decoded text: borrowed, or owned or shared so that it may become that of the document without a
/// copy.
///
/// | type | the document's text |
/// |---|---|
/// | `&str`, `&String`, a borrowed `Cow<str>` | is a copy |
/// | `String`, `Box<str>`, an owned `Cow<str>` | is this text, unless it has carriage returns or starts with a byte order mark |
/// | `Arc<str>`, `&Arc<str>`, [`InputText::shared`] | is this text, which others still own, on the same conditions |
///
/// ```compile_fail
/// consomme::parse_str(b"<p>Broth"); // bytes: `parse_document`
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not decoded text",
    label = "not text",
    note = "`parse_document` and `parse_document_into` take bytes, and find out their encoding"
)]
pub trait IntoText<'a> {
    /// Returns the text.
    fn into_text(self) -> InputText<'a>;
}

/// Decoded text that is to be parsed: see [`IntoText`].
///
/// ```
/// use std::sync::Arc;
///
/// use consomme::{InputText, parse_str};
///
/// let recipe: Arc<str> = Arc::from("<p>Simmer.");
/// let page = parse_str(&recipe);
/// assert_eq!(page.source().as_ptr(), recipe.as_ptr());
///
/// const MENU: &str = "<ul><li>Leek<li>Salt</ul>";
/// let menu = parse_str(InputText::shared(MENU));
/// assert_eq!(menu.source().as_ptr(), MENU.as_ptr());
/// ```
#[derive(Clone, Debug)]
pub struct InputText<'a>(Text<'a>);

#[derive(Clone, Debug)]
enum Text<'a> {
    /// A text that the document copies.
    Borrowed(&'a str),
    /// A text that becomes the document's.
    Whole(SourceText),
}

impl InputText<'_> {
    /// Returns a text that the document shares with its owner, which it keeps: an `Arc<str>`, a
    /// text of the program, or a type of your own, such as a file that is mapped to memory. The
    /// owner is asked for the text once.
    ///
    /// A text that needs a change is copied: one with carriage returns, with a byte order mark at
    /// its start, or longer than [`Limits::input_bytes`](crate::Limits::input_bytes).
    pub fn shared(owner: impl AsRef<str> + Send + Sync + 'static) -> Self {
        InputText(Text::Whole(SourceText::shared(Box::new(owner))))
    }
}

impl<'a> InputText<'a> {
    /// Removes a byte order mark from the start of the text, which the input starts with.
    pub(super) fn without_byte_order_mark(self, input: &mut InputStream) -> InputText<'a> {
        let text = self.as_ref();
        let length = text.len() - input.drop_byte_order_mark(text).len();
        match self.0 {
            _ if length == 0 => self,
            Text::Borrowed(text) => InputText(Text::Borrowed(&text[length..])),
            Text::Whole(mut text) => {
                text.edit(|text| drop(text.drain(..length)));
                InputText(Text::Whole(text))
            }
        }
    }

    /// Returns the text as the source of a document, or the text to copy.
    pub(super) fn into_source(self) -> Result<SourceText, &'a str> {
        match self.0 {
            Text::Borrowed(text) => Err(text),
            Text::Whole(text) => Ok(text),
        }
    }
}

impl AsRef<str> for InputText<'_> {
    fn as_ref(&self) -> &str {
        match &self.0 {
            Text::Borrowed(text) => text,
            Text::Whole(text) => text,
        }
    }
}

impl<'a> From<&'a str> for InputText<'a> {
    fn from(text: &'a str) -> Self {
        InputText(Text::Borrowed(text))
    }
}

impl From<String> for InputText<'_> {
    fn from(text: String) -> Self {
        InputText(Text::Whole(SourceText::from(text)))
    }
}

impl<'a> IntoBytes<'a> for &'a [u8] {
    fn into_bytes(self) -> Cow<'a, [u8]> {
        Cow::Borrowed(self)
    }
}

impl<'a, const N: usize> IntoBytes<'a> for &'a [u8; N] {
    fn into_bytes(self) -> Cow<'a, [u8]> {
        Cow::Borrowed(self)
    }
}

impl<'a> IntoBytes<'a> for &'a Vec<u8> {
    fn into_bytes(self) -> Cow<'a, [u8]> {
        Cow::Borrowed(self)
    }
}

impl<'a> IntoBytes<'a> for Vec<u8> {
    fn into_bytes(self) -> Cow<'a, [u8]> {
        Cow::Owned(self)
    }
}

impl<'a> IntoBytes<'a> for Cow<'a, [u8]> {
    fn into_bytes(self) -> Cow<'a, [u8]> {
        self
    }
}

impl<'a> IntoBytes<'a> for Box<[u8]> {
    fn into_bytes(self) -> Cow<'a, [u8]> {
        Cow::Owned(self.into_vec())
    }
}

impl<'a> IntoText<'a> for &'a str {
    fn into_text(self) -> InputText<'a> {
        self.into()
    }
}

impl<'a> IntoText<'a> for &'a String {
    fn into_text(self) -> InputText<'a> {
        self.as_str().into()
    }
}

impl<'a> IntoText<'a> for String {
    fn into_text(self) -> InputText<'a> {
        self.into()
    }
}

impl<'a> IntoText<'a> for Box<str> {
    fn into_text(self) -> InputText<'a> {
        self.into_string().into()
    }
}

impl<'a> IntoText<'a> for Cow<'a, str> {
    fn into_text(self) -> InputText<'a> {
        match self {
            Cow::Borrowed(text) => text.into(),
            Cow::Owned(text) => text.into(),
        }
    }
}

impl<'a> IntoText<'a> for Arc<str> {
    fn into_text(self) -> InputText<'a> {
        InputText::shared(self)
    }
}

impl<'a> IntoText<'a> for &'a Arc<str> {
    fn into_text(self) -> InputText<'a> {
        InputText::shared(Arc::clone(self))
    }
}

impl<'a> IntoText<'a> for InputText<'a> {
    fn into_text(self) -> InputText<'a> {
        self
    }
}
