//! The words for a parse error, and the tag that it is about besides its place.

use std::ops::Range;

use crate::parse_error::ParseError;
use crate::text::Excerpt;

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

    /// Returns the line of the source with the error, and `^` below its [`span`](Self::span).
    ///
    /// `document` must be the one that has the error among its [`errors`](Document::errors).
    /// [`Excerpt`] says how the line is printed.
    ///
    /// ```
    /// use consomme::{Hints, ParseOptions};
    ///
    /// let page = b"<!DOCTYPE html>\r\n<p>Br\xFBl\xE9 <b>leek</i></b>\r\n";
    /// let hints = Hints::new().content_type("text/html; charset=windows-1252");
    /// let document = ParseOptions::new().errors(true).parse_document(page, &hints);
    /// let error = &document.errors()[0];
    /// let place = document.line_column(error.offset());
    /// let report = format!("{place}: {}\n{}", error.message(&document), error.excerpt(&document));
    /// assert_eq!(report, "\
    /// 2:17: `</i>`: an end tag matches no open element that it can close; it is dropped
    /// <p>Brûlé <b>leek</i></b>
    ///                 ^^^^");
    /// ```
    pub fn excerpt<'a>(&self, document: &'a Document) -> Excerpt<'a> {
        document.excerpt(self.span())
    }

    /// Returns the place of the start tag of the open element that the error is about, if it is
    /// about one: of the element that is not closed, for `unclosed-element`,
    /// `unclosed-element-at-eof` and `eof-in-text-element`. It is a byte range in
    /// [`Document::source`], like [`span`](Self::span), for a second label beside that. For an
    /// element that the parser has copied, it is the tag of the original.
    ///
    /// `document` must be the one that has the error among its [`errors`](Document::errors).
    ///
    /// ```
    /// use consomme::ParseOptions;
    ///
    /// let document = ParseOptions::new().errors(true).parse_str("<!DOCTYPE html><p>Clear <b>broth</p>");
    /// let error = &document.errors()[0];
    /// assert_eq!(&document.source()[error.span()], "</p>");
    /// assert_eq!(&document.source()[error.opening_tag(&document).unwrap()], "<b>");
    /// ```
    pub fn opening_tag(&self, document: &Document) -> Option<Range<usize>> {
        self.opening_tag_in(&document.strings)
    }
}
