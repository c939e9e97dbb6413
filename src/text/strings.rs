//! All text of a document: spans and names, and what they stand for.

use std::ops::Range;

use super::source_map::{SourceMap, TailMap};
use crate::names::{LocalName, NameTable};
use crate::steps;

/// The tail's first byte as an offset: the source holds offsets below, the tail those from here on.
const TAIL: u32 = 1 << 31;

/// The most bytes that the source or the tail of a document can hold: 2 GiB.
pub(crate) const MAX_BYTES: usize = TAIL as usize;

/// A piece of text of a document: where it starts and how many bytes of UTF-8 it has.
///
/// Text that stands in the input as it is, is a span of the source; what differs from the input is
/// a span of the tail. [`Strings::get`] gives the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    start: u32,
    length: u32,
}

impl Span {
    /// The empty text.
    pub const EMPTY: Span = Span { start: 0, length: 0 };

    /// The bytes `start..end` of the source.
    #[inline]
    pub(crate) fn of_source(start: usize, end: usize) -> Span {
        debug_assert!(start <= end && end <= MAX_BYTES);
        Span { start: start as u32, length: (end - start) as u32 }
    }

    /// How many bytes of UTF-8 the text has.
    #[inline]
    pub fn len(self) -> usize {
        self.length as usize
    }

    /// Whether the text is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.length == 0
    }

    /// The byte offsets in the normalized source, or `None` for text that does not stand there as
    /// it is.
    #[inline]
    pub fn source_range(self) -> Option<Range<usize>> {
        let start = self.start as usize;
        (self.start < TAIL).then(|| start..start + self.len())
    }

    /// This text and `next` as one, if `next` stands right behind it.
    #[inline]
    pub(crate) fn joined(self, next: Span) -> Option<Span> {
        let adjacent = self.start + self.length == next.start && (next.start != TAIL);
        adjacent.then_some(Span { start: self.start, length: self.length + next.length })
    }

    /// The text before and from the byte `at` on.
    #[inline]
    pub(crate) fn split_at(self, at: usize) -> (Span, Span) {
        let at = at as u32;
        debug_assert!(at <= self.length);
        (
            Span { start: self.start, length: at },
            Span { start: self.start + at, length: self.length - at },
        )
    }
}

/// Whether a part of a document should give back the room that it has not needed.
pub(crate) fn is_worth_shrinking(capacity: usize, length: usize) -> bool {
    capacity - length > length / 32 + 64
}

/// Everything that the spans and names of one document refer to.
#[derive(Clone, Default, Debug)]
pub struct Strings {
    /// The input after decoding and normalizing newlines.
    pub(crate) source: String,
    /// Where that stood in the input before.
    pub(crate) map: SourceMap,
    /// Text that does not stand in the source as it is.
    tail: String,
    /// What in the source the texts of the tail were made of, if that is wanted.
    tail_map: Option<Box<TailMap>>,
    /// The names that are not known beforehand.
    pub(crate) names: NameTable,
}

impl Strings {
    /// The text of a span of this document. The empty text for a span of another document that does
    /// not fit.
    #[inline]
    pub fn get(&self, span: Span) -> &str {
        let (text, start) = if span.start < TAIL {
            (&self.source, span.start)
        } else {
            (&self.tail, span.start - TAIL)
        };
        text.get(start as usize..(start + span.length) as usize).unwrap_or("")
    }

    /// The `N` bytes from the start of a span on, if it has no more and as much text follows.
    #[inline]
    pub(crate) fn window<const N: usize>(&self, span: Span) -> Option<&str> {
        let (text, start) = if span.start < TAIL {
            (&self.source, span.start)
        } else {
            (&self.tail, span.start - TAIL)
        };
        let start = start as usize;
        if span.len() <= N { text.get(start..start + N) } else { None }
    }

    /// Returns the names of this document.
    pub fn names(&self) -> &NameTable {
        &self.names
    }

    /// The text of a span, if it lies in the text of this document and its ends are on boundaries
    /// of characters.
    pub(crate) fn try_get(&self, span: Span) -> Option<&str> {
        let (text, start) = if span.start < TAIL {
            (&self.source, span.start)
        } else {
            (&self.tail, span.start - TAIL)
        };
        text.get(start as usize..start as usize + span.len())
    }

    /// The text of a name of this document.
    #[inline]
    pub fn name(&self, name: LocalName) -> &str {
        self.names.get(name)
    }

    /// The name that is written so, exactly.
    pub(crate) fn intern(&mut self, name: Span) -> LocalName {
        let text = match name.source_range() {
            Some(range) => &self.source[range],
            None => {
                let start = (name.start - TAIL) as usize;
                &self.tail[start..start + name.len()]
            }
        };
        self.names.intern(text)
    }

    /// The normalized input as far as it has been fed.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The byte offset in the decoded input before newlines were normalized of the byte `offset` of
    /// the [source](Strings::source). A byte order mark at the start of an input that was text
    /// counts there.
    pub fn original_offset(&self, offset: usize) -> usize {
        self.map.original(offset)
    }

