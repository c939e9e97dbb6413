//! Nodes, for reading.

use std::fmt;
use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;

use crate::dom::arena::{Node, NodeData, NodeId, NodeIndex};

use super::document::Document;
use super::element_ref::ElementRef;
use super::leaf_refs::{DoctypeRef, ProcessingInstructionRef};
use super::node_kind::NodeKind;
use super::traverse::{Ancestors, Children, Preceding, TreeOrder, last_inclusive_descendant};

/// A node of a document, for reading.
///
/// A `NodeRef` borrows its document and is `Copy`; its methods lead from node to node. Two are
/// equal if they are the same node of the same document. To keep a node without borrowing the
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
    pub(super) index: NodeIndex,
}

/// Identity and relatives.
impl<'a> NodeRef<'a> {
    #[inline]
    pub(crate) fn new(document: &'a Document, index: NodeIndex) -> Self {
        NodeRef { document, index }
    }

    #[inline]
    pub(super) fn node(self) -> &'a Node {
        self.document.tree.node(self.index)
    }

    #[inline]
    fn at(self, index: Option<NodeIndex>) -> Option<NodeRef<'a>> {
        Some(NodeRef::new(self.document, index?))
    }

    /// Returns the index of the node in the arena.
    #[inline]
    pub(crate) fn index(self) -> NodeIndex {
        self.index
    }

    /// Returns the id, by which [`Document::node`] finds the node again: in this document or a
    /// clone of it.
    #[inline]
    pub fn id(self) -> NodeId {
        self.document.tree.id(self.index)
    }

    /// Returns the document that the node belongs to.
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-document>
    #[inline]
    pub fn document(self) -> &'a Document {
        self.document
    }

    /// Returns the parent. `None` for a root, for the contents of a `template`, for a shadow root,
    /// and for a node that was detached.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-parent>
    #[inline]
    pub fn parent(self) -> Option<NodeRef<'a>> {
        self.at(self.node().parent())
    }

    /// Returns the first child.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-first-child>
    #[inline]
    pub fn first_child(self) -> Option<NodeRef<'a>> {
        self.at(self.node().first_child())
    }

    /// Returns the last child.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-last-child>
    pub fn last_child(self) -> Option<NodeRef<'a>> {
        self.at(self.node().last_child())
    }

    /// Returns the sibling right after this node.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-next-sibling>
    #[inline]
    pub fn next_sibling(self) -> Option<NodeRef<'a>> {
        self.at(self.node().next_sibling())
    }

    /// Returns the sibling right before this node.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-previous-sibling>
    pub fn previous_sibling(self) -> Option<NodeRef<'a>> {
        self.at(self.node().previous_sibling())
    }

    /// Returns the children in tree order, as a double-ended iterator.
    ///
    /// ```
    /// let document = consomme::parse_fragment("p", "Clear <b>broth</b><!-- hot -->");
    /// let kinds: Vec<_> = document.root().children().map(|node| node.kind().as_str()).collect();
    /// assert_eq!(kinds, ["text", "element", "comment"]);
    /// assert_eq!(document.root().children().next_back().unwrap().as_comment(), Some(" hot "));
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-child>
    #[doc(alias = "childNodes")]
    pub fn children(self) -> Children<'a> {
        Children::new(self.first_child(), self.last_child())
    }

    /// Returns the siblings after this node in tree order, as a double-ended iterator.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-sibling>
    pub fn following_siblings(self) -> Children<'a> {
        Children::new(self.next_sibling(), self.parent().and_then(NodeRef::last_child))
    }

    /// Returns the siblings before this node in tree order, as a double-ended iterator.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-sibling>
    pub fn preceding_siblings(self) -> Children<'a> {
        Children::new(self.parent().and_then(NodeRef::first_child), self.previous_sibling())
    }
}

