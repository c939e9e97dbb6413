//! Which bytes of the source the texts of text nodes are made of.

use std::ops::Range;

use crate::text::{Span, Strings, TextMap};

use super::id::NodeIndex;
use super::node::NodeData;
use super::tree::Tree;

/// `Strings` knows the source ranges of its spans, if positions are recorded. A [long
/// text](NodeData::LongText) is no span: `RareData::text_maps` has its source ranges.
impl Tree {
    /// Records the source ranges of the long text that a node is about to have: its own text
    /// followed by a span's.
    pub(super) fn note_long_text(&mut self, id: NodeIndex, more: Span, strings: &Strings) {
        if strings.remembers_ranges() {
            let (mut map, length) = self.take_text_map(id, strings);
            strings.note_origin(more, &mut map, length);
            self.rare_data_or_new().text_maps.insert(id, map);
        }
    }

    /// Records the source ranges of the long text that a node is about to have: its own text
    /// followed by another node's.
    pub(crate) fn note_joined_text(&mut self, id: NodeIndex, other: NodeIndex, strings: &Strings) {
        if strings.remembers_ranges() {
            let (mut map, length) = self.take_text_map(id, strings);
            let (added, added_length) = self.take_text_map(other, strings);
            map.push_part(length, &added, 0, added_length);
            self.rare_data_or_new().text_maps.insert(id, map);
            if let NodeData::LongText(_) = self.node(other).data {
                self.rare_data_or_new().text_maps.insert(other, added);
            }
        }
    }

    /// Takes out, or makes, the map of the text of a text node. Returns it with the length of the
    /// text.
    fn take_text_map(&mut self, id: NodeIndex, strings: &Strings) -> (TextMap, u32) {
        let known = self.rare_data().and_then(|rare| rare.text_maps.remove(id));
        let map = known.unwrap_or_else(|| {
            let mut map = TextMap::default();
            match self.node(id).data {
                NodeData::Text(span) => strings.note_origin(span, &mut map, 0),
                _ => map.push_unknown(0),
            }
            map
        });
        (map, self.text(id, strings).len() as u32)
    }

    /// Notes that a text node is a copy of another one.
    pub(crate) fn copy_text_origin(&mut self, from: NodeIndex, to: NodeIndex) {
        if let Some(map) = self.text_map(from) {
            let map = map.clone();
            self.rare_data_or_new().text_maps.insert(to, map);
        }
    }

    /// Drops the source ranges of the long text that a node had.
    pub(crate) fn forget_text_origin(&mut self, id: NodeIndex) {
        if let Some(rare) = self.rare_data() {
            rare.text_maps.remove(id);
        }
    }

    /// Returns the bytes of the source that the bytes `range` of the text of a text node are made
    /// of. `None` if they are made of several parts of the source, or if that was not recorded.
    pub(crate) fn source_of_text(
        &self,
        id: NodeIndex,
        range: Range<usize>,
        strings: &Strings,
    ) -> Option<Range<usize>> {
        self.position(id)?;
        match self.node(id).data {
            NodeData::Text(span) => strings.contiguous_range(span, range),
            _ => self.text_map(id)?.contiguous_range(range.start as u32, range.end as u32),
        }
    }

    /// Returns the first offset in the text of a text node, after `offset`, where it is not made of
    /// the next bytes of the source.
    pub(crate) fn text_gap_after(
        &self,
        id: NodeIndex,
        offset: usize,
        strings: &Strings,
    ) -> Option<usize> {
        self.position(id)?;
        match self.node(id).data {
            NodeData::Text(span) => strings.gap_after(span, offset),
            _ => {
                let end = self.text(id, strings).len() as u32;
                Some(self.text_map(id)?.gap_after(offset as u32, end)? as usize)
            }
        }
    }
}
