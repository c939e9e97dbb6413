//! All text of a document, and the spans that refer to it.

use std::ops::Range;

use super::capacity::shrink_text;
use super::opening_tags::{OpenedElement, OpeningTags};
use super::source_map::{SourceMap, TextMap};
use super::source_text::SourceText;
use crate::names::{LocalName, NameTable};
use crate::steps;

/// The first offset in the tail: a span that starts below is one of the source.
const TAIL: u32 = 1 << 31;

/// The limit on the length of the source, and of the tail: 2 GiB.
pub(crate) const MAX_BYTES: usize = TAIL as usize;

/// A reference to some text of a document, by its position and length. [`Strings::get`] returns the
/// text.
///
/// A text that appears verbatim in the input, as most texts and values do, is a span of the
/// [source](Strings::source) and is not copied. A text that differs from the input, such as one in
/// which character references were replaced, is a span of a second buffer, the *tail*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    start: u32,
    length: u32,
}

impl Span {
    /// The empty text.
    pub const EMPTY: Span = Span { start: 0, length: 0 };

    /// The span of the bytes `start..end` of the source.
    #[inline]
    pub(crate) fn of_source(start: usize, end: usize) -> Span {
        debug_assert!(start <= end && end <= MAX_BYTES);
        Span { start: start as u32, length: (end - start) as u32 }
    }

    /// Returns the length of the text in bytes of UTF-8.
    #[inline]
    pub fn len(self) -> usize {
        self.length as usize
    }

    /// Whether the text is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.length == 0
    }

    /// Returns the byte range of the text in the [source](Strings::source), or `None` if the text
    /// does not appear there verbatim. See also [`Strings::range_in_source`].
    #[inline]
    pub fn source_range(self) -> Option<Range<usize>> {
        let start = self.start as usize;
        (self.start < TAIL).then(|| start..start + self.len())
    }

    /// Whether the text is a span of the source, not one of the tail.
    #[inline]
    pub(crate) fn is_of_source(self) -> bool {
        self.start < TAIL
    }

    /// Returns the offset right after the text, in the source or in the tail.
    #[inline]
    pub(crate) fn end(self) -> u32 {
        self.start + self.length
    }

    /// Joins this text and `next` if `next` comes right after it in the same buffer.
    #[inline]
    pub(crate) fn joined(self, next: Span) -> Option<Span> {
        let adjacent = self.start + self.length == next.start && (next.start != TAIL);
        adjacent.then_some(Span { start: self.start, length: self.length + next.length })
    }

    /// Splits the text before its byte `at`.
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

/// All text that the spans and names of one document refer to.
#[derive(Clone, Default, Debug)]
pub struct Strings {
    /// The input after decoding and newline normalization.
    source: SourceText,
    /// Converts offsets in the source to offsets in the input.
    map: SourceMap,
    /// The texts that do not appear verbatim in the source.
    tail: String,
    /// Whether a text did not fit into the tail and is missing.
    is_tail_cut: bool,
    /// The ranges of the source that the texts of the tail were made of, if positions are asked
    /// for.
    tail_map: Option<TextMap>,
    /// The names that are not among the known ones.
    names: NameTable,
    /// The open elements that errors are about.
    opening_tags: OpeningTags,
}

/// The empty buffers of [`Strings`].
#[derive(Clone, Debug, Default)]
pub(crate) struct TextMemory {
    source: String,
    tail: String,
    names: NameTable,
}

/// A text removed from the tail for a while.
#[derive(Clone, Debug)]
pub(crate) struct TakenText {
    text: String,
    /// The ranges of the source that it was made of, if they are asked for.
    map: Option<TextMap>,
}

impl Strings {
    /// Returns the text of a span of this document. A span of another document gives some text of
    /// this one, or the empty text if it does not fit.
    #[inline]
    pub fn get(&self, span: Span) -> &str {
        self.try_get(span).unwrap_or("")
    }

    /// Returns the `N` bytes from the start of a span on, if the span is not longer and that much
    /// text follows.
    #[inline]
    pub(crate) fn window<const N: usize>(&self, span: Span) -> Option<&str> {
        let (text, start) = self.buffer_of(span);
        if span.len() <= N { text.get(start..start + N) } else { None }
    }

