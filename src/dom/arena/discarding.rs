//! Discarding nodes.

use super::id::NodeIndex;
use super::node::{Node, NodeData};
use super::tree::Tree;

impl Tree {
    /// Discards a node whose links lead to discarded nodes only. Its id is never given to another
    /// node.
    pub(crate) fn discard_node(&mut self, id: NodeIndex) {
        if let NodeData::LongText(index) = self.node(id).data {
            self.long_texts[index as usize] = String::new();
        }
        self.share_attributes(id);
        self.forget_text_origin(id);
        self.forget_shadow_root(id);
        self.forget_in_form_owners(id);
        // An empty fragment has no data that `compact` would have to keep.
        *self.node_mut(id) = Node::new(NodeData::DocumentFragment);
        self.rare_data_or_new().discarded.insert(id);
    }
}
