//! The maps from offsets in the text of a document back to the origin of that text.

use std::num::NonZeroU32;
use std::ops::Range;

use super::capacity::shrink_list;

/// Maps offsets in the source to offsets in the decoded input, before newlines were normalized, a
/// byte order mark was dropped and scripts wrote text into it.
///
/// <https://infra.spec.whatwg.org/#normalize-newlines>
#[derive(Clone, Default, Debug)]
pub(crate) struct SourceMap {
    /// The number of bytes that were dropped before the source starts: a byte order mark.
    dropped: usize,
    /// The byte offsets in the source of the line feeds that stand for a carriage return and a line
    /// feed, ascending. Any other newline is as long as it was.
    shortened: Vec<u32>,
    /// The parts of the source that scripts have written, if there are any.
    written: Option<Box<WrittenParts>>,
    /// The byte offsets in the source of the line feeds that stand for a carriage return alone,
    /// ascending, if they are asked for.
    returns: Option<Box<Returns>>,
}

/// The byte offsets of line feeds that stand for carriage returns.
#[derive(Clone, Default, Debug)]
struct Returns(Vec<u32>);

/// The parts of the source that scripts have written, in order.
#[derive(Clone, Default, Debug)]
struct WrittenParts(Vec<Written>);

/// A part of the source that a script has written.
#[derive(Clone, Copy, Debug)]
struct Written {
    /// The byte offset in the source where it starts.
    start: u32,
    /// The byte offset in the source where it ends.
    end: u32,
    /// Which call has written it: the first is 0.
    number: u32,
    /// The byte offset in the decoded input of the character after it.
    original: u32,
    /// How many bytes that scripts have written come before the end, each CR and LF counted.
    bytes_before_end: u32,
}

impl SourceMap {
    /// Gives unused capacity back where that is worth a copy.
    pub(crate) fn shrink(&mut self) {
        shrink_list(&mut self.shortened);
        if let Some(WrittenParts(parts)) = self.written.as_deref_mut() {
            shrink_list(parts);
        }
        if let Some(Returns(returns)) = self.returns.as_deref_mut() {
            shrink_list(returns);
        }
    }

    /// Converts a byte offset in the source to one in the decoded input. A newline of two
    /// characters has the offsets of its start and of its end. An offset in a text that a script
    /// has written becomes that of the input character after the text.
    pub(crate) fn original(&self, offset: usize) -> usize {
        match &self.written {
            None => self.raw(offset),
            Some(written) => self.original_outside_of(&written.0, offset),
        }
    }

    /// As [`original`](Self::original), for a source without text of scripts and for offsets in
    /// ascending order. This takes constant time on average. `newlines` counts the newlines passed;
    /// it starts at 0.
    #[inline]
    pub(crate) fn next_original(&self, offset: usize, newlines: &mut usize) -> usize {
        while self.shortened.get(*newlines).is_some_and(|&newline| (newline as usize) < offset) {
            *newlines += 1;
        }
        self.dropped + offset + *newlines
    }

    /// Converts a byte offset in the source to one in the text that was pushed, all of it.
    fn raw(&self, offset: usize) -> usize {
        let before = self.shortened.partition_point(|&newline| (newline as usize) < offset);
        self.dropped + offset + before
    }

    fn original_outside_of(&self, written: &[Written], offset: usize) -> usize {
        let started = written.partition_point(|part| (part.start as usize) < offset);
        let next = written.get(started).filter(|next| next.start as usize == offset);
        match (started.checked_sub(1).map(|last| written[last]), next) {
            (Some(last), _) if offset < last.end as usize => last.original as usize,
            (_, Some(next)) => next.original as usize,
            (Some(last), None) => self.raw(offset) - last.bytes_before_end as usize,
            (None, None) => self.raw(offset),
        }
    }

    /// Whether a script has written the byte at `offset` of the source.
    pub(crate) fn is_written(&self, offset: usize) -> bool {
        self.written.as_deref().is_some_and(|WrittenParts(parts)| {
            let started = parts.partition_point(|part| part.start as usize <= offset);
            started > 0 && offset < parts[started - 1].end as usize
        })
    }

    /// The number of line feeds that stand for two characters.
    pub(crate) fn shortened_count(&self) -> usize {
        self.shortened.len()
    }

    /// The number of line feeds before byte `offset` of the source that stand for two characters.
    pub(crate) fn shortened_before(&self, offset: usize) -> usize {
        self.shortened.partition_point(|&newline| (newline as usize) < offset)
    }