    /// As [`window`](Self::window), in bytes: the last character may be cut.
    #[inline]
    pub(crate) fn byte_window<const N: usize>(&self, span: Span) -> Option<&[u8; N]> {
        let (text, start) = self.buffer_of(span);
        if span.len() <= N { text.as_bytes().get(start..)?.first_chunk() } else { None }
    }

    /// Returns the names of this document.
    #[inline]
    pub fn names(&self) -> &NameTable {
        &self.names
    }

    #[inline]
    pub(crate) fn names_mut(&mut self) -> &mut NameTable {
        &mut self.names
    }

    /// Changes the source, for the input stream, which alone writes it.
    #[inline]
    pub(crate) fn edit_source<R>(&mut self, edit: impl FnOnce(&mut String) -> R) -> R {
        self.source.edit(edit)
    }

    /// Makes a copy of a text the whole source, which is empty before.
    #[inline]
    pub(crate) fn copy_source(&mut self, text: &str) {
        match self.source.capacity() {
            0 => self.source = SourceText::from(text.to_owned()),
            _ => self.source.edit(|source| source.push_str(text)),
        }
    }

    /// Makes a text the whole source.
    pub(crate) fn set_source(&mut self, source: SourceText) {
        self.source = source;
    }

    /// From now on, records which newlines of the input were carriage returns.
    pub(crate) fn keep_returns(&mut self) {
        self.map.keep_returns();
    }

    /// Reserves capacity for a source of about `bytes` bytes.
    #[inline]
    pub(crate) fn reserve_source(&mut self, bytes: usize) {
        match self.source.capacity() {
            0 if self.source.is_empty() => {
                self.source = SourceText::from(String::with_capacity(bytes));
            }
            _ => self.source.edit(|source| source.reserve(bytes)),
        }
    }

    /// Changes the source and the map of it, for the input stream, which alone writes them.
    #[inline]
    pub(crate) fn edit_source_and_map<R>(
        &mut self,
        edit: impl FnOnce(&mut String, &mut SourceMap) -> R,
    ) -> R {
        self.source.edit(|source| edit(source, &mut self.map))
    }

    /// Returns the source, and the names for a change: the tokenizer looks up names in the source.
    #[inline]
    pub(crate) fn source_and_names_mut(&mut self) -> (&str, &mut NameTable) {
        (&self.source, &mut self.names)
    }

    /// Returns the map from offsets in the source to offsets in the input.
    #[inline]
    pub(crate) fn source_map(&self) -> &SourceMap {
        &self.map
    }

    /// Returns the map of the source, for the input stream, which alone writes it.
    #[inline]
    pub(crate) fn source_map_mut(&mut self) -> &mut SourceMap {
        &mut self.map
    }

    /// Returns the text of a span, or `None` if it does not lie within this document's text or its
    /// ends are not on character boundaries.
    #[inline]
    pub(crate) fn try_get(&self, span: Span) -> Option<&str> {
        let (text, start) = self.buffer_of(span);
        text.get(start..start + span.len())
    }

    /// The buffer that a span lies in, and the index in it at which the span starts.
    #[inline]
    fn buffer_of(&self, span: Span) -> (&str, usize) {
        if span.start < TAIL {
            (&self.source, span.start as usize)
        } else {
            (&self.tail, (span.start - TAIL) as usize)
        }
    }

    /// Returns the text of a name of this document.
    #[inline]
    pub fn name(&self, name: LocalName) -> &str {
        self.names.get(name)
    }

    /// Returns the name with the text of a span, case-sensitively.
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

    /// Returns the input after decoding and newline normalization, as far as it has been fed.
    #[inline]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Converts a byte offset in the [source](Strings::source) to one in the decoded input before
    /// newlines were normalized. If the input was text, a byte order mark at its start counts. Text
    /// that scripts have written is no part of the input: an offset in such a text becomes that of
    /// the input character after it.
    pub fn original_offset(&self, offset: usize) -> usize {
        self.map.original(offset)
    }

