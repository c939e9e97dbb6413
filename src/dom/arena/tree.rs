//! The tree: all nodes of a document in one `Vec`, and the only code that writes links between
//! them.
//!
//! The root is at index 1; index 0 is never used, so that an `Option<NodeIndex>` takes 4 bytes. The
//! contents of a `template` are the node created right after it: see [`Tree::contents_of`].

use crate::names::{ElementName, LocalName, known};
use crate::steps;
use crate::text::{Attribute, Attributes, MAX_BYTES, Span, Strings, TextMap, shrink_list};
use crate::tree_sink::{NewDoctype, QuirksMode};

use super::id::{DocumentNumber, NodeIndex};
use super::node::{ElementData, Instruction, Node, NodeData};
use super::positions::Positions;
use super::rare_data::RareData;

/// The nodes of a document and their data, except for text and names, which are in its [`Strings`].
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    /// The number that is part of all ids of this tree. Only clones share it.
    pub(in crate::dom) number: DocumentNumber,
    /// All nodes ever created.
    pub(in crate::dom) nodes: Vec<Node>,
    /// The attributes of all elements. Each element has a range of it; copies of an element share
    /// their range.
    pub(in crate::dom) attributes: Attributes,
    pub(in crate::dom) doctypes: Vec<NewDoctype>,
    pub(in crate::dom) instructions: Vec<Instruction>,
    /// The texts of [`NodeData::LongText`] nodes.
    pub(in crate::dom) long_texts: Vec<String>,
    pub(in crate::dom) quirks_mode: QuirksMode,
    /// Where in the source the nodes come from, if positions were asked for.
    pub(in crate::dom) positions: Option<Box<Positions>>,
    /// The data that few trees have.
    pub(in crate::dom) rare: Option<Box<RareData>>,
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

    /// Gives unused capacity back where that is worth a copy.
    pub(crate) fn shrink(&mut self) {
        shrink_list(&mut self.nodes);
        self.attributes.shrink();
        if let Some(rare) = self.rare_data() {
            rare.text_maps.values_mut().for_each(TextMap::shrink);
        }
        self.long_texts.iter_mut().for_each(String::shrink_to_fit);
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

    /// Returns the contents of an HTML `template` element: the document fragment created right
    /// after it. No link is needed, because a `template` is never renamed, nothing is renamed to
    /// it, and both are discarded together.
    ///
    /// <https://html.spec.whatwg.org/#template-contents>
    #[inline]
    pub(crate) fn contents_of(&self, template: NodeIndex) -> NodeIndex {
        let contents = contents_id(template);
        debug_assert!(self.is_html(template, known::TEMPLATE) && self.is_fragment(contents));
        contents
    }

    /// Returns the host of a document fragment: the `template` whose contents it is, or the element
    /// whose shadow root it is.
    ///
    /// <https://dom.spec.whatwg.org/#concept-documentfragment-host>
    pub(crate) fn host_of(&self, contents: NodeIndex) -> Option<NodeIndex> {
        if !self.is_fragment(contents) {
            return None;
        }
        match self.shadow_root(contents) {
            Some(shadow_root) => Some(shadow_root.host),
            None => self.template_before(contents),
        }
    }

    /// Returns the `template` for which a document fragment was created as its contents.
    pub(crate) fn template_before(&self, contents: NodeIndex) -> Option<NodeIndex> {
        if contents == self.root_index() {
            return None;
        }
        let before = NodeIndex::new(contents.to_usize() - 1);
        self.is_html(before, known::TEMPLATE).then_some(before)
    }

    /// Whether a node is in the contents of a `template`, or is such contents, also through shadow
    /// roots. Then its node document has no browsing context.
    ///
    /// <https://html.spec.whatwg.org/#appropriate-template-contents-owner-document>
    pub(crate) fn is_in_template_contents(&self, id: NodeIndex) -> bool {
        let mut inner = id;
        loop {
            steps::count(1);
            inner = match self.node(inner).parent {
                Some(parent) => parent,
                None if !self.is_fragment(inner) => return false,
                None => match self.shadow_root(inner) {
                    Some(shadow_root) => shadow_root.host,
                    None => return self.template_before(inner).is_some(),
                },
            };
        }
    }

    /// Discards a node whose links lead to discarded nodes only. Its id is never given to another
    /// node.
    pub(crate) fn discard_node(&mut self, id: NodeIndex) {
        if let NodeData::LongText(index) = self.node(id).data {
            self.long_texts[index as usize] = String::new();
        }
        self.share_attributes(id);
        self.forget_text_origin(id);
        self.forget_shadow_root(id);
        self.forget_in_form_owners(id);
        // An empty fragment has no data that `compact` would have to keep.
        *self.node_mut(id) = Node::new(NodeData::DocumentFragment);
        self.rare_data_or_new().discarded.insert(id);
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

    /// Appends to a text node. A text is copied into the tail at most once, and out of it into a
    /// [long text](NodeData::LongText) at most once, so time stays linear in its length however
    /// many pieces it consists of and whatever else is added in between.
    pub(crate) fn extend_text(&mut self, id: NodeIndex, more: Span, strings: &mut Strings) {
        match self.node(id).data {
            NodeData::Text(span) => {
                let data = if span.source_range().is_some() || strings.is_last_of_tail(span) {
                    NodeData::Text(strings.concatenate(span, more))
                } else {
                    self.note_long_text(id, more, strings);
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
                self.note_long_text(id, more, strings);
                steps::count(more.len());
                self.long_texts[index as usize].push_str(strings.get(more));
            }
            _ => debug_assert!(false, "callers extend text nodes only"),
        }
    }

    /// Creates a node as the last child of `parent`.
    // Inlined into the tree builder, which calls it for each run of text.
    #[inline(always)]
    pub(crate) fn create_last_child(&mut self, parent: NodeIndex, data: NodeData) -> NodeIndex {
        let child = NodeIndex::new(self.nodes.len());
        let previous = self.node(parent).last_child;
        let links = Node { parent: Some(parent), previous_sibling: previous, ..Node::new(data) };
        self.nodes.push(links);
        self.link_last_child(parent, previous, child);
        child
    }

    /// Appends a node without a parent.
    // Inlined into the tree builder, which calls it once for each element.
    #[inline(always)]
    pub(crate) fn append_child(&mut self, parent: NodeIndex, child: NodeIndex) {
        let previous = self.node(parent).last_child;
        let node = self.node_mut(child);
        node.parent = Some(parent);
        node.previous_sibling = previous;
        self.link_last_child(parent, previous, child);
    }

    /// Makes `child` the last child of `parent`, after `previous`, which was that.
    #[inline(always)] // As a part of the two functions above.
    fn link_last_child(
        &mut self,
        parent: NodeIndex,
        previous: Option<NodeIndex>,
        child: NodeIndex,
    ) {
        self.node_mut(parent).last_child = Some(child);
        // Branch-free, because the branch predicts badly: write through either the previous
        // sibling's `next_sibling` or the parent's `first_child`.
        let before = self.node_mut(previous.unwrap_or(parent));
        *(if previous.is_some() { &mut before.next_sibling } else { &mut before.first_child }) =
            Some(child);
    }

    /// Inserts a node without a parent right before `sibling`, which has one.
    pub(crate) fn insert_child_before(&mut self, sibling: NodeIndex, child: NodeIndex) {
        let parent = self.node(sibling).parent;
        let previous = self.node_mut(sibling).previous_sibling.replace(child);
        let node = self.node_mut(child);
        node.parent = parent;
        node.previous_sibling = previous;
        node.next_sibling = Some(sibling);
        match (previous, parent) {
            (Some(previous), _) => self.node_mut(previous).next_sibling = Some(child),
            (None, Some(parent)) => self.node_mut(parent).first_child = Some(child),
            (None, None) => debug_assert!(false, "callers give a sibling that has a parent"),
        }
    }

    /// Removes a node from its parent, if it has one.
    pub(crate) fn detach(&mut self, id: NodeIndex) {
        steps::count(1);
        self.note_move(id);
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

    /// Moves all children of `from` to the end of `to`.
    pub(crate) fn move_children(&mut self, from: NodeIndex, to: NodeIndex) {
        self.move_children_before(from, to, None);
    }

    /// Moves all children of `from` into `to`: right before its child `before`, or to the end.
    pub(crate) fn move_children_before(
        &mut self,
        from: NodeIndex,
        to: NodeIndex,
        before: Option<NodeIndex>,
    ) {
        let node = self.node_mut(from);
        let (Some(first), Some(last)) = (node.first_child.take(), node.last_child.take()) else {
            return;
        };
        let mut next = Some(first);
        while let Some(child) = next {
            steps::count(1);
            self.note_move(child);
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

    /// Removes all children of a node, each of which then has no parent.
    pub(crate) fn remove_children(&mut self, id: NodeIndex) {
        while let Some(child) = self.node(id).first_child {
            self.detach(child);
        }
    }

    /// Creates a node with the same data and without links. A copy of an element shares its
    /// attributes.
    pub(crate) fn clone_node(&mut self, id: NodeIndex) -> NodeIndex {
        match self.node(id).data {
            NodeData::Element(element) => {
                self.share_attributes(id);
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

    /// Notes that the attributes of an element are not its own from now on: the next change copies
    /// them.
    pub(crate) fn share_attributes(&mut self, id: NodeIndex) {
        if let Some(rare) = self.rare_data() {
            rare.attribute_capacities.remove(&id);
        }
    }

    /// Clones the children of `from`, with their descendants, template contents and clonable shadow
    /// roots, to the end of `to`, which is not one of them.
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-clone>
    pub(crate) fn clone_children(&mut self, from: NodeIndex, to: NodeIndex) {
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
                waiting.extend(self.clone_shadow_root(child, copy));
            }
        }
    }

    /// Calls a function with a node, its descendants, and template contents and shadow roots with
    /// theirs.
    pub(crate) fn visit_all(&self, top: NodeIndex, mut visit: impl FnMut(&Tree, NodeIndex)) {
        let mut tops = vec![top];
        while let Some(top) = tops.pop() {
            let mut next = Some(top);
            while let Some(id) = next {
                visit(self, id);
                if self.is_html(id, known::TEMPLATE) {
                    tops.push(self.contents_of(id));
                }
                tops.extend(self.shadow_root_of(id));
                next = self.following_in(top, id);
            }
        }
    }

    /// Returns the node after `id` in tree order among the descendants of `scope`.
    #[inline]
    pub(crate) fn following_in(&self, scope: NodeIndex, id: NodeIndex) -> Option<NodeIndex> {
        self.node(id).first_child.or_else(|| self.following_past(scope, id))
    }

    /// Returns the node after `id` and its descendants in tree order among the descendants of
    /// `scope`.
    #[inline]
    pub(crate) fn following_past(&self, scope: NodeIndex, mut id: NodeIndex) -> Option<NodeIndex> {
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
