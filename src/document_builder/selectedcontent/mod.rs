//! `selectedcontent`: while parsing, it mirrors the content of the selected `option` of its
//! `select`.
//!
//! - `mod.rs`: the standard's algorithms that change the state of a `select`
//! - `state.rs`: the state of each `select`
//! - `contexts.rs`: facts about an `option` or a `selectedcontent` that its ancestors decide
//! - `ancestors.rs`: finding these facts
//! - `copy.rs`: copying the content of an `option`
//!
//! Deviation (Selectedcontent): a node that the adoption agency algorithm moves counts as inserted
//! once and never as removed, so such a move updates no `selectedcontent`.
//!
//! <https://html.spec.whatwg.org/#the-selectedcontent-element>

mod ancestors;
mod contexts;
mod copy;
pub(super) mod state;

use crate::dom::{NodeData, NodeIndex};
use crate::names::{LocalName, known};
use crate::steps;
use crate::text::{Strings, non_negative_integer};
use crate::tree_sink::CopyBudget;

use super::builder::DocumentBuilder;
use super::observer::Observer;
use state::{PendingUpdate, SelectState, SelectedContent};

/// The part of its state that a `select` loses when a node inside it is removed.
#[derive(Clone, Copy, Debug)]
enum Loss {
    SelectedOption,
    /// A `selectedcontent` that is not disabled.
    EnabledSelectedContent,
}

impl<O: Observer> DocumentBuilder<O> {
    /// Returns the state of a `select`.
    fn select(&mut self, id: NodeIndex, strings: &Strings) -> SelectState {
        if let Some(select) = self.selects().by_id.get(&id) {
            return *select;
        }
        let mut select = SelectState {
            multiple: self.tree.attribute(id, known::MULTIPLE).is_some(),
            shows_one: self.display_size(id, strings) == 1,
            selected: None,
            selectedcontent: SelectedContent::None,
            has_several: false,
        };
        if self.is_edited() {
            self.find_select_state(id, &mut select);
        }
        self.selects().by_id.insert(id, select);
        select
    }

    /// Finds the state of a `select` in a tree that was edited, so that the cached state does not
    /// count.
    #[cold] // Few documents are edited while they grow.
    fn find_select_state(&mut self, id: NodeIndex, select: &mut SelectState) {
        if !select.multiple {
            let default = if select.shows_one { self.first_selectable_option(id) } else { None };
            select.selected = self.last_selected_option(id).or(default);
        }
        select.selectedcontent = self.first_selectedcontent(id);
        select.has_several = select
            .selectedcontent
            .id()
            .is_some_and(|first| self.next_named(id, first, known::SELECTEDCONTENT).is_some());
    }

    /// Returns the last `option` in the list of options of a `select` that has the attribute
    /// `selected`.
    fn last_selected_option(&mut self, select: NodeIndex) -> Option<NodeIndex> {
        let mut last = None;
        let mut next = self.tree.following_in(select, select);
        while let Some(id) = next.filter(|_| self.may_search_on()) {
            if self.tree.is_html(id, known::OPTION)
                && self.tree.attribute(id, known::SELECTED).is_some()
                && self.option_context(id).is_some_and(|found| found.nearest_select == Some(select))
            {
                last = next;
            }
            next = self.tree.following_in(select, id);
        }
        last
    }

    /// Runs the selectedness setting algorithm for an `option` that was just inserted.
    ///
    /// <https://html.spec.whatwg.org/#selectedness-setting-algorithm>
    pub(super) fn set_selectedness(&mut self, option: NodeIndex, strings: &Strings) {
        let Some(context) = self.option_context(option) else { return };
        let Some(id) = context.nearest_select else { return };
        let select = self.select(id, strings);
        if select.multiple {
            return;
        }
        let is_selected = self.tree.attribute(option, known::SELECTED).is_some();
        let is_default = select.selected.is_none()
            && select.shows_one
            && !context.disabled
            && self.tree.attribute(option, known::DISABLED).is_none();
        if is_selected || is_default {
            self.selects().by_id.insert(id, SelectState { selected: Some(option), ..select });
        }
    }

