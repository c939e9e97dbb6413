//! Reading: handles that carry their document.

use std::fmt;
use std::ops::Deref;

use crate::names::{AttributeNamespace, LocalName, Namespace, known};
use crate::tokenizer::token::Attribute;
use crate::tree_sink::NewDoctype;

use super::document::Document;
use super::node::{ElementData, Node, NodeData, NodeId};
use super::processing_instruction;
use super::traverse::{Ancestors, Children, Descendants};

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
#[derive(Clone, Copy)]
pub struct NodeRef<'a> {
    document: &'a Document,
    id: NodeId,
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
    pub fn document(self) -> &'a Document {
        self.document
    }

    /// What kind of node this is.
    pub fn kind(self) -> NodeKind {
        match self.node().data {
            NodeData::Document => NodeKind::Document,
            NodeData::DocumentFragment => NodeKind::DocumentFragment,
            NodeData::Doctype(_) => NodeKind::Doctype,
            NodeData::Element(_) => NodeKind::Element,
            NodeData::Text(_) | NodeData::LongText(_) => NodeKind::Text,
            NodeData::Comment(_) => NodeKind::Comment,
            NodeData::ProcessingInstruction { .. } => NodeKind::ProcessingInstruction,
        }
    }

    /// The parent. A root has none, nor has the contents of a `template`.
    pub fn parent(self) -> Option<NodeRef<'a>> {
        self.at(self.node().parent)
    }

    /// The first child.
    pub fn first_child(self) -> Option<NodeRef<'a>> {
        self.at(self.node().first_child)
    }

    /// The last child.
    pub fn last_child(self) -> Option<NodeRef<'a>> {
        self.at(self.node().last_child)
    }

    /// The next child of the same parent.
    pub fn next_sibling(self) -> Option<NodeRef<'a>> {
        self.at(self.node().next_sibling)
    }

    /// The previous child of the same parent.
    pub fn previous_sibling(self) -> Option<NodeRef<'a>> {
        self.at(self.node().previous_sibling)
    }

    /// The children in tree order; can be walked from either end.
    pub fn children(self) -> Children<'a> {
        Children::new(self.first_child(), self.last_child())
    }

    /// The siblings after this node in tree order; can be walked from either end.
    pub fn following_siblings(self) -> Children<'a> {
        Children::new(self.next_sibling(), self.parent().and_then(NodeRef::last_child))
    }

    /// The siblings before this node in tree order; can be walked from either end.
    pub fn preceding_siblings(self) -> Children<'a> {
        Children::new(self.parent().and_then(NodeRef::first_child), self.previous_sibling())
    }

    /// The parent, its parent and so on, up to the root.
    pub fn ancestors(self) -> Ancestors<'a> {
        Ancestors::new(self.parent())
    }

    /// All nodes below this one in tree order; can be walked from either end. The contents of templates are not
    /// among them: see [`ElementRef::template_contents`].
    pub fn descendants(self) -> Descendants<'a> {
        Descendants::new(self)
    }

    /// This node as an element, if it is one.
    pub fn as_element(self) -> Option<ElementRef<'a>> {
        match &self.node().data {
            NodeData::Element(data) => Some(ElementRef { node: self, data }),
            _ => None,
        }
    }

    /// The text of a text node.
    pub fn as_text(self) -> Option<&'a str> {
        let document = self.document;
        document.tree.is_text(self.id).then(|| document.tree.text(self.id, &document.strings))
    }

    /// The data of a comment.
    pub fn as_comment(self) -> Option<&'a str> {
        match self.node().data {
            NodeData::Comment(data) => Some(self.document.strings.get(data)),
            _ => None,
        }
    }

    /// This node as a doctype, if it is one.
    pub fn as_doctype(self) -> Option<DoctypeRef<'a>> {
        match self.node().data {
            NodeData::Doctype(index) => {
                let data = self.document.tree.doctypes.get(index as usize)?;
                Some(DoctypeRef { node: self, data })
            }
            _ => None,
        }
    }

    /// This node as a processing instruction, if it is one.
    pub fn as_processing_instruction(self) -> Option<ProcessingInstructionRef<'a>> {
        match self.node().data {
            NodeData::ProcessingInstruction { target, data } => Some(ProcessingInstructionRef {
                node: self,
                target: self.document.strings.name(target),
                data: self.document.strings.get(data),
            }),
            _ => None,
        }
    }

    /// The text of all texts below this node, one after the other, as scripts see it; that of a text, comment or
    /// processing instruction is its own. Unlike in the DOM, that of a document is the text of all its nodes.
    ///
    /// <https://dom.spec.whatwg.org/#dom-node-textcontent>
    pub fn text_content(self) -> String {
        match self.node().data {
            NodeData::Text(_) | NodeData::LongText(_) | NodeData::Comment(_) => {
                self.document.tree.text(self.id, &self.document.strings).to_owned()
            }
            NodeData::ProcessingInstruction { data, .. } => self.document.strings.get(data).to_owned(),
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

/// An element of a document, for reading. All that a [`NodeRef`] can do, it can do too.
#[derive(Clone, Copy)]
pub struct ElementRef<'a> {
    node: NodeRef<'a>,
    data: &'a ElementData,
}

impl<'a> ElementRef<'a> {
    /// The element as a node.
    pub fn as_node(self) -> NodeRef<'a> {
        self.node
    }

    /// The local name in the spelling that the tree has: `div`, `foreignObject`.
    ///
    /// <https://dom.spec.whatwg.org/#concept-element-local-name>
    pub fn name(self) -> &'a str {
        self.node.document.strings.name(self.data.name.local)
    }

    /// The namespace.
    pub fn namespace(self) -> Namespace {
        self.data.name.namespace
    }

    /// The value of the attribute without a namespace that has that name, exactly as written: attributes of HTML have
    /// small letters.
    ///
    /// <https://dom.spec.whatwg.org/#concept-element-attributes-get-by-name>
    pub fn attr(self, name: &str) -> Option<&'a str> {
        let name = self.node.document.strings.names.find(name)?;
        let value = self.node.document.tree.attribute(self.node.id, name)?;
        Some(self.node.document.strings.get(value))
    }

    /// The attributes in order of the source.
    pub fn attrs(self) -> Attrs<'a> {
        let attributes = self.node.document.tree.attributes_of(self.data).iter();
        Attrs { document: self.node.document, attributes }
    }

    /// The contents of an HTML `template`: a document fragment whose children are the template's content. `None` for
    /// any other element.
    ///
    /// <https://html.spec.whatwg.org/#template-contents>
    pub fn template_contents(self) -> Option<NodeRef<'a>> {
        let is_template = self.is_html(known::TEMPLATE);
        is_template.then(|| {
            let document = self.node.document;
            NodeRef::new(document, document.tree.contents_of(self.node.id))
        })
    }

    pub(crate) fn is_html(self, name: LocalName) -> bool {
        self.data.name.is_html(name)
    }
}

