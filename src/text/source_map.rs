//! The maps from offsets in the text of a document back to the origin of that text.

use std::num::NonZeroU32;
use std::ops::Range;

/// Maps offsets in the source to offsets in the decoded input, before newlines were normalized and
/// a byte order mark was dropped.
///
/// <https://infra.spec.whatwg.org/#normalize-newlines>
#[derive(Clone, Default, Debug)]
pub(crate) struct SourceMap {
    /// The number of bytes that were dropped before the source starts: those of a byte order mark.
    dropped: usize,
    /// The byte offsets in the source of the line feeds that stand for a carriage return and a line
    /// feed, ascending. Any other newline is as long as it was.
    shortened: Vec<u32>,
}

impl SourceMap {
    /// Converts a byte offset in the source to one in the decoded input. The offsets of a newline
    /// of two characters are those of its start and of its end.
    pub(crate) fn original(&self, offset: usize) -> usize {
        let before = self.shortened.partition_point(|&newline| (newline as usize) < offset);
        self.dropped + offset + before
    }

    /// Notes that `bytes` bytes of the input come before the source.
    pub(crate) fn drop_before_start(&mut self, bytes: usize) {
        self.dropped = bytes;
    }

    /// Notes that the line feed at byte `offset` of the source was two characters. Offsets are
    /// noted in ascending order.
    pub(crate) fn shorten(&mut self, offset: usize) {
        self.shortened.push(offset as u32);
    }

    /// Drops what was noted about the source from byte `end` on.
    pub(crate) fn truncate(&mut self, end: usize) {
        let kept = self.shortened.partition_point(|&newline| (newline as usize) < end);
        self.shortened.truncate(kept);
    }
}

/// Maps ranges of the tail to the ranges of the source that they were made of.
#[derive(Clone, Default, Debug)]
pub(crate) struct TailMap {
    /// The segments of the tail, in its order.
    segments: Vec<Segment>,
}

/// Some bytes of the tail, up to where the next segment starts.
#[derive(Clone, Copy, Debug)]
struct Segment {
    /// The offset in the tail where the segment starts.
    tail: u32,
    /// The offset in the source where the text starts that the segment was made of.
    source: u32,
    /// The length of that text, if the segment replaces it. `None` if the segment is a copy of it:
    /// then it is as long as the segment.
    length: Option<NonZeroU32>,
}

impl TailMap {
    /// Notes that the segment that starts at `tail` is a copy of the source from byte `source` on.
    pub(crate) fn push_copy(&mut self, tail: u32, source: usize) {
        self.segments.push(Segment { tail, source: source as u32, length: None });
    }

    /// Notes that the segment that starts at `tail` replaces the bytes `source` of the source.
    pub(crate) fn push_replacement(&mut self, tail: u32, source: Range<usize>) {
        let length = NonZeroU32::new(source.len() as u32);
        self.segments.push(Segment { tail, source: source.start as u32, length });
    }

    /// Returns the range of the source that the bytes of the tail from `start` to `end` were made
    /// of. A part of a replacement counts as the whole.
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

    /// Returns the last segment for which `holds`, which is true up to some segment and false
    /// after.
    fn last_where(&self, holds: impl Fn(&Segment) -> bool) -> Option<Segment> {
        let after = self.segments.partition_point(holds);
        self.segments.get(after.checked_sub(1)?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_replacement_counts_as_the_whole_and_a_part_of_a_copy_as_the_part() {
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
    fn offsets_after_a_shortened_newline_are_one_more() {
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