    /// Mirrors an `option` whose content is complete, if it is the selected one.
    ///
    /// <https://html.spec.whatwg.org/#maybe-clone-an-option-into-selectedcontent>
    pub(super) fn maybe_clone_option_into_selectedcontent(
        &mut self,
        option: NodeIndex,
        strings: &Strings,
        copies: &mut CopyBudget,
    ) {
        let Some(id) = self.option_context(option).and_then(|context| context.nearest_select)
        else {
            return;
        };
        if self.select(id, strings).selected == Some(option) {
            self.mirror_in_selectedcontent(Some(option), id, strings, copies);
        }
    }

    /// Registers a `selectedcontent` that was just inserted, and runs its post-connection steps if
    /// it is connected.
    ///
    /// <https://html.spec.whatwg.org/#the-selectedcontent-element>
    pub(super) fn note_selectedcontent(
        &mut self,
        id: NodeIndex,
        strings: &Strings,
        copies: &mut CopyBudget,
    ) {
        let Some(context) = self.selectedcontent_context(self.tree.node(id).parent()) else {
            return;
        };
        let selectedcontent = SelectedContent::new(id, &context);
        // If it is not the first `selectedcontent` of this `select`, it is not the first of any
        // enclosing `select` either.
        let mut may_be_first = true;
        let mut around = context.select;
        while let Some(outer) = around {
            let mut select = self.select(outer, strings);
            let is_alone = select.selectedcontent.id().is_none_or(|first| first == id);
            may_be_first &= is_alone || self.is_first_selectedcontent(id, outer);
            if may_be_first {
                select.selectedcontent = selectedcontent;
            } else if select.has_several {
                // The enclosing `select` elements have several, too.
                break;
            }
            select.has_several |= !is_alone;
            self.selects().by_id.insert(outer, select);
            around = self
                .selectedcontent_context(self.tree.node(outer).parent())
                .and_then(|context| context.select);
        }
        if let Some(nearest) = context.select
            && context.connected
            && selectedcontent == SelectedContent::Enabled(id)
            && !self.select(nearest, strings).multiple
        {
            self.update_selectedcontent(nearest, strings, copies);
            if self.select(nearest, strings).has_several {
                self.clear_non_primary_selectedcontents(nearest);
                self.update_selected_option(nearest, strings);
            }
        }
    }

    /// Returns whether a `selectedcontent` that was just inserted is the first in a `select` that
    /// has another.
    fn is_first_selectedcontent(&mut self, id: NodeIndex, select: NodeIndex) -> bool {
        // Nearly always it is the last, which needs no search.
        self.tree.following_past(select, id).is_some()
            && self.descendant_named(select, known::SELECTEDCONTENT) == Some(id)
    }

    /// <https://html.spec.whatwg.org/#update-a-select's-selectedcontent>
    fn update_selectedcontent(
        &mut self,
        id: NodeIndex,
        strings: &Strings,
        copies: &mut CopyBudget,
    ) {
        let selected = self.select(id, strings).selected;
        self.mirror_in_selectedcontent(selected, id, strings, copies);
    }

    /// Makes the enabled `selectedcontent` of a `select`, if there is one, mirror an `option`, or
    /// nothing.
    fn mirror_in_selectedcontent(
        &mut self,
        option: Option<NodeIndex>,
        id: NodeIndex,
        strings: &Strings,
        copies: &mut CopyBudget,
    ) {
        let select = self.select(id, strings);
        if let SelectedContent::Enabled(selectedcontent) = select.selectedcontent
            && !select.multiple
        {
            self.clone_option_into_selectedcontent(option, selectedcontent, id, strings, copies);
        }
    }