impl<'a> Deref for ElementRef<'a> {
    type Target = NodeRef<'a>;

    fn deref(&self) -> &NodeRef<'a> {
        &self.node
    }
}

impl PartialEq for ElementRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl Eq for ElementRef<'_> {}

/// Prints the start tag.
impl fmt::Debug for ElementRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}", self.name())?;
        for attribute in self.attrs() {
            match attribute.prefix() {
                Some(prefix) => write!(f, " {prefix}:{}={:?}", attribute.name(), attribute.value())?,
                None => write!(f, " {}={:?}", attribute.name(), attribute.value())?,
            }
        }
        f.write_str(">")
    }
}

/// The attributes of an element, from [`ElementRef::attrs`].
#[derive(Clone, Debug)]
pub struct Attrs<'a> {
    document: &'a Document,
    attributes: std::slice::Iter<'a, Attribute>,
}

impl<'a> Iterator for Attrs<'a> {
    type Item = Attr<'a>;

    fn next(&mut self) -> Option<Attr<'a>> {
        Some(Attr { document: self.document, attribute: self.attributes.next()? })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.attributes.size_hint()
    }
}

impl DoubleEndedIterator for Attrs<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        Some(Attr { document: self.document, attribute: self.attributes.next_back()? })
    }
}

impl ExactSizeIterator for Attrs<'_> {}

