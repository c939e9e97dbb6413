//! `selectedcontent`: while parsing, it shows a copy of what the selected option holds.
//!
//! <https://html.spec.whatwg.org/#the-selectedcontent-element>

use std::collections::HashMap;

use crate::names::{LocalName, known};
use crate::steps;
use crate::strings::Strings;

use super::node::{NodeData, NodeId};
use super::select_context::Contexts;
use super::tree::Tree;

/// What is known about the `select` elements of a tree while it is parsed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selects {
    /// Those that an option or a `selectedcontent` was found in.
    by_id: HashMap<NodeId, Select>,
    pub(super) contexts: Contexts,
}

/// What is known about a `select` element.
#[derive(Clone, Copy, Debug)]
struct Select {
    /// It has the attribute `multiple`.
    multiple: bool,
    /// Its display size is 1.
    shows_one: bool,
    /// The option whose selectedness is true, if it is not `multiple`.
    selected: Option<NodeId>,
    selectedcontent: SelectedContent,
    /// There is another `selectedcontent` in it, or was.
    has_several: bool,
}

/// Where a `select` shows its selected option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SelectedContent {
    /// There is no `selectedcontent` in it.
    None,
    /// The first one is disabled.
    Disabled,
    /// The first one.
    Enabled(NodeId),
}

impl Tree {
    pub(super) fn selects(&mut self) -> &mut Selects {
        self.parsing.selects.get_or_insert_default()
    }

    /// What is known about a `select`.
    fn select(&mut self, id: NodeId, strings: &Strings) -> Select {
        if let Some(select) = self.selects().by_id.get(&id) {
            return *select;
        }
        let select = Select {
            multiple: self.attribute(id, known::MULTIPLE).is_some(),
            shows_one: self.display_size(id, strings) == 1,
            selected: None,
            selectedcontent: SelectedContent::None,
            has_several: false,
        };
        self.selects().by_id.insert(id, select);
        select
    }

    /// The selectedness setting algorithm, for an option just inserted.
    ///
    /// <https://html.spec.whatwg.org/#selectedness-setting-algorithm>
    pub(crate) fn set_selectedness(&mut self, option: NodeId, strings: &Strings) {
        let Some(context) = self.option_context(option) else { return };
        let Some(id) = context.nearest_select else { return };
        let select = self.select(id, strings);
        if select.multiple {
            return;
        }
        let is_selected = self.attribute(option, known::SELECTED).is_some();
        let is_default = select.selected.is_none()
            && select.shows_one
            && !context.disabled
            && self.attribute(option, known::DISABLED).is_none();
        if is_selected || is_default {
            self.selects().by_id.insert(id, Select { selected: Some(option), ..select });
        }
    }

    /// <https://html.spec.whatwg.org/#maybe-clone-an-option-into-selectedcontent>
    pub(crate) fn maybe_clone_option_into_selectedcontent(&mut self, option: NodeId, strings: &Strings) {
        let Some(id) = self.option_context(option).and_then(|context| context.nearest_select) else { return };
        let select = self.select(id, strings);
        if let SelectedContent::Enabled(selectedcontent) = select.selectedcontent
            && !select.multiple
            && select.selected == Some(option)
        {
            self.clone_option_into_selectedcontent(Some(option), selectedcontent);
            self.update_selected_option(id, strings);
        }
    }

    /// Notes a `selectedcontent` just inserted, and runs its post-connection steps if it is connected.
    ///
    /// <https://html.spec.whatwg.org/#the-selectedcontent-element>
    pub(crate) fn note_selectedcontent(&mut self, id: NodeId, strings: &Strings) {
        let Some(context) = self.selectedcontent_context(self.node(id).parent) else { return };
        let disabled = context.connected && (context.nested || context.in_several_selects);
        let selectedcontent = if disabled { SelectedContent::Disabled } else { SelectedContent::Enabled(id) };
        // Where it is not the first in tree order, it isn't in those around that one either.
        let mut may_be_first = true;
        let mut around = context.select;
        while let Some(outer) = around {
            let mut select = self.select(outer, strings);
            let is_alone = select.selectedcontent == SelectedContent::None;
            may_be_first &= is_alone || self.is_first_selectedcontent(id, outer);
            if may_be_first {
                select.selectedcontent = selectedcontent;
            } else if select.has_several {
                // So have those around that one.
                break;
            }
            select.has_several |= !is_alone;
            self.selects().by_id.insert(outer, select);
            around = self.selectedcontent_context(self.node(outer).parent).and_then(|context| context.select);
        }
        if let Some(nearest) = context.select
            && context.connected
            && !disabled
            && !self.select(nearest, strings).multiple
        {
            self.update_selectedcontent(nearest, strings);
            if self.select(nearest, strings).has_several {
                self.clear_non_primary_selectedcontents(nearest);
            }
            self.update_selected_option(nearest, strings);
        }
    }

