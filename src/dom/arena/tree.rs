//! The arena: all nodes of a document in one `Vec`, and the one place that writes links between
//! them.

use std::collections::{BTreeMap, BTreeSet};

use crate::names::{ElementName, LocalName, known};
use crate::steps;
use crate::text::{Attribute, Span, Strings, is_worth_shrinking};
use crate::tree_sink::{NewDoctype, QuirksMode};

use super::node::{AttributeData, ElementData, Instruction, Node, NodeData, NodeId};
use super::positions::Positions;

/// The nodes of a document and what they are made of, apart from text and names.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    /// All nodes ever made. The one at index 0 is never used; the root is at index 1.
    pub(crate) nodes: Vec<Node>,
    /// The attributes of all elements. Each element has a range of them.
    pub(crate) attributes: Vec<AttributeData>,
    /// How many places of `attributes` belong to an element from its first on, for those that were
    /// given more attributes after they were made. What is in that room no other element refers to:
    /// it may be changed in place.
    pub(crate) attribute_room: BTreeMap<NodeId, u32>,
    pub(crate) doctypes: Vec<NewDoctype>,
    pub(crate) instructions: Vec<Instruction>,
    /// Texts that were put together in a way that neither the source nor the tail allows.
    pub(crate) long_texts: Vec<String>,
    pub(crate) quirks_mode: QuirksMode,
    /// The nodes that were given up for good. Their places are not used again, so that an id is
    /// never another node's.
    pub(crate) discarded: BTreeSet<NodeId>,
    /// Where the nodes stand in the source, if that is wanted.
    pub(crate) positions: Option<Box<Positions>>,
}

/// What the root of a tree is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Root {
    Document,
    DocumentFragment,
}

impl Tree {
    /// Creates a tree that has a root and no other nodes, with capacity for what an input of
    /// `expected_tags` tags usually makes.
    #[inline(always)]
    pub(crate) fn new(root: Root, expected_tags: usize) -> Tree {
        let mut nodes = Vec::with_capacity(expected_tags + expected_tags / 4 + 8);
        nodes.push(Node::new(NodeData::Document));
        nodes.push(Node::new(match root {
            Root::Document => NodeData::Document,
            Root::DocumentFragment => NodeData::DocumentFragment,
        }));
        Tree {
            nodes,
            attributes: Vec::with_capacity(expected_tags + 4),
            attribute_room: BTreeMap::new(),
            doctypes: Vec::new(),
            instructions: Vec::new(),
            long_texts: Vec::new(),
            quirks_mode: QuirksMode::NoQuirks,
            discarded: BTreeSet::new(),
            positions: None,
        }
    }

    /// Gives unused capacity back where that is worth a copy.
    pub(crate) fn shrink(&mut self) {
        if is_worth_shrinking(self.nodes.capacity(), self.nodes.len()) {
            self.nodes.shrink_to_fit();
        }
        if is_worth_shrinking(self.attributes.capacity(), self.attributes.len()) {
            self.attributes.shrink_to_fit();
        }
    }

    /// The root's id.
    pub(crate) fn root_id(&self) -> NodeId {
        NodeId::from_index(1)
    }

    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// Whether the id stands for a node.
    pub(crate) fn has(&self, id: NodeId) -> bool {
        id.index() < self.nodes.len() && !self.discarded.contains(&id)
    }

    /// Whether so many nodes can be made.
    pub(crate) fn has_room_for_nodes(&self, nodes: usize) -> bool {
        nodes <= u32::MAX as usize - self.nodes.len()
    }

    /// Puts a node without links into the arena.
    #[inline]
    pub(crate) fn create(&mut self, data: NodeData) -> NodeId {
        let id = NodeId::from_index(self.nodes.len());
        self.nodes.push(Node::new(data));
        id
    }

    /// Makes an element with these attributes; behind a `template`, its contents.
    #[inline(always)]
    pub(crate) fn create_element_node(
        &mut self,
        name: ElementName,
        attributes: &[Attribute],
    ) -> NodeId {
        let first_attribute = self.attributes.len() as u32;
        // One by one: there are few, and copying them by a call costs more.
        self.attributes.extend(attributes.iter().map(|attribute| AttributeData::from(*attribute)));
        self.create_with_contents(ElementData::new(name, first_attribute, attributes.len()))
    }

    /// Puts an element into the arena; behind a `template`, its contents.
    #[inline]
    fn create_with_contents(&mut self, element: ElementData) -> NodeId {
        let id = self.create(NodeData::Element(element));
        if element.name().is_html(known::TEMPLATE) {
            self.create(NodeData::DocumentFragment);
        }
        id
    }

