//! Frees data that no node refers to.

use crate::text::Span;

use super::node::NodeData;
use super::tree::Tree;

impl Tree {
    /// Keeps the attributes that some element has, in their order, so that elements go on sharing
    /// them.
    pub(crate) fn compact_attributes(&mut self) {
        let tree = self;
        if let Some(rare) = tree.rare_data() {
            rare.attribute_capacities.clear();
        }
        let mut is_used = vec![false; tree.attributes.len()];
        for node in &tree.nodes {
            if let NodeData::Element(element) = node.data {
                is_used[element.attribute_range()].fill(true);
            }
        }
        for node in tree.original().map_or(&[][..], |original| &original.nodes) {
            if let NodeData::Element(element) = node.data {
                is_used[element.attribute_range()].fill(true);
            }
        }
        // For each attribute, the number of kept attributes before it.
        let mut kept_before = Vec::with_capacity(is_used.len() + 1);
        let mut kept = Vec::new();
        for (attribute, is_used) in tree.attributes.iter().zip(is_used) {
            kept_before.push(kept.len() as u32);
            if is_used {
                kept.push(*attribute);
            }
        }
        kept_before.push(kept.len() as u32);
        let original = tree.rare.as_deref_mut().and_then(|rare| rare.original.as_deref_mut());
        let original = original.map_or(&mut [][..], |original| &mut original.nodes[..]);
        for node in tree.nodes.iter_mut().chain(original) {
            if let NodeData::Element(element) = &mut node.data {
                element.first_attribute = kept_before[element.first_attribute as usize];
            }
        }
        tree.attributes = kept.into();
    }

    /// Keeps the doctypes, processing instructions and long texts that some node refers to.
    pub(crate) fn compact_other_data(&mut self) {
        let tree = self;
        let mut doctypes = Vec::new();
        let mut instructions = Vec::new();
        let mut long_texts = Vec::new();
        for node in &mut tree.nodes {
            match &mut node.data {
                NodeData::Doctype(index) => {
                    doctypes.push(tree.doctypes[*index as usize]);
                    *index = doctypes.len() as u32 - 1;
                }
                NodeData::ProcessingInstruction(index) => {
                    instructions.push(tree.instructions[*index as usize]);
                    *index = instructions.len() as u32 - 1;
                }
                NodeData::LongText(index) => {
                    let mut text = std::mem::take(&mut tree.long_texts[*index as usize]);
                    text.shrink_to_fit();
                    long_texts.push(text);
                    *index = long_texts.len() as u32 - 1;
                }
                _ => {}
            }
        }
        tree.doctypes = doctypes;
        tree.instructions = instructions;
        tree.long_texts = long_texts;
    }

    /// Calls a function with every span that the tree refers to.
    pub(crate) fn for_each_span(&mut self, mut visit: impl FnMut(&mut Span)) {
        let original = self.rare.as_deref_mut().and_then(|rare| rare.original.as_deref_mut());
        let (nodes, instructions) = match original {
            Some(original) => (&mut original.nodes[..], &mut original.instructions[..]),
            None => (&mut [][..], &mut [][..]),
        };
        for node in self.nodes.iter_mut().chain(nodes) {
            match &mut node.data {
                NodeData::Text(span) | NodeData::Comment(span) => visit(span),
                NodeData::Document
                | NodeData::DocumentFragment
                | NodeData::Doctype(_)
                | NodeData::ProcessingInstruction(_)
                | NodeData::Element(_)
                | NodeData::LongText(_) => {}
            }
        }
        for attribute in &mut *self.attributes {
            visit(&mut attribute.value);
        }
        for instruction in self.instructions.iter_mut().chain(instructions) {
            visit(&mut instruction.data);
        }
        for doctype in &mut self.doctypes {
            visit(&mut doctype.name);
            visit(&mut doctype.public_id);
            visit(&mut doctype.system_id);
        }
    }
}
