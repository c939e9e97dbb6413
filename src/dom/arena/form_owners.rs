//! The associations of form controls with forms that the parser has made, where the form is not the
//! nearest `form` ancestor of the control. They are apart from the nodes, so that nodes stay small
//! and a tree without them pays nothing.
//!
//! An association ends when the control and the form get into different trees, be it for a moment:
//! "reset the form owner". Nothing looks for that when nodes move. Instead, while there are
//! associations, every node that moves is recorded, and whoever reads an association finds out
//! whether one of the nodes between its two ends has moved since it was made.
//!
//! <https://html.spec.whatwg.org/#reset-the-form-owner>

use super::id::NodeIndex;
use super::node_table::NodeTable;

/// The associations of a tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct FormOwners {
    /// The form of each control. An association is as old as its control.
    by_control: NodeTable<NodeIndex>,
    /// For each node that has moved, the last node that existed then.
    moved: NodeTable<NodeIndex>,
}

impl FormOwners {
    /// Returns the controls and their forms, in order of id.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (NodeIndex, NodeIndex)> {
        self.by_control.iter().map(|(control, &form)| (control, form))
    }

    /// Returns the associations of these controls, with the last node that existed when a node
    /// moved.
    #[cfg(feature = "stream")]
    pub(super) fn new(by_control: NodeTable<NodeIndex>, moved: NodeTable<NodeIndex>) -> FormOwners {
        FormOwners { by_control, moved }
    }

    /// Returns the nodes that have moved, each with the last node that existed then.
    pub(super) fn moves(&self) -> impl Iterator<Item = (NodeIndex, NodeIndex)> {
        self.moved.iter().map(|(node, &last)| (node, last))
    }

    /// Whether a node has moved since a later or an earlier one was created.
    pub(super) fn has_moved_since(&self, node: NodeIndex, creation: NodeIndex) -> bool {
        self.moved.get(node).is_some_and(|&last| last >= creation)
    }

    /// Notes that a node has moved. `last` is the last node that exists now.
    pub(super) fn note_move(&mut self, node: NodeIndex, last: NodeIndex) {
        self.moved.insert(node, last);
    }

    /// Associates a control with a form.
    pub(super) fn associate(&mut self, control: NodeIndex, form: NodeIndex) {
        self.by_control.insert(control, form);
    }

    /// Returns the form with which a control was associated.
    pub(super) fn form_of(&self, control: NodeIndex) -> Option<NodeIndex> {
        self.by_control.get(control).copied()
    }

    /// Removes the association of a control.
    pub(super) fn end(&mut self, control: NodeIndex) {
        self.by_control.remove(control);
    }

    /// Forgets a node that is discarded.
    pub(super) fn forget(&mut self, id: NodeIndex) {
        self.by_control.remove(id);
        self.moved.remove(id);
    }
}
