//! The order of the nodes of a tree as it was parsed, and how much of the source each subtree
//! takes.

use std::cell::OnceCell;
use std::ops::Range;

use crate::dom::{Node, NodeIndex};

use super::places::Places;

/// The order of all nodes that the parser put into the tree, and their extents. Takes time and
/// memory linear in the tree.
pub(super) struct Layout {
    /// The nodes in tree order. The number of a node there, from 1, is its place in this list.
    nodes: Vec<NodeIndex>,
    /// The number of each node in tree order; 0 for nodes outside of the tree.
    order: Vec<u32>,
    /// The number of the last descendant of each node, or its own.
    last: Vec<u32>,
    /// The parent of each node: for the contents of a `template` and for a shadow root, its host.
    parents: Vec<Option<NodeIndex>>,
    /// Found when they are needed first: edits of attributes and texts do not ask for them.
    extents: OnceCell<Extents>,
}

/// How much of the source each subtree takes.
struct Extents {
    /// The part of the source that the descendants of each node come from; `(u32::MAX, 0)` if there
    /// is none.
    ranges: Vec<(u32, u32)>,
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
            nodes: Vec::with_capacity(count),
            order: vec![0; count],
            last: vec![0; count],
            parents: vec![None; count],
            extents: OnceCell::new(),
        };
        layout.walk(places);
        layout
    }

    /// Visits all nodes in tree order.
    fn walk(&mut self, places: &Places<'_>) {
        let root = places.tree.root_index();
        self.number(root);
        let mut open = Vec::new();
        push_children(places, root, &mut open);
        while let Some((child, parent)) = open.pop() {
            // The stack has only the next one of a list of siblings.
            let next = places.original.node(child).and_then(Node::next_sibling);
            open.extend(next.map(|next| (next, parent)));
            self.parents[child.to_usize()] = Some(parent);
            self.number(child);
            push_children(places, child, &mut open);
        }
        // From the end, so that the last descendant of a node is known before its parent asks.
        for &node in self.nodes.iter().rev() {
            if let Some(parent) = self.parents[node.to_usize()] {
                let last = self.last[node.to_usize()];
                let last_of_parent = &mut self.last[parent.to_usize()];
                *last_of_parent = last.max(*last_of_parent);
            }
        }
    }

    /// Gives a node the next number.
    fn number(&mut self, node: NodeIndex) {
        self.nodes.push(node);
        let number = self.nodes.len() as u32;
        self.order[node.to_usize()] = number;
        self.last[node.to_usize()] = number;
    }

    fn extents(&self, places: &Places<'_>) -> &Extents {
        self.extents.get_or_init(|| Extents::of(places, self))
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
        Some(self.extents(places).tails[id.to_usize()] as usize)
    }

    /// Returns the parent of a node: for the contents of a `template` and for a shadow root, its
    /// host.
    pub(super) fn parent(&self, id: NodeIndex) -> Option<NodeIndex> {
        *self.parents.get(id.to_usize())?
    }

    /// Whether a range of the source holds all descendants of a node and nothing else: the parser
    /// has moved no node into the range or out of it.
    pub(super) fn is_clean(
        &self,
        places: &Places<'_>,
        id: NodeIndex,
        range: &Range<usize>,
    ) -> bool {
        let extents = self.extents(places);
        let (start, end) = extents.ranges[id.to_usize()];
        let holds_all =
            start == u32::MAX || (range.start <= start as usize && end as usize <= range.end);
        let count = |sorted: &[u32], from: usize, to: usize| {
            let before = |end: usize| sorted.partition_point(|&at| (at as usize) < end);
            before(to) - before(from)
        };
        let first = self.order[id.to_usize()] as usize;
        let inside = count(&extents.disturbed_orders, first, self.last(id) as usize + 1);
        holds_all && inside == count(&extents.disturbed_starts, range.start, range.end)
    }
}

impl Extents {
    fn of(places: &Places<'_>, layout: &Layout) -> Extents {
        let count = layout.order.len();
        let mut extents = Extents {
            ranges: vec![(u32::MAX, 0); count],
            tails: vec![0; count],
            disturbed_starts: Vec::new(),
            disturbed_orders: Vec::new(),
        };
        for &node in &layout.nodes {
            extents.note_disturbed(places, node, layout.order[node.to_usize()]);
        }
        extents.disturbed_starts.sort_unstable();
        // From the end, so that all descendants of a node come before it.
        let mut has_tail = vec![false; count];
        for &node in layout.nodes.iter().rev() {
            let index = node.to_usize();
            let (mut start, mut end) = extents.ranges[index];
            let own_end = places.own_end(node);
            if let (Some(own_start), Some(own_end)) = (places.start(node), own_end) {
                start = start.min(own_start as u32);
                end = end.max(own_end as u32);
            }
            // `tails[index]` is still the tail of the last child.
            let tail = extents.tails[index].max(own_end.unwrap_or(0) as u32);
            extents.tails[index] = tail;
            if let Some(parent) = layout.parents[index] {
                let range = &mut extents.ranges[parent.to_usize()];
                *range = (range.0.min(start), range.1.max(end));
                // The last child comes first.
                if !std::mem::replace(&mut has_tail[parent.to_usize()], true) {
                    extents.tails[parent.to_usize()] = tail;
                }
            }
        }
        extents
    }

    fn note_disturbed(&mut self, places: &Places<'_>, node: NodeIndex, number: u32) {
        if let Some(position) = places.position(node)
            && (position.moved.is_some() || places.is_copy(node))
        {
            self.disturbed_starts.push(position.start);
            self.disturbed_orders.push(number);
        }
    }
}

/// Pushes the first one of each list of children, with the parent or host: first the own ones,
/// which are visited last, then the shadow root, then the contents of a `template`. The contents
/// and the shadow root have no siblings.
#[inline] // For each node.
fn push_children(places: &Places<'_>, id: NodeIndex, open: &mut Vec<(NodeIndex, NodeIndex)>) {
    let Some(node) = places.original.node(id) else { return };
    open.extend(node.first_child().map(|first| (first, id)));
    if node.element().is_some() {
        open.extend(places.original.shadow_root_of(id).map(|root| (root, id)));
        open.extend(places.contents_of(id).map(|contents| (contents, id)));
    }
}