    /// Whether a `selectedcontent` just inserted is the first in a `select`, where there is another.
    fn is_first_selectedcontent(&mut self, id: NodeId, select: NodeId) -> bool {
        // Nearly always it is the last.
        self.following_past(select, id).is_some()
            && self.descendant_named(select, known::SELECTEDCONTENT) == Some(id)
    }

    /// <https://html.spec.whatwg.org/#update-a-select's-selectedcontent>
    fn update_selectedcontent(&mut self, id: NodeId, strings: &Strings) {
        let select = self.select(id, strings);
        if let SelectedContent::Enabled(selectedcontent) = select.selectedcontent {
            self.clone_option_into_selectedcontent(select.selected, selectedcontent);
        }
    }

    /// <https://html.spec.whatwg.org/#clear-a-select's-non-primary-selectedcontent-elements>
    fn clear_non_primary_selectedcontents(&mut self, select: NodeId) {
        let mut passed_first = false;
        let mut next = self.following_in(select, select);
        while let Some(id) = next.filter(|_| self.may_search_on()) {
            if self.is_html(id, known::SELECTEDCONTENT) && std::mem::replace(&mut passed_first, true) {
                self.forget_contexts_of_children(id);
                self.remove_children(id);
            }
            next = self.following_in(select, id);
        }
    }

    /// Selects another option, where the selected one was taken out of its `select`.
    ///
    /// <https://html.spec.whatwg.org/#update-an-option's-nearest-ancestor-select>
    fn update_selected_option(&mut self, id: NodeId, strings: &Strings) {
        let mut select = self.select(id, strings);
        if let Some(option) = select.selected
            && self.option_context(option).is_some_and(|context| context.nearest_select != Some(id))
        {
            select.selected = if select.shows_one { self.first_selectable_option(id) } else { None };
            self.selects().by_id.insert(id, select);
        }
    }

    /// What follows from taking children out of a node: the `select` that it is or is in may have lost its selected
    /// option or its `selectedcontent`.
    ///
    /// <https://html.spec.whatwg.org/#the-option-element>
    pub(crate) fn update_select_after_removal(&mut self, node: NodeId, strings: &Strings) {
        if self.parsing.selects.is_none() {
            return;
        }
        let context = self.selectedcontent_context(Some(node));
        let Some(id) = context.and_then(|context| context.select) else { return };
        self.update_selected_option(id, strings);
        let mut select = self.select(id, strings);
        let mut next = None;
        if let SelectedContent::Enabled(selectedcontent) = select.selectedcontent
            && !self.is_descendant(selectedcontent, id)
        {
            select.selectedcontent = SelectedContent::None;
            next = self.descendant_named(id, known::SELECTEDCONTENT);
        }
        self.selects().by_id.insert(id, select);
        if let Some(next) = next {
            self.note_selectedcontent(next, strings);
        }
    }

    /// The first option in the list of options of a `select` that is not disabled.
    fn first_selectable_option(&mut self, select: NodeId) -> Option<NodeId> {
        let mut next = self.following_in(select, select);
        while let Some(id) = next.filter(|_| self.may_search_on()) {
            if self.is_html(id, known::OPTION)
                && self.attribute(id, known::DISABLED).is_none()
                && let Some(context) = self.option_context(id)
                && context.nearest_select == Some(select)
                && !context.disabled
            {
                return next;
            }
            next = self.following_in(select, id);
        }
        None
    }

    /// The first HTML element of that name among the descendants of `scope`.
    fn descendant_named(&mut self, scope: NodeId, name: LocalName) -> Option<NodeId> {
        let mut next = self.following_in(scope, scope);
        while let Some(id) = next.filter(|id| !self.is_html(*id, name)) {
            if !self.may_search_on() {
                return None;
            }
            next = self.following_in(scope, id);
        }
        next
    }

