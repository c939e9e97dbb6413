//! Which bytes of the source the texts of text nodes are made of.

use std::ops::Range;

use crate::text::{Span, Strings, TextMap};

use super::id::NodeIndex;
use super::node::NodeData;
use super::tree::Tree;

/// Those of a text that is a span of the source are known. For others, `Tree::text_maps` has them
/// if positions are recorded.
impl Tree {
    /// Notes where a text node that the parser has created comes from.
    pub(crate) fn note_text_origin(&mut self, id: NodeIndex, text: Span, strings: &Strings) {
        if text.source_range().is_none() {
            let mut map = TextMap::default();
            strings.note_origin(text, &mut map, 0);
            self.text_maps.insert(id, map);
        }
    }

    /// Whether the text of a text node and `more` together are a span of the source.
    pub(crate) fn is_joined_in_source(&self, id: NodeIndex, more: Span) -> bool {
        let NodeData::Text(span) = self.node(id).data else { return false };
        span.joined(more).is_some_and(|joined| joined.source_range().is_some())
    }

    /// Notes where the text comes from that is about to be added to a text node, unless the two
    /// are [joined](Self::is_joined_in_source).
    pub(crate) fn note_more_text(&mut self, id: NodeIndex, more: Span, strings: &Strings) {
        let length = self.text(id, strings).len() as u32;
        strings.note_origin(more, self.text_map(id), length);
    }

    /// Notes where the text of another text node comes from, which is about to be added to a text
    /// node by an edit.
    pub(crate) fn note_joined_text(&mut self, id: NodeIndex, other: NodeIndex, strings: &Strings) {
        if self.positions.is_none() && self.text_maps.is_empty() {
            return;
        }
        self.keep_position(id);
        let length = self.text(id, strings).len() as u32;
        let added = self.text(other, strings).len() as u32;
        let added_origin = self.text_map(other).clone();
        self.text_map(id).push_part(length, &added_origin, 0, added);
    }

    /// Notes that a text node is a copy of another one.
    pub(crate) fn copy_text_origin(&mut self, from: NodeIndex, to: NodeIndex) {
        if let Some(map) = self.text_maps.get(&from) {
            let map = map.clone();
            self.text_maps.insert(to, map);
        }
    }

    /// Notes that the text of a node is no longer that of the source.
    pub(crate) fn forget_text_origin(&mut self, id: NodeIndex) {
        self.text_maps.remove(&id);
    }

    /// Returns the map of a text node, which it did not need if its text was a span of the source.
    fn text_map(&mut self, id: NodeIndex) -> &mut TextMap {
        let source = self.source_of_span(id);
        self.text_maps.entry(id).or_insert_with(|| {
            let mut map = TextMap::default();
            match source {
                Some(source) => map.push_copy(0, source.start),
                None => map.push_unknown(0),
            }
            map
        })
    }

    /// Returns the bytes of the source that the text of a text node is a span of, if it is one.
    fn source_of_span(&self, id: NodeIndex) -> Option<Range<usize>> {
        match self.node(id).data {
            NodeData::Text(span) => span.source_range(),
            _ => None,
        }
    }

    /// Returns the bytes of the source that the bytes `range` of the text of a text node are made
    /// of. `None` if they are made of several parts of the source, or if that was not recorded.
    pub(crate) fn source_of_text(
        &self,
        id: NodeIndex,
        range: Range<usize>,
    ) -> Option<Range<usize>> {
        self.position(id)?;
        match self.source_of_span(id) {
            Some(source) => Some(source.start + range.start..source.start + range.end),
            None => self.text_maps.get(&id)?.contiguous_range(range.start as u32, range.end as u32),
        }
    }

    /// Returns the first offset in the text of a text node, after `offset`, where it is not made of
    /// what comes next in the source.
    pub(crate) fn text_gap_after(&self, id: NodeIndex, offset: usize) -> Option<usize> {
        Some(self.text_maps.get(&id)?.gap_after(offset as u32)? as usize)
    }
}