/// Iterators over relatives, and document order.
impl<'a> NodeRef<'a> {
    /// Returns the parent, its parent and so on, up to the root.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<ul><li>Bones");
    /// let text = document.descendants().last().unwrap();
    /// let ancestors: Vec<_> = text.ancestors().map(|node| format!("{node:?}")).collect();
    /// assert_eq!(ancestors, ["<li>", "<ul>", "DocumentFragment"]);
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-ancestor>
    #[doc(alias = "parents")]
    #[doc(alias = "closest")]
    pub fn ancestors(self) -> Ancestors<'a> {
        Ancestors::new(self.parent())
    }

    /// Returns the descendants in tree order, as a double-ended iterator. The contents of templates
    /// and shadow roots are not among them: see [`ElementRef::template_contents`] and
    /// [`ElementRef::shadow_root`].
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<p>Clear <b>broth</b>");
    /// let texts: Vec<_> = document.root().descendants().filter_map(|node| node.as_text()).collect();
    /// assert_eq!(texts, ["Clear ", "broth"]);
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-descendant>
    pub fn descendants(self) -> TreeOrder<'a> {
        TreeOrder::of_descendants(self)
    }

    /// Returns this node and its [`descendants`](Self::descendants) in tree order, as a
    /// double-ended iterator.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<p>Clear <b>broth</b>");
    /// let p = document.root().first_child().unwrap();
    /// assert_eq!(p.inclusive_descendants().next(), Some(p));
    /// assert_eq!(p.inclusive_descendants().count(), 4);
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-inclusive-descendant>
    pub fn inclusive_descendants(self) -> TreeOrder<'a> {
        TreeOrder::of_inclusive_descendants(self)
    }

    /// Returns this node, its parent, the parent of that and so on, up to the root.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-inclusive-ancestor>
    pub fn inclusive_ancestors(self) -> Ancestors<'a> {
        Ancestors::new(Some(self))
    }

    /// Returns whether the node has children.
    #[doc(alias = "hasChildNodes")]
    pub fn has_children(self) -> bool {
        self.first_child().is_some()
    }

    /// Returns how many siblings are before this node; `None` if it has no parent. Takes time
    /// linear in that number.
    ///
    /// ```
    /// let document = consomme::parse_fragment("p", "Clear <b>broth</b>");
    /// let b = document.root().last_child().unwrap();
    /// assert_eq!((b.index_in_parent(), document.root().index_in_parent()), (Some(1), None));
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-index>
    #[doc(alias = "siblingIndex")]
    pub fn index_in_parent(self) -> Option<usize> {
        self.parent()?;
        Some(self.preceding_siblings().count())
    }

    /// Returns all nodes after this one in tree order, except for its descendants, as a
    /// double-ended iterator: the `following` axis of XPath.
    ///
    /// ```
    /// let document = consomme::parse_fragment("body", "<h2>Stock <i>clear</i></h2><p>Bones</p><ul><li>Water</ul>");
    /// let h2 = document.root().first_child().unwrap();
    /// let names: Vec<_> = h2.following().filter_map(|node| node.as_element()).map(|e| e.name()).collect();
    /// assert_eq!(names, ["p", "ul", "li"]);
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-following>
    pub fn following(self) -> TreeOrder<'a> {
        TreeOrder::of_following(self)
    }

    /// Returns all nodes before this one in tree order, except for its ancestors, the nearest
    /// first: the `preceding` axis of XPath.
    ///
    /// ```
    /// let document = consomme::parse_fragment("body", "<h2>Stock</h2><ul><li>Bones</li><li>Water</li></ul>");
    /// let water = document.descendants().find(|node| node.as_text() == Some("Water")).unwrap();
    /// let names: Vec<_> = water.preceding().filter_map(|node| node.as_element()).map(|e| e.name()).collect();
    /// assert_eq!(names, ["li", "h2"]);
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-preceding>
    pub fn preceding(self) -> Preceding<'a> {
        Preceding::new(self)
    }

    /// Returns the next node in tree order: the first child, or else the first of
    /// [`following`](Self::following).
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-order>
    #[inline]
    pub fn next_in_order(self) -> Option<NodeRef<'a>> {
        self.first_child().or_else(|| {
            let mut node = self;
            while node.next_sibling().is_none() {
                node = node.parent()?;
            }
            node.next_sibling()
        })
    }

    /// Returns the previous node in tree order: the last inclusive descendant of the previous
    /// sibling, or else the parent.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-order>
    pub fn previous_in_order(self) -> Option<NodeRef<'a>> {
        self.previous_sibling().map(last_inclusive_descendant).or_else(|| self.parent())
    }

    /// Returns the inclusive ancestor without a parent: the [root](Document::root) of the document,
    /// the contents of a `template`, a shadow root, or a node that was detached.
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-root>
    pub fn root(self) -> NodeRef<'a> {
        self.ancestors().last().unwrap_or(self)
    }
}