    /// Returns the parts of the [source](Strings::source) that scripts have written, in order: the
    /// byte range of each, and which call of [`Driver::write`](crate::driver::Driver::write) has
    /// written it; the first call is 0, and calls that fail do not count. The text of one call has
    /// several parts if scripts in it have written text as well.
    pub fn written_ranges(&self) -> impl Iterator<Item = (Range<usize>, usize)> {
        self.map.written()
    }

    /// Whether `bytes` more bytes fit into the tail.
    #[inline]
    pub(crate) fn has_room(&self, bytes: usize) -> bool {
        bytes < MAX_BYTES - self.tail.len()
    }

    /// As [`has_room`](Self::has_room), before a text of that many bytes is appended: without room
    /// it is missing, which [`is_cut`](Self::is_cut) reports.
    #[inline]
    fn make_room(&mut self, bytes: usize) -> bool {
        if !self.has_room(bytes) {
            self.is_tail_cut = true;
            return false;
        }
        self.reserve_tail();
        true
    }

    /// Whether some text is missing because the tail was full: replaced characters, such as U+FFFD
    /// for U+0000, can be longer than they were in the source.
    pub(crate) fn is_cut(&self) -> bool {
        self.is_tail_cut
    }

    /// Removes from the tail all text outside of these spans, and returns the new places of the
    /// rest. Spans may overlap; spans of the source are ignored.
    pub(crate) fn compact_tail(&mut self, used: Vec<Span>) -> SpanMoves {
        let blocks = blocks_of_tail(used);
        let mut tail = String::with_capacity(blocks.iter().map(|block| block.len()).sum());
        let mut tail_map = TextMap::default();
        let mut moves = Vec::with_capacity(blocks.len());
        for block in blocks {
            let start = TAIL + tail.len() as u32;
            moves.push((block.start, start));
            if let Some(map) = &self.tail_map {
                tail_map.push_part(start, map, block.start, block.end);
            }
            tail.push_str(&self.tail[(block.start - TAIL) as usize..(block.end - TAIL) as usize]);
        }
        self.tail = tail;
        if let Some(map) = &mut self.tail_map {
            tail_map.shrink();
            *map = tail_map;
        }
        SpanMoves { moves }
    }

    /// Removes all text outside of these spans and before byte `cut` of the source, and returns the
    /// new places of the rest, with the new offset of `cut`. Spans may overlap. The source gets
    /// room for at least `min_capacity` bytes.
    #[cfg(feature = "stream")]
    pub(crate) fn sweep(
        &mut self,
        used: Vec<Span>,
        cut: usize,
        min_capacity: usize,
    ) -> (SpanMoves, usize) {
        debug_assert!(self.tail_map.is_none(), "a source that goes away is not remembered");
        let blocks = blocks_of(used);
        let (of_tail, of_source): (Vec<_>, Vec<_>) =
            blocks.into_iter().partition(|block| block.start >= TAIL);
        let mut moves = Vec::with_capacity(of_source.len() + of_tail.len());
        // Text that starts after the cut moves with the unread input.
        let before = || of_source.iter().filter(|block| (block.start as usize) < cut);
        let length: usize = before().map(|block| block.len()).sum();
        let rest = &self.source[cut..];
        let mut source = String::with_capacity(min_capacity.max(length + rest.len()));
        for block in before() {
            moves.push((block.start, source.len() as u32));
            source.push_str(&self.source[block.start as usize..block.end as usize]);
        }
        let new_cut = source.len();
        moves.push((cut as u32, new_cut as u32));
        source.push_str(rest);
        let mut tail = String::with_capacity(of_tail.iter().map(|block| block.len()).sum());
        for block in of_tail {
            moves.push((block.start, TAIL + tail.len() as u32));
            tail.push_str(&self.tail[(block.start - TAIL) as usize..(block.end - TAIL) as usize]);
        }
        steps::count(source.len() + tail.len());
        (self.source, self.tail) = (SourceText::from(source), tail);
        self.map.sweep(cut, new_cut);
        (SpanMoves { moves }, new_cut)
    }

    /// Returns how many bytes of text there are.
    #[cfg(feature = "stream")]
    pub(crate) fn text_bytes(&self) -> usize {
        self.source.len() + self.tail.len()
    }

