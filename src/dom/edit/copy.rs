//! Copies within a document and between documents.

use crate::dom::arena::{Instruction, NodeData, NodeId, NodeIndex, ShadowRoot};
use crate::dom::read::{Document, NodeRef};
use crate::names::{AttributeName, ElementName, LocalName, known};
use crate::text::{Attribute, Span};
use crate::tree_sink::NewDoctype;

use super::tree_error::TreeError;

/// The size of copies of nodes.
#[derive(Clone, Copy, Debug, Default)]
struct CopySize {
    nodes: usize,
    attributes: usize,
    bytes: usize,
}

/// Which shadow roots are copied with their hosts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ShadowRootCopies {
    /// Only clonable shadow roots are copied.
    Clonable,
    /// All: the copies take the place of the originals.
    All,
}

/// Edits: copies, within a document and from another one.
impl Document {
    /// Copies a node with its descendants and template contents. The copy has no parent. Shadow
    /// roots are copied with their hosts if they are
    /// [clonable](crate::shadow::ShadowRootInit::clonable).
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("ul", "<li class=a>Bones");
    /// let li = document.root().first_child().unwrap().id();
    /// let copy = document.clone_node(li)?;
    /// document.set_text(copy, "Water")?;
    /// document.insert_after(li, copy)?;
    /// assert_eq!(document.inner_html(), "<li class=\"a\">Bones</li><li class=\"a\">Water</li>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`DocumentCopied`](TreeError::DocumentCopied) for the root of a document (`clone` copies
    /// documents); [`ShadowRootCopied`](TreeError::ShadowRootCopied);
    /// [`UnknownNode`](TreeError::UnknownNode), [`TooManyNodes`](TreeError::TooManyNodes).
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-clone>
    #[doc(alias = "cloneNode")]
    #[track_caller]
    pub fn clone_node(&mut self, node: NodeId) -> Result<NodeId, TreeError> {
        let node = from_copyable(self, self.known(node)?)?;
        self.ensure_capacity_for_nodes(size_of_all(self, node).nodes)?;
        let copy = self.tree.clone_node(node);
        self.tree.clone_children(node, copy);
        if self.tree.is_html(node, known::TEMPLATE) {
            let (from, to) = (self.tree.contents_of(node), self.tree.contents_of(copy));
            self.tree.clone_children(from, to);
        }
        if let Some((from, to)) = self.tree.clone_shadow_root(node, copy) {
            self.tree.clone_children(from, to);
        }
        Ok(self.tree.id(copy))
    }

    /// Copies a node without its descendants; an element keeps its attributes. The copy has no
    /// parent. A [clonable](crate::shadow::ShadowRootInit::clonable) shadow root is copied with all
    /// its descendants.
    ///
    /// # Errors
    ///
    /// As [`clone_node`](Document::clone_node).
    ///
    /// <https://dom.spec.whatwg.org/#dom-node-clonenode>
    #[track_caller]
    pub fn clone_shallow(&mut self, node: NodeId) -> Result<NodeId, TreeError> {
        let node = from_copyable(self, self.known(node)?)?;
        let shadow_nodes =
            self.tree.shadow_root_of(node).map_or(0, |root| size_of_all(self, root).nodes);
        self.ensure_capacity_for_nodes(2 + shadow_nodes)?;
        let copy = self.tree.clone_node(node);
        if let Some((from, to)) = self.tree.clone_shadow_root(node, copy) {
            self.tree.clone_children(from, to);
        }
        Ok(self.tree.id(copy))
    }

