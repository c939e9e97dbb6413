//! The tree: all nodes of a document in one `Vec`, with the tables beside it.
//!
//! The root is at index 1; index 0 is never used, so that an `Option<NodeIndex>` takes 4 bytes. The
//! contents of a `template` are the node created right after it: see [`Tree::contents_of`].

use crate::names::{ElementName, LocalName, known};
use crate::text::{Attribute, Attributes, MAX_BYTES, Span, Strings, TextMap, shrink_list};
use crate::tree_sink::{NewDoctype, QuirksMode};

use super::form_owners::FormOwners;
use super::id::{DocumentNumber, NoNode, NodeId, NodeIndex};
use super::node::{ElementData, Instruction, Node, NodeData};
use super::original::Original;
use super::positions::{NodePosition, Positions};
use super::rare_data::RareData;
use super::shadow_roots::ShadowRoots;

/// The nodes of a document and their data, except for text and names, which are in its [`Strings`].
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    /// The number that is part of all ids of this tree. Only clones share it.
    pub(super) number: DocumentNumber,
    /// All nodes ever created.
    pub(in crate::dom) nodes: Vec<Node>,
    /// The attributes of all elements. Each element has a range of it; copies of an element share
    /// their range.
    pub(in crate::dom) attributes: Attributes,
    pub(super) doctypes: Vec<NewDoctype>,
    pub(super) instructions: Vec<Instruction>,
    /// The texts of [`NodeData::LongText`] nodes.
    pub(in crate::dom) long_texts: Vec<String>,
    pub(super) quirks_mode: QuirksMode,
    /// Where in the source the nodes come from, if positions were asked for.
    pub(super) positions: Option<Box<Positions>>,
    /// The data that few trees have.
    pub(super) rare: Option<Box<RareData>>,
}

/// The empty buffers of a tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct TreeMemory {
    nodes: Vec<Node>,
    attributes: Vec<Attribute>,
}

/// The kind of the root of a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Root {
    Document,
    DocumentFragment,
}

impl Tree {
    /// Creates a tree that has a root and no other nodes, with capacity for the nodes that an input
    /// of `expected_tags` tags usually makes.
    // Inlined: the tree is constructed in the parser that holds it; a call would copy it.
    #[inline(always)]
    pub(crate) fn new(root: Root, expected_tags: usize) -> Tree {
        let mut nodes = Vec::with_capacity(node_capacity(expected_tags));
        let attributes = Attributes::with_capacity(attribute_capacity(expected_tags));
        nodes.push(Node::new(NodeData::Document));
        nodes.push(Node::new(match root {
            Root::Document => NodeData::Document,
            Root::DocumentFragment => NodeData::DocumentFragment,
        }));
        Tree {
            number: DocumentNumber::next(),
            nodes,
            attributes,
            doctypes: Vec::new(),
            instructions: Vec::new(),
            long_texts: Vec::new(),
            quirks_mode: QuirksMode::NoQuirks,
            positions: None,
            rare: None,
        }
    }

    /// Returns the buffers, without their contents.
    pub(crate) fn into_memory(self) -> TreeMemory {
        let Tree { mut nodes, attributes, .. } = self;
        nodes.clear();
        TreeMemory { nodes, attributes: attributes.into_memory() }
    }

    /// Makes these the buffers of a new tree, for the nodes that an input of `expected_tags` tags
    /// usually makes.
    pub(crate) fn use_memory(&mut self, memory: TreeMemory, expected_tags: usize) {
        let TreeMemory { mut nodes, attributes } = memory;
        nodes.reserve(node_capacity(expected_tags));
        nodes.append(&mut self.nodes);
        self.nodes = nodes;
        self.attributes.use_memory(attributes, attribute_capacity(expected_tags));
    }

