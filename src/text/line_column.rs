//! Lines and columns of byte offsets.

use std::fmt;

use memchr::{memchr_iter, memrchr};

/// A position in a text as a line and a column, both counted from 1.
///
/// It prints as line and column in code points: `2:7`. From [`LineIndex::line_column`] and
/// [`Tokens::line_column`](crate::tokenizer::Tokens::line_column).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub struct LineColumn {
    /// The line, from 1. A line feed, a carriage return, or a carriage return and a line feed end a
    /// line.
    pub line: u32,
    /// The column, from 1, in code points.
    pub column: u32,
    /// The column, from 1, in UTF-16 code units, as JavaScript and most editors count.
    pub utf16_column: u32,
}

impl LineColumn {
    /// The position of the first byte.
    const START: LineColumn = LineColumn { line: 1, column: 1, utf16_column: 1 };

    /// Returns the position of the byte `offset` of `text`, whose newlines are normalized, in time
    /// linear in `offset`. An offset past the end counts as the end, one inside a character as its
    /// start.
    pub(crate) fn of(text: &str, offset: usize) -> LineColumn {
        LineColumn::START.after(&text[..floor_char_boundary(text, offset)])
    }

    /// Returns the position after `text`, which starts at this position.
    fn after(mut self, text: &str) -> LineColumn {
        let mut last_line = text;
        if let Some(newline) = memrchr(b'\n', text.as_bytes()) {
            self.line += memchr_iter(b'\n', text.as_bytes()).count() as u32;
            (self.column, self.utf16_column) = (1, 1);
            last_line = &text[newline + 1..];
        }
        let code_points = last_line.chars().count() as u32;
        // A character of four bytes in UTF-8 has two code units in UTF-16.
        let of_two_units = last_line.bytes().filter(|&byte| byte >= 0xF0).count() as u32;
        self.column += code_points;
        self.utf16_column += code_points + of_two_units;
        self
    }
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Returns the last character boundary of `text` up to `offset`.
pub(super) fn floor_char_boundary(text: &str, offset: usize) -> usize {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    end
}

/// The distance in bytes between the positions that an index stores: at most that many bytes of
/// text are searched for an answer.
const STEP: usize = 512;

/// Converts byte offsets of a document to lines and columns, each in constant time.
///
/// From [`Document::line_index`](crate::Document::line_index), which takes time linear in the
/// length of the document. The index takes about a fortieth of the document's text in memory.
///
/// ```
/// let document = consomme::ParseOptions::new().errors(true).parse_str("<!DOCTYPE html>\r\n<p>𝒳</i></b>");
/// let index = document.line_index();
/// let position = index.line_column(document.errors()[1].offset());
/// assert_eq!(position.to_string(), "2:9");
/// assert_eq!(position.utf16_column, 10);
/// ```
#[derive(Clone)]
pub struct LineIndex<'a> {
    text: &'a str,
    /// The positions of the characters at each multiple of [`STEP`].
    positions: Vec<LineColumn>,
}

impl<'a> LineIndex<'a> {
    /// Indexes a text whose newlines are normalized, in time linear in its length.
    pub(crate) fn new(text: &'a str) -> Self {
        let mut positions = Vec::with_capacity(text.len() / STEP + 1);
        positions.push(LineColumn::START);
        let (mut position, mut start) = (LineColumn::START, 0);
        for at in (STEP..=text.len()).step_by(STEP) {
            let end = floor_char_boundary(text, at);
            position = position.after(&text[start..end]);
            positions.push(position);
            start = end;
        }
        LineIndex { text, positions }
    }

    /// Returns the position of a byte offset in [`Document::source`](crate::Document::source), such
    /// as [`ParseError::offset`](crate::ParseError::offset) and
    /// [`SourceSpan::source_range`](crate::positions::SourceSpan::source_range) return. An offset
    /// past the end counts as the end, one inside a character as its start.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let end = floor_char_boundary(self.text, offset);
        let index = end / STEP;
        let start = floor_char_boundary(self.text, index * STEP);
        self.positions[index].after(&self.text[start..end])
    }

    /// Returns the number of lines of the text: one more than its newlines.
    pub fn lines(&self) -> u32 {
        self.line_column(self.text.len()).line
    }
}

impl fmt::Debug for LineIndex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LineIndex").field("lines", &self.lines()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_in_code_points() {
        let text = "aé\n𝒳b";
        let at = |offset| LineColumn::of(text, offset).to_string();
        assert_eq!(
            [at(0), at(1), at(3), at(4), at(8), at(9), at(99)],
            ["1:1", "1:2", "1:3", "2:1", "2:2", "2:3", "2:3"]
        );
        assert_eq!(LineColumn::of(text, 2), LineColumn::of(text, 1), "inside a character");
        assert_eq!([4, 8, 9].map(|offset| LineColumn::of(text, offset).utf16_column), [1, 3, 4]);
    }

    /// With multiples of `STEP` inside of characters and without.
    #[test]
    fn an_index_agrees_with_counting_from_the_start() {
        for piece in ["a", "é𝒳\n", "𝒳", "\n", "日本語 words\n\nand"] {
            for repeat in [0, 1, 127, 128, 171, 256, 400, 512] {
                let text = piece.repeat(repeat);
                let index = LineIndex::new(&text);
                for offset in (0..=text.len() + 1).step_by(1 + text.len() / 300) {
                    let expected = LineColumn::of(&text, offset);
                    assert_eq!(
                        index.line_column(offset),
                        expected,
                        "{piece:?} * {repeat} at {offset}"
                    );
                }
                assert_eq!(index.lines() as usize, text.matches('\n').count() + 1);
            }
        }
    }
}
