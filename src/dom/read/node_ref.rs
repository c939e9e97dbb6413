//! Reading: handles that carry their document.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::dom::arena::{Node, NodeData, NodeId};

use super::document::Document;
use super::element_ref::ElementRef;
use super::leaf_refs::{DoctypeRef, ProcessingInstructionRef};
use super::traverse::{Ancestors, Children, Descendants, Following, last_inclusive_descendant};

/// What kind of node a node is.
///
/// <https://dom.spec.whatwg.org/#dom-node-nodetype>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum NodeKind {
    /// The root of a document.
    Document,
    /// The root of a parsed fragment, or the contents of a `template`.
    DocumentFragment,
    /// A doctype.
    Doctype,
    /// An element.
    Element,
    /// A text; never empty, never next to another after parsing.
    Text,
    /// A comment.
    Comment,
    /// A processing instruction.
    ProcessingInstruction,
}

/// A node of a document, for reading.
///
/// It is small and `Copy`, carries the document with it, and goes from node to node. Two are equal
/// if they stand for the same node of the same document. To remember a node without borrowing the
/// document, keep its [`id`](NodeRef::id).
///
/// ```
/// let document = consomme::parse_fragment("body", "<p>Clear <b>broth</b>!");
/// let p = document.root().first_child().unwrap();
/// let b = p.children().nth(1).unwrap();
/// assert_eq!(b.previous_sibling().unwrap().as_text(), Some("Clear "));
/// assert_eq!(b.following().next().unwrap().as_text(), Some("!"));
/// assert_eq!(b.parent(), Some(p));
/// assert_eq!(b.as_element().unwrap().name(), "b");
/// ```
///
/// <https://dom.spec.whatwg.org/#interface-node>
#[derive(Clone, Copy)]
pub struct NodeRef<'a> {
    pub(super) document: &'a Document,
    pub(super) id: NodeId,
}

impl<'a> NodeRef<'a> {
    pub(crate) fn new(document: &'a Document, id: NodeId) -> Self {
        NodeRef { document, id }
    }

