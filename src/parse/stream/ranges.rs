//! Where matches are in the whole input.

use std::ops::Range;

use crate::names::known;
use crate::tree_sink::ClosedBy;

use super::StreamParser;
use super::observer::{Closed, StartTags};

/// Where the end tag of the `head` ends, which is complete later: when the `body` begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeadEnd {
    /// In the whole input.
    offset: u64,
    /// In bytes of the source, if the stream is rewritten and so keeps that.
    pub(super) in_source: usize,
}

impl StreamParser {
    /// Returns the stream, which notes where the elements start that may match, if that is asked
    /// for.
    pub(super) fn with_ranges(mut self, is_asked_for: bool) -> Self {
        if is_asked_for {
            let starts = StartTags { noted: Some(Vec::new()), ..StartTags::default() };
            let builder = &mut self.driver.engine.builder;
            builder.sink.observer.starts = Some(Box::new(starts));
            builder.start_to_tell_of_tokens();
        }
        self
    }

    /// Converts what was noted since the last pause to offsets in the whole input, before a sweep
    /// changes those in the source. The parser has the document.
    pub(super) fn keep_noted_starts(&mut self) {
        let engine = &mut self.driver.engine;
        let starts = engine.builder.sink.observer.starts.as_mut();
        let Some(noted) = starts.and_then(|starts| starts.noted.as_mut()) else { return };
        let noted = std::mem::take(noted);
        let offsets = self.offsets(&self.driver.engine.input.context.strings);
        let found: Vec<_> = noted.into_iter().map(|(id, at)| (id, offsets.of(at))).collect();
        self.starts.extend(found);
    }

    /// Returns where an element is that the last token has completed, if its start is known. The
    /// document is lent.
    pub(super) fn range_of(&self, closed: Closed) -> Option<Range<u64>> {
        let start = *self.starts.get(&closed.element)?;
        let is_head = self.document.tree.is_html(closed.element, known::HEAD);
        if let Some(end) = self.head_end.filter(|_| is_head) {
            return Some(start..end.offset);
        }
        Some(start..self.offsets(&self.document.strings).of(self.end_of(closed.by)))
    }

    /// Returns where the `head` ends that the last token has taken from the stack, if that is its
    /// end tag. The document is lent.
    pub(super) fn end_tag_of_head(&self, by: ClosedBy) -> Option<HeadEnd> {
        let in_source = self.end_of(by);
        let offset = self.offsets(&self.document.strings).of(in_source);
        (by == ClosedBy::OwnEndTag).then_some(HeadEnd { offset, in_source })
    }

    /// Returns where the element ends that the last token has closed, in bytes of the source.
    pub(super) fn end_of(&self, by: ClosedBy) -> usize {
        let token = &self.driver.engine.input.context.token;
        if by.is_own_tag() { token.end } else { token.start }
    }
}
