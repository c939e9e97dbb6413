//! `selectedcontent`: while parsing, it shows a copy of what the selected option holds.
//!
//! <https://html.spec.whatwg.org/#the-selectedcontent-element>

use std::collections::HashMap;

use crate::names::{LocalName, known};
use crate::strings::Strings;

use super::node::{NodeData, NodeId};
use super::tree::Tree;

/// What is known about the `select` elements of a tree while it is parsed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selects {
    /// The option whose selectedness is true, for each `select` without `multiple`.
    selected: HashMap<NodeId, NodeId>,
    /// The first `selectedcontent` in each `select` that has any; `None` where that is disabled.
    selectedcontent: HashMap<NodeId, Option<NodeId>>,
}

impl Tree {
    /// The selectedness setting algorithm, for an option just inserted.
    ///
    /// <https://html.spec.whatwg.org/#selectedness-setting-algorithm>
    pub(crate) fn set_selectedness(&mut self, option: NodeId, strings: &Strings) {
        let Some(select) = self.nearest_ancestor_select(option) else { return };
        if self.attribute(select, known::MULTIPLE).is_some() {
            return;
        }
        let is_selected = self.attribute(option, known::SELECTED).is_some();
        let is_default = !self.selects.selected.contains_key(&select)
            && self.display_size(select, strings) == 1
            && !self.is_disabled_option(option);
        if is_selected || is_default {
            self.selects.selected.insert(select, option);
        }
    }

    /// <https://html.spec.whatwg.org/#maybe-clone-an-option-into-selectedcontent>
    pub(crate) fn maybe_clone_option_into_selectedcontent(&mut self, option: NodeId) {
        let Some(select) = self.nearest_ancestor_select(option) else { return };
        if self.selects.selected.get(&select) == Some(&option)
            && let Some(selectedcontent) = self.enabled_selectedcontent(select)
        {
            self.clone_option_into_selectedcontent(Some(option), selectedcontent);
        }
    }

    /// Notes a `selectedcontent` just inserted, and runs its post-connection steps if it is connected.
    ///
    /// <https://html.spec.whatwg.org/#the-selectedcontent-element>
    pub(crate) fn note_selectedcontent(&mut self, selectedcontent: NodeId) {
        let mut selects = Vec::new();
        let mut nested = false;
        let mut root = selectedcontent;
        while let Some(id) = self.node(root).parent {
            root = id;
            match self.html_name(id) {
                Some(known::SELECT) => selects.push(id),
                Some(known::OPTION | known::SELECTEDCONTENT) => nested = true,
                _ => {}
            }
        }
        let connected = matches!(self.node(root).data, NodeData::Document);
        let disabled = connected && (nested || selects.len() > 1);
        let enabled = (!disabled).then_some(selectedcontent);
        for &select in &selects {
            self.selects.selectedcontent.entry(select).or_insert(enabled);
        }
        // Every one but the first is empty already: it was just inserted.
        if let Some(&nearest) = selects.first()
            && connected
            && !disabled
            && self.enabled_selectedcontent(nearest) == Some(selectedcontent)
        {
            let selected = self.selects.selected.get(&nearest).copied();
            self.clone_option_into_selectedcontent(selected, selectedcontent);
        }
    }

    /// What follows from taking children out of a node: the `select` that it is or is in may have lost its selected
    /// option or its `selectedcontent`.
    ///
    /// <https://html.spec.whatwg.org/#the-option-element>
    pub(crate) fn update_select_after_removal(&mut self, node: NodeId, strings: &Strings) {
        if self.selects.selected.is_empty() && self.selects.selectedcontent.is_empty() {
            return;
        }
        let mut inclusive_ancestor = Some(node);
        while let Some(id) = inclusive_ancestor.filter(|id| !self.is_html(*id, known::SELECT)) {
            inclusive_ancestor = self.node(id).parent;
        }
        let Some(select) = inclusive_ancestor else { return };
        if let Some(&option) = self.selects.selected.get(&select)
            && self.nearest_ancestor_select(option) != Some(select)
        {
            self.selects.selected.remove(&select);
            if let Some(first) = self.first_selectable_option(select)
                && self.display_size(select, strings) == 1
            {
                self.selects.selected.insert(select, first);
            }
        }
        if let Some(&Some(selectedcontent)) = self.selects.selectedcontent.get(&select)
            && !self.is_descendant(selectedcontent, select)
        {
            self.selects.selectedcontent.remove(&select);
            if let Some(next) = self.descendant_named(select, known::SELECTEDCONTENT) {
                self.note_selectedcontent(next);
            }
        }
    }