    fn node(self) -> &'a Node {
        self.document.tree.node(self.id)
    }

    fn at(self, id: Option<NodeId>) -> Option<NodeRef<'a>> {
        Some(NodeRef::new(self.document, id?))
    }

    /// The id, with which the node can be found again.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// The document that the node belongs to.
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-document>
    pub fn document(self) -> &'a Document {
        self.document
    }

    /// What kind of node this is.
    ///
    /// <https://dom.spec.whatwg.org/#dom-node-nodetype>
    pub fn kind(self) -> NodeKind {
        match self.node().data {
            NodeData::Document => NodeKind::Document,
            NodeData::DocumentFragment => NodeKind::DocumentFragment,
            NodeData::Doctype(_) => NodeKind::Doctype,
            NodeData::Element(_) => NodeKind::Element,
            NodeData::Text(_) | NodeData::LongText(_) => NodeKind::Text,
            NodeData::Comment(_) => NodeKind::Comment,
            NodeData::ProcessingInstruction(_) => NodeKind::ProcessingInstruction,
        }
    }

    /// The parent. A root has none, nor has the contents of a `template`.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-parent>
    pub fn parent(self) -> Option<NodeRef<'a>> {
        self.at(self.node().parent)
    }

    /// The first child.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-first-child>
    pub fn first_child(self) -> Option<NodeRef<'a>> {
        self.at(self.node().first_child)
    }

    /// The last child.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-last-child>
    pub fn last_child(self) -> Option<NodeRef<'a>> {
        self.at(self.node().last_child)
    }

    /// The next child of the same parent.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-next-sibling>
    pub fn next_sibling(self) -> Option<NodeRef<'a>> {
        self.at(self.node().next_sibling)
    }

    /// The previous child of the same parent.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-previous-sibling>
    pub fn previous_sibling(self) -> Option<NodeRef<'a>> {
        self.at(self.node().previous_sibling)
    }

    /// The children in tree order; can be walked from either end.
    ///
    /// ```
    /// use consomme::NodeKind;
    ///
    /// let document = consomme::parse_fragment("p", "Clear <b>broth</b><!-- hot -->");
    /// let kinds: Vec<_> = document.root().children().map(|node| node.kind()).collect();
    /// assert_eq!(kinds, [NodeKind::Text, NodeKind::Element, NodeKind::Comment]);
    /// assert_eq!(document.root().children().next_back().unwrap().as_comment(), Some(" hot "));
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-child>
    pub fn children(self) -> Children<'a> {
        Children::new(self.first_child(), self.last_child())
    }

    /// The siblings after this node in tree order; can be walked from either end.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-sibling>
    pub fn following_siblings(self) -> Children<'a> {
        Children::new(self.next_sibling(), self.parent().and_then(NodeRef::last_child))
    }

    /// The siblings before this node in tree order; can be walked from either end.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-sibling>
    pub fn preceding_siblings(self) -> Children<'a> {
        Children::new(self.parent().and_then(NodeRef::first_child), self.previous_sibling())
    }

    /// The parent, its parent and so on, up to the root.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<ul><li>Bones");
    /// let text = document.descendants().last().unwrap();
    /// let ancestors: Vec<_> = text.ancestors().map(|node| format!("{node:?}")).collect();
    /// assert_eq!(ancestors, ["<li>", "<ul>", "DocumentFragment"]);
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-ancestor>
    pub fn ancestors(self) -> Ancestors<'a> {
        Ancestors::new(self.parent())
    }

    /// All nodes below this one in tree order; can be walked from either end. The contents of
    /// templates are not among them: see [`ElementRef::template_contents`].
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<p>Clear <b>broth</b>");
    /// let texts: Vec<_> = document.root().descendants().filter_map(|node| node.as_text()).collect();
    /// assert_eq!(texts, ["Clear ", "broth"]);
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-descendant>
    pub fn descendants(self) -> Descendants<'a> {
        Descendants::new(self)
    }

    /// All nodes after this one in tree order that are not below it, up to the end of the tree:
    /// what XPath calls `following`. Can be walked from either end.
    ///
    /// ```
    /// let document = consomme::parse_fragment("body", "<h2>Stock <i>clear</i></h2><p>Bones</p><ul><li>Water</ul>");
    /// let h2 = document.root().first_child().unwrap();
    /// let names: Vec<_> = h2.following().filter_map(|node| node.as_element()).map(|e| e.name()).collect();
    /// assert_eq!(names, ["p", "ul", "li"]);
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-following>
    pub fn following(self) -> Following<'a> {
        Following::new(self)
    }

    /// The next node of the tree in tree order: the first child, or else the first of
    /// [`following`](Self::following).
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-order>
    pub fn next_in_order(self) -> Option<NodeRef<'a>> {
        self.first_child().or_else(|| {
            let mut node = self;
            while node.next_sibling().is_none() {
                node = node.parent()?;
            }
            node.next_sibling()
        })
    }

    /// The previous node of the tree in tree order: the last one that the previous sibling is or
    /// holds, or else the parent.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-order>
    pub fn previous_in_order(self) -> Option<NodeRef<'a>> {
        self.previous_sibling().map(last_inclusive_descendant).or_else(|| self.parent())
    }

    /// The node without a parent that this one is or is below: the [document's
    /// root](Document::root), the contents of a `template`, or the top of what was detached.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-root>
    pub fn root(self) -> NodeRef<'a> {
        self.ancestors().last().unwrap_or(self)
    }

    /// This node as an element, if it is one.
    pub fn as_element(self) -> Option<ElementRef<'a>> {
        match &self.node().data {
            NodeData::Element(data) => Some(ElementRef::new(self, data)),
            _ => None,
        }
    }

    /// The text of a text node.
    ///
    /// <https://dom.spec.whatwg.org/#interface-text>
    pub fn as_text(self) -> Option<&'a str> {
        let document = self.document;
        document.tree.is_text(self.id).then(|| document.tree.text(self.id, &document.strings))
    }

    /// The data of a comment.
    ///
    /// <https://dom.spec.whatwg.org/#interface-comment>
    pub fn as_comment(self) -> Option<&'a str> {
        match self.node().data {
            NodeData::Comment(data) => Some(self.document.strings.get(data)),
            _ => None,
        }
    }

    /// This node as a doctype, if it is one.
    ///
    /// <https://dom.spec.whatwg.org/#concept-doctype>
    pub fn as_doctype(self) -> Option<DoctypeRef<'a>> {
        match self.node().data {
            NodeData::Doctype(index) => {
                let data = self.document.tree.doctypes.get(index as usize)?;
                Some(DoctypeRef::new(self, data))
            }
            _ => None,
        }
    }

    /// This node as a processing instruction, if it is one.
    ///
    /// <https://dom.spec.whatwg.org/#interface-processinginstruction>
    pub fn as_processing_instruction(self) -> Option<ProcessingInstructionRef<'a>> {
        let instruction = self.document.tree.instruction(self.id)?;
        let target = self.document.strings.name(instruction.target);
        Some(ProcessingInstructionRef::new(
            self,
            target,
            self.document.strings.get(instruction.data),
        ))
    }

    /// The text of all texts below this node, one after the other, as scripts see it; that of a
    /// text, comment or processing instruction is its own. Unlike in the DOM, that of a document is
    /// the text of all its nodes.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<p>Clear <b>broth</b></p><p>Hot<!-- not -->");
    /// assert_eq!(document.root().text_content(), "Clear brothHot");
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#dom-node-textcontent>
    pub fn text_content(self) -> String {
        match self.node().data {
            NodeData::Text(_) | NodeData::LongText(_) | NodeData::Comment(_) => {
                self.document.tree.text(self.id, &self.document.strings).to_owned()
            }
            NodeData::ProcessingInstruction(_) => {
                let instruction = self.document.tree.instruction(self.id);
                instruction
                    .map_or("", |instruction| self.document.strings.get(instruction.data))
                    .to_owned()
            }
            _ => self.descendants().filter_map(NodeRef::as_text).collect(),
        }
    }
}

/// Two handles are equal if they stand for the same node of the same document (not of a clone).
impl PartialEq for NodeRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && std::ptr::eq(self.document, other.document)
    }
}

impl Eq for NodeRef<'_> {}

impl Hash for NodeRef<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

/// Prints an element as its start tag, any other node as it is written.
impl fmt::Debug for NodeRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(element) = self.as_element() {
            return element.fmt(f);
        }
        if let Some(text) = self.as_text() {
            return write!(f, "{text:?}");
        }
        if let Some(comment) = self.as_comment() {
            return write!(f, "<!--{comment}-->");
        }
        if let Some(doctype) = self.as_doctype() {
            return write!(f, "<!DOCTYPE {}>", doctype.name());
        }
        if let Some(instruction) = self.as_processing_instruction() {
            return write!(f, "<?{} {}?>", instruction.target(), instruction.data());
        }
        write!(f, "{:?}", self.kind())
    }
}
