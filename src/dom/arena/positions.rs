//! Where in the source each node comes from, as recorded while the tree was built.
//!
//! A text node whose text is a span of the source comes from there. It needs no record, and has one
//! only if there is more to say: it moved, or its text came from several places.

use std::ops::Range;

use crate::sorting;
use crate::text::shrink_list;
use crate::tree_sink::Reason;

use super::id::NodeIndex;
use super::node::{Node, NodeData};

/// An offset that is not known.
pub(crate) const UNKNOWN_OFFSET: u32 = u32::MAX;

/// How a node came to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    /// The parser did not create it.
    Unknown,
    /// The parser created it for a token.
    Token,
    /// It is a copy of another node.
    Copied(Reason),
}

/// Where in the source a node comes from, in 12 bytes. Offsets are byte offsets in the source. The
/// end of a tag and the positions of its attributes are not recorded: scanning the tag once more
/// finds them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodePosition {
    /// The start of an element's start tag (for a copy, of the original's) or of the token that
    /// implies it; of the first piece of a text; or of any other node.
    pub(crate) start: u32,
    /// The start of the token that closed an element; the end of any other node.
    pub(crate) end: u32,
    pub(crate) cause: Cause,
    /// Whether it is an element without a start tag.
    pub(crate) is_implied: bool,
    /// Whether the token that closed an element is its end tag.
    pub(crate) has_end_tag: bool,
    /// Why it is not where the source has it, if so.
    pub(crate) moved: Option<Reason>,
}

impl NodePosition {
    pub(crate) const UNKNOWN: NodePosition = NodePosition {
        start: UNKNOWN_OFFSET,
        end: UNKNOWN_OFFSET,
        cause: Cause::Unknown,
        is_implied: false,
        has_end_tag: false,
        moved: None,
    };

    /// Returns the start: see the field.
    pub(crate) fn start(&self) -> usize {
        self.start as usize
    }

    /// Returns the end: see the field. `None` for an element that no token closed.
    pub(crate) fn end(&self) -> Option<usize> {
        (self.end != UNKNOWN_OFFSET).then_some(self.end as usize)
    }
}

/// Where in the source the nodes of a tree come from.
#[derive(Clone, Debug)]
pub(crate) struct Positions {
    /// By the index of the node. May be shorter than the list of nodes.
    by_node: Vec<NodePosition>,
    /// The indices of nodes that the parser created. A text among them that has no record comes
    /// from where its span says.
    told_by_span: Range<usize>,
    /// The implied elements in order of id, each with the end of the token that implies it.
    implied: Vec<(NodeIndex, u32)>,
    /// The copies in order of id, each with the node that it is a copy of, which is not a copy
    /// itself.
    copies: Vec<(NodeIndex, NodeIndex)>,
    /// The starts of later `html` and `body` start tags whose attributes were added to an element,
    /// with that element.
    later_tags: Vec<(NodeIndex, u32)>,
}

impl Positions {
    /// Returns an empty table with capacity for `nodes` nodes.
    pub(crate) fn with_capacity(nodes: usize) -> Self {
        Positions {
            by_node: Vec::with_capacity(nodes),
            told_by_span: 1..usize::MAX,
            implied: Vec::new(),
            copies: Vec::new(),
            later_tags: Vec::new(),
        }
    }

    /// Ends the record of a tree with `nodes` nodes, and gives unused capacity back where that is
    /// worth a copy.
    pub(crate) fn finish(&mut self, nodes: usize) {
        self.told_by_span.end = nodes;
        self.by_node.truncate(nodes);
        shrink_list(&mut self.by_node);
        shrink_list(&mut self.copies);
        shrink_list(&mut self.implied);
        shrink_list(&mut self.later_tags);
    }

    /// Returns where a node with this data comes from.
    pub(crate) fn of(&self, id: NodeIndex, data: &NodeData) -> Option<NodePosition> {
        let recorded = self.get(id).filter(|position| position.cause != Cause::Unknown);
        recorded.copied().or_else(|| self.told_by_span(id, data))
    }

    /// Returns where a node comes from that has no record, if its data says so.
    fn told_by_span(&self, id: NodeIndex, data: &NodeData) -> Option<NodePosition> {
        let &NodeData::Text(span) = data else { return None };
        let source = span.source_range().filter(|_| self.told_by_span.contains(&id.to_usize()))?;
        let (start, end) = (source.start as u32, source.end as u32);
        Some(NodePosition { start, end, cause: Cause::Token, ..NodePosition::UNKNOWN })
    }

    /// Records where a node with this data comes from, if only the data says so, which is about to
    /// change.
    pub(crate) fn keep(&mut self, id: NodeIndex, data: &NodeData) {
        let has_record = self.get(id).is_some_and(|position| position.cause != Cause::Unknown);
        if !has_record && let Some(position) = self.told_by_span(id, data) {
            self.set(id, position);
        }
    }

