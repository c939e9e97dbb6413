//! Form owners of controls that move to another document together with their forms.

use crate::dom::arena::{NodeIndex, NodeTable};
use crate::dom::read::Document;
use crate::elements::Traits;
use crate::names::known;

/// The copy of a form control or a form.
#[derive(Clone, Copy, Debug)]
struct Copy {
    id: NodeIndex,
    /// The copied node that the original is or is below.
    top: NodeIndex,
}

impl Document {
    /// Associates the copies of form controls with the copies of the forms that the parser has
    /// associated them with, if both were below the same one of the nodes of `from` that have been
    /// copied: `tops`, with their copies. Only for copies that take the place of the originals.
    pub(super) fn import_form_owners(&mut self, from: &Document, tops: &[(NodeIndex, NodeIndex)]) {
        let Some(owners) = from.tree.form_owners() else { return };
        let copies = self.copies_of_forms_and_controls(from, tops);
        for (control, form) in owners.iter() {
            if let (Some(control_copy), Some(form_copy)) = (copies.get(control), copies.get(form))
                && control_copy.top == form_copy.top
                && from.tree.associated_form(control) == Some(form)
            {
                self.tree.associate_with_form(control_copy.id, form_copy.id);
            }
        }
    }

    /// Returns the copies of form controls and forms, by their originals.
    fn copies_of_forms_and_controls(
        &self,
        from: &Document,
        tops: &[(NodeIndex, NodeIndex)],
    ) -> NodeTable<Copy> {
        let mut copies = NodeTable::default();
        for &(top, copy_of_top) in tops {
            // Both trees have the same shape.
            let mut next = Some((top, copy_of_top));
            while let Some((original, id)) = next {
                if let Some(element) = from.tree.element(original)
                    && (element.name().row().is(Traits::FORM_ASSOCIATED)
                        || element.name().is_html(known::FORM))
                {
                    copies.insert(original, Copy { id, top });
                }
                let following = from.tree.following_in(top, original);
                next = following.zip(self.tree.following_in(copy_of_top, id));
            }
        }
        copies
    }
}
