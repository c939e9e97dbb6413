//! White space as lines of text have it.

use std::fmt;

/// Whether CSS collapses the byte: space, tab and segment breaks. A form feed is none of them.
///
/// <https://drafts.csswg.org/css-text-3/#white-space>
#[inline]
pub(crate) fn is_collapsible(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Whether a text consists of nothing but what CSS collapses.
#[inline]
pub(crate) fn is_all_collapsible(text: &str) -> bool {
    text.bytes().all(is_collapsible)
}

/// Lines of text under construction: the "results" of the standard's steps, joined at once.
///
/// <https://drafts.csswg.org/css-text-3/#white-space-rules>
pub(super) struct Lines<W> {
    out: W,
    /// The line breaks that are required before what comes next.
    required_breaks: usize,
    /// Something was written.
    has_text: bool,
    /// A space came that shows if the line goes on.
    has_space: bool,
    /// The line shows nothing yet.
    is_at_start: bool,
}

impl<W: fmt::Write> Lines<W> {
    pub(super) fn new(out: W) -> Self {
        Lines { out, required_breaks: 0, has_text: false, has_space: false, is_at_start: true }
    }

    /// Ends the line, if there is one, without a sign of it.
    #[inline]
    pub(super) fn end_line(&mut self) {
        self.has_space = false;
        self.is_at_start = true;
    }

    /// Ends the line and requires that many line breaks before what comes next, if something came
    /// before.
    #[inline]
    pub(super) fn require_breaks(&mut self, breaks: usize) {
        self.end_line();
        self.required_breaks = self.required_breaks.max(breaks);
    }

    /// Ends the line and writes a line break or tab.
    pub(super) fn separate(&mut self, separator: &str) -> fmt::Result {
        self.end_line();
        self.write(separator)
    }

    /// Puts a box into the line that shows something other than text.
    pub(super) fn put_box(&mut self) -> fmt::Result {
        if self.has_space {
            self.write(" ")?;
        }
        self.end_box();
        Ok(())
    }

    /// Goes on in the line behind a box.
    pub(super) fn end_box(&mut self) {
        self.has_space = false;
        self.is_at_start = false;
    }

    /// Adds text whose white space is shown as it is.
    pub(super) fn preserved(&mut self, text: &str) -> fmt::Result {
        self.is_at_start = false;
        self.write(text)
    }

    /// Adds text whose white space collapses: each run of it is a space, or nothing at the start or
    /// end of a line.
    pub(super) fn collapsed(&mut self, text: &str) -> fmt::Result {
        let bytes = text.as_bytes();
        let mut at = 0;
        loop {
            let start = at + bytes[at..].iter().take_while(|&&byte| is_collapsible(byte)).count();
            if start > at && !self.is_at_start {
                self.has_space = true;
            }
            if start == bytes.len() {
                return Ok(());
            }
            at = end_of_words(bytes, start);
            if std::mem::take(&mut self.has_space) {
                self.write(" ")?;
            }
            self.is_at_start = false;
            self.write(&text[start..at])?;
        }
    }

    fn write(&mut self, text: &str) -> fmt::Result {
        if text.is_empty() {
            return Ok(());
        }
        let breaks = std::mem::take(&mut self.required_breaks);
        if breaks > 0 && self.has_text {
            self.out.write_str(&"\n\n"[..breaks])?;
        }
        self.has_text = true;
        self.out.write_str(text)
    }
}

/// Where the words end that start at a byte and have no more than a single space between them.
#[inline]
fn end_of_words(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        if is_collapsible(byte) {
            let goes_on =
                byte == b' ' && bytes.get(at + 1).is_some_and(|&next| !is_collapsible(next));
            if !goes_on {
                break;
            }
        }
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collapsed(texts: &[&str]) -> String {
        let mut out = String::new();
        let mut lines = Lines::new(&mut out);
        for text in texts {
            lines.collapsed(text).unwrap();
        }
        out
    }

    /// Where texts are cut, as by the tags of inline elements, makes no difference.
    #[test]
    fn white_space_collapses_across_texts() {
        assert_eq!(collapsed(&[" a  b\t\nc d "]), "a b c d");
        assert_eq!(collapsed(&["a ", " b"]), "a b");
        assert_eq!(collapsed(&["a", "", " ", "\n", "b"]), "a b");
        assert_eq!(collapsed(&["a", "b"]), "ab");
        assert_eq!(collapsed(&["\u{A0}", " \x0C "]), "\u{A0} \x0C");
    }

    #[test]
    fn breaks_are_required_only_between_texts() {
        let mut out = String::new();
        let mut lines = Lines::new(&mut out);
        lines.require_breaks(2);
        lines.collapsed("a ").unwrap();
        lines.require_breaks(1);
        lines.require_breaks(2);
        lines.collapsed(" ").unwrap();
        lines.require_breaks(1);
        lines.collapsed(" b").unwrap();
        lines.require_breaks(1);
        assert_eq!(out, "a\n\nb");
    }
}
