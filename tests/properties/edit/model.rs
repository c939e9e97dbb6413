//! A tree as plainly as can be, to compare edits of a document with: each rule is written out from
//! the DOM Standard, and nothing is fast.

use std::collections::BTreeMap;

use consomme::{AttributeNamespace, Document, Namespace, NodeId, NodeKind, NodeRef};

/// An attribute: namespace, prefix, local name, value.
pub(crate) type ModelAttribute = (Option<&'static str>, Option<&'static str>, String, String);

/// The kind of a node, without its data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Document,
    DocumentFragment,
    Doctype,
    Element,
    Text,
    Comment,
    ProcessingInstruction,
}

impl Kind {
    fn of(node: NodeRef<'_>) -> Kind {
        match node.kind() {
            NodeKind::Document => Kind::Document,
            NodeKind::DocumentFragment => Kind::DocumentFragment,
            NodeKind::Doctype(_) => Kind::Doctype,
            NodeKind::Element(_) => Kind::Element,
            NodeKind::Text(_) => Kind::Text,
            NodeKind::Comment(_) => Kind::Comment,
            NodeKind::ProcessingInstruction(_) => Kind::ProcessingInstruction,
            other => panic!("{other:?}"),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ModelNode {
    pub(crate) kind: Kind,
    pub(crate) namespace: Namespace,
    /// The name of an element, a doctype or a processing instruction.
    pub(crate) name: String,
    /// The text of a text, comment or processing instruction; the identifiers of a doctype.
    pub(crate) text: String,
    pub(crate) attributes: Vec<ModelAttribute>,
    pub(crate) parent: Option<NodeId>,
    pub(crate) children: Vec<NodeId>,
    pub(crate) contents: Option<NodeId>,
    pub(crate) host: Option<NodeId>,
}

impl ModelNode {
    /// A node without its place.
    fn read(node: NodeRef<'_>) -> ModelNode {
        let mut model = ModelNode {
            kind: Kind::of(node),
            namespace: Namespace::Html,
            name: String::new(),
            text: String::new(),
            attributes: Vec::new(),
            parent: None,
            children: Vec::new(),
            contents: None,
            host: None,
        };
        if let Some(element) = node.as_element() {
            model.namespace = element.namespace();
            model.name = element.name().to_owned();
            let attributes = element.attrs();
            model.attributes = attributes
                .map(|a| {
                    (a.namespace().url(), a.prefix(), a.name().to_owned(), a.value().to_owned())
                })
                .collect();
        } else if let Some(doctype) = node.as_doctype() {
            model.name = doctype.name().to_owned();
            model.text = format!("{} {}", doctype.public_id(), doctype.system_id());
        } else if let Some(instruction) = node.as_processing_instruction() {
            model.name = instruction.target().to_owned();
            model.text = instruction.data().to_owned();
        } else {
            model.text = node.as_text().or(node.as_comment()).unwrap_or_default().to_owned();
        }
        model
    }
}

/// A node with all that is below it, apart from any document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    node: ModelNode,
    children: Vec<Part>,
    contents: Option<Box<Part>>,
}

impl Part {
    pub(crate) fn read(node: NodeRef<'_>) -> Part {
        let contents = node.as_element().and_then(|element| element.template_contents());
        Part {
            node: ModelNode::read(node),
            children: node.children().map(Part::read).collect(),
            contents: contents.map(|contents| Box::new(Part::read(contents))),
        }
    }

    pub(crate) fn children(&self) -> &[Part] {
        &self.children
    }
}

/// All nodes that the document was ever seen to have and that were not discarded.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Model {
    pub(crate) nodes: BTreeMap<NodeId, ModelNode>,
    /// Ids of another document.
    pub(crate) foreign: Vec<NodeId>,
}

impl Model {
    pub(crate) fn read(document: &Document) -> Model {
        let mut model = Model::default();
        model.add(&Part::read(document.root()), document.root());
        model
    }

