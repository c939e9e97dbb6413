//! The words for a parse error.

use crate::parse_error::ParseError;

use super::document::Document;

impl ParseError {
    /// Returns a description for the author of the page. It quotes the tag or the characters that
    /// are wrong, if the error is about these, and names the open element, if it is about one.
    ///
    /// `document` must be the one that has the error among its [`errors`](Document::errors); with
    /// another, the quote is wrong or missing. A long quote is truncated. Control characters are
    /// escaped, so that a page cannot send commands to a terminal.
    ///
    /// ```
    /// use consomme::ParseOptions;
    ///
    /// let html = "<!DOCTYPE html><p>Salt &amp <my-spice>pepper</p>";
    /// let document = ParseOptions::new().errors(true).parse_str(html);
    /// let messages: Vec<_> = document.errors().iter().map(|error| error.message(&document)).collect();
    /// assert_eq!(messages, [
    ///     "`&amp`: a character reference does not end with `;`",
    ///     "`</p>`: the element `my-spice` is still open and needs its end tag before this",
    /// ]);
    /// ```
    pub fn message(&self, document: &Document) -> String {
        self.message_in(&document.strings)
    }
}
