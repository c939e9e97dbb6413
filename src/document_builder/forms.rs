//! Associating form controls with forms.

use crate::dom::NodeIndex;
use crate::names::known;
use crate::steps;

use super::builder::DocumentBuilder;
use super::observer::Observer;

/// The number of ancestors among which a control's nearest `form` is looked for. A larger number
/// saves memory for deep forms, and costs time for controls outside of their forms.
const MAX_ANCESTORS: usize = 32;

impl<O: Observer> DocumentBuilder<O> {
    /// Associates a control with a form, unless it is known to be the nearest `form` ancestor,
    /// which is the form owner without an association.
    // Out of line: few elements are form controls.
    #[cold]
    pub(super) fn associate(
        &mut self,
        control: NodeIndex,
        form: NodeIndex,
        intended_parent: NodeIndex,
    ) {
        let tree = &self.tree;
        let mut ancestors =
            std::iter::successors(Some(intended_parent), |&id| tree.node(id).parent())
                .take(MAX_ANCESTORS)
                .inspect(|_| steps::count(1));
        if ancestors.find(|&id| tree.is_html(id, known::FORM)) != Some(form) {
            // If the two are in different trees, the association counts as ended.
            self.tree.associate_with_form(control, form);
        }
    }
}
