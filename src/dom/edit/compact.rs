//! Discarding nodes, and freeing the memory that edits left unused.

use crate::dom::arena::{NodeData, NodeId, NodeIndex, Tree};
use crate::dom::read::Document;
use crate::text::Span;

use super::tree_error::TreeError;

impl Document {
    /// Discards a node for good, with its descendants, template contents and shadow roots. From
    /// then on their ids stand for no node, and never for another one: [`get`](Document::get)
    /// returns `None` for them, and edits refuse them. [`compact`](Document::compact) frees their
    /// data; a node that is only [detached](Document::detach) keeps it.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_document(b"<p>Broth<script>stir()</script>", &Default::default());
    /// let scripts: Vec<_> = document.descendant_elements().filter(|e| e.name() == "script").map(|e| e.id()).collect();
    /// for &script in &scripts {
    ///     document.discard(script)?;
    /// }
    /// document.compact();
    /// assert!(document.get(scripts[0]).is_none());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`RootDiscarded`](TreeError::RootDiscarded), [`UnknownNode`](TreeError::UnknownNode),
    /// [`DocumentIsGrowing`](TreeError::DocumentIsGrowing).
    #[track_caller]
    pub fn discard(&mut self, node: NodeId) -> Result<(), TreeError> {
        let index = self.known(node)?;
        if self.is_kept(index) {
            return Err(TreeError::RootDiscarded { node });
        }
        if self.growing.is_growing() {
            return Err(TreeError::DocumentIsGrowing { node });
        }
        self.tree.detach(index);
        self.discard_all([index]);
        Ok(())
    }

    /// Frees the memory that edits left unused: texts and attributes that were replaced, those of
    /// [discarded](Document::discard) nodes, and spare capacity. All ids stay valid, and
    /// [detached](Document::detach) nodes stay.
    ///
    /// What remains as long as the document lives are its [source](Document::source) and 36 bytes
    /// for each node ever created. To edit a document endlessly, copy it into a new one from time
    /// to time with [`import_node`](Document::import_node). Takes time linear in the size of the
    /// document, except for sorting. While a [`Driver`](crate::driver::Driver) builds the document,
    /// this does nothing.
    ///
    /// ```
    /// let mut document = consomme::parse_fragment("div", "<p>");
    /// let p = document.root().first_child().unwrap().id();
    /// for _ in 0..1000 {
    ///     document.set_text(p, "the soup of today, which is another tomorrow").unwrap();
    /// }
    /// document.compact();
    /// assert_eq!(document.node(p).text_content(), "the soup of today, which is another tomorrow");
    /// ```
    pub fn compact(&mut self) {
        if self.growing.is_growing() {
            return;
        }
        self.compact_attributes();
        self.compact_other_data();
        self.compact_text();
        self.tree.compact_form_owners();
        self.tree.nodes.shrink_to_fit();
    }

    /// Returns whether a node cannot be discarded alone: the root, the contents of a `template`, or
    /// a shadow root.
    pub(super) fn is_kept(&self, node: NodeIndex) -> bool {
        node == self.tree.root_index() || self.tree.host_of(node).is_some()
    }

    /// Discards the descendants of a node.
    pub(super) fn discard_children(&mut self, node: NodeIndex) {
        let mut children = Vec::new();
        while let Some(child) = self.tree.node(node).first_child {
            self.tree.detach(child);
            children.push(child);
        }
        self.discard_all(children);
    }

    /// Discards nodes without a parent, with their descendants and template contents.
    fn discard_all(&mut self, nodes: impl IntoIterator<Item = NodeIndex>) {
        let mut gone = Vec::new();
        for node in nodes {
            self.tree.visit_all(node, |_, id| gone.push(id));
        }
        for id in gone {
            self.tree.discard_node(id);
        }
    }

    /// Keeps the attributes that some element has, in their order, so that elements go on sharing
    /// them.
    fn compact_attributes(&mut self) {
        let tree = &mut self.tree;
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
        let original = original.map_or(&mut [][..], |original| &mut original.nodes);
        for node in tree.nodes.iter_mut().chain(original) {
            if let NodeData::Element(element) = &mut node.data {
                element.first_attribute = kept_before[element.first_attribute as usize];
            }
        }
        tree.attributes = kept.into();
    }

    /// Keeps the doctypes, processing instructions and long texts that some node refers to.
    fn compact_other_data(&mut self) {
        let tree = &mut self.tree;
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

    /// Keeps the text of the tail that something refers to.
    fn compact_text(&mut self) {
        let mut used = Vec::new();
        self.tree.for_each_span(|span| used.push(*span));
        let moves = self.strings.compact_tail(used);
        self.tree.for_each_span(|span| *span = moves.moved(*span));
    }
}

impl Tree {
    /// Calls a function with every span that the tree refers to.
    fn for_each_span(&mut self, mut visit: impl FnMut(&mut Span)) {
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
