//! What is around an `option` or a `selectedcontent`.
//!
//! The answer is found among the ancestors. Where these are many, what was found is kept for each
//! of them, so that it need not be found again.

use std::collections::HashMap;

use crate::dom::{NodeData, NodeId, Tree};
use crate::names::known;
use crate::steps;

use super::super::DocumentBuilder;

/// How many ancestors are looked at anew each time.
const FEW: usize = 16;

/// What was found about elements.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contexts {
    of_options: Path<OptionContext>,
    of_selectedcontents: Path<SelectedContentContext>,
}

impl Contexts {
    /// Forgets what was found about an element that gets another parent, and all below it.
    #[inline]
    fn forget(&mut self, id: NodeId) {
        if !self.of_options.entries.is_empty() {
            self.of_options.forget(id);
        }
        if !self.of_selectedcontents.entries.is_empty() {
            self.of_selectedcontents.forget(id);
        }
    }
}

/// What was found about elements each of which is a child of the one before.
#[derive(Clone, Debug)]
struct Path<C> {
    entries: Vec<(NodeId, C)>,
    indices: HashMap<NodeId, usize>,
}

impl<C> Default for Path<C> {
    fn default() -> Self {
        Path { entries: Vec::new(), indices: HashMap::new() }
    }
}

impl<C: Copy> Path<C> {
    fn get(&self, id: NodeId) -> Option<C> {
        if self.entries.is_empty() {
            return None;
        }
        self.indices.get(&id).map(|&index| self.entries[index].1)
    }

    /// Keeps what was found about elements, the first of which is a child of `parent`. Forgets what
    /// is below that.
    fn keep(&mut self, parent: Option<NodeId>, found: impl Iterator<Item = (NodeId, C)>) {
        let length =
            parent.and_then(|parent| self.indices.get(&parent)).map_or(0, |index| index + 1);
        self.truncate(length);
        for (id, context) in found {
            self.indices.insert(id, self.entries.len());
            self.entries.push((id, context));
        }
    }

    fn forget(&mut self, id: NodeId) {
        if let Some(&index) = self.indices.get(&id) {
            self.truncate(index);
        }
    }

    fn truncate(&mut self, length: usize) {
        steps::count(self.entries.len() - length);
        for (id, _) in self.entries.drain(length..) {
            self.indices.remove(&id);
        }
    }
}

/// What is around an `option`, by what it is a child of.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OptionContext {
    /// <https://html.spec.whatwg.org/#option-element-nearest-ancestor-select>
    pub(super) nearest_select: Option<NodeId>,
    /// The same, if an `optgroup` is further in.
    nearest_select_of_group: Option<NodeId>,
    /// The nearest `optgroup` is disabled.
    ///
    /// <https://html.spec.whatwg.org/#concept-option-disabled>
    pub(super) disabled: bool,
}

/// What is around a `selectedcontent`, by what it is a child of.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SelectedContentContext {
    /// The nearest `select`.
    pub(super) select: Option<NodeId>,
    pub(super) in_several_selects: bool,
    /// It is in an `option` or in another `selectedcontent`.
    pub(super) nested: bool,
    /// It is in a document.
    pub(super) connected: bool,
}

impl OptionContext {
    /// What is around an option in this element, by what is around the element.
    fn inside(self, tree: &Tree, id: NodeId) -> OptionContext {
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
    /// What is around a `selectedcontent` in this element, by what is around the element.
    fn inside(mut self, tree: &Tree, id: NodeId) -> SelectedContentContext {
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

impl DocumentBuilder {
    /// Forgets what was found about an element that gets another parent, and all below it.
    #[inline]
    pub(in super::super) fn forget_contexts_of(&mut self, id: NodeId) {
        if let Some(selects) = &mut self.selects {
            selects.contexts.forget(id);
        }
    }

    /// The same for all children of an element.
    pub(in super::super) fn forget_contexts_of_children(&mut self, id: NodeId) {
        if self.selects.is_some() {
            let mut next = self.tree.node(id).first_child;
            while let Some(child) = next {
                steps::count(1);
                self.forget_contexts_of(child);
                next = self.tree.node(child).next_sibling;
            }
        }
    }

    fn context_of_option_in(&self, id: NodeId) -> Option<OptionContext> {
        self.selects.as_ref()?.contexts.of_options.get(id)
    }

    fn context_of_selectedcontent_in(&self, id: NodeId) -> Option<SelectedContentContext> {
        self.selects.as_ref()?.contexts.of_selectedcontents.get(id)
    }

    /// What is around an option. `None` if the search is given up.
    pub(super) fn option_context(&mut self, option: NodeId) -> Option<OptionContext> {
        let mut passed = Vec::new();
        let mut context = OptionContext::default();
        let mut next = self.tree.node(option).parent;
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
                Some(known::DATALIST | known::HR | known::OPTION) => break,
                name => has_group |= name == Some(known::OPTGROUP),
            }
            if !self.may_search_on() {
                return None;
            }
            passed.push((id, context));
            next = self.tree.node(id).parent;
        }
        for (id, found) in passed.iter_mut().rev() {
            context = context.inside(&self.tree, *id);
            *found = context;
        }
        if passed.len() > FEW || has_group {
            self.selects().contexts.of_options.keep(next, passed.into_iter().rev());
        }
        Some(context)
    }

    /// What is around a `selectedcontent` with that parent. `None` if the search is given up.
    pub(super) fn selectedcontent_context(
        &mut self,
        parent: Option<NodeId>,
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
            context.connected = matches!(self.tree.node(id).data, NodeData::Document);
            passed.push((id, context));
            next = self.tree.node(id).parent;
        }
        for (id, found) in passed.iter_mut().rev() {
            context = context.inside(&self.tree, *id);
            *found = context;
        }
        if passed.len() > FEW {
            self.selects().contexts.of_selectedcontents.keep(next, passed.into_iter().rev());
        }
        Some(context)
    }
}