    /// Notes that a piece of text that the call of this number has written became the bytes `range`
    /// at the end of the source. Before newlines were normalized, it had `shortened` bytes more.
    pub(crate) fn note_written(&mut self, range: Range<usize>, shortened: usize, number: u32) {
        let raw = self.raw(range.start);
        let WrittenParts(written) = &mut **self.written.get_or_insert_default();
        let (start, end) = (range.start as u32, range.end as u32);
        let last = written.last();
        let before = last.map_or(0, |last| last.bytes_before_end);
        let original = match last {
            // Its first line feed may belong to the newline at the end of the last part.
            Some(last) if last.end == start => last.original,
            _ => (raw - before as usize) as u32,
        };
        let bytes_before_end = before + (range.len() + shortened) as u32;
        match written.last_mut() {
            Some(last) if last.number == number && last.end == start => {
                (last.end, last.bytes_before_end) = (end, bytes_before_end);
            }
            _ => written.push(Written { start, end, number, original, bytes_before_end }),
        }
    }

    /// Returns the parts of the source that scripts have written, in order, each with the number
    /// of the call that has written it.
    pub(crate) fn written(&self) -> impl Iterator<Item = (Range<usize>, usize)> {
        let written = self.written.as_ref().map_or(&[][..], |written| &written.0);
        // A line feed that belongs to the newline before it adds no text.
        let with_text = written.iter().filter(|part| part.start < part.end);
        with_text.map(|part| (part.start as usize..part.end as usize, part.number as usize))
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

    /// From now on, notes the carriage returns that no line feed follows.
    pub(crate) fn keep_returns(&mut self) {
        self.returns = Some(Box::default());
    }

    /// Notes that the line feed at byte `offset` of the source was a carriage return, if that is
    /// asked for.
    pub(crate) fn note_return(&mut self, offset: usize) {
        if let Some(returns) = &mut self.returns {
            returns.0.push(offset as u32);
        }
    }

    /// Takes back that the line feed at byte `offset` of the source was a carriage return: a line
    /// feed followed.
    pub(crate) fn take_return_back(&mut self, offset: usize) {
        if let Some(returns) = &mut self.returns
            && returns.0.last().is_some_and(|&last| last as usize == offset)
        {
            returns.0.pop();
        }
    }

    /// Returns the byte offsets of the line feeds that stand for CR LF and, if these were asked
    /// for, of the line feeds that stand for CR.
    pub(crate) fn newlines(&self) -> (&[u32], &[u32]) {
        (&self.shortened, self.returns.as_ref().map_or(&[], |returns| &returns.0))
    }

    /// Drops all records about the source before byte `end`, which becomes its start. Returns its
    /// offset in the decoded input. No script has written text.
    pub(crate) fn forget_before(&mut self, end: usize) -> usize {
        debug_assert!(self.written.is_none(), "a source that is forgotten has no scripts");
        debug_assert!(self.returns.is_none(), "a source that is forgotten is not edited");
        let original = self.original(end);
        let before = self.shortened_before(end);
        self.shortened.drain(..before);
        self.shortened.iter_mut().for_each(|newline| *newline -= end as u32);
        self.dropped = 0;
        original
    }

    /// Drops all records about the source before byte `cut`, which moves to `new_cut`. Text before
    /// it no longer has offsets in the input.
    #[cfg(feature = "stream")]
    pub(crate) fn sweep(&mut self, cut: usize, new_cut: usize) {
        debug_assert!(self.written.is_none(), "a source that is swept has no scripts");
        let before = self.shortened_before(cut);
        self.shortened.drain(..before);
        let moved = |newline: u32| (newline as usize - cut + new_cut) as u32;
        self.shortened.iter_mut().for_each(|newline| *newline = moved(*newline));
        if let Some(returns) = &mut self.returns {
            let before = returns.0.partition_point(|&newline| (newline as usize) < cut);
            returns.0.drain(..before);
            returns.0.iter_mut().for_each(|newline| *newline = moved(*newline));
        }
        self.dropped = 0;
    }

    /// Drops all records about the source from byte `end` on.
    pub(crate) fn truncate(&mut self, end: usize) {
        if let Some(written) = &mut self.written {
            let WrittenParts(written) = &mut **written;
            // There are several parts if the tokenizer waits for the end of a token that starts in
            // the first of them.
            while let Some(last) = written.last_mut().filter(|last| last.end as usize > end) {
                if last.start as usize >= end {
                    written.pop();
                    continue;
                }
                let kept = self.shortened.partition_point(|&newline| (newline as usize) < end);
                let all = self.shortened.partition_point(|&newline| newline < last.end);
                last.bytes_before_end -= last.end - end as u32 + (all - kept) as u32;
                last.end = end as u32;
            }
        }
        self.shortened.truncate(self.shortened_before(end));
        if let Some(returns) = &mut self.returns {
            let before = returns.0.partition_point(|&newline| (newline as usize) < end);
            returns.0.truncate(before);
        }
    }
}

/// Maps ranges of a text to the ranges of the source that they were made of.
#[derive(Clone, Default, Debug)]
pub(crate) struct TextMap {
    /// The segments of the text, in its order.
    segments: Vec<Segment>,
}

/// Some bytes of a text, up to where the next segment starts.
#[derive(Clone, Copy, Debug)]
struct Segment {
    /// The offset in the text where the segment starts.
    text: u32,
    /// The offset in the source where the text starts that the segment was made of, or [`UNKNOWN`].
    source: u32,
    /// The length of the source text that the segment replaces. `None` if the segment is a copy:
    /// then both are equally long.
    length: Option<NonZeroU32>,
}

/// The offset in the source of a segment that was not made of it.
const UNKNOWN: u32 = u32::MAX;

impl Segment {
    /// Returns where the bytes of the segment up to the offset `end` in the text end in the source.
    fn source_end(&self, end: u32) -> u32 {
        match self.length {
            None => self.source + (end - self.text),
            Some(length) => self.source + length.get(),
        }
    }