    /// The contents of a `template` element: the node made right after it.
    #[inline]
    pub(crate) fn contents_of(&self, template: NodeId) -> NodeId {
        NodeId::from_index(template.index() + 1)
    }

    /// The `template` whose contents a node is.
    pub(crate) fn host_of(&self, contents: NodeId) -> Option<NodeId> {
        if !self.is_fragment(contents) || contents.index() < 2 {
            return None;
        }
        let before = NodeId::from_index(contents.index() - 1);
        self.is_html(before, known::TEMPLATE).then_some(before)
    }

    /// Whether the node is a document fragment.
    pub(crate) fn is_fragment(&self, id: NodeId) -> bool {
        matches!(self.node(id).data, NodeData::DocumentFragment)
    }

    /// The element data of a node, if it is an element.
    #[inline]
    pub(crate) fn element(&self, id: NodeId) -> Option<&ElementData> {
        match &self.node(id).data {
            NodeData::Element(element) => Some(element),
            _ => None,
        }
    }

    /// Whether a node is the HTML element of that name.
    pub(crate) fn is_html(&self, id: NodeId, name: crate::names::LocalName) -> bool {
        self.element(id).is_some_and(|element| element.name().is_html(name))
    }

    /// The local name of a node, if it is an HTML element.
    pub(crate) fn html_name(&self, id: NodeId) -> Option<LocalName> {
        let name = self.element(id)?.name();
        name.is_html(name.local).then_some(name.local)
    }

    /// The attributes of an element.
    #[inline]
    pub(crate) fn attributes_of(&self, element: &ElementData) -> &[AttributeData] {
        &self.attributes[element.attribute_range()]
    }

    /// The value of an attribute without a namespace.
    pub(crate) fn attribute(&self, id: NodeId, name: crate::names::LocalName) -> Option<Span> {
        let attributes = self.attributes_of(self.element(id)?);
        let attribute = attributes.iter().find(|attribute| {
            attribute.name.local() == name && attribute.name.namespace().url().is_none()
        })?;
        Some(attribute.value)
    }

    /// The text of a text node or the data of a comment; empty for any other node.
    #[inline]
    pub(crate) fn text<'a>(&'a self, id: NodeId, strings: &'a Strings) -> &'a str {
        match self.node(id).data {
            NodeData::Text(span) | NodeData::Comment(span) => strings.get(span),
            NodeData::LongText(index) => &self.long_texts[index as usize],
            _ => "",
        }
    }

    /// A processing instruction, if the node is one.
    pub(crate) fn instruction(&self, id: NodeId) -> Option<&Instruction> {
        match self.node(id).data {
            NodeData::ProcessingInstruction(index) => self.instructions.get(index as usize),
            _ => None,
        }
    }

    /// What a node is that is this processing instruction.
    pub(crate) fn instruction_data(&mut self, target: LocalName, data: Span) -> NodeData {
        self.instructions.push(Instruction { target, data });
        NodeData::ProcessingInstruction(self.instructions.len() as u32 - 1)
    }

    /// Whether the node is a text node.
    #[inline]
    pub(crate) fn is_text(&self, id: NodeId) -> bool {
        matches!(self.node(id).data, NodeData::Text(_) | NodeData::LongText(_))
    }

    /// Appends to a text node. A text moves into the tail at most once and becomes a text of its
    /// own at most once, so that however many pieces it is made of, and whatever is put elsewhere
    /// in between, time stays linear.
    pub(crate) fn extend_text(&mut self, id: NodeId, more: Span, strings: &mut Strings) {
        match self.node(id).data {
            NodeData::Text(span) => {
                let data = if span.source_range().is_some() || strings.is_last_of_tail(span) {
                    NodeData::Text(strings.concatenate(span, more))
                } else {
                    steps::count(span.len());
                    let mut text = String::with_capacity(2 * (span.len() + more.len()));
                    text.push_str(strings.get(span));
                    text.push_str(strings.get(more));
                    self.long_texts.push(text);
                    NodeData::LongText(self.long_texts.len() as u32 - 1)
                };
                self.node_mut(id).data = data;
            }
            NodeData::LongText(index) => {
                steps::count(more.len());
                self.long_texts[index as usize].push_str(strings.get(more));
            }
            _ => {}
        }
    }

    /// Appends a node without a parent.
    #[inline(always)]
    pub(crate) fn append_child(&mut self, parent: NodeId, child: NodeId) {
        let previous = self.node_mut(parent).last_child.replace(child);
        let node = self.node_mut(child);
        node.parent = Some(parent);
        node.previous_sibling = previous;
        // Without a branch, which would often be foreseen wrongly: it comes after the previous
        // sibling, or it is the first child of the parent.
        let before = self.node_mut(previous.unwrap_or(parent));
        *(if previous.is_some() { &mut before.next_sibling } else { &mut before.first_child }) =
            Some(child);
    }

