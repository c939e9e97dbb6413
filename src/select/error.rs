//! The error of parsing a selector.

use std::fmt;

/// The error of parsing a text that is not a selector, with the place in the text.
///
/// ```
/// use consomme::Selector;
///
/// let error = Selector::parse("ul > li:frist-child").unwrap_err();
/// assert_eq!(error.offset(), 7);
/// assert_eq!(error.to_string(), "at byte 7 of the selector: `:frist-child` is not known");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectorError {
    pub(super) offset: usize,
    pub(super) reason: String,
}

impl SelectorError {
    /// Returns the byte offset, in the text of the selector, of the first part that is wrong. If
    /// the text ends too early, this is its length.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns a description of the mistake at the offset.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for SelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {} of the selector: {}", self.offset, self.reason)
    }
}

impl std::error::Error for SelectorError {}
