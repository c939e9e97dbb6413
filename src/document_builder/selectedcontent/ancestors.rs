//! Finding the context of an `option` or a `selectedcontent`.
//!
//! Finding out takes a walk up the tree. If the walk is long, the answer is cached for each
//! ancestor on the way, so that deep trees take linear time.

use crate::document_builder::ancestor_chain::MAX_UNCACHED;
use crate::document_builder::builder::DocumentBuilder;
use crate::document_builder::observer::Observer;
use crate::dom::{NodeData, NodeIndex};
use crate::elements::{ElementRow, Traits};
use crate::names::known;

use super::contexts::{OptionContext, SelectedContentContext};

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
