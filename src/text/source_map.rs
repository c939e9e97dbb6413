//! From the text of a document back to where it came from.

use std::num::NonZeroU32;
use std::ops::Range;

/// Where the bytes of the source stood before newlines were normalized and a byte order mark was
/// dropped.
///
/// <https://infra.spec.whatwg.org/#normalize-newlines>
#[derive(Clone, Default, Debug)]
pub(crate) struct SourceMap {
    /// How many bytes were dropped before the first.
    dropped: usize,
    /// The byte offsets in the source of the line feeds that stand for a carriage return and a line
    /// feed, ascending. Any other newline has as many bytes as it had.
    shortened: Vec<u32>,
}

impl SourceMap {
    /// The byte offset in the text as it came of the byte `offset` of the source. The start of a
    /// newline is that of the whole newline, and what is behind it is behind the whole.
    pub(crate) fn original(&self, offset: usize) -> usize {
        let before = self.shortened.partition_point(|&newline| (newline as usize) < offset);
        self.dropped + offset + before
    }

    /// Notes that the text had that many bytes before the source starts.
    pub(crate) fn drop_before_start(&mut self, bytes: usize) {
        self.dropped = bytes;
    }

    /// Notes that the line feed at byte `offset` of the source, behind those noted before, was two
    /// characters.
    pub(crate) fn shorten(&mut self, offset: usize) {
        self.shortened.push(offset as u32);
    }

    /// Forgets what is known of the source from byte `end` on.
    pub(crate) fn truncate(&mut self, end: usize) {
        let kept = self.shortened.partition_point(|&newline| (newline as usize) < end);
        self.shortened.truncate(kept);
    }
}

/// Of which bytes of the source the bytes of the tail were made.
#[derive(Clone, Default, Debug)]
pub(crate) struct TailMap {
    /// What the tail is made of, in its order.
    segments: Vec<Segment>,
}

/// Some bytes of the tail, up to where the next segment starts.
#[derive(Clone, Copy, Debug)]
struct Segment {
    /// Where it starts in the tail.
    tail: u32,
    /// What it was made of, or of what it is a copy as long as itself: then the length is `None`.
    source: u32,
    length: Option<NonZeroU32>,
}

impl TailMap {
    /// What comes at `tail` is copied from the source, from byte `source` on.
    pub(crate) fn push_copy(&mut self, tail: u32, source: usize) {
        self.segments.push(Segment { tail, source: source as u32, length: None });
    }

    /// What comes at `tail` stands for the bytes `source` of the source.
    pub(crate) fn push_replacement(&mut self, tail: u32, source: Range<usize>) {
        let length = NonZeroU32::new(source.len() as u32);
        self.segments.push(Segment { tail, source: source.start as u32, length });
    }

    /// Of which bytes of the source those of the tail from `start` to `end` were made. What was
    /// made of one piece can't be told apart.
    pub(crate) fn range(&self, start: u32, end: u32) -> Option<Range<usize>> {
        let first = self.last_where(|segment| segment.tail <= start)?;
        let source_start = match first.length {
            None => first.source + (start - first.tail),
            Some(_) => first.source,
        };
        let last = self.last_where(|segment| segment.tail < end)?;
        let source_end = match last.length {
            None => last.source + (end - last.tail),
            Some(length) => last.source + length.get(),
        };
        Some(source_start as usize..source_end.max(source_start) as usize)
    }

    fn last_where(&self, holds: impl Fn(&Segment) -> bool) -> Option<Segment> {
        let after = self.segments.partition_point(holds);
        self.segments.get(after.checked_sub(1)?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replacement_is_one_piece_and_a_copy_is_not() {
        let mut map = TailMap::default();
        assert_eq!(map.range(0, 0), None);
        // "a&nGt;b" becomes "a", six bytes, and "b".
        map.push_copy(10, 20);
        map.push_replacement(11, 21..26);
        map.push_copy(17, 26);
        assert_eq!(map.range(10, 18), Some(20..27));
        assert_eq!(map.range(11, 14), Some(21..26));
        assert_eq!(map.range(14, 17), Some(21..26));
        assert_eq!(map.range(17, 18), Some(26..27));
        assert_eq!(map.range(9, 10), None);
    }

    #[test]
    fn offsets_behind_a_shortened_newline_are_one_more() {
        // "a\r\nb\n\r\nc", normalized "a\nb\n\nc".
        let mut map = SourceMap::default();
        assert_eq!(map.original(5), 5);
        map.shorten(1);
        map.shorten(4);
        let all: Vec<usize> = (0..=6).map(|offset| map.original(offset)).collect();
        assert_eq!(all, [0, 1, 3, 4, 5, 7, 8]);
        map.drop_before_start(3);
        assert_eq!(map.original(2), 6);
        map.truncate(4);
        assert_eq!(map.original(6), 10);
    }
}