impl std::iter::FusedIterator for Attrs<'_> {}

/// An attribute of an element.
#[derive(Clone, Copy)]
pub struct Attr<'a> {
    document: &'a Document,
    attribute: &'a Attribute,
}

impl<'a> Attr<'a> {
    /// The local name: for `xlink:href` in SVG, `href`.
    ///
    /// <https://dom.spec.whatwg.org/#concept-attribute-local-name>
    pub fn name(self) -> &'a str {
        self.document.strings.name(self.attribute.name)
    }

    /// The prefix without its colon: `xlink`, `xml` or `xmlns`, on SVG and MathML elements only.
    pub fn prefix(self) -> Option<&'static str> {
        self.attribute.namespace.prefix()
    }

    /// The address that names the namespace; `None` for no namespace.
    pub fn namespace(self) -> Option<&'static str> {
        self.attribute.namespace.url()
    }

    /// The namespace and prefix, as one of those that the parser makes.
    pub fn namespace_kind(self) -> AttributeNamespace {
        self.attribute.namespace
    }

    /// The value, character references decoded.
    pub fn value(self) -> &'a str {
        self.document.strings.get(self.attribute.value)
    }
}

impl fmt::Debug for Attr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={:?}", self.name(), self.value())
    }
}

/// A doctype of a document, for reading.
#[derive(Clone, Copy)]
pub struct DoctypeRef<'a> {
    node: NodeRef<'a>,
    data: &'a NewDoctype,
}

impl<'a> DoctypeRef<'a> {
    /// The doctype as a node.
    pub fn as_node(self) -> NodeRef<'a> {
        self.node
    }

    /// The name; empty if it is missing.
    pub fn name(self) -> &'a str {
        self.node.document.strings.get(self.data.name)
    }

    /// The public identifier; empty if it is missing.
    pub fn public_id(self) -> &'a str {
        self.node.document.strings.get(self.data.public_id)
    }

    /// The system identifier; empty if it is missing.
    pub fn system_id(self) -> &'a str {
        self.node.document.strings.get(self.data.system_id)
    }
}

impl fmt::Debug for DoctypeRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node.fmt(f)
    }
}

/// A processing instruction of a document, for reading.
#[derive(Clone, Copy)]
pub struct ProcessingInstructionRef<'a> {
    node: NodeRef<'a>,
    target: &'a str,
    data: &'a str,
}

impl<'a> ProcessingInstructionRef<'a> {
    /// The processing instruction as a node.
    pub fn as_node(self) -> NodeRef<'a> {
        self.node
    }

    /// The target: what stands right behind `<?`.
    pub fn target(self) -> &'a str {
        self.target
    }

    /// The data: what follows the white space after the target.
    pub fn data(self) -> &'a str {
        self.data
    }

    /// The value of an attribute in the data, its references expanded: `a` in `<?marker name="a">`. `None` if there
    /// is none or the data does not consist of attributes.
    ///
    /// <https://dom.spec.whatwg.org/#interface-processinginstruction>
    pub fn attr(self, name: &str) -> Option<String> {
        let attributes = processing_instruction::attributes(self.data)?;
        attributes.into_iter().find_map(|(other, value)| (other == name).then_some(value))
    }
}

impl fmt::Debug for ProcessingInstructionRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node.fmt(f)
    }
}