    /// Takes up a part, whose nodes have the ids of those below a node of the document. Whether the
    /// document really has such nodes there shows in the comparison that follows.
    pub(crate) fn add(&mut self, part: &Part, place: NodeRef<'_>) {
        let id = place.id();
        let mut node = part.node.clone();
        for (child, place) in part.children.iter().zip(place.children()) {
            node.children.push(place.id());
            self.add(child, place);
            self.get_mut(place.id()).parent = Some(id);
        }
        let place = place.as_element().and_then(|element| element.template_contents());
        if let (Some(contents), Some(place)) = (&part.contents, place) {
            node.contents = Some(place.id());
            self.add(contents, place);
            self.get_mut(place.id()).host = Some(id);
        }
        self.nodes.insert(id, node);
    }

    /// A node of the model with all that belongs to it.
    pub(crate) fn part(&self, id: NodeId) -> Part {
        let node = &self.nodes[&id];
        Part {
            node: ModelNode {
                parent: None,
                children: Vec::new(),
                contents: None,
                host: None,
                ..node.clone()
            },
            children: node.children.iter().map(|child| self.part(*child)).collect(),
            contents: node.contents.map(|contents| Box::new(self.part(contents))),
        }
    }

    /// Copies the node without its descendants.
    pub(crate) fn part_alone(&self, id: NodeId) -> Part {
        let Part { node, contents, .. } = self.part(id);
        let empty = |contents: Box<Part>| Box::new(Part { children: Vec::new(), ..*contents });
        Part { node, children: Vec::new(), contents: contents.map(empty) }
    }

    pub(crate) fn get(&self, id: NodeId) -> &ModelNode {
        &self.nodes[&id]
    }

    pub(crate) fn get_mut(&mut self, id: NodeId) -> &mut ModelNode {
        self.nodes.get_mut(&id).unwrap()
    }

    pub(crate) fn has(&self, id: NodeId) -> bool {
        self.nodes.contains_key(&id)
    }

    pub(crate) fn kind(&self, id: NodeId) -> Kind {
        self.get(id).kind
    }

    pub(crate) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.get(id).parent
    }