    /// Returns whether the segments are adjacent in the source, too. `next` comes after this one.
    fn is_before(&self, next: &Segment) -> bool {
        let both_known = self.source != UNKNOWN && next.source != UNKNOWN;
        both_known && self.source_end(next.text) == next.source
    }

    /// Returns the part of the segment from the offset `start` in its text on, as a segment that
    /// starts at `text`. Of a replacement, a part counts as the whole.
    fn part_from(&self, start: u32, text: u32) -> Segment {
        let skipped = start.saturating_sub(self.text);
        let is_copy = self.length.is_none() && self.source != UNKNOWN;
        Segment {
            text: text + (self.text + skipped - start),
            source: if is_copy { self.source + skipped } else { self.source },
            length: self.length,
        }
    }
}

impl TextMap {
    /// Whether nothing is noted.
    pub(crate) fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// Gives unused capacity back where that is worth a copy.
    pub(crate) fn shrink(&mut self) {
        shrink_list(&mut self.segments);
    }

    /// Notes that the segment that starts at `text` is a copy of the source from byte `source` on.
    pub(crate) fn push_copy(&mut self, text: u32, source: usize) {
        self.push(Segment { text, source: source as u32, length: None });
    }

    /// Adds a segment. Where there is one, there are soon more.
    fn push(&mut self, segment: Segment) {
        const MIN_CAPACITY: usize = 16;
        if self.segments.capacity() == 0 {
            self.segments.reserve(MIN_CAPACITY);
        }
        self.segments.push(segment);
    }

    /// Notes that the segment that starts at `text` replaces the bytes `source` of the source.
    pub(crate) fn push_replacement(&mut self, text: u32, source: Range<usize>) {
        let length = NonZeroU32::new(source.len() as u32);
        self.push(Segment { text, source: source.start as u32, length });
    }

    /// Notes that the text from `text` on is a copy of the bytes `copied` of the source, and that
    /// the segment after that replaces the bytes `replaced`.
    pub(crate) fn push_copy_and_replacement(
        &mut self,
        text: u32,
        copied: Range<usize>,
        replaced: Range<usize>,
    ) {
        // Between two replacements there is often nothing.
        if !copied.is_empty() {
            self.push_copy(text, copied.start);
        }
        self.push_replacement(text + copied.len() as u32, replaced);
    }

    /// Notes that the text was not made of the source from `text` on.
    pub(crate) fn push_unknown(&mut self, text: u32) {
        if self.segments.last().is_none_or(|last| last.source != UNKNOWN) {
            self.segments.push(Segment { text, source: UNKNOWN, length: None });
        }
    }

