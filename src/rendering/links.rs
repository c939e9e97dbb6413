//! The two trees whose text can be rendered: the tree of the document, and its flat tree.

use crate::dom::{FlatTree, NodeIndex, NodeRef, Tree};
use crate::names::known;

/// The links between the nodes of a tree.
pub(super) trait Links: Copy {
    fn first_child(self, id: NodeIndex) -> Option<NodeIndex>;

    fn next_sibling(self, id: NodeIndex) -> Option<NodeIndex>;

    fn parent(self, id: NodeIndex) -> Option<NodeIndex>;

    /// Returns the parent whose box contains the node's box.
    fn box_parent(self, id: NodeIndex) -> Option<NodeIndex>;

    /// Whether a node has a parent in the document and none in this tree, so that it isn't
    /// rendered.
    fn is_left_out(self, id: NodeIndex) -> bool;
}

impl Links for &Tree {
    fn first_child(self, id: NodeIndex) -> Option<NodeIndex> {
        self.node(id).first_child()
    }

    fn next_sibling(self, id: NodeIndex) -> Option<NodeIndex> {
        self.node(id).next_sibling()
    }

    fn parent(self, id: NodeIndex) -> Option<NodeIndex> {
        self.node(id).parent()
    }

    fn box_parent(self, id: NodeIndex) -> Option<NodeIndex> {
        self.node(id).parent()
    }

    fn is_left_out(self, _id: NodeIndex) -> bool {
        false
    }
}

impl Links for &FlatTree<'_> {
    fn first_child(self, id: NodeIndex) -> Option<NodeIndex> {
        FlatTree::first_child(self, id)
    }

    fn next_sibling(self, id: NodeIndex) -> Option<NodeIndex> {
        FlatTree::next_sibling(self, id)
    }

    fn parent(self, id: NodeIndex) -> Option<NodeIndex> {
        self.parent_id(id)
    }

    /// Slots have `display: contents`.
    fn box_parent(self, id: NodeIndex) -> Option<NodeIndex> {
        let mut parent = self.parent_id(id)?;
        while self.document().tree.is_html(parent, known::SLOT) {
            parent = self.parent_id(parent)?;
        }
        Some(parent)
    }

    fn is_left_out(self, id: NodeIndex) -> bool {
        let node = NodeRef::new(self.document(), id);
        node.parent().is_some() && FlatTree::parent(self, node).is_none()
    }
}