    /// Inserts a node without a parent before one that has one.
    pub(crate) fn insert_child_before(&mut self, sibling: NodeId, child: NodeId) {
        let parent = self.node(sibling).parent;
        let previous = self.node_mut(sibling).previous_sibling.replace(child);
        let node = self.node_mut(child);
        node.parent = parent;
        node.previous_sibling = previous;
        node.next_sibling = Some(sibling);
        match (previous, parent) {
            (Some(previous), _) => self.node_mut(previous).next_sibling = Some(child),
            (None, Some(parent)) => self.node_mut(parent).first_child = Some(child),
            (None, None) => {}
        }
    }

    /// Takes a node out of its parent.
    pub(crate) fn detach(&mut self, id: NodeId) {
        steps::count(1);
        let node = self.node_mut(id);
        let (parent, previous, next) =
            (node.parent.take(), node.previous_sibling.take(), node.next_sibling.take());
        match (previous, parent) {
            (Some(previous), _) => self.node_mut(previous).next_sibling = next,
            (None, Some(parent)) => self.node_mut(parent).first_child = next,
            (None, None) => {}
        }
        match (next, parent) {
            (Some(next), _) => self.node_mut(next).previous_sibling = previous,
            (None, Some(parent)) => self.node_mut(parent).last_child = previous,
            (None, None) => {}
        }
    }

    /// Moves all children of `from` behind those of `to`.
    pub(crate) fn move_children(&mut self, from: NodeId, to: NodeId) {
        self.move_children_before(from, to, None);
    }

    /// Moves all children of `from` among those of `to`: before one of these, or behind the last.
    pub(crate) fn move_children_before(
        &mut self,
        from: NodeId,
        to: NodeId,
        before: Option<NodeId>,
    ) {
        let node = self.node_mut(from);
        let (Some(first), Some(last)) = (node.first_child.take(), node.last_child.take()) else {
            return;
        };
        let mut next = Some(first);
        while let Some(child) = next {
            steps::count(1);
            let child = self.node_mut(child);
            child.parent = Some(to);
            next = child.next_sibling;
        }
        let previous = match before {
            Some(before) => self.node_mut(before).previous_sibling.replace(last),
            None => self.node_mut(to).last_child.replace(last),
        };
        self.node_mut(first).previous_sibling = previous;
        self.node_mut(last).next_sibling = before;
        match previous {
            Some(previous) => self.node_mut(previous).next_sibling = Some(first),
            None => self.node_mut(to).first_child = Some(first),
        }
    }

    /// Takes all children out of a node.
    pub(crate) fn remove_children(&mut self, id: NodeId) {
        while let Some(child) = self.node(id).first_child {
            self.detach(child);
        }
    }

    /// Makes a node like this one, without links.
    pub(crate) fn clone_node(&mut self, id: NodeId) -> NodeId {
        match self.node(id).data {
            NodeData::Element(element) => {
                // From now on two elements refer to the attributes.
                if !self.attribute_room.is_empty() {
                    self.attribute_room.remove(&id);
                }
                self.create_with_contents(element)
            }
            NodeData::LongText(index) => {
                let text = self.long_texts[index as usize].clone();
                self.long_texts.push(text);
                self.create(NodeData::LongText(self.long_texts.len() as u32 - 1))
            }
            data => self.create(data),
        }
    }

    /// Clones the children of `from`, with all that is in them, template contents included, after
    /// those of `to`, which is not among them.
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-clone>
    pub(crate) fn clone_children(&mut self, from: NodeId, to: NodeId) {
        let mut waiting = vec![(from, to)];
        while let Some((from, to)) = waiting.pop() {
            let mut next = self.node(from).first_child;
            while let Some(child) = next {
                next = self.node(child).next_sibling;
                steps::count(1);
                let copy = self.clone_node(child);
                self.append_child(to, copy);
                if self.node(child).first_child.is_some() {
                    waiting.push((child, copy));
                }
                if self.is_html(child, known::TEMPLATE) {
                    waiting.push((self.contents_of(child), self.contents_of(copy)));
                }
            }
        }
    }

    /// The node after `id` in tree order among the descendants of `scope`.
    #[inline]
    pub(crate) fn following_in(&self, scope: NodeId, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child.or_else(|| self.following_past(scope, id))
    }

    /// The node after `id` and its descendants in tree order among the descendants of `scope`.
    #[inline]
    pub(crate) fn following_past(&self, scope: NodeId, mut id: NodeId) -> Option<NodeId> {
        while id != scope {
            let node = self.node(id);
            if node.next_sibling.is_some() {
                return node.next_sibling;
            }
            id = node.parent?;
        }
        None
    }
}