/// Nodes of one kind, and their text.
impl<'a> NodeRef<'a> {
    /// Returns this node as an element; `None` if it is another kind of node.
    #[inline]
    pub fn as_element(self) -> Option<ElementRef<'a>> {
        match &self.node().data {
            NodeData::Element(data) => Some(ElementRef::new(self, data)),
            _ => None,
        }
    }

    /// Returns whether this is a text node. [`as_text`](Self::as_text) gives its text.
    #[inline]
    pub fn is_text(self) -> bool {
        self.document.tree.is_text(self.index)
    }

    /// Returns the text of a text node; `None` for another kind of node.
    ///
    /// <https://dom.spec.whatwg.org/#interface-text>
    pub fn as_text(self) -> Option<&'a str> {
        let document = self.document;
        document.tree.is_text(self.index).then(|| document.tree.text(self.index, &document.strings))
    }

    /// Returns the data of a comment; `None` for another kind of node.
    ///
    /// <https://dom.spec.whatwg.org/#interface-comment>
    pub fn as_comment(self) -> Option<&'a str> {
        match self.node().data {
            NodeData::Comment(data) => Some(self.document.strings.get(data)),
            _ => None,
        }
    }

    /// Returns this node as a doctype; `None` if it is another kind of node.
    ///
    /// <https://dom.spec.whatwg.org/#concept-doctype>
    pub fn as_doctype(self) -> Option<DoctypeRef<'a>> {
        match self.node().data {
            NodeData::Doctype(index) => {
                let data = self.document.tree.doctype(index);
                Some(DoctypeRef::new(self, data))
            }
            _ => None,
        }
    }

    /// Returns this node as a processing instruction; `None` if it is another kind of node.
    ///
    /// <https://dom.spec.whatwg.org/#interface-processinginstruction>
    pub fn as_processing_instruction(self) -> Option<ProcessingInstructionRef<'a>> {
        let instruction = self.document.tree.instruction(self.index)?;
        let target = self.document.strings.name(instruction.target);
        Some(ProcessingInstructionRef::new(
            self,
            target,
            self.document.strings.get(instruction.data),
        ))
    }

    /// Returns the concatenated text of all text nodes among the descendants; for a text, comment
    /// or processing instruction, its own text or data. Unlike in the DOM, where it is null, a
    /// document's is the text of all its nodes.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<p>Clear <b>broth</b></p><p>Hot<!-- not -->");
    /// assert_eq!(document.root().text_content(), "Clear brothHot");
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#dom-node-textcontent>
    #[doc(alias = "textContent")]
    pub fn text_content(self) -> String {
        match self.node().data {
            NodeData::Text(_) | NodeData::LongText(_) | NodeData::Comment(_) => {
                self.document.tree.text(self.index, &self.document.strings).to_owned()
            }
            NodeData::ProcessingInstruction(index) => {
                let instruction = *self.document.tree.instruction_at(index);
                self.document.strings.get(instruction.data).to_owned()
            }
            _ => {
                // Most elements have few texts: then the string is allocated once.
                let mut texts = self.texts();
                let first: ArrayVec<&str, 8> = texts.by_ref().take(8).collect();
                let mut text = first.concat();
                text.extend(texts);
                text
            }
        }
    }

    /// Returns the texts of all text nodes among this node and its descendants, in tree order.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<p>Clear <b>broth</b><!-- hot -->");
    /// assert_eq!(document.root().texts().collect::<Vec<_>>(), ["Clear ", "broth"]);
    /// ```
    #[doc(alias = "strings")]
    #[doc(alias = "stripped_strings")]
    pub fn texts(self) -> impl DoubleEndedIterator<Item = &'a str> {
        self.inclusive_descendants().filter_map(NodeRef::as_text)
    }

    /// Returns the concatenated text of the text nodes among the children, without the text of
    /// elements: see [`text_content`](Self::text_content) for all.
    ///
    /// ```
    /// let document = consomme::parse_fragment("p", "Price: <b>free</b> today");
    /// assert_eq!(document.root().own_text(), "Price:  today");
    /// ```
    #[doc(alias = "ownText")]
    pub fn own_text(self) -> String {
        self.children().filter_map(NodeRef::as_text).collect()
    }
}

/// Returns the [root](Document::root) of the document.
impl<'a> From<&'a Document> for NodeRef<'a> {
    fn from(document: &'a Document) -> NodeRef<'a> {
        document.root()
    }
}

/// Compares whether two are the same node of the same document (not of a clone).
impl PartialEq for NodeRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && std::ptr::eq(self.document, other.document)
    }
}

impl Eq for NodeRef<'_> {}

impl Hash for NodeRef<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

/// Writes an element as its start tag, and any other node as HTML.
impl fmt::Debug for NodeRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            NodeKind::Document => f.write_str("Document"),
            NodeKind::DocumentFragment => f.write_str("DocumentFragment"),
            NodeKind::Doctype(doctype) => write!(f, "<!DOCTYPE {}>", doctype.name()),
            NodeKind::Element(element) => element.fmt(f),
            NodeKind::Text(text) => write!(f, "{text:?}"),
            NodeKind::Comment(comment) => write!(f, "<!--{comment}-->"),
            NodeKind::ProcessingInstruction(instruction) => {
                write!(f, "<?{} {}?>", instruction.target(), instruction.data())
            }
        }
    }
}
