//! Types that input comes in: bytes, or decoded text.
//!
//! These are traits of their own, so that text where bytes are expected, or the reverse, is an
//! error that names the other function.

use std::borrow::Cow;

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

/// Decoded text: borrowed, or owned so that it may become that of the document without a copy.
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
    fn into_text(self) -> Cow<'a, str>;
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
    fn into_text(self) -> Cow<'a, str> {
        Cow::Borrowed(self)
    }
}

impl<'a> IntoText<'a> for &'a String {
    fn into_text(self) -> Cow<'a, str> {
        Cow::Borrowed(self)
    }
}

impl<'a> IntoText<'a> for String {
    fn into_text(self) -> Cow<'a, str> {
        Cow::Owned(self)
    }
}

impl<'a> IntoText<'a> for Cow<'a, str> {
    fn into_text(self) -> Cow<'a, str> {
        self
    }
}

impl<'a> IntoText<'a> for Box<str> {
    fn into_text(self) -> Cow<'a, str> {
        Cow::Owned(self.into_string())
    }
}