    /// Gives unused capacity back where that is worth a copy.
    pub(crate) fn shrink(&mut self) {
        shrink_list(&mut self.nodes);
        self.attributes.shrink();
        if let Some(rare) = self.rare_data() {
            rare.text_maps.values_mut().for_each(TextMap::shrink);
        }
        self.long_texts.iter_mut().for_each(String::shrink_to_fit);
    }

    /// Makes room in a new tree for this many elements, with as many attributes.
    #[cfg(feature = "stream")]
    pub(crate) fn reserve(&mut self, elements: usize) {
        self.nodes.reserve(elements);
        self.attributes.reserve(elements);
    }

    /// Returns the id of a node.
    #[inline]
    pub(crate) fn id(&self, index: NodeIndex) -> NodeId {
        NodeId::new(self.number, index)
    }

    /// Returns the index of the node that an id stands for.
    ///
    /// # Panics
    ///
    /// With debug assertions, if the id is of another document.
    #[inline]
    #[track_caller]
    pub(crate) fn resolve(&self, id: NodeId) -> Result<NodeIndex, NoNode> {
        let index = id.index_in(self.number).ok_or(NoNode::Foreign)?;
        if self.has(index) { Ok(index) } else { Err(NoNode::Unknown) }
    }

    /// Returns the number that is part of all ids of this tree.
    #[inline]
    pub(crate) fn number(&self) -> DocumentNumber {
        self.number
    }

    /// Returns all nodes ever created, by index; the first is unused.
    #[inline]
    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    #[inline]
    pub(crate) fn quirks_mode(&self) -> QuirksMode {
        self.quirks_mode
    }

