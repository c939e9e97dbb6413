//! The context of an `option` or a `selectedcontent`: the facts that its ancestors determine.
//!
//! Finding out takes a walk up the tree. If the walk is long, the answer is cached for each
//! ancestor on the way, so that deep trees take linear time.

use crate::dom::{NodeData, NodeIndex, Tree};
use crate::elements::{ElementRow, Traits};
use crate::names::known;

use super::super::ancestor_chain::{AncestorChain, MAX_UNCACHED};
use super::super::{DocumentBuilder, Observer};
use super::Selects;

/// Cached contexts of elements.
#[derive(Debug, Default)]
pub(super) struct Contexts {
    of_options: AncestorChain<OptionContext>,
    of_selectedcontents: AncestorChain<SelectedContentContext>,
}

impl Contexts {
    /// Drops the contexts of an element that gets another parent, and of its descendants.
    #[inline]
    fn forget(&mut self, id: NodeIndex) {
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
    nearest_select_of_group: Option<NodeIndex>,
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
    fn inside(self, tree: &Tree, id: NodeIndex) -> OptionContext {
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
    fn inside(mut self, tree: &Tree, id: NodeIndex) -> SelectedContentContext {
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

impl Selects {
    /// Drops the cached contexts of an element that gets another parent, and of its descendants.
    #[inline]
    pub(in super::super) fn forget_ancestors_of(&mut self, id: NodeIndex) {
        self.contexts.forget(id);
    }
}

impl<O: Observer> DocumentBuilder<O> {
    fn context_of_option_in(&self, id: NodeIndex) -> Option<OptionContext> {
        self.selects.as_ref()?.contexts.of_options.get(id)
    }

    fn context_of_selectedcontent_in(&self, id: NodeIndex) -> Option<SelectedContentContext> {
        self.selects.as_ref()?.contexts.of_selectedcontents.get(id)
    }

    /// Returns the context of an `option`. `None` if the limit on searches was reached.
    pub(super) fn option_context(&mut self, option: NodeIndex) -> Option<OptionContext> {
        let mut passed = Vec::new();
        let mut context = OptionContext::default();
        let mut next = self.tree.node(option).parent();
        let mut has_group = false;
        while let Some(id) = next {
            if let Some(known) = self.context_of_option_in(id) {
                context = known;
                break;
            }
            match self.tree.html_name(id) {
                Some(known::SELECT) => {
                    context.nearest_select = next;
                    context.nearest_select_of_group = next;
                    break;
                }
                Some(name) if ElementRow::of(name).is(Traits::OPTION_BOUNDARY) => break,
                name => has_group |= name == Some(known::OPTGROUP),
            }
            if !self.may_search_on() {
                return None;
            }
            passed.push((id, context));
            next = self.tree.node(id).parent();
        }
        for (id, found) in passed.iter_mut().rev() {
            context = context.inside(&self.tree, *id);
            *found = context;
        }
        if passed.len() > MAX_UNCACHED || has_group {
            self.selects().contexts.of_options.keep(next, passed.into_iter().rev());
        }
        Some(context)
    }

    /// Returns the context of a `selectedcontent` with that parent. `None` if the limit on searches
    /// was reached.
    pub(super) fn selectedcontent_context(
        &mut self,
        parent: Option<NodeIndex>,
    ) -> Option<SelectedContentContext> {
        let mut passed = Vec::new();
        let mut context = SelectedContentContext::default();
        let mut next = parent;
        while let Some(id) = next {
            if let Some(known) = self.context_of_selectedcontent_in(id) {
                context = known;
                break;
            }
            if !self.may_search_on() {
                return None;
            }
            next = self.tree.node(id).parent();
            context.connected = next.is_none() && self.is_connected_root(id)?;
            passed.push((id, context));
        }
        for (id, found) in passed.iter_mut().rev() {
            context = context.inside(&self.tree, *id);
            *found = context;
        }
        if passed.len() > MAX_UNCACHED {
            self.selects().contexts.of_selectedcontents.keep(next, passed.into_iter().rev());
        }
        Some(context)
    }

    /// Whether a root is a document, or the shadow root of an element that is connected. `None` if
    /// the search is given up.
    ///
    /// <https://dom.spec.whatwg.org/#connected>
    fn is_connected_root(&mut self, root: NodeIndex) -> Option<bool> {
        let mut id = root;
        loop {
            let shadow_host = self.tree.shadow_root(id).map(|root| root.host);
            match self.tree.node(id).parent().or(shadow_host) {
                None => return Some(matches!(self.tree.node(id).data(), NodeData::Document)),
                Some(above) if self.may_search_on() => id = above,
                Some(_) => return None,
            }
        }
    }
}
