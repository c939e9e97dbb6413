//! The order of the nodes of a tree as it was parsed, and how much of the source each subtree
//! takes.

use std::ops::Range;

use crate::dom::NodeIndex;

use super::places::Places;

/// The order and the extent of all nodes that the parser put into the tree. Takes time and memory
/// linear in the tree.
pub(super) struct Layout {
    /// The number of each node in tree order, from 1; 0 for nodes outside of the tree.
    order: Vec<u32>,
    /// The number of the last descendant of each node, or its own.
    last: Vec<u32>,
    /// The parent of each node: for the contents of a `template` and for a shadow root, its host.
    parents: Vec<Option<NodeIndex>>,
    /// The part of the source that the descendants of each node come from; `(u32::MAX, 0)` if there
    /// is none.
    extents: Vec<(u32, u32)>,
    /// The largest end offset among each node, its last child, the last child of that, and so on.
    tails: Vec<u32>,
    /// The start offsets of the nodes that the parser has moved or copied, ascending.
    disturbed_starts: Vec<u32>,
    /// The numbers of the moved and copied nodes in tree order, ascending.
    disturbed_orders: Vec<u32>,
}

impl Layout {
    pub(super) fn of(places: &Places<'_>) -> Layout {
        let count = places.original.nodes().len();
        let mut layout = Layout {
            order: vec![0; count],
            last: vec![0; count],
            parents: vec![None; count],
            extents: vec![(u32::MAX, 0); count],
            tails: vec![0; count],
            disturbed_starts: Vec::new(),
            disturbed_orders: Vec::new(),
        };
        layout.walk(places);
        layout.disturbed_starts.sort_unstable();
        layout
    }

    /// Visits all nodes in tree order.
    fn walk(&mut self, places: &Places<'_>) {
        let root = places.tree.root_index();
        let mut number = 1;
        self.order[root.to_usize()] = number;
        let mut open = vec![(root, children_before(places, root))];
        while let Some((node, children)) = open.last_mut() {
            let node = *node;
            let Some(child) = children.pop() else {
                open.pop();
                self.leave(places, node, number);
                continue;
            };
            // The stack has only the next one of a list of siblings.
            if let Some(next) = places.original.node(child).and_then(|child| child.next_sibling()) {
                children.push(next);
            }
            number += 1;
            let index = child.to_usize();
            (self.order[index], self.parents[index]) = (number, Some(node));
            self.note_disturbed(places, child, number);
            open.push((child, children_before(places, child)));
        }
    }

    /// Ends the visit of a node: adds its extent and its tail to those of its parent.
    fn leave(&mut self, places: &Places<'_>, node: NodeIndex, number: u32) {
        let index = node.to_usize();
        self.last[index] = number;
        let (mut start, mut end) = self.extents[index];
        let own_end = places.own_end(node);
        if let (Some(own_start), Some(own_end)) = (places.start(node), own_end) {
            start = start.min(own_start as u32);
            end = end.max(own_end as u32);
        }
        // `tails[index]` is still the tail of the last child.
        let tail = self.tails[index].max(own_end.unwrap_or(0) as u32);
        self.tails[index] = tail;
        if let Some(parent) = self.parents[index] {
            let extent = &mut self.extents[parent.to_usize()];
            *extent = (extent.0.min(start), extent.1.max(end));
            self.tails[parent.to_usize()] = tail;
        }
    }

    fn note_disturbed(&mut self, places: &Places<'_>, node: NodeIndex, number: u32) {
        if let Some(position) = places.position(node)
            && (position.moved.is_some() || places.is_copy(node))
        {
            self.disturbed_starts.push(position.start);
            self.disturbed_orders.push(number);
        }
    }

    /// Returns the number of a node in tree order; `None` if the parser left it out of the tree.
    pub(super) fn order(&self, id: NodeIndex) -> Option<u32> {
        self.order.get(id.to_usize()).copied().filter(|&number| number > 0)
    }

    /// Returns the number of the last descendant of a node, or its own.
    pub(super) fn last(&self, id: NodeIndex) -> u32 {
        self.last[id.to_usize()]
    }

    /// Returns the largest end offset among a node, its last child, the last child of that, and so
    /// on. `None` for nodes that the source does not have.
    pub(super) fn tail_end(&self, places: &Places<'_>, id: NodeIndex) -> Option<usize> {
        places.own_end(id)?;
        Some(self.tails[id.to_usize()] as usize)
    }

    /// Returns the parent of a node: for the contents of a `template` and for a shadow root, its
    /// host.
    pub(super) fn parent(&self, id: NodeIndex) -> Option<NodeIndex> {
        *self.parents.get(id.to_usize())?
    }

    /// Whether a range of the source holds all descendants of a node and nothing else: the parser
    /// has moved no node into the range or out of it.
    pub(super) fn is_clean(&self, id: NodeIndex, range: &Range<usize>) -> bool {
        let (start, end) = self.extents[id.to_usize()];
        let holds_all =
            start == u32::MAX || (range.start <= start as usize && end as usize <= range.end);
        let count = |sorted: &[u32], from: usize, to: usize| {
            let before = |end: usize| sorted.partition_point(|&at| (at as usize) < end);
            before(to) - before(from)
        };
        let first = self.order[id.to_usize()] as usize;
        let inside = count(&self.disturbed_orders, first, self.last(id) as usize + 1);
        holds_all && inside == count(&self.disturbed_starts, range.start, range.end)
    }
}

/// Returns a stack of the lists of children of a node: on top the contents of a `template`, then
/// the shadow root, then the first own child. The contents and the shadow root have no siblings.
fn children_before(places: &Places<'_>, id: NodeIndex) -> Vec<NodeIndex> {
    let own = places.original.node(id).and_then(|node| node.first_child());
    let contents = places.contents_of(id);
    own.into_iter().chain(places.original.shadow_root_of(id)).chain(contents).collect()
}