    /// Notes that the segments that start at `text` are the bytes of the text of another map from
    /// `start` to `end`.
    pub(crate) fn push_part(&mut self, text: u32, other: &TextMap, start: u32, end: u32) {
        match other.indices_of(start, end) {
            Some(part) => {
                let part = other.segments[part].iter();
                self.segments.extend(part.map(|segment| segment.part_from(start, text)));
            }
            None => self.push_unknown(text),
        }
    }

    /// Notes that the segments that start at `text` are the bytes of the same text from `start` to
    /// `end`.
    pub(crate) fn push_part_again(&mut self, text: u32, start: u32, end: u32) {
        match self.indices_of(start, end) {
            Some(part) => {
                for index in part {
                    self.segments.push(self.segments[index].part_from(start, text));
                }
            }
            None => self.push_unknown(text),
        }
    }

    /// Returns the smallest range of the source that the bytes `start..end` of the text were made
    /// of. A part of a replacement counts as the whole. `None` if the first or the last of these
    /// bytes was not made of the source.
    pub(crate) fn range(&self, start: u32, end: u32) -> Option<Range<usize>> {
        let first = self.segments[self.index_of(start)?];
        let last = self.segments[self.index_of(end.checked_sub(1)?)?];
        if first.source == UNKNOWN || last.source == UNKNOWN {
            return None;
        }
        let source_start = match first.length {
            None => first.source + (start - first.text),
            Some(_) => first.source,
        };
        let source_end = last.source_end(end);
        Some(source_start as usize..source_end.max(source_start) as usize)
    }

    /// Returns the range of the source that the bytes of the text from `start` to `end` were made
    /// of, and nothing else. `None` if they were made of several parts of it, or of none. A part of
    /// a replacement counts as the whole.
    pub(crate) fn contiguous_range(&self, start: u32, end: u32) -> Option<Range<usize>> {
        let segments = &self.segments[self.indices_of(start, end)?];
        let is_whole = segments.windows(2).all(|pair| pair[0].is_before(&pair[1]));
        if is_whole && segments[0].source != UNKNOWN { self.range(start, end) } else { None }
    }

    /// Returns the first offset in the text, after `offset` and before `end`, where the text is not
    /// made of the next bytes of the source. Takes time linear in the number of segments up to
    /// there.
    pub(crate) fn gap_after(&self, offset: u32, end: u32) -> Option<u32> {
        let pairs = self.segments[self.indices_of(offset, end)?].windows(2);
        pairs.map(|pair| (&pair[0], &pair[1])).find_map(|(segment, next)| {
            (!segment.is_before(next) && next.text > offset).then_some(next.text)
        })
    }

    /// Returns the part of the map that is about these ranges of the text, which are in order and
    /// have bytes between them.
    pub(crate) fn of_ranges(&self, ranges: &[Range<u32>]) -> TextMap {
        let counts = ranges.iter().map(|range| self.indices_of(range.start, range.end));
        let segments = counts.map(|part| part.map_or(0, |part| part.len()) + 1).sum();
        let mut map = TextMap { segments: Vec::with_capacity(segments) };
        for range in ranges {
            map.push_part(range.start, self, range.start, range.end);
            map.push_unknown(range.end);
        }
        map
    }

    /// Takes out the records about the bytes of the text from `start` on, at which a segment
    /// starts.
    pub(crate) fn take_from(&mut self, start: u32) -> TextMap {
        let first = self.segments.partition_point(|segment| segment.text < start);
        let mut segments = self.segments.split_off(first);
        segments.iter_mut().for_each(|segment| segment.text -= start);
        TextMap { segments }
    }

    /// Puts back the removed segments of bytes that are now in the text from `start` on.
    pub(crate) fn put_back(&mut self, taken: TextMap, start: u32) {
        let moved = |segment: Segment| Segment { text: segment.text + start, ..segment };
        self.segments.extend(taken.segments.into_iter().map(moved));
    }

    /// Returns the index of the segment that the byte at an offset in the text is in.
    fn index_of(&self, offset: u32) -> Option<usize> {
        self.segments.partition_point(|segment| segment.text <= offset).checked_sub(1)
    }

    /// Returns the indices of the segments that the bytes from `start` to `end` are in, at least
    /// one.
    fn indices_of(&self, start: u32, end: u32) -> Option<Range<usize>> {
        if start >= end {
            return None;
        }
        Some(self.index_of(start)?..self.index_of(end - 1)? + 1)
    }
}

/// Claims that `.ci/proofs` proves.
#[cfg(test)]
pub(crate) mod claims {
    use super::*;

