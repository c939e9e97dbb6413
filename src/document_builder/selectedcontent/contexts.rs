//! The facts about an `option` or a `selectedcontent` that its ancestors determine.

use crate::document_builder::ancestor_chain::AncestorChain;
use crate::dom::{NodeIndex, Tree};
use crate::names::known;

/// Cached contexts of elements.
#[derive(Debug, Default)]
pub(super) struct Contexts {
    pub(super) of_options: AncestorChain<OptionContext>,
    pub(super) of_selectedcontents: AncestorChain<SelectedContentContext>,
}

impl Contexts {
    /// Drops the contexts of an element that gets another parent, and of its descendants.
    #[inline]
    pub(super) fn forget(&mut self, id: NodeIndex) {
        self.of_options.forget(id);
        self.of_selectedcontents.forget(id);
    }
}

/// The facts about an `option` that its ancestors determine; all children of one element have the
/// same context.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OptionContext {
    /// The "option element nearest ancestor select".
    ///
    /// <https://html.spec.whatwg.org/#option-element-nearest-ancestor-select>
    pub(super) nearest_select: Option<NodeIndex>,
    /// The nearest ancestor `select` of an `option` with one more `optgroup` around it. An `option`
    /// inside two `optgroup` elements has no nearest ancestor `select`.
    pub(super) nearest_select_of_group: Option<NodeIndex>,
    /// Whether the nearest `optgroup` is disabled.
    ///
    /// <https://html.spec.whatwg.org/#concept-option-disabled>
    pub(super) disabled: bool,
}

/// The facts about a `selectedcontent` that its ancestors determine; all children of one element
/// have the same context.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SelectedContentContext {
    /// The nearest `select`.
    pub(super) select: Option<NodeIndex>,
    /// Whether it is in more than one `select`.
    pub(super) in_several_selects: bool,
    /// Whether it is in an `option` or in another `selectedcontent`.
    pub(super) nested: bool,
    /// Whether it is in a document.
    pub(super) connected: bool,
}

impl OptionContext {
    /// Returns the context of a child of the element `id` whose own context is `self`.
    pub(super) fn inside(self, tree: &Tree, id: NodeIndex) -> OptionContext {
        if !tree.is_html(id, known::OPTGROUP) {
            return self;
        }
        OptionContext {
            nearest_select: self.nearest_select_of_group,
            nearest_select_of_group: None,
            disabled: tree.attribute(id, known::DISABLED).is_some(),
        }
    }
}

impl SelectedContentContext {
    /// Returns the context of a child of the element `id` whose own context is `self`.
    pub(super) fn inside(mut self, tree: &Tree, id: NodeIndex) -> SelectedContentContext {
        match tree.html_name(id) {
            Some(known::SELECT) => {
                self.in_several_selects = self.select.is_some();
                self.select = Some(id);
            }
            Some(known::OPTION | known::SELECTEDCONTENT) => self.nested = true,
            _ => {}
        }
        self
    }
}