    /// Gives unused capacity back where that is worth a copy.
    #[inline]
    pub(crate) fn shrink(&mut self) {
        self.source.shrink();
        shrink_text(&mut self.tail);
        self.map.shrink();
    }

    /// Returns the buffers, without their contents.
    pub(crate) fn into_memory(self) -> TextMemory {
        let Strings { source, mut tail, mut names, .. } = self;
        let mut source = source.into_owned().unwrap_or_default();
        source.clear();
        tail.clear();
        names.clear();
        TextMemory { source, tail, names }
    }

    /// Makes these the buffers of strings that have no text and no names yet.
    pub(crate) fn use_memory(&mut self, memory: TextMemory) {
        debug_assert!(self.source.is_empty() && self.tail.is_empty(), "they have no text");
        let TextMemory { source, tail, names } = memory;
        (self.source, self.tail, self.names) = (SourceText::from(source), tail, names);
    }

    /// Removes all text, but keeps the names and the capacity. All spans become invalid.
    pub(crate) fn clear_text(&mut self) {
        self.source.clear();
        self.map = SourceMap::default();
        self.tail.clear();
        self.tail_map = None;
    }

    /// Returns a copy in which the same spans and names have the same text. It does not know where
    /// in the input its texts are from.
    pub(crate) fn copy_of_text(&self) -> Strings {
        steps::count(self.source.len() + self.tail.len());
        Strings {
            source: self.source.clone(),
            map: SourceMap::default(),
            tail: self.tail.clone(),
            is_tail_cut: self.is_tail_cut,
            tail_map: None,
            names: self.names.clone(),
            opening_tags: OpeningTags::default(),
        }
    }

    /// Notes that the error at byte `offset` of the source is about an open element.
    pub(crate) fn note_opened(&mut self, offset: usize, element: OpenedElement) {
        self.opening_tags.push(offset, element);
    }

    /// Returns the place of the start tag of the element with that name that the error at byte
    /// `offset` of the source is about.
    pub(crate) fn opening_tag(&self, offset: usize, name: LocalName) -> Option<Range<usize>> {
        self.opening_tags.find(offset, name)
    }

    /// Removes the source before byte `end` and the tail. Returns how many bytes that was of the
    /// decoded input. All spans become invalid.
    pub(crate) fn forget_before(&mut self, end: usize) -> usize {
        steps::count(self.source.len() - end);
        self.source.edit(|source| drop(source.drain(..end)));
        self.tail.clear();
        self.map.forget_before(end)
    }

    /// From now on, records the source ranges of the tail's texts.
    pub(crate) fn remember_ranges(&mut self) {
        self.tail_map = Some(TextMap::default());
    }

    /// Whether the source ranges of the tail's texts are recorded.
    pub(crate) fn remembers_ranges(&self) -> bool {
        self.tail_map.is_some()
    }

    /// Drops the records about the tail, except for these texts.
    pub(crate) fn keep_ranges_of(&mut self, texts: Vec<Span>) {
        if let Some(map) = &mut self.tail_map
            && !map.is_empty()
        {
            *map = map.of_ranges(&blocks_of_tail(texts));
        }
    }

    /// Returns the byte range of the [source](Strings::source) that a text, or a part of one, was
    /// made of: with its character references as they are written. `None` for a text that does not
    /// appear verbatim in the source, unless [positions](crate::ParseOptions::positions) are asked
    /// for.
    #[inline]
    pub fn range_in_source(&self, span: Span) -> Option<Range<usize>> {
        match span.source_range() {
            Some(range) => Some(range),
            None => self.tail_map.as_ref()?.range(span.start, span.start + span.length),
        }
    }

    /// Returns the byte range of the source that the bytes `range` of a text were made of, and
    /// nothing else. `None` if they were made of several parts of the source, or if that was not
    /// noted. A part of a replacement counts as the whole.
    pub(crate) fn contiguous_range(&self, span: Span, range: Range<usize>) -> Option<Range<usize>> {
        match span.source_range() {
            Some(source) => Some(source.start + range.start..source.start + range.end),
            None => {
                let (start, end) = (span.start + range.start as u32, span.start + range.end as u32);
                self.tail_map.as_ref()?.contiguous_range(start, end)
            }
        }
    }

