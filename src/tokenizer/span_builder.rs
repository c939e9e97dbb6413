//! A text under construction: a span of the source as long as possible.

use std::ops::Range;

use crate::text::{Span, Strings, TakenText};

/// Builds the span of a text that is being read.
///
/// As long as the text appears verbatim in the source, only its start is kept. At the first
/// replacement (of a character reference or a NUL), the text so far is copied to the end of the
/// tail, and continued there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SpanBuilder {
    /// The byte offset in the source from which on nothing is copied to the tail yet.
    start: usize,
    /// The offset in the tail where the text starts, if it is built there.
    tail: Option<u32>,
}

impl SpanBuilder {
    /// An empty text that continues with the source at byte `start`.
    #[inline]
    pub(super) fn at(start: usize) -> SpanBuilder {
        SpanBuilder { start, tail: None }
    }

    /// Whether the text would be empty if it ended at byte `end` of the source.
    #[inline]
    pub(super) fn is_empty(self, end: usize) -> bool {
        self.tail.is_none() && self.start >= end
    }

    /// The byte offset in the source where the text starts, or `None` if something in it was
    /// replaced.
    #[inline]
    pub(super) fn start_in_source(self) -> Option<usize> {
        if self.tail.is_none() { Some(self.start) } else { None }
    }

    /// Appends the source up to `range`, and `text` in place of the bytes `range`.
    pub(super) fn replace(&mut self, strings: &mut Strings, range: Range<usize>, text: &str) {
        let tail = *self.tail.get_or_insert(strings.tail_end());
        strings.push_source_range(self.start..range.start);
        strings.push_replacement(range.clone(), text);
        *self = SpanBuilder { start: range.end, tail: Some(tail) };
    }

    /// Appends the source up to `range`, and a character in place of the bytes `range`.
    #[inline]
    pub(super) fn replace_by(
        &mut self,
        strings: &mut Strings,
        range: Range<usize>,
        character: char,
    ) {
        let tail = *self.tail.get_or_insert(strings.tail_end());
        let end = range.end;
        strings.push_source_and_character(self.start, range, character);
        *self = SpanBuilder { start: end, tail: Some(tail) };
    }

    /// Takes the part of the text that is built in the tail out of there, if there is any.
    pub(super) fn take_out_of_tail(&mut self, strings: &mut Strings) -> Option<TakenText> {
        self.tail.take().map(|tail| strings.take_end_of_tail(tail))
    }

    /// Puts the text removed from the tail back, at its end.
    pub(super) fn put_back_into_tail(&mut self, strings: &mut Strings, taken: TakenText) {
        self.tail = Some(strings.put_back_at_end_of_tail(taken));
    }

    /// Returns the text up to byte `end` of the source. It is no longer under construction, so it
    /// [stays](Self::take_out_of_tail) in the tail.
    #[inline]
    pub(super) fn finish(&mut self, strings: &mut Strings, end: usize) -> Span {
        match self.tail {
            None => Span::of_source(self.start, end),
            Some(tail) => {
                self.tail = None;
                finish_in_tail(strings, tail, self.start..end)
            }
        }
    }
}

/// Returns the text in the tail since `tail`, with the bytes `rest` of the source appended.
fn finish_in_tail(strings: &mut Strings, tail: u32, rest: Range<usize>) -> Span {
    strings.push_source_range(rest);
    strings.tail_since(tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(source: &str) -> Strings {
        let mut strings = Strings::default();
        strings.edit_source(|text| text.push_str(source));
        strings
    }

    #[test]
    fn a_text_without_replacements_is_not_copied() {
        let mut strings = strings("one two");
        let mut builder = SpanBuilder::at(4);
        assert!(builder.is_empty(4) && !builder.is_empty(5));
        assert_eq!(builder.finish(&mut strings, 7).source_range(), Some(4..7));
    }

    #[test]
    fn a_finished_text_stays_in_the_tail() {
        let mut strings = strings("a&amp;b");
        let mut builder = SpanBuilder::at(0);
        builder.replace(&mut strings, 1..6, "&");
        let text = builder.finish(&mut strings, 7);
        assert!(builder.take_out_of_tail(&mut strings).is_none());
        assert_eq!(strings.get(text), "a&b");
    }

    #[test]
    fn a_text_with_replacements_is_built_in_the_tail() {
        let mut strings = strings("a&amp;b&lt;c");
        let mut builder = SpanBuilder::at(0);
        builder.replace(&mut strings, 1..6, "&");
        assert!(!builder.is_empty(6));
        builder.replace(&mut strings, 7..11, "<");
        let text = builder.finish(&mut strings, 12);
        assert_eq!(strings.get(text), "a&b<c");
        assert_eq!(text.source_range(), None);
    }
}
