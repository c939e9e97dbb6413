//! Which forms the controls of a tree are associated with.

use crate::names::known;
use crate::steps;

use super::id::NodeIndex;
use super::rare_data::RareData;
use super::tree::Tree;

impl Tree {
    /// Associates a control, which was just created, with a form.
    pub(crate) fn associate_with_form(&mut self, control: NodeIndex, form: NodeIndex) {
        let owners = self.rare_data_or_new().form_owners.get_or_insert_default();
        owners.associate(control, form);
    }

    /// Returns the form with which the parser has associated a control, unless the form owner was
    /// reset since, or is the nearest `form` ancestor.
    pub(crate) fn associated_form(&self, control: NodeIndex) -> Option<NodeIndex> {
        let owners = self.form_owners()?;
        let form = owners.form_of(control)?;
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

    /// Removes the parser's association of a control with a form.
    pub(crate) fn forget_form_owner(&mut self, control: NodeIndex) {
        if let Some(RareData { form_owners: Some(owners), .. }) = self.rare_data() {
            owners.end(control);
        }
    }

    /// Forgets a node that is discarded.
    pub(super) fn forget_in_form_owners(&mut self, id: NodeIndex) {
        if let Some(RareData { form_owners: Some(owners), .. }) = self.rare_data() {
            owners.forget(id);
        }
    }

    /// Forgets the associations that have ended. They never come back.
    pub(crate) fn compact_form_owners(&mut self) {
        let Some(owners) = self.form_owners() else { return };
        let controls = owners.iter().map(|(control, _)| control);
        let ended: Vec<_> = controls.filter(|id| self.associated_form(*id).is_none()).collect();
        if ended.len() == owners.iter().count()
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
        if owners.moves().any(|(id, last)| id > last || last.to_usize() >= self.nodes.len()) {
            return Err("a node has moved before it was created, or in the future".to_owned());
        }
        Ok(())
    }
}