    /// Copies a node of another document into this one, with its descendants and template contents.
    /// The copy has no parent. Shadow roots are copied with their hosts if they are
    /// [clonable](crate::shadow::ShadowRootInit::clonable).
    ///
    /// ```
    /// use consomme::{Document, parse_document};
    ///
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let page = parse_document(b"<h1>Menu</h1><p>Broth", &Default::default());
    /// let mut part = Document::new_fragment();
    /// for h1 in page.descendant_elements().filter(|element| element.name() == "h1") {
    ///     let copy = part.import_node(h1)?;
    ///     part.append(part.root().id(), copy)?;
    /// }
    /// assert_eq!(part.inner_html(), "<h1>Menu</h1>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`DocumentCopied`](TreeError::DocumentCopied) for the root of a document,
    /// [`ShadowRootCopied`](TreeError::ShadowRootCopied),
    /// [`TooManyNodes`](TreeError::TooManyNodes),
    /// [`TooManyAttributes`](TreeError::TooManyAttributes),
    /// [`TooMuchText`](TreeError::TooMuchText).
    ///
    /// <https://dom.spec.whatwg.org/#dom-document-importnode>
    #[doc(alias = "importNode")]
    pub fn import_node<'a>(&mut self, node: impl Into<NodeRef<'a>>) -> Result<NodeId, TreeError> {
        let copy = self.import_all(node.into(), ShadowRootCopies::Clonable)?;
        Ok(self.tree.id(copy))
    }

    /// Copies a node of another document with its descendants and template contents, and with the
    /// shadow roots that `shadow_roots` selects.
    fn import_all(
        &mut self,
        node: NodeRef<'_>,
        shadow_roots: ShadowRootCopies,
    ) -> Result<NodeIndex, TreeError> {
        let (from, id) = (node.document(), from_copyable(node.document(), node.index())?);
        self.ensure_capacity_for(size_of_all(from, id))?;
        let copy = self.import_one(from, id);
        self.import_below(from, &[(id, copy)], shadow_roots);
        Ok(copy)
    }

    /// Moves a node with its descendants from another document into this one, where it gets another
    /// id and has no parent. In the other document it is [discarded](Document::discard). The root
    /// of a fragment and the contents of a `template` stay in their document; their children move,
    /// in a new document fragment. All shadow roots move with their hosts.
    ///
    /// ```
    /// use consomme::parse_fragment;
    ///
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut from = parse_fragment("ul", "<li>Bones<li>Water");
    /// let mut to = parse_fragment("ul", "<li>Salt");
    /// let bones = from.root().first_child().unwrap().id();
    /// let bones = to.adopt_node(&mut from, bones)?;
    /// to.prepend(to.root().id(), bones)?;
    /// assert_eq!(from.inner_html(), "<li>Water</li>");
    /// assert_eq!(to.inner_html(), "<li>Bones</li><li>Salt</li>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`import_node`](Document::import_node), [`UnknownNode`](TreeError::UnknownNode) if
    /// `from` has no such node, and [`DocumentIsGrowing`](TreeError::DocumentIsGrowing) if a parser
    /// builds it.
    ///
    /// <https://dom.spec.whatwg.org/#dom-document-adoptnode>
    #[track_caller]
    pub fn adopt_node(&mut self, from: &mut Document, node: NodeId) -> Result<NodeId, TreeError> {
        let index = from.known(node)?;
        if from.growing.is_growing() {
            return Err(TreeError::DocumentIsGrowing { node });
        }
        let copy = self.import_all(NodeRef::new(from, index), ShadowRootCopies::All)?;
        self.import_form_owners(from, &[(index, copy)]);
        if from.is_kept(index) {
            from.discard_children(index);
        } else {
            from.discard(node)?;
        }
        Ok(self.tree.id(copy))
    }

    /// Copies the children of a node of another document into `parent`: right before its child
    /// `before`, or to the end. The caller makes sure that they are valid there.
    pub(crate) fn import_children(
        &mut self,
        from: NodeRef<'_>,
        parent: NodeIndex,
        before: Option<NodeIndex>,
    ) -> Result<(), TreeError> {
        self.ensure_capacity_for(size_of_all(from.document(), from.index()))?;
        let mut copies = Vec::new();
        for child in from.children() {
            let copy = self.import_one(child.document(), child.index());
            match before {
                Some(before) => self.tree.insert_child_before(before, copy),
                None => self.tree.append_child(parent, copy),
            }
            copies.push((child.index(), copy));
        }
        self.import_below(from.document(), &copies, ShadowRootCopies::All);
        self.import_form_owners(from.document(), &copies);
        Ok(())
    }

    /// Copies the descendants of nodes of another document to their copies.
    fn import_below(
        &mut self,
        from: &Document,
        copies: &[(NodeIndex, NodeIndex)],
        shadow_roots: ShadowRootCopies,
    ) {
        // The last entry is the next, so that copies are created in tree order.
        let mut waiting: Vec<_> = copies.iter().rev().copied().collect();
        while let Some((original, copy)) = waiting.pop() {
            let mut next = from.tree.node(original).first_child();
            while let Some(child) = next {
                let child_copy = self.import_one(from, child);
                self.tree.append_child(copy, child_copy);
                waiting.push((child, child_copy));
                next = from.tree.node(child).next_sibling();
            }
            if from.tree.is_html(original, known::TEMPLATE) {
                waiting.push((from.tree.contents_of(original), self.tree.contents_of(copy)));
            }
            if let Some(root) = from.tree.shadow_root_of(original)
                && let Some(&data) = from.tree.shadow_root(root)
                && (data.init.clonable || shadow_roots == ShadowRootCopies::All)
            {
                let root_copy = self.tree.create_shadow_root(ShadowRoot { host: copy, ..data });
                waiting.push((root, root_copy));
            }
        }
    }

    /// Copies a node of another document without its descendants.
    fn import_one(&mut self, from: &Document, id: NodeIndex) -> NodeIndex {
        let data = match from.tree.node(id).data {
            NodeData::Element(element) => {
                let name = element.name();
                let name = ElementName { local: self.import_name(from, name.local), ..name };
                let attributes = from.tree.attributes_of(&element);
                let attributes: Vec<Attribute> = attributes
                    .iter()
                    .map(|attribute| self.import_attribute(from, attribute))
                    .collect();
                return self.tree.create_element_node(name, &attributes.into());
            }
            NodeData::Text(_) | NodeData::LongText(_) => {
                NodeData::Text(self.import_str(from.tree.text(id, &from.strings)))
            }
            NodeData::Comment(data) => NodeData::Comment(self.import_span(from, data)),
            NodeData::ProcessingInstruction(index) => {
                let Instruction { target, data } = *from.tree.instruction_at(index);
                let (target, data) = (self.import_name(from, target), self.import_span(from, data));
                self.tree.instruction_data(target, data)
            }
            NodeData::Doctype(index) => {
                let doctype = *from.tree.doctype(index);
                let doctype = NewDoctype {
                    name: self.import_span(from, doctype.name),
                    public_id: self.import_span(from, doctype.public_id),
                    system_id: self.import_span(from, doctype.system_id),
                };
                self.tree.doctype_data(doctype)
            }
            NodeData::Document | NodeData::DocumentFragment => NodeData::DocumentFragment,
        };
        self.tree.create(data)
    }

    fn import_attribute(&mut self, from: &Document, attribute: &Attribute) -> Attribute {
        let local = self.import_name(from, attribute.name());
        Attribute {
            value: self.import_span(from, attribute.value),
            name: AttributeName::new(attribute.namespace(), local),
        }
    }

    fn import_name(&mut self, from: &Document, name: LocalName) -> LocalName {
        match name.known_index() {
            Some(_) => name,
            None => self.strings.names_mut().intern(from.strings.name(name)),
        }
    }

    fn import_span(&mut self, from: &Document, span: Span) -> Span {
        self.import_str(from.strings.get(span))
    }

    fn import_str(&mut self, text: &str) -> Span {
        if text.is_empty() { Span::EMPTY } else { self.strings.push(text) }
    }

    fn ensure_capacity_for(&self, size: CopySize) -> Result<(), TreeError> {
        self.ensure_capacity_for_nodes(size.nodes)?;
        self.ensure_capacity_for_attributes(size.attributes)?;
        self.ensure_capacity_for_text(size.bytes)
    }
}