    /// With two newlines of two characters in the source, an offset grows by one for each of them
    /// before it, in both ways to convert it.
    #[inline(never)]
    pub(crate) fn offsets_count_newlines(first: u64, second: u64, offset: u64) -> bool {
        let max = super::super::strings::MAX_BYTES as u64;
        if first >= second || second >= max || offset > max {
            return true;
        }
        let (first, second, offset) = (first as usize, second as usize, offset as usize);
        let mut map = SourceMap { dropped: 3, ..SourceMap::default() };
        map.shorten(first);
        map.shorten(second);
        let before = usize::from(first < offset) + usize::from(second < offset);
        let next = map.next_original(offset, &mut 0);
        map.original(offset) == 3 + offset + before
            && next == 3 + offset + before
            && map.shortened_before(offset) == before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_replacement_counts_as_the_whole_and_a_part_of_a_copy_as_the_part() {
        let mut map = TextMap::default();
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
    fn a_text_of_several_parts_of_the_source_has_gaps_between_them() {
        // The source "ab&lt;x&gt;d"; the text "ab<", then one of an edit, then ">d".
        let mut tail = TextMap::default();
        tail.push_copy(10, 0);
        tail.push_replacement(12, 2..6);
        tail.push_replacement(13, 7..11);
        tail.push_copy(14, 11);
        let mut map = TextMap::default();
        map.push_part(0, &tail, 11, 13);
        map.push_unknown(2);
        map.push_part(5, &tail, 13, 15);
        let gaps = [0, 1, 2, 4, 5, 6].map(|offset| map.gap_after(offset, 7));
        assert_eq!(gaps, [Some(2), Some(2), Some(5), Some(5), None, None]);
        assert_eq!(map.contiguous_range(0, 2), Some(1..6));
        assert_eq!(map.contiguous_range(1, 2), Some(2..6));
        assert_eq!(map.contiguous_range(5, 7), Some(7..12));
        for unknown in [(0, 3), (2, 5), (3, 4), (4, 6), (1, 7), (0, 0)] {
            assert_eq!(map.contiguous_range(unknown.0, unknown.1), None);
        }
        assert_eq!(map.gap_after(0, 2), None);
        let mut none = TextMap::default();
        none.push_part(0, &TextMap::default(), 3, 4);
        assert_eq!(none.contiguous_range(0, 1), None);
    }

    #[test]
    fn a_part_of_the_same_text_has_the_same_source_again() {
        let mut map = TextMap::default();
        map.push_copy(0, 0);
        map.push_replacement(2, 2..6);
        map.push_unknown(3);
        map.push_unknown(4);
        assert_eq!(map.segments.len(), 3);
        map.push_part_again(5, 1, 3);
        assert_eq!(map.contiguous_range(5, 7), Some(1..6));
        assert_eq!(map.contiguous_range(4, 6), None);
    }

    #[test]
    fn text_of_scripts_is_no_part_of_the_input() {
        // The input "ab\r\ncd"; after "ab", a script writes "1\r\n2\r", another one "\n3".
        // Normalized: "ab1\n2\n3\ncd".
        let mut map = SourceMap::default();
        map.shorten(3);
        map.note_written(2..6, 1, 0);
        map.shorten(5);
        map.note_written(6..7, 1, 1);
        map.shorten(7);
        let all: Vec<usize> = (0..=10).map(|offset| map.original(offset)).collect();
        assert_eq!(all, [0, 1, 2, 2, 2, 2, 2, 2, 4, 5, 6]);
        assert!(map.written().eq([(2..6, 0), (6..7, 1)]));
        let written: Vec<usize> = (0..10).filter(|&offset| map.is_written(offset)).collect();
        assert_eq!(written, [2, 3, 4, 5, 6]);
    }

    #[test]
    fn text_of_a_script_that_is_taken_back_does_not_count() {
        let mut map = SourceMap::default();
        map.shorten(4);
        map.note_written(2..6, 1, 0);
        map.truncate(4);
        map.note_written(4..5, 0, 1);
        assert!(map.written().eq([(2..4, 0), (4..5, 1)]));
        assert_eq!([map.original(2), map.original(3), map.original(6)], [2, 2, 3]);
        map.truncate(4);
        assert!(map.written().eq([(2..4, 0)]));
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