    /// <https://html.spec.whatwg.org/#clear-a-select's-non-primary-selectedcontent-elements>
    fn clear_non_primary_selectedcontents(&mut self, select: NodeIndex) {
        let mut passed_first = false;
        let mut next = self.tree.following_in(select, select);
        while let Some(id) = next.filter(|_| self.may_search_on()) {
            if self.tree.is_html(id, known::SELECTEDCONTENT)
                && std::mem::replace(&mut passed_first, true)
            {
                self.forget_ancestors_of_children(id);
                self.tree.remove_children(id);
            }
            next = self.tree.following_in(select, id);
        }
    }

    /// Selects another `option` if the selected one is no longer in its `select`.
    ///
    /// <https://html.spec.whatwg.org/#update-an-option's-nearest-ancestor-select>
    fn update_selected_option(&mut self, id: NodeIndex, strings: &Strings) {
        let mut select = self.select(id, strings);
        if let Some(option) = select.selected
            && self.option_context(option).is_some_and(|context| context.nearest_select != Some(id))
        {
            select.selected =
                if select.shows_one { self.first_selectable_option(id) } else { None };
            self.selects().by_id.insert(id, select);
        }
    }

    /// Updates the `select` that is or contains a node after children of the node were
    /// [removed](Self::detach_from_select): it may have lost its `selectedcontent`.
    ///
    /// <https://html.spec.whatwg.org/#the-selectedcontent-element>
    pub(super) fn update_select_after_removal(
        &mut self,
        node: NodeIndex,
        strings: &Strings,
        copies: &mut CopyBudget,
    ) {
        if self.selects.is_none() {
            return;
        }
        let context = self.selectedcontent_context(Some(node));
        let Some(id) = context.and_then(|context| context.select) else { return };
        // The enclosing `select` elements either had the same first `selectedcontent`, or keep
        // theirs.
        let mut around = Some(id);
        while let Some(outer) = around {
            let mut select = self.select(outer, strings);
            let Some(first) = select.selectedcontent.id() else { break };
            if self.is_descendant(first, outer) {
                break;
            }
            select.selectedcontent = self.first_selectedcontent(outer);
            self.selects().by_id.insert(outer, select);
            around = self
                .selectedcontent_context(self.tree.node(outer).parent())
                .and_then(|context| context.select);
        }
        if let Some(PendingUpdate(option)) = self.selects().pending_update.take() {
            self.mirror_in_selectedcontent(option, id, strings, copies);
        }
    }

    /// Removes a node from its parent. A `select` around the node may lose its selected `option`,
    /// which selects another, or an enabled `selectedcontent`, which makes an update pending.
    ///
    /// <https://html.spec.whatwg.org/#the-selectedcontent-element>
    pub(super) fn detach_from_select(&mut self, top: NodeIndex, strings: &Strings) {
        let losses = self.losses(top, strings);
        self.forget_ancestors_of(top);
        self.tree.detach(top);
        for (select, loss) in losses {
            match loss {
                Loss::SelectedOption => self.update_selected_option(select, strings),
                Loss::EnabledSelectedContent => {
                    let selected = self.select(select, strings).selected;
                    let is_left = |builder: &mut Self, option| {
                        builder
                            .option_context(option)
                            .is_some_and(|context| context.nearest_select == Some(select))
                    };
                    let mirrored = selected.filter(|&option| is_left(self, option));
                    self.selects().pending_update = Some(PendingUpdate(mirrored));
                }
            }
        }
    }

    /// Returns the parts that the `select` around a node will lose with the node, in tree order.
    fn losses(&mut self, top: NodeIndex, strings: &Strings) -> Vec<(NodeIndex, Loss)> {
        let mut losses = Vec::new();
        if self.selects.is_none() {
            return losses;
        }
        let around = self.selectedcontent_context(self.tree.node(top).parent());
        let Some(select) = around.and_then(|context| context.select) else { return losses };
        let selected = self.select(select, strings).selected;
        let mut next = Some(top);
        while let Some(id) = next {
            steps::count(1);
            if next == selected {
                losses.push((select, Loss::SelectedOption));
            } else if self.tree.is_html(id, known::SELECTEDCONTENT)
                && let Some(context) = self.selectedcontent_context(self.tree.node(id).parent())
                && context.select == Some(select)
                && SelectedContent::new(id, &context) == SelectedContent::Enabled(id)
            {
                losses.push((select, Loss::EnabledSelectedContent));
            }
            next = self.tree.following_in(top, id);
        }
        losses
    }

