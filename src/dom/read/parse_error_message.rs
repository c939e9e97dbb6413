//! The words for a parse error.

use crate::parse_error::ParseError;

use super::document::Document;

impl ParseError {
    /// What is wrong, in words for the author of the page: behind the tag or the characters that
    /// are, where it is these, and with the name of the element that is open, where it is one.
    ///
    /// `document` is the one that has the error among its [`errors`](Document::errors); of any
    /// other, nothing or something else is quoted. Of what is long, the start is quoted. Control
    /// characters are escaped, so that a page can't command a terminal.
    ///
    /// ```
    /// use consomme::ParseOptions;
    ///
    /// let html = "<!DOCTYPE html><p>Salt &amp <my-spice>pepper</p>";
    /// let document = ParseOptions::new().errors(true).parse_str(html);
    /// let messages: Vec<_> = document.errors().iter().map(|error| error.message(&document)).collect();
    /// assert_eq!(messages, [
    ///     "`&amp`: a character reference does not end with `;`",
    ///     "`</p>`: the element `my-spice` is still open, and needs its end tag before that",
    /// ]);
    /// ```
    pub fn message(&self, document: &Document) -> String {
        self.message_in(document.source(), &document.strings.names)
    }
}