    fn is_descendant(&mut self, mut node: NodeId, ancestor: NodeId) -> bool {
        while let Some(parent) = self.node(node).parent.filter(|_| self.may_search_on()) {
            if parent == ancestor {
                return true;
            }
            node = parent;
        }
        false
    }

    /// Makes a `selectedcontent` hold a copy of what the option holds, or nothing.
    ///
    /// <https://html.spec.whatwg.org/#clone-an-option-into-a-selectedcontent>
    fn clone_option_into_selectedcontent(&mut self, option: Option<NodeId>, selectedcontent: NodeId) {
        // The copy is made apart from the tree: outside of documents, the `selectedcontent` can be in the option.
        let fragment = self.create(NodeData::DocumentFragment);
        if let Some(option) = option {
            let levels = self.parsing.limits.depth - self.bounded_level(selectedcontent);
            self.copy_content(option, fragment, levels);
        }
        self.forget_contexts_of_children(selectedcontent);
        self.remove_children(selectedcontent);
        self.move_children(fragment, selectedcontent);
    }

    /// How deep an element is in the tree, but no more than the limit; 0 if there is none.
    fn bounded_level(&self, element: NodeId) -> usize {
        let most = self.parsing.limits.depth;
        let mut level = 0;
        let mut next = Some(element).filter(|_| most != usize::MAX);
        while let Some(id) = next
            && level < most
        {
            steps::count(1);
            level += self.element(id).is_some() as usize;
            next = self.node(id).parent.or_else(|| self.host_of(id));
        }
        level
    }

    /// Copies what is in one node behind what is in another, with so many levels of elements. An element that would be
    /// deeper is not copied, nor what follows it there: as a sibling it could become another when written and parsed again,
    /// and without it texts could meet. Nothing is lost, since the option holds it.
    fn copy_content(&mut self, from: NodeId, to: NodeId, levels: usize) {
        let mut waiting = vec![(self.node(from).first_child, to, 1)];
        while let Some((next, parent, level)) = waiting.pop() {
            let Some(node) = next else { continue };
            if self.nodes.len() > self.parsing.limits.nodes {
                return;
            }
            steps::count(1);
            let is_element = self.element(node).is_some();
            let is_template = self.is_html(node, known::TEMPLATE);
            // A template leaves room for what it holds.
            if is_element && level + usize::from(is_template) > levels {
                self.parsing.limits_hit.depth = true;
                continue;
            }
            waiting.push((self.node(node).next_sibling, parent, level));
            let copy = self.copy_for_selectedcontent(node);
            self.append_child(parent, copy);
            waiting.push((self.node(node).first_child, copy, level + 1));
            if is_template {
                let contents = self.contents_of(node);
                waiting.push((self.node(contents).first_child, self.contents_of(copy), level + 1));
            }
        }
    }

    /// Makes a node like this one, and notes what there is to note about it.
    fn copy_for_selectedcontent(&mut self, node: NodeId) -> NodeId {
        let copy = self.clone_node(node);
        if let Some(positions) = &mut self.positions {
            positions.node_copied(node, copy);
        }
        if matches!(self.node(copy).data, NodeData::ProcessingInstruction { .. }) {
            self.note_instruction(copy);
        }
        copy
    }

    /// <https://html.spec.whatwg.org/#concept-select-size>
    fn display_size(&self, select: NodeId, strings: &Strings) -> u64 {
        let size =
            self.attribute(select, known::SIZE).and_then(|value| non_negative_integer(strings.get(value)));
        size.unwrap_or(1)
    }
}

/// <https://html.spec.whatwg.org/#rules-for-parsing-non-negative-integers>
fn non_negative_integer(text: &str) -> Option<u64> {
    let text = text.trim_start_matches(['\t', '\n', '\x0C', '\r', ' ']);
    let negative = text.starts_with('-');
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    if end == 0 {
        return None;
    }
    // A number too large for the type is still not 1.
    let number = digits[..end].parse().unwrap_or(u64::MAX);
    if negative && number != 0 { None } else { Some(number) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_read_as_the_standard_reads_numbers() {
        let cases = [
            ("1", Some(1)),
            (" \n+4x", Some(4)),
            ("-0", Some(0)),
            ("-1", None),
            ("", None),
            ("x1", None),
            ("99999999999999999999", Some(u64::MAX)),
        ];
        for (text, expected) in cases {
            assert_eq!(non_negative_integer(text), expected, "{text:?}");
        }
    }
}
