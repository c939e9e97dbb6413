//! The arena as the tree that the parser builds.

use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use crate::names::ElementName;
use crate::steps;
use crate::text::{Span, Strings};
use crate::tokenizer::token::Attribute;
use crate::tree_sink::{NewDoctype, NewElement, QuirksMode, Reason, TreeSink};

use super::node::{AttributeData, NodeData, NodeId};
use super::parsing::FEW_ATTRIBUTES;
use super::tree::Tree;

impl TreeSink for Tree {
    type Handle = NodeId;
    type Output = (Tree, Strings);

    fn finish(mut self, mut strings: Strings) -> Self::Output {
        self.finish_parse(&mut strings);
        (self, strings)
    }

    #[inline]
    fn root(&self) -> NodeId {
        self.root_id()
    }

    #[inline]
    fn node_count(&self) -> usize {
        self.nodes.len() - 1
    }

    #[inline(always)]
    fn create_element(&mut self, element: NewElement<'_>, _strings: &Strings) -> NodeId {
        let id = self.create_element_node(element.name, element.attributes);
        if let Some(positions) = &mut self.positions {
            positions.element_created(id, element.source);
        }
        id
    }

    fn clone_element(&mut self, element: NodeId, _strings: &Strings) -> NodeId {
        let copy = self.clone_node(element);
        if let Some(positions) = &mut self.positions {
            positions.element_copied(element, copy);
        }
        copy
    }

    fn has_same_attributes(&self, a: NodeId, b: NodeId, strings: &Strings) -> bool {
        let (Some(a), Some(b)) = (self.element(a), self.element(b)) else { return false };
        let (a, b) = (self.attributes_of(a), self.attributes_of(b));
        if a.len() != b.len() {
            return false;
        }
        if a.len() > FEW_ATTRIBUTES {
            return is_same_in_order(a, b, strings)
                || is_same_in_order(&sorted(a), &sorted(b), strings);
        }
        a.iter().all(|a| b.iter().any(|b| is_same(a, b, strings)))
    }

    fn attributes_hash(&self, element: NodeId, strings: &Strings, state: &RandomState) -> u64 {
        let Some(element) = self.element(element) else { return 0 };
        let hash = |attribute: &AttributeData| {
            steps::count(1 + attribute.value.len());
            state.hash_one((attribute.name, strings.get(attribute.value)))
        };
        self.attributes_of(element).iter().map(hash).fold(0, u64::wrapping_add)
    }

    fn add_missing_attributes(
        &mut self,
        element: NodeId,
        attributes: &[Attribute],
        _strings: &Strings,
    ) {
        for attribute in attributes {
            self.add_missing_attribute(element, *attribute);
        }
        if let Some(positions) = &mut self.positions {
            positions.attributes_added(element);
        }
    }

    fn create_comment(&mut self, data: Span, _strings: &Strings) -> NodeId {
        self.create_for_token(NodeData::Comment(data))
    }

    fn create_processing_instruction(
        &mut self,
        target: Span,
        data: Span,
        strings: &mut Strings,
    ) -> NodeId {
        let target = strings.intern(target);
        let data = self.instruction_data(target, data);
        let instruction = self.create_for_token(data);
        self.note_instruction(instruction);
        instruction
    }

    fn append_doctype(&mut self, doctype: NewDoctype, _strings: &Strings) {
        self.doctypes.push(doctype);
        let node = self.create_for_token(NodeData::Doctype(self.doctypes.len() as u32 - 1));
        self.append_child(self.root_id(), node);
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.quirks_mode = mode;
    }

    #[inline(always)]
    fn append(&mut self, parent: NodeId, child: NodeId) {
        self.note_child(parent, child);
        self.append_child(parent, child);
    }

    fn insert_before(&mut self, sibling: NodeId, child: NodeId) {
        if let Some(parent) = self.node(sibling).parent {
            self.note_child(parent, child);
        }
        self.insert_child_before(sibling, child);
    }

    #[inline(always)]
    fn append_text(&mut self, parent: NodeId, text: Span, strings: &mut Strings) {
        // Whether there is a last child can't be foreseen; that it is a text is rare.
        let last = self.node(parent).last_child.unwrap_or(parent);
        if self.is_text(last) {
            self.extend_text_node(last, text, strings);
        } else {
            let node = self.create_text_node(text, strings);
            self.append_child(parent, node);
        }
    }