    /// Whether so many more bytes find room in the tail.
    pub(crate) fn has_room(&self, bytes: usize) -> bool {
        bytes < MAX_BYTES - self.tail.len()
    }

    /// Keeps of the tail what lies in these spans, and says where it is now. Spans may overlap and
    /// be of the source.
    pub(crate) fn compact_tail(&mut self, mut used: Vec<Span>) -> TailMoves {
        used.retain(|span| span.start >= TAIL && !span.is_empty());
        used.sort_unstable_by_key(|span| span.start);
        let mut blocks: Vec<Span> = Vec::new();
        for span in used {
            match blocks.last_mut() {
                Some(block) if span.start <= block.start + block.length => {
                    block.length = block.length.max(span.start + span.length - block.start);
                }
                _ => blocks.push(span),
            }
        }
        let mut tail = String::with_capacity(blocks.iter().map(|block| block.len()).sum());
        let mut moves = Vec::with_capacity(blocks.len());
        for block in blocks {
            moves.push((block.start, TAIL + tail.len() as u32));
            tail.push_str(self.get(block));
        }
        self.tail = tail;
        TailMoves { moves }
    }

    /// Gives back the room that was not needed, if it is worth it.
    pub(crate) fn shrink(&mut self) {
        for text in [&mut self.source, &mut self.tail] {
            if is_worth_shrinking(text.capacity(), text.len()) {
                text.shrink_to_fit();
            }
        }
    }

    /// Drops all text, but neither the names nor the memory. No span is valid any more.
    pub(crate) fn clear_text(&mut self) {
        self.source.clear();
        self.map = SourceMap::default();
        self.tail.clear();
    }

    /// Has [`range_in_source`](Self::range_in_source) know from now on what texts of the tail were
    /// made of.
    pub(crate) fn remember_ranges(&mut self) {
        self.tail_map = Some(Box::default());
    }

    /// Gives up what was remembered.
    pub(crate) fn forget_ranges(&mut self) {
        self.tail_map = None;
    }

    /// The bytes of the [source](Strings::source) of which a text was made, or a part of one, that
    /// the tree builder has given: with references as they are written. `None` for text that does
    /// not stand in the source as it is, unless [positions](crate::ParseOptions::positions) are
    /// asked for.
    #[inline]
    pub fn range_in_source(&self, span: Span) -> Option<Range<usize>> {
        match span.source_range() {
            Some(range) => Some(range),
            None => self.tail_map.as_ref()?.range(span.start, span.start + span.length),
        }
    }

    /// Puts a text into the tail that stands for the bytes `range` of the source.
    pub(crate) fn push_for(&mut self, range: Range<usize>, text: &str) -> Span {
        let start = self.tail_end();
        self.push_replacement(range, text);
        self.tail_since(start)
    }

    /// Puts a text into the tail. Cut off where the tail is full.
    pub(crate) fn push(&mut self, text: &str) -> Span {
        let start = self.tail_end();
        self.push_tail(text);
        self.tail_since(start)
    }

    /// The text of `first` followed by that of `second`, made at the end of the tail.
    pub(crate) fn concatenate(&mut self, first: Span, second: Span) -> Span {
        if let Some(joined) = first.joined(second) {
            return joined;
        }
        let start = self.tail_end();
        if first.start + first.length == start && first.start >= TAIL {
            self.push_span(second);
            return self.tail_since(first.start);
        }
        self.push_span(first);
        self.push_span(second);
        self.tail_since(start)
    }

    /// Whether a text of the tail can grow without being copied.
    pub(crate) fn is_last_of_tail(&self, span: Span) -> bool {
        span.start >= TAIL && span.start + span.length == self.tail_end()
    }

    /// Where the next byte of the tail will stand. A text is made there piece by piece: remember
    /// this offset, [`push_tail`](Self::push_tail), then [`tail_since`](Self::tail_since).
    #[inline]
    pub(crate) fn tail_end(&self) -> u32 {
        TAIL + self.tail.len() as u32
    }

    /// Appends to the tail. Past its capacity of 2 GiB less one byte, nothing is appended.
    #[inline]
    pub(crate) fn push_tail(&mut self, text: &str) {
        steps::count(text.len());
        if self.tail.len() + text.len() < MAX_BYTES {
            self.tail.push_str(text);
        }
    }

    /// Appends a text that stands for the bytes `range` of the source to the tail.
    pub(crate) fn push_replacement(&mut self, range: Range<usize>, text: &str) {
        let start = self.tail_end();
        if let Some(map) = &mut self.tail_map {
            map.push_replacement(start, range);
        }
        self.push_tail(text);
    }