/// Returns the node unless it is a document or a shadow root.
fn from_copyable(document: &Document, index: NodeIndex) -> Result<NodeIndex, TreeError> {
    let tree = &document.tree;
    match tree.node(index).data {
        NodeData::Document => Err(TreeError::DocumentCopied { node: tree.id(index) }),
        NodeData::DocumentFragment if tree.shadow_root(index).is_some() => {
            Err(TreeError::ShadowRootCopied { node: tree.id(index) })
        }
        _ => Ok(index),
    }
}

/// Returns an upper bound of the size of a copy of a node with its descendants and template
/// contents.
fn size_of_all(document: &Document, top: NodeIndex) -> CopySize {
    let Document { tree, strings, .. } = document;
    let mut size = CopySize::default();
    tree.visit_all(top, |tree, id| {
        size.nodes += 1;
        match tree.node(id).data {
            NodeData::Element(element) => {
                let attributes = tree.attributes_of(&element);
                size.attributes += attributes.len();
                size.bytes +=
                    attributes.iter().map(|attribute| attribute.value.len()).sum::<usize>();
            }
            NodeData::Doctype(index) => {
                let doctype = *tree.doctype(index);
                size.bytes +=
                    doctype.name.len() + doctype.public_id.len() + doctype.system_id.len();
            }
            NodeData::ProcessingInstruction(index) => {
                size.bytes += tree.instruction_at(index).data.len();
            }
            _ => size.bytes += tree.text(id, strings).len(),
        }
    });
    size
}