    /// The first option in the list of options of a `select` that is not disabled.
    fn first_selectable_option(&self, select: NodeId) -> Option<NodeId> {
        let mut next = self.following_in(select, select);
        while let Some(id) = next {
            if self.is_html(id, known::OPTION)
                && self.nearest_ancestor_select(id) == Some(select)
                && !self.is_disabled_option(id)
            {
                return next;
            }
            next = self.following_in(select, id);
        }
        None
    }

    /// The first HTML element of that name among the descendants of `scope`.
    fn descendant_named(&self, scope: NodeId, name: LocalName) -> Option<NodeId> {
        let mut next = self.following_in(scope, scope);
        while let Some(id) = next.filter(|id| !self.is_html(*id, name)) {
            next = self.following_in(scope, id);
        }
        next
    }

    fn is_descendant(&self, mut node: NodeId, ancestor: NodeId) -> bool {
        while let Some(parent) = self.node(node).parent {
            if parent == ancestor {
                return true;
            }
            node = parent;
        }
        false
    }

    /// <https://html.spec.whatwg.org/#select-enabled-selectedcontent>
    fn enabled_selectedcontent(&self, select: NodeId) -> Option<NodeId> {
        if self.attribute(select, known::MULTIPLE).is_some() {
            return None;
        }
        self.selects.selectedcontent.get(&select).copied().flatten()
    }

    /// Makes a `selectedcontent` hold a copy of what the option holds, or nothing.
    ///
    /// <https://html.spec.whatwg.org/#clone-an-option-into-a-selectedcontent>
    fn clone_option_into_selectedcontent(&mut self, option: Option<NodeId>, selectedcontent: NodeId) {
        // The copy is made apart from the tree: outside of documents, the `selectedcontent` can be in the option.
        let fragment = self.create(NodeData::DocumentFragment);
        if let Some(option) = option {
            self.clone_children(option, fragment, self.most_nodes);
        }
        self.remove_children(selectedcontent);
        self.move_children(fragment, selectedcontent);
    }

    /// <https://html.spec.whatwg.org/#option-element-nearest-ancestor-select>
    fn nearest_ancestor_select(&self, option: NodeId) -> Option<NodeId> {
        let mut in_optgroup = false;
        let mut ancestor = self.node(option).parent;
        while let Some(id) = ancestor {
            match self.html_name(id) {
                Some(known::DATALIST | known::HR | known::OPTION) => return None,
                Some(known::OPTGROUP) if in_optgroup => return None,
                Some(known::OPTGROUP) => in_optgroup = true,
                Some(known::SELECT) => return Some(id),
                _ => {}
            }
            ancestor = self.node(id).parent;
        }
        None
    }

    /// <https://html.spec.whatwg.org/#concept-option-disabled>
    fn is_disabled_option(&self, option: NodeId) -> bool {
        if self.attribute(option, known::DISABLED).is_some() {
            return true;
        }
        let mut ancestor = self.node(option).parent;
        while let Some(id) = ancestor {
            match self.html_name(id) {
                Some(known::SELECT | known::HR | known::DATALIST | known::OPTION) => return false,
                Some(known::OPTGROUP) => return self.attribute(id, known::DISABLED).is_some(),
                _ => {}
            }
            ancestor = self.node(id).parent;
        }
        false
    }

    /// <https://html.spec.whatwg.org/#concept-select-size>
    fn display_size(&self, select: NodeId, strings: &Strings) -> u64 {
        let size =
            self.attribute(select, known::SIZE).and_then(|value| non_negative_integer(strings.get(value)));
        size.unwrap_or(1)
    }

    /// The local name of a node, if it is an HTML element.
    fn html_name(&self, id: NodeId) -> Option<LocalName> {
        let element = self.element(id)?;
        element.name.is_html(element.name.local).then_some(element.name.local)
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