    fn insert_text_before(&mut self, sibling: NodeId, text: Span, strings: &mut Strings) {
        match self.node(sibling).previous_sibling {
            Some(previous) if self.is_text(previous) => {
                self.extend_text_node(previous, text, strings);
            }
            _ => {
                let node = self.create_text_node(text, strings);
                self.insert_child_before(sibling, node);
            }
        }
    }

    fn remove_from_parent(&mut self, node: NodeId) {
        self.forget_contexts_of(node);
        self.detach(node);
    }

    fn reparent_children(&mut self, from: NodeId, to: NodeId) {
        self.forget_contexts_of_children(from);
        if let Some(first) = self.node(from).first_child {
            self.note_child(to, first);
        }
        self.move_children(from, to);
    }

    #[inline]
    fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).parent
    }

    fn template_contents(&self, template: NodeId) -> NodeId {
        self.contents_of(template)
    }

    #[inline]
    fn element_popped(&mut self, element: NodeId, _name: ElementName, _strings: &Strings) {
        self.closed(element);
    }

    fn option_inserted(&mut self, option: NodeId, strings: &Strings) {
        self.set_selectedness(option, strings);
    }

    fn option_popped(&mut self, option: NodeId, strings: &Strings) {
        self.maybe_clone_option_into_selectedcontent(option, strings);
    }

    fn selectedcontent_inserted(&mut self, selectedcontent: NodeId, strings: &Strings) {
        self.note_selectedcontent(selectedcontent, strings);
    }

    fn find_markers(
        &mut self,
        scope: NodeId,
        name: &str,
        strings: &Strings,
    ) -> Option<(NodeId, Option<NodeId>)> {
        self.find_markers_in(scope, name, strings)
    }

    fn remove_siblings_between(&mut self, start: NodeId, end: Option<NodeId>, strings: &Strings) {
        while let Some(next) = self.node(start).next_sibling.filter(|next| Some(*next) != end) {
            self.detach_from_select(next, strings);
        }
    }

    fn children_removed(&mut self, parent: NodeId, strings: &Strings) {
        self.update_select_after_removal(parent, strings);
    }

    #[inline]
    fn token(&mut self, source: Range<usize>) {
        if let Some(positions) = &mut self.positions {
            positions.token(source);
        }
    }

    fn explain(&mut self, reason: Reason) {
        if let Some(positions) = &mut self.positions {
            positions.explain(reason);
        }
    }

    fn moved(&mut self, node: NodeId, reason: Reason) {
        if let Some(positions) = &mut self.positions {
            positions.moved(node, reason);
        }
    }

    #[inline]
    fn closed(&mut self, element: NodeId) {
        if let Some(positions) = &mut self.positions {
            positions.closed(element);
        }
    }
}

impl Tree {
    /// Makes a node that is the token at hand.
    fn create_for_token(&mut self, data: NodeData) -> NodeId {
        let id = self.create(data);
        if let Some(positions) = &mut self.positions {
            positions.token_created(id);
        }
        id
    }

    #[inline(always)]
    fn create_text_node(&mut self, text: Span, strings: &Strings) -> NodeId {
        let id = self.create(NodeData::Text(text));
        if self.positions.is_some() {
            self.note_text_node(id, text, strings);
        }
        id
    }

    #[inline(never)]
    fn note_text_node(&mut self, id: NodeId, text: Span, strings: &Strings) {
        if let Some(positions) = &mut self.positions {
            positions.text_created(id, strings.range_in_source(text));
        }
    }

    #[inline(never)]
    fn extend_text_node(&mut self, id: NodeId, more: Span, strings: &mut Strings) {
        if let Some(positions) = &mut self.positions {
            positions.text_extended(id, strings.range_in_source(more));
        }
        self.extend_text(id, more, strings);
    }
}

fn is_same(a: &AttributeData, b: &AttributeData, strings: &Strings) -> bool {
    steps::count(1);
    a.name == b.name && strings.get(a.value) == strings.get(b.value)
}

/// Whether as many attributes are the same in the same order.
fn is_same_in_order(a: &[AttributeData], b: &[AttributeData], strings: &Strings) -> bool {
    a.iter().zip(b).all(|(a, b)| is_same(a, b, strings))
}

/// Attributes in an order that follows from their names.
fn sorted(attributes: &[AttributeData]) -> Vec<AttributeData> {
    let mut attributes = attributes.to_vec();
    attributes.sort_unstable_by_key(|attribute| attribute.name);
    attributes
}