    /// Returns the first `selectedcontent` in a `select`.
    fn first_selectedcontent(&mut self, select: NodeIndex) -> SelectedContent {
        let Some(first) = self.descendant_named(select, known::SELECTEDCONTENT) else {
            return SelectedContent::None;
        };
        match self.selectedcontent_context(self.tree.node(first).parent()) {
            Some(context) => SelectedContent::new(first, &context),
            None => SelectedContent::None,
        }
    }

    /// Returns the first `option` in the list of options of a `select` that is not disabled.
    fn first_selectable_option(&mut self, select: NodeIndex) -> Option<NodeIndex> {
        let mut next = self.tree.following_in(select, select);
        while let Some(id) = next.filter(|_| self.may_search_on()) {
            if self.tree.is_html(id, known::OPTION)
                && self.tree.attribute(id, known::DISABLED).is_none()
                && let Some(context) = self.option_context(id)
                && context.nearest_select == Some(select)
                && !context.disabled
            {
                return next;
            }
            next = self.tree.following_in(select, id);
        }
        None
    }

    /// Returns the first HTML element of that name among the descendants of `scope`.
    fn descendant_named(&mut self, scope: NodeIndex, name: LocalName) -> Option<NodeIndex> {
        self.next_named(scope, scope, name)
    }

    /// Returns the first HTML element of that name among the descendants of `scope` after a node.
    fn next_named(
        &mut self,
        scope: NodeIndex,
        after: NodeIndex,
        name: LocalName,
    ) -> Option<NodeIndex> {
        let mut next = self.tree.following_in(scope, after);
        while let Some(id) = next.filter(|id| !self.tree.is_html(*id, name)) {
            if !self.may_search_on() {
                return None;
            }
            next = self.tree.following_in(scope, id);
        }
        next
    }

    fn is_descendant(&mut self, mut node: NodeIndex, ancestor: NodeIndex) -> bool {
        while let Some(parent) = self.tree.node(node).parent().filter(|_| self.may_search_on()) {
            if parent == ancestor {
                return true;
            }
            node = parent;
        }
        false
    }

    /// Replaces the children of a `selectedcontent` by a copy of the content of an `option`, or by
    /// nothing.
    ///
    /// <https://html.spec.whatwg.org/#clone-an-option-into-a-selectedcontent>
    fn clone_option_into_selectedcontent(
        &mut self,
        option: Option<NodeIndex>,
        selectedcontent: NodeIndex,
        select: NodeIndex,
        strings: &Strings,
        copies: &mut CopyBudget,
    ) {
        // The copy is made in a fragment: outside of documents, the `selectedcontent` can be a
        // descendant of the `option`.
        if !copies.take(1) {
            return;
        }
        let fragment = self.tree.create(NodeData::DocumentFragment);
        let mut copied_options = Vec::new();
        if let Some(option) = option {
            match self.copy_for_selectedcontent(option, fragment, selectedcontent, copies) {
                Some(copied) => copied_options = copied,
                // The limit on copies is reached.
                None => return,
            }
        }
        if self.tree.node(selectedcontent).first_child().is_some() {
            self.forget_ancestors_of_children(selectedcontent);
            self.tree.remove_children(selectedcontent);
            self.update_selected_option(select, strings);
        }
        self.tree.move_children(fragment, selectedcontent);
        for option in copied_options {
            self.set_selectedness(option, strings);
        }
    }

    /// Returns the display size of a `select`.
    ///
    /// <https://html.spec.whatwg.org/#concept-select-size>
    fn display_size(&self, select: NodeIndex, strings: &Strings) -> u32 {
        let size = self
            .tree
            .attribute(select, known::SIZE)
            .and_then(|value| non_negative_integer(strings.get(value)));
        size.unwrap_or(1)
    }
}