    /// Returns the first offset in a text, after `offset`, where it is not made of the next bytes
    /// of the source.
    pub(crate) fn gap_after(&self, span: Span, offset: usize) -> Option<usize> {
        if span.start < TAIL {
            return None;
        }
        let map = self.tail_map.as_ref()?;
        let gap = map.gap_after(span.start + offset as u32, span.start + span.length)?;
        Some((gap - span.start) as usize)
    }

    /// Notes in the map of a text that it has the text of a span from byte `at` on.
    pub(crate) fn note_origin(&self, span: Span, map: &mut TextMap, at: u32) {
        match (span.source_range(), &self.tail_map) {
            (Some(range), _) => map.push_copy(at, range.start),
            (None, Some(tail)) => map.push_part(at, tail, span.start, span.start + span.length),
            (None, None) => map.push_unknown(at),
        }
    }

    /// Appends a text to the tail that stands for the bytes `range` of the source.
    pub(crate) fn push_for(&mut self, range: Range<usize>, text: &str) -> Span {
        let start = self.tail_end();
        self.push_replacement(range, text);
        self.tail_since(start)
    }

    /// Appends a text to the tail that is not made of the source. If it does not fit, the span is
    /// empty.
    pub(crate) fn push(&mut self, text: &str) -> Span {
        let start = self.tail_end();
        if let Some(map) = &mut self.tail_map {
            map.push_unknown(start);
        }
        self.push_tail(text);
        self.tail_since(start)
    }

    /// Returns the text of `first` followed by that of `second`. It is built at the end of the
    /// tail, unless the two are adjacent.
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

    /// Whether this is a text at the end of the tail, which can grow without being copied.
    pub(crate) fn is_last_of_tail(&self, span: Span) -> bool {
        span.start >= TAIL && span.start + span.length == self.tail_end()
    }

    /// Whether a text may contain a carriage return. The source has none: only references make
    /// them, and edits.
    pub(crate) fn may_have_carriage_return(&self) -> bool {
        self.tail.contains('\r')
    }

    /// The offset of the next byte of the tail. To build a text there piece by piece, keep this
    /// offset, call [`push_tail`](Self::push_tail) and the like, then
    /// [`tail_since`](Self::tail_since).
    #[inline]
    pub(crate) fn tail_end(&self) -> u32 {
        TAIL + self.tail.len() as u32
    }

    /// Appends a text to the tail, unless the tail would reach [`MAX_BYTES`].
    #[inline]
    pub(crate) fn push_tail(&mut self, text: &str) {
        steps::count(text.len());
        if self.make_room(text.len()) {
            self.tail.push_str(text);
        }
    }

    /// Before the first text of the tail, reserves capacity for others.
    #[inline]
    fn reserve_tail(&mut self) {
        /// The least and the greatest capacity, in bytes.
        const CAPACITY: (usize, usize) = (64, 4096);
        if self.tail.capacity() == 0 {
            self.tail.reserve((self.source.len() / 32).clamp(CAPACITY.0, CAPACITY.1));
        }
    }

    /// Appends a text to the tail that stands for the bytes `range` of the source.
    pub(crate) fn push_replacement(&mut self, range: Range<usize>, text: &str) {
        let start = self.tail_end();
        if self.has_room(text.len())
            && let Some(map) = &mut self.tail_map
        {
            map.push_replacement(start, range);
        }
        self.push_tail(text);
    }

    /// Appends the source from byte `start` to the start of `replaced` to the tail, and a character
    /// that stands for the bytes `replaced`.
    #[inline]
    pub(crate) fn push_source_and_character(
        &mut self,
        start: usize,
        replaced: Range<usize>,
        character: char,
    ) {
        let copied = start..replaced.start;
        let length = copied.len() + character.len_utf8();
        steps::count(length);
        if !self.make_room(length) {
            return;
        }
        let at = self.tail_end();
        if let Some(map) = &mut self.tail_map {
            map.push_copy_and_replacement(at, copied.clone(), replaced);
        }
        self.tail.push_str(&self.source[copied]);
        self.tail.push(character);
    }

