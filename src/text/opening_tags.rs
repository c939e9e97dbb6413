//! The start tags of the open elements that errors are about.

use std::ops::Range;

use crate::names::LocalName;

/// An open element: its name, and the place of the start tag that opened it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OpenedElement {
    pub(crate) name: LocalName,
    /// The byte range of the start tag in the source; for a copy of an element, the range of the
    /// original's tag. Empty for an element that the source does not have.
    pub(crate) tag: TagRange,
}

/// The byte range of a tag in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TagRange {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl TagRange {
    /// The range of no tag.
    pub(crate) const NONE: TagRange = TagRange { start: 0, end: 0 };
}

/// The open elements that errors are about, in order of the errors.
///
/// They are here and not in the errors because there can be two errors for each byte of input, few
/// of them about an element.
#[derive(Clone, Default, Debug)]
pub(crate) struct OpeningTags(Vec<(u32, OpenedElement)>);

impl OpeningTags {
    /// Notes that the error at byte `offset` of the source is about an element. Offsets come in
    /// ascending order.
    pub(crate) fn push(&mut self, offset: usize, element: OpenedElement) {
        let noted = (offset as u32, element);
        let last = self.0.last();
        debug_assert!(
            last.is_none_or(|(last, _)| *last <= noted.0),
            "tokens are processed in the order of the source"
        );
        if last != Some(&noted) && element.tag.start < element.tag.end {
            self.0.push(noted);
        }
    }

    /// Returns the place of the start tag of the element with that name that the error at byte
    /// `offset` of the source is about.
    pub(crate) fn find(&self, offset: usize, name: LocalName) -> Option<Range<usize>> {
        let first = self.0.partition_point(|(error, _)| (*error as usize) < offset);
        let mut of_place = self.0[first..].iter().take_while(|(at, _)| *at as usize == offset);
        let (_, element) = of_place.find(|(_, element)| element.name == name)?;
        Some(element.tag.start as usize..element.tag.end as usize)
    }
}