    /// Appends the bytes `range` of the source to the tail.
    #[inline]
    pub(crate) fn push_source_range(&mut self, range: Range<usize>) {
        let start = self.tail_end();
        if let Some(map) = &mut self.tail_map {
            map.push_copy(start, range.start);
        }
        steps::count(range.len());
        if self.tail.len() + range.len() < MAX_BYTES {
            self.tail.push_str(&self.source[range]);
        }
    }

    /// Appends a text of this document to the tail.
    fn push_span(&mut self, span: Span) {
        steps::count(span.len());
        if self.tail.len() + span.len() >= MAX_BYTES {
            return;
        }
        match span.source_range() {
            Some(range) => self.tail.push_str(&self.source[range]),
            None => {
                let start = (span.start - TAIL) as usize;
                self.tail.extend_from_within(start..start + span.len());
            }
        }
    }

    /// The text of the tail from an offset that [`tail_end`](Self::tail_end) gave.
    #[inline]
    pub(crate) fn tail_since(&self, start: u32) -> Span {
        Span { start, length: self.tail_end() - start }
    }
}

/// Where the pieces of the tail went that [`Strings::compact_tail`] kept.
#[derive(Debug)]
pub(crate) struct TailMoves {
    /// The offset of each piece before and after, in order.
    moves: Vec<(u32, u32)>,
}

impl TailMoves {
    /// The span that holds now what this one held before.
    pub(crate) fn moved(&self, span: Span) -> Span {
        if span.start < TAIL {
            return span;
        }
        if span.is_empty() {
            return Span::EMPTY;
        }
        let piece = self.moves.partition_point(|(before, _)| *before <= span.start).checked_sub(1);
        match piece.map(|piece| self.moves[piece]) {
            Some((before, after)) => {
                Span { start: span.start - before + after, length: span.length }
            }
            None => Span::EMPTY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spans of clones and of texts that grew lie one in another: they must go on doing so.
    #[test]
    fn compacting_keeps_what_is_used() {
        let mut strings = Strings { source: "source".to_owned(), ..Strings::default() };
        let [one, gone, two, three] =
            ["one", "gone", "tw\u{f6}", "three"].map(|text| strings.push(text));
        let both = Span { start: two.start, length: two.length + three.length };
        let empty = Span { start: gone.start, length: 0 };
        let source = Span::of_source(0, 6);
        let used = [three, both, one, source, two, empty];
        let moves = strings.compact_tail(used.to_vec());
        assert_eq!(strings.tail, "onetw\u{f6}three");
        let texts = used.map(|span| strings.get(moves.moved(span)).to_owned());
        assert_eq!(texts, ["three", "tw\u{f6}three", "one", "source", "tw\u{f6}", ""]);
    }

    #[test]
    fn adjacent_spans_join_without_a_copy() {
        let mut strings = Strings { source: "one two".to_owned(), ..Strings::default() };
        let joined = strings.concatenate(Span::of_source(0, 3), Span::of_source(3, 7));
        assert_eq!(strings.get(joined), "one two");
        assert_eq!(joined.source_range(), Some(0..7));
    }

    #[test]
    fn what_is_not_adjacent_is_copied_once_and_grows_in_place() {
        let mut strings = Strings { source: "one two".to_owned(), ..Strings::default() };
        let amp = strings.push("&");
        let first = strings.concatenate(Span::of_source(0, 4), amp);
        assert_eq!(strings.get(first), "one &");
        assert!(strings.is_last_of_tail(first));
        let second = strings.concatenate(first, Span::of_source(4, 7));
        assert_eq!(strings.get(second), "one &two");
        assert_eq!(second.start, first.start);
        assert_eq!(second.source_range(), None);
    }

    #[test]
    fn the_end_of_the_source_does_not_join_the_start_of_the_tail() {
        let span = Span { start: TAIL - 1, length: 1 };
        assert_eq!(span.joined(Span { start: TAIL, length: 1 }), None);
    }

    #[test]
    fn the_range_in_the_source_is_that_of_which_a_text_was_made() {
        let mut strings = Strings { source: "one &amp; two".to_owned(), ..Strings::default() };
        strings.remember_ranges();
        let start = strings.tail_end();
        strings.push_source_range(0..4);
        strings.push_replacement(4..9, "&");
        strings.push_source_range(9..13);
        let (before, rest) = strings.tail_since(start).split_at(4);
        let (reference, behind) = rest.split_at(1);
        assert_eq!(strings.range_in_source(before), Some(0..4));
        assert_eq!(strings.range_in_source(reference), Some(4..9));
        assert_eq!(strings.range_in_source(behind), Some(9..13));
        assert_eq!(strings.range_in_source(rest), Some(4..13));
        assert_eq!(strings.range_in_source(Span::of_source(1, 3)), Some(1..3));
    }

    #[test]
    fn a_span_splits_into_two() {
        let strings = Strings { source: "  x".to_owned(), ..Strings::default() };
        let (white, rest) = Span::of_source(0, 3).split_at(2);
        assert_eq!((strings.get(white), strings.get(rest)), ("  ", "x"));
    }
}
