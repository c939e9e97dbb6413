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

use std::collections::BTreeMap;

use crate::names::known;
use crate::steps;

use super::id::NodeIndex;
use super::rare_data::RareData;
use super::tree::Tree;

/// The associations of a tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct FormOwners {
    /// The form of each control. An association is as old as its control.
    by_control: BTreeMap<NodeIndex, NodeIndex>,
    /// For each node that has moved, the last node that existed then.
    moved: BTreeMap<NodeIndex, NodeIndex>,
}

impl FormOwners {
    /// Returns the controls and their forms, in order of id.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (NodeIndex, NodeIndex)> {
        self.by_control.iter().map(|(&control, &form)| (control, form))
    }

    /// Returns the associations of these controls, with the last node that existed when a node
    /// moved.
    #[cfg(feature = "stream")]
    pub(super) fn new(
        by_control: BTreeMap<NodeIndex, NodeIndex>,
        moved: BTreeMap<NodeIndex, NodeIndex>,
    ) -> FormOwners {
        FormOwners { by_control, moved }
    }

    /// Returns the nodes that have moved, each with the last node that existed then.
    #[cfg(feature = "stream")]
    pub(super) fn moves(&self) -> impl Iterator<Item = (NodeIndex, NodeIndex)> {
        self.moved.iter().map(|(&node, &last)| (node, last))
    }

    /// Whether a node has moved since a later or an earlier one was created.
    fn has_moved_since(&self, node: NodeIndex, creation: NodeIndex) -> bool {
        self.moved.get(&node).is_some_and(|&last| last >= creation)
    }
}

impl Tree {
    /// Associates a control, which was just created, with a form.
    pub(crate) fn associate_with_form(&mut self, control: NodeIndex, form: NodeIndex) {
        let owners = self.rare_data_or_new().form_owners.get_or_insert_default();
        owners.by_control.insert(control, form);
    }

    /// Returns the form with which the parser has associated a control, unless the form owner was
    /// reset since, or is the nearest `form` ancestor.
    pub(crate) fn associated_form(&self, control: NodeIndex) -> Option<NodeIndex> {
        let owners = self.form_owners()?;
        let form = *owners.by_control.get(&control)?;
        if !self.is_html(form, known::FORM) {
            return None;
        }
        // Climb from both ends to the lowest node that both are in or are.
        let (mut a, mut b) = (control, form);
        let (mut depth_of_a, mut depth_of_b) = (self.depth(a), self.depth(b));
        while a != b {
            let (lower, depth) = if depth_of_a >= depth_of_b {
                (&mut a, &mut depth_of_a)
            } else {
                (&mut b, &mut depth_of_b)
            };
            if owners.has_moved_since(*lower, control) {
                return None;
            }
            *lower = self.node(*lower).parent?;
            *depth = depth.saturating_sub(1);
        }
        Some(form)
    }

    /// Returns the number of ancestors of a node.
    fn depth(&self, mut id: NodeIndex) -> usize {
        let mut depth = 0;
        while let Some(parent) = self.node(id).parent {
            steps::count(1);
            id = parent;
            depth += 1;
        }
        depth
    }

    /// Notes that a node is removed from where it is, or inserted elsewhere.
    #[inline]
    pub(super) fn note_move(&mut self, id: NodeIndex) {
        if self.rare.is_some() {
            self.record_move(id);
        }
    }

    // Out of line: few documents have associations, and few of their nodes move.
    #[cold]
    fn record_move(&mut self, id: NodeIndex) {
        let last = NodeIndex::new(self.nodes.len() - 1);
        if let Some(RareData { form_owners: Some(owners), .. }) = self.rare_data() {
            owners.moved.insert(id, last);
        }
    }

    /// Removes the parser's association of a control with a form.
    pub(crate) fn forget_form_owner(&mut self, control: NodeIndex) {
        if let Some(RareData { form_owners: Some(owners), .. }) = self.rare_data() {
            owners.by_control.remove(&control);
        }
    }

    /// Forgets a node that is discarded.
    pub(super) fn forget_in_form_owners(&mut self, id: NodeIndex) {
        if let Some(RareData { form_owners: Some(owners), .. }) = self.rare_data() {
            owners.by_control.remove(&id);
            owners.moved.remove(&id);
        }
    }

    /// Forgets the associations that have ended. They never come back.
    pub(crate) fn compact_form_owners(&mut self) {
        let Some(owners) = self.form_owners() else { return };
        let controls = owners.by_control.keys().copied();
        let ended: Vec<_> = controls.filter(|id| self.associated_form(*id).is_none()).collect();
        if ended.len() == owners.by_control.len()
            && let Some(rare) = self.rare_data()
        {
            rare.form_owners = None;
        }
        for control in ended {
            self.forget_form_owner(control);
        }
    }

    /// Checks that the table and the tree agree.
    pub(super) fn check_form_owners(&self) -> Result<(), String> {
        let Some(owners) = self.form_owners() else { return Ok(()) };
        for (control, form) in owners.iter() {
            if !self.has(control) || self.element(control).is_none() {
                return Err(format!("{control:?} has a form and is no element of the tree"));
            }
            if form.to_usize() >= self.nodes.len() {
                return Err(format!("the form of {control:?} is out of the arena"));
            }
        }
        if owners.moved.iter().any(|(id, last)| id > last || last.to_usize() >= self.nodes.len()) {
            return Err("a node has moved before it was created, or in the future".to_owned());
        }
        Ok(())
    }
}
