//! The only code that writes links between nodes, and the order of nodes by their links.
//!
//! A sweep moves nodes with their links.

use crate::steps;

use super::id::NodeIndex;
use super::node::{Node, NodeData};
use super::rare_data::RareData;
use super::tree::Tree;

impl Tree {
    /// Creates a node as the last child of `parent`.
    // Inlined into the tree builder, which calls it for each run of text.
    #[inline(always)]
    pub(crate) fn create_last_child(&mut self, parent: NodeIndex, data: NodeData) -> NodeIndex {
        let child = NodeIndex::new(self.nodes.len());
        let previous = self.node(parent).last_child;
        let links = Node { parent: Some(parent), previous_sibling: previous, ..Node::new(data) };
        self.nodes.push(links);
        self.link_last_child(parent, previous, child);
        child
    }

    /// Appends a node without a parent.
    // Inlined into the tree builder, which calls it once for each element.
    #[inline(always)]
    pub(crate) fn append_child(&mut self, parent: NodeIndex, child: NodeIndex) {
        let previous = self.node(parent).last_child;
        let node = self.node_mut(child);
        node.parent = Some(parent);
        node.previous_sibling = previous;
        self.link_last_child(parent, previous, child);
    }

    /// Makes `child` the last child of `parent`, after `previous`, which was that.
    #[inline(always)] // As a part of the two functions above.
    fn link_last_child(
        &mut self,
        parent: NodeIndex,
        previous: Option<NodeIndex>,
        child: NodeIndex,
    ) {
        self.node_mut(parent).last_child = Some(child);
        // Branch-free, because the branch predicts badly: write through either the previous
        // sibling's `next_sibling` or the parent's `first_child`.
        let before = self.node_mut(previous.unwrap_or(parent));
        *(if previous.is_some() { &mut before.next_sibling } else { &mut before.first_child }) =
            Some(child);
    }

    /// Inserts a node without a parent right before `sibling`, which has one.
    pub(crate) fn insert_child_before(&mut self, sibling: NodeIndex, child: NodeIndex) {
        let parent = self.node(sibling).parent;
        let previous = self.node_mut(sibling).previous_sibling.replace(child);
        let node = self.node_mut(child);
        node.parent = parent;
        node.previous_sibling = previous;
        node.next_sibling = Some(sibling);
        match (previous, parent) {
            (Some(previous), _) => self.node_mut(previous).next_sibling = Some(child),
            (None, Some(parent)) => self.node_mut(parent).first_child = Some(child),
            (None, None) => debug_assert!(false, "callers give a sibling that has a parent"),
        }
    }

    /// Removes a node from its parent, if it has one.
    pub(crate) fn detach(&mut self, id: NodeIndex) {
        steps::count(1);
        self.note_move(id);
        let node = self.node_mut(id);
        let (parent, previous, next) =
            (node.parent.take(), node.previous_sibling.take(), node.next_sibling.take());
        match (previous, parent) {
            (Some(previous), _) => self.node_mut(previous).next_sibling = next,
            (None, Some(parent)) => self.node_mut(parent).first_child = next,
            (None, None) => {}
        }
        match (next, parent) {
            (Some(next), _) => self.node_mut(next).previous_sibling = previous,
            (None, Some(parent)) => self.node_mut(parent).last_child = previous,
            (None, None) => {}
        }
    }

    /// Moves all children of `from` to the end of `to`.
    pub(crate) fn move_children(&mut self, from: NodeIndex, to: NodeIndex) {
        self.move_children_before(from, to, None);
    }

    /// Moves all children of `from` into `to`: right before its child `before`, or to the end.
    pub(crate) fn move_children_before(
        &mut self,
        from: NodeIndex,
        to: NodeIndex,
        before: Option<NodeIndex>,
    ) {
        let node = self.node_mut(from);
        let (Some(first), Some(last)) = (node.first_child.take(), node.last_child.take()) else {
            return;
        };
        let mut next = Some(first);
        while let Some(child) = next {
            steps::count(1);
            self.note_move(child);
            let child = self.node_mut(child);
            child.parent = Some(to);
            next = child.next_sibling;
        }
        let previous = match before {
            Some(before) => self.node_mut(before).previous_sibling.replace(last),
            None => self.node_mut(to).last_child.replace(last),
        };
        self.node_mut(first).previous_sibling = previous;
        self.node_mut(last).next_sibling = before;
        match previous {
            Some(previous) => self.node_mut(previous).next_sibling = Some(first),
            None => self.node_mut(to).first_child = Some(first),
        }
    }

    /// Removes all children of a node, each of which then has no parent.
    pub(crate) fn remove_children(&mut self, id: NodeIndex) {
        while let Some(child) = self.node(id).first_child {
            self.detach(child);
        }
    }

    /// Notes that a node is removed from where it is, or inserted elsewhere.
    #[inline]
    fn note_move(&mut self, id: NodeIndex) {
        if self.rare.is_some() {
            self.record_move(id);
        }
    }

    // Out of line: few documents have associations, and few of their nodes move.
    #[cold]
    fn record_move(&mut self, id: NodeIndex) {
        let last = NodeIndex::new(self.nodes.len() - 1);
        if let Some(RareData { form_owners: Some(owners), .. }) = self.rare_data() {
            owners.note_move(id, last);
        }
    }

    /// Returns the node after `id` in tree order among the descendants of `scope`.
    #[inline]
    pub(crate) fn following_in(&self, scope: NodeIndex, id: NodeIndex) -> Option<NodeIndex> {
        self.node(id).first_child.or_else(|| self.following_past(scope, id))
    }

    /// Returns the node after `id` and its descendants in tree order among the descendants of
    /// `scope`.
    #[inline]
    pub(crate) fn following_past(&self, scope: NodeIndex, mut id: NodeIndex) -> Option<NodeIndex> {
        while id != scope {
            let node = self.node(id);
            if node.next_sibling.is_some() {
                return node.next_sibling;
            }
            id = node.parent?;
        }
        None
    }
}
