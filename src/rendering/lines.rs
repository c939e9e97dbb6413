//! Lines of text with collapsed whitespace.

use std::fmt;

/// Whether CSS collapses this byte: a space, a tab, a line feed or a carriage return. ASCII
/// whitespace (`u8::is_ascii_whitespace`) has the form feed too, which CSS doesn't collapse.
///
/// <https://drafts.csswg.org/css-text-3/#white-space>
#[inline]
pub(crate) fn is_collapsible(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Whether a text consists of collapsible whitespace only.
#[inline]
pub(crate) fn is_all_collapsible(text: &str) -> bool {
    text.bytes().all(is_collapsible)
}

/// Writes lines of text. These are the "results" of the standard's rendered text collection steps,
/// but written immediately instead of collected in a list.
///
/// <https://drafts.csswg.org/css-text-3/#white-space-rules>
pub(super) struct Lines<W> {
    out: W,
    /// The standard's "required line break count" before the next text.
    required_breaks: usize,
    /// Whether anything has been written.
    has_text: bool,
    /// Whether a collapsed space is pending, which shows only if the line continues.
    has_space: bool,
    /// Whether the line is empty so far.
    is_at_start: bool,
}

impl<W: fmt::Write> Lines<W> {
    pub(super) fn new(out: W) -> Self {
        Lines { out, required_breaks: 0, has_text: false, has_space: false, is_at_start: true }
    }

    /// Ends the current line without writing a line break.
    #[inline]
    pub(super) fn end_line(&mut self) {
        self.has_space = false;
        self.is_at_start = true;
    }

    /// Ends the line and requires at least this many line breaks, 1 or 2, before the next text.
    /// None are written before the first text or after the last.
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

    /// Adds a box without text to the line, such as an image.
    pub(super) fn put_box(&mut self) -> fmt::Result {
        if self.has_space {
            self.write(" ")?;
        }
        self.end_box();
        Ok(())
    }

    /// Continues the line after a box.
    pub(super) fn end_box(&mut self) {
        self.has_space = false;
        self.is_at_start = false;
    }

    /// Adds text with its whitespace preserved.
    pub(super) fn preserved(&mut self, text: &str) -> fmt::Result {
        self.is_at_start = false;
        self.write(text)
    }

    /// Adds text with its whitespace collapsed: each run is written as one space, or not at all at
    /// the start or end of a line.
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

    /// Writes the required line breaks, then a text.
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

/// Returns the end of the words that start at an offset and are separated by single spaces, which
/// can be written together.
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

    /// A text may be split anywhere, for example by the tags of inline elements.
    #[test]
    fn whitespace_collapses_across_texts() {
        assert_eq!(collapsed(&[" a  b\t\nc d "]), "a b c d");
        assert_eq!(collapsed(&["a ", " b"]), "a b");
        assert_eq!(collapsed(&["a", "", " ", "\n", "b"]), "a b");
        assert_eq!(collapsed(&["a", "b"]), "ab");
        assert_eq!(collapsed(&["\u{A0}", " \x0C "]), "\u{A0} \x0C");
    }

    #[test]
    fn required_breaks_are_written_only_between_texts() {
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