    /// Appends the bytes `range` of the source to the tail.
    #[inline]
    pub(crate) fn push_source_range(&mut self, range: Range<usize>) {
        // Between two replacements there is often nothing: the map needs no segment for that.
        if range.is_empty() {
            return;
        }
        steps::count(range.len());
        if !self.make_room(range.len()) {
            return;
        }
        let start = self.tail_end();
        if let Some(map) = &mut self.tail_map {
            map.push_copy(start, range.start);
        }
        self.tail.push_str(&self.source[range]);
    }

    /// Appends a text of this document to the tail.
    fn push_span(&mut self, span: Span) {
        steps::count(span.len());
        if !self.make_room(span.len()) {
            return;
        }
        let at = self.tail_end();
        match span.source_range() {
            Some(range) => {
                if let Some(map) = &mut self.tail_map {
                    map.push_copy(at, range.start);
                }
                self.tail.push_str(&self.source[range]);
            }
            None => {
                if let Some(map) = &mut self.tail_map {
                    map.push_part_again(at, span.start, span.start + span.length);
                }
                let start = (span.start - TAIL) as usize;
                self.tail.extend_from_within(start..start + span.len());
            }
        }
    }

    /// Takes the text from `start` on out of the tail, with its records for
    /// [`range_in_source`](Self::range_in_source).
    pub(crate) fn take_end_of_tail(&mut self, start: u32) -> TakenText {
        let text = self.tail.split_off((start - TAIL) as usize);
        steps::count(text.len());
        let map = self.tail_map.as_mut().map(|map| map.take_from(start));
        TakenText { text, map }
    }

    /// Puts a removed text back at the end of the tail. Returns where it starts now.
    pub(crate) fn put_back_at_end_of_tail(&mut self, taken: TakenText) -> u32 {
        let start = self.tail_end();
        if let (Some(map), Some(taken)) = (&mut self.tail_map, taken.map) {
            map.put_back(taken, start);
        }
        self.push_tail(&taken.text);
        start
    }

    /// Returns the text of the tail from an offset on that [`tail_end`](Self::tail_end) returned.
    #[inline]
    pub(crate) fn tail_since(&self, start: u32) -> Span {
        Span { start, length: self.tail_end() - start }
    }
}

/// Returns the ranges of the tail that are the texts of these spans, in order and with other text
/// between them. Spans may overlap; spans of the source are ignored.
fn blocks_of_tail(mut spans: Vec<Span>) -> Vec<Range<u32>> {
    spans.retain(|span| span.start >= TAIL);
    blocks_of(spans)
}

/// Returns the ranges of the source and of the tail that are the texts of these spans, in order and
/// with other text between them. Spans may overlap.
fn blocks_of(mut spans: Vec<Span>) -> Vec<Range<u32>> {
    spans.retain(|span| !span.is_empty());
    spans.sort_unstable_by_key(|span| span.start);
    let mut blocks: Vec<Range<u32>> = Vec::with_capacity(spans.len());
    for span in spans {
        let end = span.start + span.length;
        match blocks.last_mut() {
            // The end of the source may be at the offset of the tail, which is another text.
            Some(block)
                if span.start <= block.end && (block.start < TAIL) == (span.start < TAIL) =>
            {
                block.end = block.end.max(end);
            }
            _ => blocks.push(span.start..end),
        }
    }
    blocks
}

/// The new offsets of the pieces of text that [`Strings`] kept when they dropped others.
#[derive(Debug)]
pub(crate) struct SpanMoves {
    /// The offset of each piece before and after the move, ascending.
    moves: Vec<(u32, u32)>,
}

impl SpanMoves {
    /// Returns the span whose text is now that of `span` before the move, which was in use.
    pub(crate) fn moved(&self, span: Span) -> Span {
        let piece = self.moves.partition_point(|(before, _)| *before <= span.start).checked_sub(1);
        match piece.map(|piece| self.moves[piece]) {
            Some((before, after)) if !span.is_empty() => {
                Span { start: span.start - before + after, length: span.length }
            }
            _ => Span::EMPTY,
        }
    }
}

/// Claims that `.ci/proofs` proves.
#[cfg(test)]
pub(crate) mod claims {
    use super::*;

