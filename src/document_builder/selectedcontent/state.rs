//! The state of the `select` elements of a document under construction.

use std::collections::HashMap;

use crate::dom::NodeIndex;

use super::contexts::{Contexts, SelectedContentContext};

/// An update of a `selectedcontent` that waits until all removals are done: the `option` to mirror,
/// or `None` to clear it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingUpdate(pub(super) Option<NodeIndex>);

/// The state of the `select` elements of a document under construction.
#[derive(Debug, Default)]
pub(in crate::document_builder) struct Selects {
    /// The state of each `select` in which an `option` or a `selectedcontent` was found.
    pub(super) by_id: HashMap<NodeIndex, SelectState>,
    /// The update that a `select` needs because it lost an enabled `selectedcontent`.
    pub(super) pending_update: Option<PendingUpdate>,
    pub(super) contexts: Contexts,
}

/// The state of a `select` element.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelectState {
    /// Whether it has the attribute `multiple`.
    pub(super) multiple: bool,
    /// Whether its display size is 1.
    pub(super) shows_one: bool,
    /// The `option` whose selectedness is true, if it is not `multiple`.
    pub(super) selected: Option<NodeIndex>,
    /// Its first `selectedcontent`.
    pub(super) selectedcontent: SelectedContent,
    /// Whether there is or was another `selectedcontent` in it.
    pub(super) has_several: bool,
}

/// The first `selectedcontent` of a `select`, in which it mirrors its selected `option`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SelectedContent {
    /// There is none.
    None,
    /// It is disabled: it mirrors nothing.
    Disabled(NodeIndex),
    /// It is not disabled.
    Enabled(NodeIndex),
}

impl SelectedContent {
    /// Returns the state of a `selectedcontent` in that context.
    pub(super) fn new(id: NodeIndex, context: &SelectedContentContext) -> SelectedContent {
        let is_disabled = context.connected && (context.nested || context.in_several_selects);
        if is_disabled { SelectedContent::Disabled(id) } else { SelectedContent::Enabled(id) }
    }

    pub(super) fn id(self) -> Option<NodeIndex> {
        match self {
            SelectedContent::None => None,
            SelectedContent::Disabled(id) | SelectedContent::Enabled(id) => Some(id),
        }
    }
}

impl Selects {
    /// Drops the cached contexts of an element that gets another parent, and of its descendants.
    #[inline]
    pub(in crate::document_builder) fn forget_ancestors_of(&mut self, id: NodeIndex) {
        self.contexts.forget(id);
    }
}
