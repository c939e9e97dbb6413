//! Inserting nodes, if edits of the growing document do not prevent it.

use crate::dom::{NodeData, NodeIndex};

use super::builder::DocumentBuilder;
use super::observer::Observer;

impl<O: Observer> DocumentBuilder<O> {
    /// Appends a node without a parent.
    // Inlined into the tree builder, which calls it once for each node.
    #[inline(always)]
    pub(super) fn append_node(&mut self, parent: NodeIndex, child: NodeIndex) {
        if !self.is_prevented(parent, child, None) {
            self.tree.append_child(parent, child);
        }
    }

    /// Creates a node for the current token.
    pub(super) fn create_for_token(&mut self, data: NodeData) -> NodeIndex {
        let id = self.tree.create(data);
        if let Some(positions) = &mut self.positions {
            positions.token_created(id);
        }
        id
    }

    /// Returns whether edits of the document prevent the insertion of a child; if not, notes the
    /// insertion where that is necessary.
    #[inline(always)] // As a part of `append_node`.
    pub(super) fn is_prevented(
        &mut self,
        parent: NodeIndex,
        child: NodeIndex,
        before: Option<NodeIndex>,
    ) -> bool {
        self.extras.is_some() && self.is_prevented_or_noted(parent, child, before)
    }

    // Not inlined: it would be a part of each insertion, and few documents have extras.
    #[inline(never)]
    fn is_prevented_or_noted(
        &mut self,
        parent: NodeIndex,
        child: NodeIndex,
        before: Option<NodeIndex>,
    ) -> bool {
        if self.is_edited() && self.edits_prevent(child, parent, before) {
            return true;
        }
        self.note_child(parent, child);
        false
    }

    /// Notes that a node was given a child, which may be older than the node.
    pub(super) fn note_child(&mut self, parent: NodeIndex, child: NodeIndex) {
        if let Some(extras) = &mut self.extras
            && let Some(markers) = &mut extras.markers
        {
            markers.note_child(parent, child);
        }
    }
}
