//! Lines and columns.

use std::fmt;

use memchr::{memchr_iter, memrchr};

/// A place in a text as people count: from 1.
///
/// It prints as line and column in code points: `2:7`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub struct LineColumn {
    /// The line, from 1. A carriage return, a line feed, and both in this order end a line.
    pub line: u32,
    /// The column, from 1, in code points.
    pub column: u32,
    /// The column, from 1, in UTF-16 code units, as JavaScript and most editors count.
    pub utf16_column: u32,
}

impl LineColumn {
    /// The place of the first byte.
    const START: LineColumn = LineColumn { line: 1, column: 1, utf16_column: 1 };

    /// The place of the byte `offset` of `text`, whose newlines are normalized. An offset past the
    /// end counts as the end, one inside a character as its start. Takes time linear in `offset`.
    pub(crate) fn of(text: &str, offset: usize) -> LineColumn {
        LineColumn::START.after(&text[..floor_char_boundary(text, offset)])
    }

    /// The place behind `text`, if that stands here.
    fn after(mut self, text: &str) -> LineColumn {
        let mut last_line = text;
        if let Some(newline) = memrchr(b'\n', text.as_bytes()) {
            self.line += memchr_iter(b'\n', text.as_bytes()).count() as u32;
            (self.column, self.utf16_column) = (1, 1);
            last_line = &text[newline + 1..];
        }
        let code_points = last_line.chars().count() as u32;
        // The characters of four bytes are those of two code units.
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

/// The last boundary between characters up to `offset`, or the end of the text.
fn floor_char_boundary(text: &str, offset: usize) -> usize {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    end
}

/// So many bytes of text at most are looked at to answer a question.
const STEP: usize = 512;

/// The lines and columns of many places of a document, each found in a time that does not grow with
/// the document. From [`Document::line_index`](crate::Document::line_index).
///
/// ```
/// let document = consomme::ParseOptions::new().errors(true).parse_str("<!DOCTYPE html>\r\n<p>𝒳</i></b>");
/// let index = document.line_index();
/// let places: Vec<_> = document.errors().iter().map(|error| index.line_column(error.offset())).collect();
/// assert_eq!(places[1].to_string(), "2:9");
/// assert_eq!(places[1].utf16_column, 10);
/// ```
#[derive(Clone)]
pub struct LineIndex<'a> {
    text: &'a str,
    /// The places of the characters at each multiple of [`STEP`].
    places: Vec<LineColumn>,
}

impl<'a> LineIndex<'a> {
    /// Of a text whose newlines are normalized. Takes time linear in its length.
    pub(crate) fn new(text: &'a str) -> Self {
        let mut places = Vec::with_capacity(text.len() / STEP + 1);
        places.push(LineColumn::START);
        let (mut place, mut start) = (LineColumn::START, 0);
        for at in (STEP..=text.len()).step_by(STEP) {
            let end = floor_char_boundary(text, at);
            place = place.after(&text[start..end]);
            places.push(place);
            start = end;
        }
        LineIndex { text, places }
    }

    /// The place of the byte `offset` of [`Document::source`](crate::Document::source), such as
    /// [`ParseError::offset`](crate::ParseError::offset) and
    /// [`SourceSpan::source_range`](crate::SourceSpan::source_range) give. An offset past the end
    /// counts as the end.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let end = floor_char_boundary(self.text, offset);
        let index = end / STEP;
        let start = floor_char_boundary(self.text, index * STEP);
        self.places[index].after(&self.text[start..end])
    }

    /// How many lines the text has: one more than newlines.
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

    /// An index answers what counting from the start answers, with marks inside of characters and
    /// without.
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