    pub(crate) fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.quirks_mode = mode;
    }

    /// Returns where in the source the nodes come from, if that was recorded.
    #[inline]
    pub(crate) fn positions(&self) -> Option<&Positions> {
        self.positions.as_deref()
    }

    #[inline]
    pub(crate) fn positions_mut(&mut self) -> Option<&mut Positions> {
        self.positions.as_deref_mut()
    }

    /// Sets where in the source the nodes come from.
    pub(crate) fn set_positions(&mut self, positions: Box<Positions>) {
        self.positions = Some(positions);
    }

    /// Returns where in the source a node comes from, if positions were recorded.
    pub(crate) fn position(&self, id: NodeIndex) -> Option<NodePosition> {
        self.positions.as_ref()?.of(id, &self.node(id).data)
    }

    /// Records where a node comes from, if positions are recorded and only its text says so, which
    /// is about to change.
    pub(crate) fn keep_position(&mut self, id: NodeIndex) {
        if let Some(positions) = &mut self.positions {
            positions.keep(id, &self.nodes[id.to_usize()].data);
        }
    }

    /// Returns the doctype that [`NodeData::Doctype`] has the index of.
    pub(crate) fn doctype(&self, index: u32) -> &NewDoctype {
        &self.doctypes[index as usize]
    }

    /// Returns the data of a new doctype node.
    pub(crate) fn doctype_data(&mut self, doctype: NewDoctype) -> NodeData {
        self.doctypes.push(doctype);
        NodeData::Doctype(self.doctypes.len() as u32 - 1)
    }

    /// Returns the index of the root.
    pub(crate) fn root_index(&self) -> NodeIndex {
        NodeIndex::new(1)
    }

    /// Returns the node of an id.
    #[inline]
    pub(crate) fn node(&self, id: NodeIndex) -> &Node {
        &self.nodes[id.to_usize()]
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, id: NodeIndex) -> &mut Node {
        &mut self.nodes[id.to_usize()]
    }

    /// Returns whether the id stands for a node that was not discarded.
    #[inline]
    pub(crate) fn has(&self, id: NodeIndex) -> bool {
        id.to_usize() < self.nodes.len() && !self.is_discarded(id)
    }

    /// Returns whether `nodes` more nodes can be created.
    pub(crate) fn has_capacity_for_nodes(&self, nodes: usize) -> bool {
        nodes <= u32::MAX as usize - self.nodes.len()
    }

    /// Creates a node without links.
    #[inline]
    pub(crate) fn create(&mut self, data: NodeData) -> NodeIndex {
        let id = NodeIndex::new(self.nodes.len());
        self.nodes.push(Node::new(data));
        id
    }

    /// Creates an element with these attributes and, for an HTML `template`, its contents.
    // Inlined into the tree builder, which calls it once for each start tag.
    #[inline(always)]
    pub(crate) fn create_element_node(
        &mut self,
        name: ElementName,
        attributes: &Attributes,
    ) -> NodeIndex {
        let first_attribute = self.attributes.len() as u32;
        self.attributes.extend(attributes);
        self.create_with_contents(ElementData::new(name, first_attribute, attributes.len()))
    }

    /// Creates an element and, for an HTML `template`, its contents.
    #[inline]
    pub(crate) fn create_with_contents(&mut self, element: ElementData) -> NodeIndex {
        let id = self.create(NodeData::Element(element));
        if element.name().is_html(known::TEMPLATE) {
            let contents = self.create(NodeData::DocumentFragment);
            debug_assert_eq!(contents, contents_id(id));
        }
        id
    }

    /// Returns whether a node is a document fragment.
    pub(crate) fn is_fragment(&self, id: NodeIndex) -> bool {
        matches!(self.node(id).data, NodeData::DocumentFragment)
    }

    /// Returns the data of an element; `None` for any other node.
    #[inline]
    pub(crate) fn element(&self, id: NodeIndex) -> Option<&ElementData> {
        self.node(id).element()
    }

    /// Returns whether a node is an HTML element of that name.
    pub(crate) fn is_html(&self, id: NodeIndex, name: LocalName) -> bool {
        self.element(id).is_some_and(|element| element.name().is_html(name))
    }

    /// Returns the local name of an HTML element; `None` for any other node.
    pub(crate) fn html_name(&self, id: NodeIndex) -> Option<LocalName> {
        let name = self.element(id)?.name();
        name.is_html(name.local).then_some(name.local)
    }

    /// Returns the attributes of an element.
    #[inline]
    pub(crate) fn attributes_of(&self, element: &ElementData) -> &[Attribute] {
        &self.attributes[element.attribute_range()]
    }

    /// Returns the value of an attribute without a namespace.
    pub(crate) fn attribute(&self, id: NodeIndex, name: LocalName) -> Option<Span> {
        let attributes = self.attributes_of(self.element(id)?);
        let attribute = attributes.iter().find(|attribute| {
            attribute.name.local() == name && attribute.name.namespace().url().is_none()
        })?;
        Some(attribute.value)
    }

    /// Returns the text of a text node or the data of a comment, and the empty text for any other
    /// node.
    #[inline]
    pub(crate) fn text<'a>(&'a self, id: NodeIndex, strings: &'a Strings) -> &'a str {
        match self.node(id).data {
            NodeData::Text(span) | NodeData::Comment(span) => strings.get(span),
            NodeData::LongText(index) => &self.long_texts[index as usize],
            _ => "",
        }
    }

    /// Whether a text node has no text.
    pub(crate) fn is_empty_text(&self, id: NodeIndex) -> bool {
        match self.node(id).data {
            NodeData::Text(span) => span.is_empty(),
            NodeData::LongText(index) => self.long_texts[index as usize].is_empty(),
            _ => false,
        }
    }

    /// Whether some text is no span.
    pub(crate) fn has_long_texts(&self) -> bool {
        !self.long_texts.is_empty()
    }

    /// Returns the length of a text that is no span, in bytes; 0 for any other node.
    pub(crate) fn long_text_len(&self, id: NodeIndex) -> usize {
        match self.node(id).data {
            NodeData::LongText(index) => self.long_texts[index as usize].len(),
            _ => 0,
        }
    }

    /// Returns the data of a processing instruction; `None` for any other node.
    pub(crate) fn instruction(&self, id: NodeIndex) -> Option<&Instruction> {
        match self.node(id).data {
            NodeData::ProcessingInstruction(index) => self.instructions.get(index as usize),
            _ => None,
        }
    }

    /// Returns the processing instruction that [`NodeData::ProcessingInstruction`] has the index
    /// of.
    pub(crate) fn instruction_at(&self, index: u32) -> &Instruction {
        &self.instructions[index as usize]
    }

    /// Returns the data of a new processing instruction node.
    pub(crate) fn instruction_data(&mut self, target: LocalName, data: Span) -> NodeData {
        self.instructions.push(Instruction { target, data });
        NodeData::ProcessingInstruction(self.instructions.len() as u32 - 1)
    }

    /// Returns whether a node is a text node.
    #[inline]
    pub(crate) fn is_text(&self, id: NodeIndex) -> bool {
        matches!(self.node(id).data, NodeData::Text(_) | NodeData::LongText(_))
    }

    /// Returns the rare data, for changing, if there is any.
    #[inline]
    pub(crate) fn rare_data(&mut self) -> Option<&mut RareData> {
        self.rare.as_deref_mut()
    }

    /// Returns the rare data, for adding to it.
    pub(super) fn rare_data_or_new(&mut self) -> &mut RareData {
        self.rare.get_or_insert_default()
    }

    /// Returns the capacity of the range of attributes of an element: see the field.
    pub(super) fn attribute_capacity(&self, id: NodeIndex) -> Option<u32> {
        self.rare.as_ref()?.attribute_capacities.get(&id).copied()
    }

    /// Returns the shadow roots, if there are any.
    #[inline]
    pub(crate) fn shadow_roots(&self) -> Option<&ShadowRoots> {
        self.rare.as_ref()?.shadow_roots.as_ref()
    }

    /// Returns the forms of controls that are not in them, if there are any.
    #[inline]
    pub(crate) fn form_owners(&self) -> Option<&FormOwners> {
        self.rare.as_ref()?.form_owners.as_ref()
    }

    /// Whether a node was discarded.
    #[inline]
    pub(super) fn is_discarded(&self, id: NodeIndex) -> bool {
        self.rare.as_ref().is_some_and(|rare| rare.discarded.has(id))
    }

    /// Returns the source ranges of a node's long text, if positions are recorded.
    pub(super) fn text_map(&self, id: NodeIndex) -> Option<&TextMap> {
        self.rare.as_ref()?.text_maps.get(id)
    }

    /// Returns the tree as it was parsed, if it was kept.
    pub(crate) fn original(&self) -> Option<&Original> {
        self.rare.as_ref()?.original.as_deref()
    }

    /// Notes that the attributes of an element are not its own from now on: the next change copies
    /// them.
    pub(crate) fn share_attributes(&mut self, id: NodeIndex) {
        if let Some(rare) = self.rare_data() {
            rare.attribute_capacities.remove(&id);
        }
    }
}

/// The id of the contents of a `template`, by construction: see [`Tree::contents_of`].
#[inline]
pub(super) fn contents_id(template: NodeIndex) -> NodeIndex {
    NodeIndex::new(template.to_usize() + 1)
}

/// The number of nodes that an input of `expected_tags` tags, end tags included, makes at most in
/// nine of ten cases: the texts between the tags count as well. Half of all pages have 1.33 nodes
/// for each `<`.
#[inline]
pub(crate) fn node_capacity(expected_tags: usize) -> usize {
    // The bound shows the compiler that the sum does not overflow, so that the first nodes fit: the
    // list need not have a place in memory, in case it grows, from which it is copied too soon.
    let expected_tags = expected_tags.min(MAX_BYTES);
    expected_tags + expected_tags / 2 + 8
}

/// The number of attributes that an input of `expected_tags` tags, end tags included, has at most
/// in nine of ten cases.
#[inline]
fn attribute_capacity(expected_tags: usize) -> usize {
    // A small number of tags is no good estimate, and a short list grows quickly.
    if expected_tags < 16 { 0 } else { expected_tags + expected_tags / 16 }
}
