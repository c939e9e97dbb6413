//! Why an edit was refused.

use crate::dom::arena::NodeId;
use crate::dom::read::{ElementRef, NodeRef};

/// Why an edit of a [`Document`](crate::Document) was refused. The document is unchanged then.
///
/// Most variants are rules of the DOM about [which node may be inserted where][validity]. They name
/// the two nodes: `node`, which was to be inserted (or whose children were), and `parent`, the node
/// to insert into.
///
/// [validity]: https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity
///
/// ```
/// use consomme::{TreeError, parse_fragment};
///
/// let mut document = parse_fragment("div", "<p><b>Broth</b></p>");
/// let p = document.root().first_child().unwrap();
/// let (p, b) = (p.id(), p.first_child().unwrap().id());
/// assert_eq!(document.append(b, p), Err(TreeError::Cycle { parent: b, node: p }));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TreeError {
    /// The id is of another document, which is not a clone of this one. A build with debug
    /// assertions panics instead: see [`NodeId`].
    ForeignNode {
        /// The id.
        node: NodeId,
    },
    /// The id stands for no node of this document: the node was
    /// [discarded](crate::Document::discard), or it was created in a clone of the document, or in
    /// the original of this clone. A node of this document may have the same id as such a node: see
    /// [`NodeId`].
    UnknownNode {
        /// The id.
        node: NodeId,
    },
    /// The parent is neither a document, nor a document fragment, nor an element.
    NotAParent {
        /// The node into which it was to be inserted.
        parent: NodeId,
        /// The node.
        node: NodeId,
    },
    /// The parent is the node itself or a descendant of it; the contents of a `template` and the
    /// shadow root of an element count as their descendants.
    Cycle {
        /// The node into which it was to be inserted.
        parent: NodeId,
        /// The node.
        node: NodeId,
    },
    /// The node has no parent, so nothing can be inserted next to it or replace it.
    NoParent {
        /// The node without a parent.
        node: NodeId,
    },
    /// A document cannot be inserted into another node.
    DocumentAsChild {
        /// The node into which it was to be inserted.
        parent: NodeId,
        /// The document.
        node: NodeId,
    },
    /// A text cannot be a child of a document.
    TextInDocument {
        /// The document.
        parent: NodeId,
        /// The text, or the node whose children contain it.
        node: NodeId,
    },
    /// A doctype can only be a child of a document.
    DoctypeOutsideDocument {
        /// The node into which it was to be inserted.
        parent: NodeId,
        /// The doctype.
        node: NodeId,
    },
    /// A document has at most one element as a child: it has one already, or the node would bring
    /// several.
    SecondElement {
        /// The document.
        parent: NodeId,
        /// The element, or the node whose children contain it.
        node: NodeId,
    },
    /// A document has at most one doctype.
    SecondDoctype {
        /// The document.
        parent: NodeId,
        /// The doctype.
        node: NodeId,
    },
    /// An element would be before the doctype.
    ElementBeforeDoctype {
        /// The document.
        parent: NodeId,
        /// The element, or the node whose children contain it.
        node: NodeId,
    },
    /// A doctype would be after an element.
    DoctypeAfterElement {
        /// The document.
        parent: NodeId,
        /// The doctype.
        node: NodeId,
    },
    /// The node is not an element.
    NotAnElement {
        /// The node.
        node: NodeId,
    },
    /// The node is a document or a doctype, whose text cannot be set.
    NoText {
        /// The node.
        node: NodeId,
    },
    /// The node is a document, which cannot be copied as a node.
    DocumentCopied {
        /// The node.
        node: NodeId,
    },
    /// The node is a shadow root, which is copied or moved to another document only with its host.
    ShadowRootCopied {
        /// The node.
        node: NodeId,
    },
    /// The element cannot have a shadow root, or it has one and the new name does not allow that.
    /// Only HTML elements of a few names and custom elements can have one.
    ///
    /// <https://dom.spec.whatwg.org/#valid-shadow-host-name>
    InvalidShadowHost {
        /// The element.
        node: NodeId,
    },
    /// The element has a shadow root already.
    SecondShadowRoot {
        /// The element.
        node: NodeId,
    },
    /// The node is the root, the contents of a `template`, or a shadow root, which cannot be
    /// discarded.
    RootDiscarded {
        /// The node.
        node: NodeId,
    },
    /// A parser builds the document and may hold the node: it can be removed from its parent, but
    /// not discarded. See [`Driver::document`](crate::driver::Driver::document).
    DocumentIsGrowing {
        /// The node.
        node: NodeId,
    },
    /// The element is an HTML `template` or would become one. A template has contents, which other
    /// elements cannot have.
    TemplateRenamed {
        /// The element.
        node: NodeId,
    },
    /// The name is not valid for an element.
    ///
    /// <https://dom.spec.whatwg.org/#valid-element-local-name>
    InvalidElementName {
        /// The name as it was given.
        name: String,
    },
    /// The name is not valid for an attribute, or not in that namespace.
    ///
    /// <https://dom.spec.whatwg.org/#valid-attribute-local-name>
    InvalidAttributeName {
        /// The name as it was given.
        name: String,
    },
    /// The name is not valid for a doctype.
    ///
    /// <https://dom.spec.whatwg.org/#valid-doctype-name>
    InvalidDoctypeName {
        /// The name as it was given.
        name: String,
    },
    /// The target is not valid for a processing instruction, or the data contains `?>`.
    ///
    /// <https://dom.spec.whatwg.org/#dom-document-createprocessinginstruction>
    InvalidProcessingInstruction {
        /// The target or the data as it was given.
        text: String,
    },
    /// The class is empty or contains whitespace.
    ///
    /// <https://dom.spec.whatwg.org/#dom-domtokenlist-add>
    InvalidClass {
        /// The class as it was given.
        class: String,
    },
    /// The document would have more than 4,294,967,294 nodes.
    TooManyNodes,
    /// The document would have more than 4,294,967,295 attributes, counting replaced ones until
    /// [`compact`](crate::Document::compact) frees them; or an element would have more than
    /// 16,777,215.
    TooManyAttributes,
    /// The document would have 2 GiB or more of text that is not in its source, counting text that
    /// edits left unused, which [`compact`](crate::Document::compact) frees.
    TooMuchText,
}

/// Returns a node as an element, if it is one: [`NodeRef::as_element`] as a `Result`.
impl<'a> TryFrom<NodeRef<'a>> for ElementRef<'a> {
    type Error = TreeError;

    /// # Errors
    ///
    /// [`TreeError::NotAnElement`].
    fn try_from(node: NodeRef<'a>) -> Result<ElementRef<'a>, TreeError> {
        node.as_element().ok_or(TreeError::NotAnElement { node: node.id() })
    }
}
