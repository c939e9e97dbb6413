//! The error of parsing a selector.

use std::fmt;

use crate::text::Excerpt;

/// The bytes of a selector that a message shows before and after the place of the error.
const SHOWN: usize = 60;

/// The error of parsing a text that is not a selector, with the place in the text.
///
/// ```
/// use consomme::Selector;
///
/// let error = Selector::parse("ul > li:frist-child").unwrap_err();
/// assert_eq!(error.offset(), 7);
/// assert_eq!(error.to_string(), "selector `ul > li:frist-child`, byte 7: `:frist-child` is not known");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectorError {
    pub(in crate::select) text: Box<str>,
    pub(in crate::select) offset: usize,
    pub(in crate::select) reason: String,
}

impl SelectorError {
    /// Returns the text that is not a selector.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the byte offset, in the [text](Self::text), of the first part that is wrong. If the
    /// text ends too early, this is its length.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the line of the text with the mistake, and `^` below its first character.
    ///
    /// ```
    /// let error = consomme::Selector::parse("ul > li:frist-child").unwrap_err();
    /// assert_eq!(error.excerpt().to_string(), "ul > li:frist-child\n       ^");
    /// ```
    pub fn excerpt(&self) -> Excerpt<'_> {
        let after = self.text.get(self.offset..).unwrap_or_default();
        let length = after.chars().next().map_or(0, char::len_utf8);
        Excerpt::new(&self.text, self.offset..self.offset + length)
    }

    /// Returns a description of the mistake at the offset.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

/// Writes the text, or the part of a long text around the offset, with the offset and the reason.
impl fmt::Display for SelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_boundary = |offset: &usize| self.text.is_char_boundary(*offset);
        let start = (self.offset.saturating_sub(SHOWN)..self.offset).find(is_boundary);
        let start = start.unwrap_or(self.offset);
        let last = self.text.len().min(self.offset + SHOWN);
        let end = (self.offset..=last).rev().find(is_boundary).unwrap_or(last);
        let before = if start > 0 { "…" } else { "" };
        let after = if end < self.text.len() { "…" } else { "" };
        let shown: String = self.text[start..end].chars().map(without_controls).collect();
        let SelectorError { offset, reason, .. } = self;
        write!(f, "selector `{before}{shown}{after}`, byte {offset}: {reason}")
    }
}

/// Returns a space for a control character, and any other character as it is.
pub(super) fn without_controls(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

impl std::error::Error for SelectorError {}