    /// A span of the source and one right after it are joined to a span of both; with a gap, or in
    /// another order, they are not joined.
    #[inline(never)]
    pub(crate) fn spans_are_joined(start: u64, first: u64, second: u64) -> bool {
        let (start, first, second) = (start as usize, first as usize, second as usize);
        let limit = MAX_BYTES - 1;
        if start > limit || first > limit - start || second > limit - start - first {
            return true;
        }
        let middle = start + first;
        let (left, right) =
            (Span::of_source(start, middle), Span::of_source(middle, middle + second));
        let joined = left.joined(right).and_then(Span::source_range);
        let gap = Span::of_source(middle + 1, middle + 1);
        let are_apart = left.joined(gap).is_none() && gap.joined(left).is_none();
        joined == Some(start..middle + second) && are_apart && left.end() as usize == middle
    }

    /// The parts of a split span are next to each other, and are joined to the span again.
    #[inline(never)]
    pub(crate) fn spans_are_split(start: u64, length: u64, at: u64) -> bool {
        let (start, length, at) = (start as usize, length as usize, at as usize);
        if start >= MAX_BYTES || length >= MAX_BYTES - start || at > length {
            return true;
        }
        let span = Span::of_source(start, start + length);
        let (left, right) = span.split_at(at);
        left.len() == at && right.len() == length - at && left.joined(right) == Some(span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Used spans may overlap: spans of clones, and of a text that grew.
    #[test]
    fn compacting_keeps_the_text_of_used_spans() {
        let mut strings = Strings { source: "source".to_owned().into(), ..Strings::default() };
        let [one, gone, two, three] =
            ["one", "gone", "tw\u{f6}", "three"].map(|text| strings.push(text));
        let both = Span { start: two.start, length: two.length + three.length };
        let empty = Span { start: gone.start, length: 0 };
        let source = Span::of_source(0, 6);
        // The tail starts with it, too.
        let part = Span { start: one.start, length: 2 };
        let used = [three, both, one, part, two, empty];
        let moves = strings.compact_tail([&used[..], &[source]].concat());
        assert_eq!(strings.tail, "onetw\u{f6}three");
        let texts = used.map(|span| strings.get(moves.moved(span)).to_owned());
        assert_eq!(texts, ["three", "tw\u{f6}three", "one", "on", "tw\u{f6}", ""]);
    }

    #[test]
    fn adjacent_spans_join_without_a_copy() {
        let mut strings = Strings { source: "one two".to_owned().into(), ..Strings::default() };
        let joined = strings.concatenate(Span::of_source(0, 3), Span::of_source(3, 7));
        assert_eq!(strings.get(joined), "one two");
        assert_eq!(joined.source_range(), Some(0..7));
    }

    #[test]
    fn a_concatenated_text_is_copied_once_and_then_grows_in_place() {
        let mut strings = Strings { source: "one two".to_owned().into(), ..Strings::default() };
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
    fn the_range_in_the_source_of_a_text_includes_its_references_as_written() {
        let mut strings =
            Strings { source: "one &amp; two".to_owned().into(), ..Strings::default() };
        strings.remember_ranges();
        let start = strings.tail_end();
        strings.push_source_range(0..4);
        strings.push_replacement(4..9, "&");
        strings.push_source_range(9..13);
        let (before, rest) = strings.tail_since(start).split_at(4);
        let (reference, after) = rest.split_at(1);
        assert_eq!(strings.range_in_source(before), Some(0..4));
        assert_eq!(strings.range_in_source(reference), Some(4..9));
        assert_eq!(strings.range_in_source(after), Some(9..13));
        assert_eq!(strings.range_in_source(rest), Some(4..13));
        assert_eq!(strings.range_in_source(Span::of_source(1, 3)), Some(1..3));
    }

    #[test]
    fn a_span_splits_at_a_byte() {
        let strings = Strings { source: "  x".to_owned().into(), ..Strings::default() };
        let (whitespace, rest) = Span::of_source(0, 3).split_at(2);
        assert_eq!((strings.get(whitespace), strings.get(rest)), ("  ", "x"));
    }
}
