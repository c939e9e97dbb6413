//! Why an edit was refused.

use crate::dom::arena::NodeId;

/// Why an edit of a [`Document`](crate::Document) was refused. The document is then as it was
/// before.
///
/// Most variants are rules of the DOM about which node may stand where
/// (<https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity>) and name the two
/// nodes: `node`, which was to be put somewhere, or what stands for its children, and `parent`,
/// where it was to be put.
///
/// ```
/// use consomme::{TreeError, parse_fragment};
///
/// let mut document = parse_fragment("div", "<p><b>Broth</b></p>");
/// let p = document.root().first_child().unwrap();
/// let (p, b) = (p.id(), p.first_child().unwrap().id());
/// assert_eq!(document.append(b, p), Err(TreeError::Cycle { parent: b, node: p }));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// The id stands for no node of this document: it was given out by another one, or the node was
    /// [discarded](crate::Document::discard).
    #[error("node {node} is no node of this document")]
    UnknownNode {
        /// The id.
        node: NodeId,
    },
    /// The parent is neither a document, nor a document fragment, nor an element.
    #[error("node {node} can't be put into node {parent}, which is of a kind that has no children")]
    NotAParent {
        /// Where the node was to be put.
        parent: NodeId,
        /// The node.
        node: NodeId,
    },
    /// The parent is the node itself or stands below it; what is in the contents of a `template`
    /// counts as below the `template`.
    #[error("node {node} can't be put into node {parent}, which it is or holds")]
    Cycle {
        /// Where the node was to be put.
        parent: NodeId,
        /// The node.
        node: NodeId,
    },
    /// The node has no parent, so nothing can be put beside it or in its place.
    #[error("node {node} has no parent")]
    NoParent {
        /// The node beside which, or in whose place, something was to be put.
        node: NodeId,
    },
    /// A document can't be put into another node.
    #[error("node {node} can't be put into node {parent}: it is a document")]
    DocumentAsChild {
        /// Where the document was to be put.
        parent: NodeId,
        /// The document.
        node: NodeId,
    },
    /// A text can't be a child of a document.
    #[error("node {node} can't be put into node {parent}: a document has no texts as children")]
    TextInDocument {
        /// The document.
        parent: NodeId,
        /// The text, or what holds it.
        node: NodeId,
    },
    /// A doctype can be a child of a document only.
    #[error("node {node} can't be put into node {parent}: a doctype stands in a document only")]
    DoctypeOutsideDocument {
        /// Where the doctype was to be put.
        parent: NodeId,
        /// The doctype.
        node: NodeId,
    },
    /// A document has at most one child that is an element. It has one already, or the node would
    /// bring several.
    #[error("node {node} can't be put into node {parent}: a document has one element")]
    SecondElement {
        /// The document.
        parent: NodeId,
        /// The element, or what holds it.
        node: NodeId,
    },
    /// A document has at most one doctype.
    #[error("node {node} can't be put into node {parent}: a document has one doctype")]
    SecondDoctype {
        /// The document.
        parent: NodeId,
        /// The doctype.
        node: NodeId,
    },
    /// An element would come to stand before the doctype.
    #[error(
        "node {node} can't be put into node {parent} there: an element stands after the doctype"
    )]
    ElementBeforeDoctype {
        /// The document.
        parent: NodeId,
        /// The element, or what holds it.
        node: NodeId,
    },
    /// A doctype would come to stand after an element.
    #[error(
        "node {node} can't be put into node {parent} there: a doctype stands before the element"
    )]
    DoctypeAfterElement {
        /// The document.
        parent: NodeId,
        /// The doctype.
        node: NodeId,
    },
    /// The node is not an element.
    #[error("node {node} is not an element")]
    NotAnElement {
        /// The node.
        node: NodeId,
    },
    /// The node is a document or a doctype, which have no text of their own to be set.
    #[error("node {node} is of a kind that has no text")]
    NoText {
        /// The node.
        node: NodeId,
    },
    /// The node is a document, which can't be copied into a document.
    #[error("node {node} is a document, which can't be copied as a node")]
    DocumentCopied {
        /// The node.
        node: NodeId,
    },
    /// The node is the root, or the contents of a `template`: these can't be given up alone.
    #[error("node {node} is a root, which can't be discarded")]
    RootDiscarded {
        /// The node.
        node: NodeId,
    },
    /// The element is an HTML `template`, or would be one: its contents are no children of it, so
    /// that its name can't change.
    #[error("node {node} can't be renamed: a template stays one, and nothing else becomes one")]
    TemplateRenamed {
        /// The element.
        node: NodeId,
    },
    /// The name is none that an element may have.
    ///
    /// <https://dom.spec.whatwg.org/#valid-element-local-name>
    #[error("{name:?} is no name for an element")]
    InvalidElementName {
        /// The name as it was given.
        name: String,
    },
    /// The name is none that an attribute, or one in that namespace, may have.
    ///
    /// <https://dom.spec.whatwg.org/#valid-attribute-local-name>
    #[error("{name:?} is no name for such an attribute")]
    InvalidAttributeName {
        /// The name as it was given.
        name: String,
    },
    /// The name is none that a doctype may have.
    ///
    /// <https://dom.spec.whatwg.org/#valid-doctype-name>
    #[error("{name:?} is no name for a doctype")]
    InvalidDoctypeName {
        /// The name as it was given.
        name: String,
    },
    /// The target is none that a processing instruction may have, or its data holds `?>`.
    ///
    /// <https://dom.spec.whatwg.org/#dom-document-createprocessinginstruction>
    #[error("{text:?} can't be written in a processing instruction")]
    InvalidProcessingInstruction {
        /// The target or the data as it was given.
        text: String,
    },
    /// The class is empty or has white space in it.
    ///
    /// <https://dom.spec.whatwg.org/#dom-domtokenlist-add>
    #[error("{class:?} is not one class")]
    InvalidClass {
        /// The class as it was given.
        class: String,
    },
    /// The document would have more than 4,294,967,294 nodes.
    #[error("the document has no room for more nodes")]
    TooManyNodes,
    /// The document would have more than 4,294,967,295 attributes, those counted that edits left
    /// behind: [`compact`](crate::Document::compact) gives back their room. Or an element would
    /// have more than 16,777,215.
    #[error("the document has no room for more attributes")]
    TooManyAttributes,
    /// The document would hold 2 GiB of text or more that is not in its source, that counted that
    /// edits left behind: [`compact`](crate::Document::compact) gives back its room.
    #[error("the document has no room for more text")]
    TooMuchText,
}
