//! Whitespace that collapses, and the line it is in.

use crate::bytes::windows::{WINDOW, any_of};
use crate::dom::NodeIndex;

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

/// The whitespace in a text node that becomes a space if the line continues after it, as byte
/// offsets in the node's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Space {
    pub(super) id: NodeIndex,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The line that a walk is in.
///
/// <https://drafts.csswg.org/css-text-3/#white-space-rules>
#[derive(Clone)]
pub(super) struct Line {
    /// The collapsed whitespace at the end of the line so far.
    space: Option<Space>,
    pub(super) end: LineEnd,
}

/// The end of a line so far, but for collapsed whitespace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineEnd {
    /// The line is empty.
    Empty,
    Content,
    ZeroWidthSpace,
    /// A space that shows already, or after which the line has no content: more whitespace
    /// doesn't show.
    Space,
}

/// The zero-width space, U+200B.
pub(super) const ZERO_WIDTH_SPACE: &str = "\u{200B}";

impl Line {
    pub(super) fn new() -> Self {
        Line::ending(LineEnd::Empty)
    }

    /// Returns a line that ends so, without collapsed whitespace.
    #[inline]
    pub(super) fn ending(end: LineEnd) -> Self {
        Line { space: None, end }
    }

    /// Ends the line: whitespace at its end and at the start of the next one doesn't show.
    #[inline]
    pub(super) fn end(&mut self) {
        *self = Line::new();
    }

    /// Continues the line after a box.
    #[inline]
    pub(super) fn end_box(&mut self) {
        *self = Line::ending(LineEnd::Content);
    }

    /// Adds whitespace. Of adjacent whitespace, the first shows.
    #[inline]
    pub(super) fn space(&mut self, space: Space) {
        let shows = matches!(self.end, LineEnd::Content | LineEnd::ZeroWidthSpace);
        if shows && self.space.is_none() {
            self.space = Some(space);
        }
    }

    /// Whether there is whitespace that shows if the line continues.
    pub(super) fn has_space(&self) -> bool {
        self.space.is_some()
    }

    /// Takes the space that shows before the next content of the line.
    #[inline]
    pub(super) fn take_space(&mut self) -> Option<Space> {
        self.space.take()
    }
}

/// The bytes of a text, as far as its whitespace is asked for.
pub(super) enum Words<'a> {
    /// Most texts are not longer than a window: the bits of one answer all questions, without a
    /// branch for each byte.
    Short(ShortText),
    Long(&'a [u8]),
}

impl Words<'_> {
    /// Returns the first byte from an offset on that is no collapsible whitespace, or the end.
    #[inline]
    pub(super) fn start(&self, at: usize) -> usize {
        match self {
            Words::Short(text) => text.first_after(!text.collapsible, at),
            Words::Long(bytes) => {
                at + bytes[at..].iter().take_while(|&&byte| is_collapsible(byte)).count()
            }
        }
    }

    /// Returns the end of the words that start at an offset and are separated by single spaces: the
    /// first byte that is collapsible whitespace and not a space between two words, or the end.
    #[inline]
    pub(super) fn end(&self, start: usize) -> usize {
        match self {
            Words::Short(text) => text.first_after(text.ends, start),
            Words::Long(bytes) => end_of_words(bytes, start),
        }
    }
}

/// The whitespace of a text that is not longer than a window. Bit `i` is for byte `i`.
#[derive(Clone, Copy)]
pub(super) struct ShortText {
    collapsible: u64,
    /// The whitespace that is no space between two words.
    ends: u64,
    length: usize,
}

impl ShortText {
    /// Looks at a text, given with the bytes after it.
    #[inline]
    pub(super) fn new(window: &[u8; WINDOW], length: usize) -> ShortText {
        let text = u64::MAX.unbounded_shr((WINDOW - length) as u32);
        let others = any_of(window, [b'\t', b'\n', b'\r']) & text;
        let spaces = any_of(window, [b' ']) & text;
        let before_words = (text & !(others | spaces)) >> 1;
        ShortText { collapsible: others | spaces, ends: others | spaces & !before_words, length }
    }

    /// Returns the first of these bytes from an offset on, or the end.
    #[inline]
    fn first_after(&self, bytes: u64, at: usize) -> usize {
        let distance = bytes.unbounded_shr(at as u32).trailing_zeros();
        self.length.min(at + distance as usize)
    }
}

/// As [`Words::end`], for texts of any length.
fn end_of_words(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(window) = bytes[at..].first_chunk::<WINDOW>() {
        let others = any_of(window, [b'\t', b'\n', b'\r']);
        let spaces = any_of(window, [b' ']);
        let is_word_after = bytes.get(at + WINDOW).is_some_and(|&next| !is_collapsible(next));
        let before_whitespace = (others | spaces) >> 1 | u64::from(!is_word_after) << 63;
        let ends = others | spaces & before_whitespace;
        if ends != 0 {
            return at + ends.trailing_zeros() as usize;
        }
        at += WINDOW;
    }
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

    #[test]
    fn short_texts_have_the_words_of_long_ones() {
        let pieces =
            ["", " ", "  ", "a", "ab c", "\n", "\t", "\r", "\u{C}", "\u{A0}", " a ", "\u{200B}"];
        for (first, second) in pieces.iter().flat_map(|first| pieces.map(|second| (first, second)))
        {
            for times in [0, 1, 3, 7, 12] {
                let text = format!("{first}{second}").repeat(times) + second;
                if text.len() > WINDOW {
                    continue;
                }
                for after in [" ", "a", "\n"] {
                    let buffer = text.clone() + &after.repeat(WINDOW);
                    let window = buffer.as_bytes().first_chunk().unwrap();
                    let short = Words::Short(ShortText::new(window, text.len()));
                    let long = Words::Long(text.as_bytes());
                    for at in 0..=text.len() {
                        assert_eq!(short.start(at), long.start(at), "{text:?} {at}");
                        if long.start(at) == at {
                            assert_eq!(short.end(at), long.end(at), "{text:?} {at}");
                        }
                    }
                }
            }
        }
    }

    /// Texts are searched 64 bytes at a time, and the rest byte by byte.
    #[test]
    fn words_end_at_whitespace_that_is_no_single_space_between_words() {
        for length in [0, 1, 5, 62, 63, 64, 65, 127, 128, 129, 200] {
            let words = "ab c".repeat(50)[..length].trim_end().to_owned();
            for (end, rest) in
                [("", 0), (" ", 1), ("  c", 3), ("\n", 1), (" \tc", 3), ("\u{C}c", 0)]
            {
                let text = format!("{words}{end}");
                let found = end_of_words(text.as_bytes(), 0);
                // Without words, the text starts with whitespace.
                assert_eq!(found, text.len() - rest, "{text:?}");
                assert_eq!(end_of_words(format!("{text} d").as_bytes(), 0).min(found), found);
            }
        }
    }

    #[test]
    fn the_first_of_adjacent_whitespace_shows_if_the_line_continues() {
        let space = |start| Space { id: NodeIndex::new(1), start, end: start + 1 };
        let mut line = Line::new();
        line.space(space(0));
        assert_eq!(line.take_space(), None, "at the start of a line");
        line.end = LineEnd::Content;
        line.space(space(1));
        line.space(space(2));
        assert_eq!(line.take_space(), Some(space(1)));
        line.space(space(3));
        line.end();
        line.end = LineEnd::Content;
        assert_eq!(line.take_space(), None, "at the end of a line");
        line.end = LineEnd::Space;
        line.space(space(4));
        assert_eq!(line.take_space(), None, "after a space that shows");
    }
}
