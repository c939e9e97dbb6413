//! Adjacent text becomes one text node.

use crate::dom::{NodeData, NodeIndex};
use crate::text::{Span, Strings};

use super::builder::DocumentBuilder;
use super::observer::Observer;

impl<O: Observer> DocumentBuilder<O> {
    /// Appends text to the last child of `parent` if that is a text node, and as a new one
    /// otherwise.
    // Inlined, with `record_text_node`, into the tree builder, which calls it for each run of text.
    #[inline(always)]
    pub(super) fn append_text_to(&mut self, parent: NodeIndex, text: Span, strings: &mut Strings) {
        // "Has a last child" predicts badly, "the last child is a text" predicts well: test only
        // the latter. The parent itself, which is no text, stands for "no last child".
        let last = self.tree.node(parent).last_child().unwrap_or(parent);
        if self.tree.is_text(last) {
            self.extend_text_node(last, text, strings);
        } else {
            let node = self.tree.create_last_child(parent, NodeData::Text(text));
            self.record_text_node(node, text, strings);
        }
    }

    /// Appends text to the sibling right before `sibling` if that is a text node, and inserts it
    /// there as a new one otherwise.
    pub(super) fn insert_text_at(&mut self, sibling: NodeIndex, text: Span, strings: &mut Strings) {
        match self.tree.node(sibling).previous_sibling() {
            Some(previous) if self.tree.is_text(previous) => {
                self.extend_text_node(previous, text, strings);
            }
            _ => {
                let node = self.tree.create(NodeData::Text(text));
                self.record_text_node(node, text, strings);
                self.tree.insert_child_before(sibling, node);
            }
        }
    }

    /// Notes where in the source a new text node comes from.
    #[inline(always)]
    fn record_text_node(&mut self, id: NodeIndex, text: Span, strings: &Strings) {
        if let Some(positions) = &mut self.positions
            && !positions.is_told_by(text)
        {
            positions.text_created(id, text, strings);
        }
    }

    // Not inlined: most text nodes get one piece.
    #[inline(never)]
    fn extend_text_node(&mut self, id: NodeIndex, more: Span, strings: &mut Strings) {
        if let Some(positions) = &mut self.positions {
            positions.text_extended(id, &self.tree.node(id).data(), more, strings);
        }
        self.tree.extend_text(id, more, strings);
    }
}