    /// As [`keep`](Self::keep), for all nodes, since these may now be edited. To be called before
    /// each time that the tree is lent, and [`resume`](Self::resume) after it.
    pub(crate) fn keep_all(&mut self, nodes: &[Node]) {
        for (index, node) in nodes.iter().enumerate().skip(self.told_by_span.start) {
            self.keep(NodeIndex::new(index), &node.data);
        }
    }

    /// Goes on to record, with a tree whose nodes, this many, were not all created by the parser.
    pub(crate) fn resume(&mut self, nodes: usize) {
        self.told_by_span.start = nodes;
    }

    /// Returns the record of a node, if it has one.
    #[inline]
    fn get(&self, id: NodeIndex) -> Option<&NodePosition> {
        self.by_node.get(id.to_usize())
    }

    /// Returns the record of a node, for changing, if it has one or could have one.
    #[inline]
    pub(crate) fn get_mut(&mut self, id: NodeIndex) -> Option<&mut NodePosition> {
        self.by_node.get_mut(id.to_usize())
    }

    /// Returns the end of the token that implies an element.
    pub(crate) fn implied_by_end(&self, id: NodeIndex) -> Option<usize> {
        let index = self.implied.binary_search_by_key(&id, |(element, _)| *element).ok()?;
        Some(self.implied[index].1 as usize)
    }

    /// Records the end of the token that implies an element, which is newer than all others.
    pub(crate) fn note_implied(&mut self, id: NodeIndex, token_end: u32) {
        debug_assert!(
            self.implied.last().is_none_or(|(last, _)| *last < id),
            "implied elements are new nodes"
        );
        self.implied.push((id, token_end));
    }

    /// Records the start of a later `html` or `body` start tag whose attributes were added to an
    /// element.
    pub(crate) fn note_later_tag(&mut self, id: NodeIndex, tag_start: u32) {
        self.later_tags.push((id, tag_start));
    }

    /// Records that a node, which is newer than all others, is a copy of another.
    pub(crate) fn note_copy(&mut self, from: NodeIndex, to: NodeIndex) {
        debug_assert!(
            self.copies.last().is_none_or(|(last, _)| *last < to),
            "copies are new nodes"
        );
        let original = self.original_of(from).unwrap_or(from);
        self.copies.push((to, original));
    }

    /// Returns the node that a copy is a copy of.
    pub(crate) fn original_of(&self, copy: NodeIndex) -> Option<NodeIndex> {
        let index = self.copies.binary_search_by_key(&copy, |(copy, _)| *copy).ok()?;
        Some(self.copies[index].1)
    }

    /// Returns all copies, each after its original, in order of the originals.
    pub(crate) fn copies_by_original(&self) -> Vec<(NodeIndex, NodeIndex)> {
        let copies = self.copies.iter().map(|&(copy, original)| (original, copy));
        let mut copies: Vec<_> = copies.collect();
        sorting::sort(&mut copies);
        copies
    }

    /// Searches `later_tags` from `index` on for a start tag whose attributes were added to an
    /// element. Returns where the tag starts, and the index to continue from.
    pub(crate) fn later_tag_of(&self, id: NodeIndex, index: usize) -> Option<(usize, usize)> {
        let found = self.later_tags[index..].iter().position(|(element, _)| *element == id)?;
        Some((self.later_tags[index + found].1 as usize, index + found + 1))
    }

    /// Records where a node comes from.
    // Always inlined where elements are created.
    #[inline(always)]
    pub(crate) fn set(&mut self, id: NodeIndex, position: NodePosition) {
        let index = id.to_usize();
        if index >= self.by_node.len() {
            self.grow_to(index);
        }
        self.by_node[index] = position;
    }

    /// Makes the table longer than `index`.
    ///
    /// Within its capacity, it grows in steps, so that nodes without a record take no time. A step
    /// stays in the nearest cache until its records are written.
    // Cold: it runs once in a step, and `set` is inlined for every element.
    #[cold]
    fn grow_to(&mut self, index: usize) {
        const STEP: usize = 256;
        self.by_node.resize(index + 1, NodePosition::UNKNOWN);
        let step_end = self.by_node.capacity().min(index + STEP);
        self.by_node.resize(step_end, NodePosition::UNKNOWN);
    }

    /// Moves the position of one node to another.
    pub(crate) fn take_over(&mut self, from: NodeIndex, to: NodeIndex) {
        if let Some(position) = self.get_mut(from) {
            let position = std::mem::replace(position, NodePosition::UNKNOWN);
            self.set(to, position);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The memory that positions take depends on it.
    #[test]
    fn a_position_takes_12_bytes() {
        assert_eq!(size_of::<NodePosition>(), 12);
    }
}