    pub(crate) fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        let siblings = &self.get(self.parent(id)?).children;
        let index = siblings.iter().position(|other| *other == id)?;
        siblings.get(index + 1).copied()
    }

    /// All nodes below one in tree order.
    pub(crate) fn descendants(&self, id: NodeId) -> Vec<NodeId> {
        let children = self.get(id).children.iter();
        children.flat_map(|child| [vec![*child], self.descendants(*child)].concat()).collect()
    }

    /// <https://dom.spec.whatwg.org/#concept-tree-host-including-inclusive-ancestor>
    fn is_host_including_inclusive_ancestor(&self, node: NodeId, of: NodeId) -> bool {
        let ModelNode { parent, host, .. } = self.get(of);
        node == of
            || parent
                .or(*host)
                .is_some_and(|of| self.is_host_including_inclusive_ancestor(node, of))
    }

    /// The result of the first five steps, which inserting and replacing share.
    fn refused_anywhere(&self, node: NodeId, parent: NodeId) -> Option<&'static str> {
        use Kind::{Doctype, Document, DocumentFragment, Element, Text};
        match (self.kind(parent), self.kind(node)) {
            (kind, _) if ![Document, DocumentFragment, Element].contains(&kind) => {
                Some("NotAParent")
            }
            _ if self.is_host_including_inclusive_ancestor(node, parent) => Some("Cycle"),
            (_, Document) => Some("DocumentAsChild"),
            (Document, Text) => Some("TextInDocument"),
            (kind, Doctype) if kind != Document => Some("DoctypeOutsideDocument"),
            _ => None,
        }
    }

    /// Step 6: `others` are the children of the document that count, `preceding` and `following`
    /// the ones on either side.
    fn refused_in_document(
        &self,
        node: NodeId,
        others: &[NodeId],
        preceding: &[NodeId],
        following: &[NodeId],
    ) -> Option<&'static str> {
        let any = |ids: &[NodeId], kind| ids.iter().any(|id| self.kind(*id) == kind);
        let count = |ids: &[NodeId], kind| ids.iter().filter(|id| self.kind(**id) == kind).count();
        let brought = match self.kind(node) {
            Kind::DocumentFragment => self.get(node).children.clone(),
            _ => vec![node],
        };
        if any(&brought, Kind::Text) {
            return Some("TextInDocument");
        }
        match count(&brought, Kind::Element) {
            0 => {}
            1 if any(others, Kind::Element) => return Some("SecondElement"),
            1 if any(following, Kind::Doctype) => return Some("ElementBeforeDoctype"),
            1 => {}
            _ => return Some("SecondElement"),
        }
        if any(&brought, Kind::Doctype) {
            if any(others, Kind::Doctype) {
                return Some("SecondDoctype");
            }
            if any(preceding, Kind::Element) {
                return Some("DoctypeAfterElement");
            }
        }
        None
    }

    /// Why a node may not be inserted before a child, by the name of the error.
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity>
    pub(crate) fn insertion_refused(
        &self,
        node: NodeId,
        parent: NodeId,
        before: Option<NodeId>,
    ) -> Option<&'static str> {
        self.refused_anywhere(node, parent).or_else(|| {
            let children = &self.get(parent).children;
            let index =
                children.iter().position(|child| Some(*child) == before).unwrap_or(children.len());
            let in_document = self.kind(parent) == Kind::Document;
            in_document
                .then(|| {
                    self.refused_in_document(node, children, &children[..index], &children[index..])
                })
                .flatten()
        })
    }

    /// Why a child may not be replaced by a node, or by the children of an element, by the name of
    /// the error.
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-replace>
    pub(crate) fn replacement_refused(
        &self,
        old: NodeId,
        new: NodeId,
        parent: NodeId,
    ) -> Option<&'static str> {
        self.refused_anywhere(new, parent).or_else(|| {
            let children = &self.get(parent).children;
            let index = children.iter().position(|child| *child == old).unwrap();
            let (preceding, following) = (&children[..index], &children[index + 1..]);
            let in_document = self.kind(parent) == Kind::Document;
            in_document
                .then(|| {
                    self.refused_in_document(
                        new,
                        &[preceding, following].concat(),
                        preceding,
                        following,
                    )
                })
                .flatten()
        })
    }

    pub(crate) fn detach(&mut self, id: NodeId) {
        if let Some(parent) = self.get_mut(id).parent.take() {
            self.get_mut(parent).children.retain(|child| *child != id);
        }
    }

    /// <https://dom.spec.whatwg.org/#concept-node-insert>
    pub(crate) fn insert(&mut self, node: NodeId, parent: NodeId, before: Option<NodeId>) {
        let before = if before == Some(node) { self.next_sibling(node) } else { before };
        let nodes = match self.kind(node) {
            Kind::DocumentFragment => self.get(node).children.clone(),
            _ => vec![node],
        };
        for node in nodes {
            self.detach(node);
            let children = &mut self.get_mut(parent).children;
            let index =
                children.iter().position(|child| Some(*child) == before).unwrap_or(children.len());
            children.insert(index, node);
            self.get_mut(node).parent = Some(parent);
        }
    }

    /// <https://dom.spec.whatwg.org/#concept-node-replace>
    pub(crate) fn replace(&mut self, old: NodeId, new: NodeId) {
        let parent = self.parent(old).unwrap();
        let mut before = self.next_sibling(old);
        if before == Some(new) {
            before = self.next_sibling(new);
        }
        self.detach(old);
        self.insert(new, parent, before);
    }

    /// <https://dom.spec.whatwg.org/#dom-node-normalize>
    pub(crate) fn normalize(&mut self, id: NodeId) {
        let mut kept: Vec<NodeId> = Vec::new();
        for child in self.get(id).children.clone() {
            self.normalize(child);
            let is_text = self.kind(child) == Kind::Text;
            let last_text = kept.last().copied().filter(|last| self.kind(*last) == Kind::Text);
            match last_text.filter(|_| is_text) {
                Some(last) => {
                    let more = self.get(child).text.clone();
                    self.get_mut(last).text += &more;
                    self.get_mut(child).parent = None;
                }
                None if is_text && self.get(child).text.is_empty() => {
                    self.get_mut(child).parent = None;
                }
                None => kept.push(child),
            }
        }
        self.get_mut(id).children = kept;
    }

    pub(crate) fn discard(&mut self, id: NodeId) {
        self.detach(id);
        let ModelNode { children, contents, .. } = self.nodes.remove(&id).unwrap();
        for below in children.into_iter().chain(contents) {
            self.nodes.get_mut(&below).unwrap().parent = None;
            self.discard(below);
        }
    }

    /// The place of an attribute by qualified name.
    pub(crate) fn attribute_named(&self, id: NodeId, name: &str) -> Option<usize> {
        let node = self.get(id);
        let name = self.qualified_name(id, name);
        node.attributes.iter().position(|(_, prefix, local, _)| match prefix {
            Some(prefix) => format!("{prefix}:{local}") == name,
            None => *local == name,
        })
    }

    /// The place of an attribute by namespace and local name.
    pub(crate) fn attribute_ns(
        &self,
        id: NodeId,
        namespace: AttributeNamespace,
        name: &str,
    ) -> Option<usize> {
        let attributes = &self.get(id).attributes;
        attributes.iter().position(|(url, _, local, _)| *url == namespace.url() && local == name)
    }

    pub(crate) fn qualified_name(&self, id: NodeId, name: &str) -> String {
        let is_html = self.get(id).namespace == Namespace::Html;
        if is_html { name.to_ascii_lowercase() } else { name.to_owned() }
    }

    /// Fails unless the document has these nodes, is sound, and its walks give them in order.
    pub(crate) fn assert_is(&self, document: &Document) {
        document.check_invariants().unwrap();
        for (id, expected) in &self.nodes {
            let node = document.get(*id).unwrap();
            let mut found = ModelNode::read(node);
            found.parent = node.parent().map(NodeRef::id);
            found.children = node.children().map(NodeRef::id).collect();
            let contents = node.as_element().and_then(|element| element.template_contents());
            found.contents = contents.map(NodeRef::id);
            found.host = expected.host;
            assert_eq!(found, *expected, "{id:?}");
        }
    }

    /// Fails unless the walks of the document give the nodes in the order that the model has them
    /// in.
    pub(crate) fn assert_walks(&self, document: &Document) {
        for id in self.nodes.keys() {
            let node = document.node(*id);
            let descendants = self.descendants(*id);
            assert_eq!(node.descendants().map(NodeRef::id).collect::<Vec<_>>(), descendants);
            let mut backwards: Vec<_> = node.descendants().rev().map(NodeRef::id).collect();
            backwards.reverse();
            assert_eq!(backwards, descendants);
            let root = node.root();
            let all = [vec![root.id()], self.descendants(root.id())].concat();
            let at = all.iter().position(|other| other == id).unwrap();
            let following = &all[at + 1 + descendants.len()..];
            assert_eq!(node.following().map(NodeRef::id).collect::<Vec<_>>(), following);
            let mut backwards: Vec<_> = node.following().rev().map(NodeRef::id).collect();
            backwards.reverse();
            assert_eq!(backwards, following);
            assert_eq!(node.next_in_order().map(NodeRef::id), all.get(at + 1).copied());
            let previous = at.checked_sub(1).map(|at| all[at]);
            assert_eq!(node.previous_in_order().map(NodeRef::id), previous);
        }
    }
}
