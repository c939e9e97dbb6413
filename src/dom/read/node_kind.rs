//! The kinds of nodes.

use crate::dom::arena::NodeData;

use super::element_ref::ElementRef;
use super::leaf_refs::{DoctypeRef, ProcessingInstructionRef};
use super::node_ref::NodeRef;

/// The kind of a node, with the view of that kind: for `match`.
///
/// ```
/// use consomme::NodeKind;
///
/// let document = consomme::parse_fragment("p", "Clear <b>broth</b><!-- hot -->");
/// let mut markdown = String::new();
/// for node in document.root().children() {
///     match node.kind() {
///         NodeKind::Text(text) => markdown += text,
///         NodeKind::Element(element) => markdown += &format!("**{}**", element.text_content()),
///         _ => {}
///     }
/// }
/// assert_eq!(markdown, "Clear **broth**");
/// ```
///
/// <https://dom.spec.whatwg.org/#dom-node-nodetype>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum NodeKind<'a> {
    /// The root of a document.
    Document,
    /// The root of a parsed fragment, the contents of a `template`, a
    /// [shadow root](NodeRef::as_shadow_root), or a fragment that an edit
    /// [created](crate::Document::create_document_fragment).
    DocumentFragment,
    /// A doctype.
    Doctype(DoctypeRef<'a>),
    /// An element.
    Element(ElementRef<'a>),
    /// A text node, with its text. After parsing, no text is empty or next to another.
    Text(&'a str),
    /// A comment, with its data.
    Comment(&'a str),
    /// A processing instruction.
    ProcessingInstruction(ProcessingInstructionRef<'a>),
}

impl NodeKind<'_> {
    /// Returns the name of the variant in lowercase with hyphens, such as
    /// `"processing-instruction"`, for use in data.
    pub fn as_str(self) -> &'static str {
        match self {
            NodeKind::Document => "document",
            NodeKind::DocumentFragment => "document-fragment",
            NodeKind::Doctype(_) => "doctype",
            NodeKind::Element(_) => "element",
            NodeKind::Text(_) => "text",
            NodeKind::Comment(_) => "comment",
            NodeKind::ProcessingInstruction(_) => "processing-instruction",
        }
    }
}

/// The kind of node.
impl<'a> NodeRef<'a> {
    /// Returns the kind of the node, with the view of that kind. If you want one kind only,
    /// [`as_element`](Self::as_element), [`as_text`](Self::as_text) and the like are shorter.
    ///
    /// <https://dom.spec.whatwg.org/#dom-node-nodetype>
    #[doc(alias = "value")]
    #[doc(alias = "nodeType")]
    #[inline]
    pub fn kind(self) -> NodeKind<'a> {
        let (tree, strings) = (&self.document.tree, &self.document.strings);
        match &self.node().data {
            NodeData::Document => NodeKind::Document,
            NodeData::DocumentFragment => NodeKind::DocumentFragment,
            NodeData::Doctype(index) => {
                let data = tree.doctype(*index);
                NodeKind::Doctype(DoctypeRef::new(self, data))
            }
            NodeData::Element(data) => NodeKind::Element(ElementRef::new(self, data)),
            NodeData::Text(_) | NodeData::LongText(_) => {
                NodeKind::Text(tree.text(self.index, strings))
            }
            NodeData::Comment(data) => NodeKind::Comment(strings.get(*data)),
            NodeData::ProcessingInstruction(index) => {
                let instruction = *tree.instruction_at(*index);
                NodeKind::ProcessingInstruction(ProcessingInstructionRef::new(
                    self,
                    strings.name(instruction.target),
                    strings.get(instruction.data),
                ))
            }
        }
    }
}
