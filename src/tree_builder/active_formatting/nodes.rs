//! The nodes of the list of active formatting elements.

use std::ops::{Index, IndexMut};

use arrayvec::ArrayVec;

use crate::names::LocalName;
use crate::text::TagRange;

use super::entry_id::EntryId;
use super::index::IndexLink;

/// An element in the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FormattingElement<H> {
    pub(in crate::tree_builder) handle: H,
    pub(in crate::tree_builder) name: LocalName,
    /// Its index on the stack of open elements, as long as it is there.
    pub(in crate::tree_builder) stack_index: u32,
    /// Its start tag; for a copy, the original's.
    pub(in crate::tree_builder) tag: TagRange,
}

/// The content of a node.
#[derive(Clone, Copy, Debug)]
pub(super) enum FormattingEntry<H> {
    /// A marker, which is inserted for `applet`, `object`, `marquee`, `template`, `td`, `th` and
    /// `caption`, so that formatting does not leak into them.
    Marker,
    /// A formatting element.
    Element(FormattingElement<H>),
    /// No entry: the node is free for reuse.
    Free,
}

/// A node of the linked list.
#[derive(Clone, Debug)]
pub(super) struct Node<H> {
    pub(super) entry: FormattingEntry<H>,
    pub(super) previous: Option<EntryId>,
    /// The next entry; for a free node, the next free one.
    pub(super) next: Option<EntryId>,
    /// The elements with the same name before and after it, regardless of markers between them.
    pub(super) same_name_before: Option<EntryId>,
    pub(super) same_name_after: Option<EntryId>,
    /// The number of markers before it.
    pub(super) level: u32,
    /// Its link in the index, if it is there.
    pub(super) index_link: Option<IndexLink>,
}

/// The number of nodes that are stored in place: few pages have more at once.
const IN_PLACE: usize = 8;

/// The nodes of the list, by [`EntryId`]. The first [`IN_PLACE`] ones are stored in place, so that
/// short fragments allocate nothing here.
#[derive(Clone, Debug)]
pub(super) struct Nodes<H> {
    first: ArrayVec<Node<H>, IN_PLACE>,
    /// The nodes from index [`IN_PLACE`] on. It is empty unless `first` is full.
    rest: Vec<Node<H>>,
}

impl<H> Nodes<H> {
    #[inline(always)] // As a part of `TreeBuilder::new`.
    pub(super) fn new() -> Self {
        Nodes { first: ArrayVec::new_const(), rest: Vec::new() }
    }

    /// Returns a node, if there is one with that id.
    #[inline(always)]
    pub(super) fn get(&self, id: EntryId) -> Option<&Node<H>> {
        match self.first.get(id.index()) {
            None => self.rest.get(id.index().wrapping_sub(IN_PLACE)),
            node => node,
        }
    }

    /// Returns all nodes in the order of their ids.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Node<H>> {
        self.first.iter().chain(&self.rest)
    }

    /// Returns all nodes, for changing.
    #[cfg(feature = "stream")]
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Node<H>> {
        self.first.iter_mut().chain(&mut self.rest)
    }

    /// Returns the number of nodes.
    pub(super) fn len(&self) -> usize {
        self.first.len() + self.rest.len()
    }

    /// Adds a node after all others, and returns its id.
    #[inline(always)] // Passed through memory, a node would cost more than everything else here.
    pub(super) fn push(&mut self, node: Node<H>) -> EntryId {
        let index = self.len();
        if self.first.len() < IN_PLACE {
            self.first.push(node);
        } else {
            self.rest.push(node);
        }
        EntryId::from_index(index)
    }

    /// Removes a node if it is the last one. Returns whether it was.
    #[inline]
    pub(super) fn remove_last(&mut self, id: EntryId) -> bool {
        let is_last = id.index() + 1 == self.first.len() + self.rest.len();
        if is_last && self.rest.pop().is_none() {
            self.first.pop();
        }
        is_last
    }
}

impl<H> Index<EntryId> for Nodes<H> {
    type Output = Node<H>;

    #[inline(always)]
    fn index(&self, id: EntryId) -> &Node<H> {
        match self.first.get(id.index()) {
            Some(node) => node,
            None => in_rest(&self.rest, id),
        }
    }
}

impl<H> IndexMut<EntryId> for Nodes<H> {
    #[inline(always)]
    fn index_mut(&mut self, id: EntryId) -> &mut Node<H> {
        match self.first.get_mut(id.index()) {
            Some(node) => node,
            None => in_rest_mut(&mut self.rest, id),
        }
    }
}

// Cold, as the next one: callers stay short.
#[cold]
fn in_rest<H>(rest: &[Node<H>], id: EntryId) -> &Node<H> {
    &rest[id.index() - IN_PLACE]
}

#[cold]
fn in_rest_mut<H>(rest: &mut [Node<H>], id: EntryId) -> &mut Node<H> {
    &mut rest[id.index() - IN_PLACE]
}

impl<H> FromIterator<Node<H>> for Nodes<H> {
    fn from_iter<I: IntoIterator<Item = Node<H>>>(nodes: I) -> Self {
        let mut all = Nodes::new();
        for node in nodes {
            all.push(node);
        }
        all
    }
}
