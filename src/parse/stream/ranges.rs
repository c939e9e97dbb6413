//! Where matches are in the whole input.

use std::ops::Range;

use crate::dom::{NodeIndex, TagScanner};
use crate::names::{ElementName, known};

use super::StreamParser;
use super::sink::StartTags;

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
            self.driver.engine.builder.sink.starts = Some(Box::new(starts));
        }
        self
    }

    /// Converts what was noted since the last pause to offsets in the whole input, before a sweep
    /// changes those in the source. The parser has the document.
    pub(super) fn keep_noted_starts(&mut self) {
        let engine = &mut self.driver.engine;
        let starts = engine.builder.sink.starts.as_mut();
        let Some(noted) = starts.and_then(|starts| starts.noted.as_mut()) else { return };
        let noted = std::mem::take(noted);
        let offsets = self.offsets(&self.driver.engine.input.context.strings);
        let found: Vec<_> = noted.into_iter().map(|(id, at)| (id, offsets.of(at))).collect();
        self.starts.extend(found);
    }

    /// Returns where an element is that the last token has completed, if its start is known. The
    /// document is lent.
    pub(super) fn range_of(&self, id: NodeIndex) -> Option<Range<u64>> {
        let start = *self.starts.get(&id)?;
        let name = self.document.tree.element(id)?.name();
        if let Some(end) = self.head_end.filter(|_| name.is_html(known::HEAD)) {
            return Some(start..end.offset);
        }
        let token = self.driver.engine.input.context.token.clone();
        let offsets = self.offsets(&self.document.strings);
        let ends_with_token = offsets.of(token.start) == start
            || self.is_end_tag(&token, name)
            || self.ends_with_what_it_waited_for(id, &token);
        let end = if ends_with_token { token.end } else { token.start };
        Some(start..offsets.of(end))
    }

    /// Returns where the `head` ends that the last token has taken from the stack, if that is its
    /// end tag. The document is lent.
    pub(super) fn end_tag_of_head(&self, id: NodeIndex) -> Option<HeadEnd> {
        let name = self.document.tree.element(id)?.name();
        let token = self.driver.engine.input.context.token.clone();
        let offset = self.offsets(&self.document.strings).of(token.end);
        let end = HeadEnd { offset, in_source: token.end };
        self.is_end_tag(&token, name).then_some(end)
    }

    /// Whether a token is the end tag of what an element waited for, which is in it.
    pub(super) fn ends_with_what_it_waited_for(&self, id: NodeIndex, token: &Range<usize>) -> bool {
        let mut released = self.released.iter().filter(|(element, _)| *element == id);
        released.any(|(_, name)| self.is_end_tag(token, *name))
    }

    /// Whether a token is an end tag that closes an element of that name as its own.
    fn is_end_tag(&self, token: &Range<usize>, name: ElementName) -> bool {
        let text = self.document.source().get(token.clone());
        let Some(tag) = text.and_then(TagScanner::of_end_tag) else { return false };
        let is_heading = |name: &str| matches!(name.as_bytes(), [b'h' | b'H', b'1'..=b'6']);
        let name = self.document.strings.name(name.local);
        name.eq_ignore_ascii_case(tag.name()) || is_heading(name) && is_heading(tag.name())
    }
}
