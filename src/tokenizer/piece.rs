//! A text under construction: a span of the source as long as it can be one.

use std::ops::Range;

use crate::text::{Span, Strings};

/// A piece of text that is being taken: from where in the source, and what was already made of it.
///
/// As long as everything in it stands in the source as it is, nothing is copied. At the first
/// replacement, what came before goes to the end of the tail, and the text is made there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Piece {
    /// The byte offset in the source from which on nothing is copied yet.
    start: usize,
    /// Where in the tail the text starts, if it is made there.
    tail: Option<u32>,
}

impl Piece {
    /// The empty text, to go on with the source at byte `start`.
    #[inline]
    pub(super) fn at(start: usize) -> Piece {
        Piece { start, tail: None }
    }

    /// Whether the text would be empty if it ended at byte `end` of the source.
    #[inline]
    pub(super) fn is_empty(self, end: usize) -> bool {
        self.tail.is_none() && self.start >= end
    }

    /// The byte offset in the source where the text starts, unless something in it was replaced.
    #[inline]
    pub(super) fn start_in_source(self) -> Option<usize> {
        if self.tail.is_none() { Some(self.start) } else { None }
    }

    /// Puts `text` in place of the bytes `range` of the source.
    #[cold]
    pub(super) fn replace(&mut self, strings: &mut Strings, range: Range<usize>, text: &str) {
        let tail = *self.tail.get_or_insert(strings.tail_end());
        strings.push_source_range(self.start..range.start.max(self.start));
        strings.push_replacement(range.clone(), text);
        *self = Piece { start: range.end, tail: Some(tail) };
    }

    /// The text, which ends at byte `end` of the source.
    #[inline]
    pub(super) fn finish(self, strings: &mut Strings, end: usize) -> Span {
        // A state that is set from outside, in the middle of a token, may ask for less than
        // nothing.
        let end = end.max(self.start);
        match self.tail {
            None => Span::of_source(self.start, end),
            Some(tail) => finish_in_tail(strings, tail, self.start..end),
        }
    }
}

/// The text made since `tail`, and behind it the bytes `rest` of the source.
#[cold]
fn finish_in_tail(strings: &mut Strings, tail: u32, rest: Range<usize>) -> Span {
    let mut end = rest.end;
    // Such a state may also ask for half a character.
    while !strings.source.is_char_boundary(end) {
        end -= 1;
    }
    strings.push_source_range(rest.start..end);
    strings.tail_since(tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(source: &str) -> Strings {
        let mut strings = Strings::default();
        strings.source.push_str(source);
        strings
    }

    #[test]
    fn what_stands_in_the_source_is_not_copied() {
        let mut strings = strings("one two");
        let piece = Piece::at(4);
        assert!(piece.is_empty(4) && !piece.is_empty(5));
        assert_eq!(piece.finish(&mut strings, 7).source_range(), Some(4..7));
    }

    #[test]
    fn a_replacement_is_made_in_the_tail_with_all_around_it() {
        let mut strings = strings("a&amp;b&lt;c");
        let mut piece = Piece::at(0);
        piece.replace(&mut strings, 1..6, "&");
        assert!(!piece.is_empty(6));
        piece.replace(&mut strings, 7..11, "<");
        let text = piece.finish(&mut strings, 12);
        assert_eq!(strings.get(text), "a&b<c");
        assert_eq!(text.source_range(), None);
    }
}
