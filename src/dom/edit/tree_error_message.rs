//! The words for a refused edit.

use std::error::Error;
use std::fmt;

use crate::dom::arena::NodeId;
use crate::dom::read::{Document, NodeKind, NodeRef, truncated};

use super::tree_error::TreeError;

impl TreeError {
    /// Returns the message with the nodes as they are in the document: `<p class="hot">` instead of
    /// a number. Long ones are truncated, and control characters are escaped.
    ///
    /// `document` must be the one whose edit was refused, or a clone of it. A node that it does not
    /// have is named by its number, as the error [prints](std::fmt::Display) without the document.
    ///
    /// ```
    /// let mut document = consomme::parse_fragment("div", "<p class=hot><b>Broth</b></p>");
    /// let p = document.root().first_child().unwrap();
    /// let (p, b) = (p.id(), p.first_child().unwrap().id());
    /// let error = document.append(b, p).unwrap_err();
    /// assert_eq!(
    ///     error.message(&document),
    ///     "cannot insert `<p class=\"hot\">` into `<b>`, which is the node itself or a descendant of it"
    /// );
    /// ```
    pub fn message(&self, document: &Document) -> String {
        self.text(|id| name_in(document, id))
    }

    /// Returns the message, with a name for each node.
    fn text(&self, name: impl Fn(NodeId) -> String) -> String {
        let insert = |node: &NodeId, parent: &NodeId, why| {
            format!("cannot insert {} into {}{why}", name(*node), name(*parent))
        };
        match self {
            TreeError::ForeignNode { node } => format!("{} is of another document", name(*node)),
            TreeError::UnknownNode { node } => {
                format!("{} was discarded, or created in a clone of the document", name(*node))
            }
            TreeError::NotAParent { parent, node } => {
                insert(node, parent, ", which cannot have children")
            }
            TreeError::Cycle { parent, node } => {
                insert(node, parent, ", which is the node itself or a descendant of it")
            }
            TreeError::NoParent { node } => format!("{} has no parent", name(*node)),
            TreeError::DocumentAsChild { parent, node } => {
                insert(node, parent, ": it is a document")
            }
            TreeError::TextInDocument { parent, node } => {
                insert(node, parent, ": a document has no text children")
            }
            TreeError::DoctypeOutsideDocument { parent, node } => {
                insert(node, parent, ": a doctype can only be a child of a document")
            }
            TreeError::SecondElement { parent, node } => {
                insert(node, parent, ": a document has at most one element as a child")
            }
            TreeError::SecondDoctype { parent, node } => {
                insert(node, parent, ": a document has at most one doctype")
            }
            TreeError::ElementBeforeDoctype { parent, node } => {
                insert(node, parent, " there: the doctype must precede it")
            }
            TreeError::DoctypeAfterElement { parent, node } => {
                insert(node, parent, " there: a doctype must precede the element")
            }
            TreeError::NotAnElement { node } => format!("{} is not an element", name(*node)),
            TreeError::NoText { node } => {
                format!("the text of {} cannot be set: it is a document or a doctype", name(*node))
            }
            TreeError::DocumentCopied { node } => {
                format!("{} cannot be copied as a node: clone the document instead", name(*node))
            }
            TreeError::ShadowRootCopied { node } => {
                format!(
                    "{} cannot be copied: a shadow root is copied only with its host",
                    name(*node)
                )
            }
            TreeError::InvalidShadowHost { node } => {
                format!("{} cannot have a shadow root under that name", name(*node))
            }
            TreeError::SecondShadowRoot { node } => {
                format!("{} has a shadow root already", name(*node))
            }
            TreeError::RootDiscarded { node } => {
                format!("{} cannot be discarded: it is a root", name(*node))
            }
            TreeError::DocumentIsGrowing { node } => {
                format!("{} cannot be discarded while the document is being parsed", name(*node))
            }
            TreeError::TemplateRenamed { node } => format!(
                "{} cannot be renamed: no element becomes a template or stops being one",
                name(*node)
            ),
            TreeError::InvalidElementName { name } => {
                format!("{name:?} is not a valid element name")
            }
            TreeError::InvalidAttributeName { name } => {
                format!("{name:?} is not a valid name for this attribute")
            }
            TreeError::InvalidDoctypeName { name } => {
                format!("{name:?} is not a valid doctype name")
            }
            TreeError::InvalidProcessingInstruction { text } => {
                format!("{text:?} is not valid in a processing instruction")
            }
            TreeError::InvalidClass { class } => {
                format!("{class:?} is not a valid class: it is empty or contains whitespace")
            }
            TreeError::TooManyNodes => "the document cannot have more nodes".to_owned(),
            TreeError::TooManyAttributes => {
                "the document or the element cannot have more attributes".to_owned()
            }
            TreeError::TooMuchText => "the document cannot have more text".to_owned(),
        }
    }
}

/// Writes the message, with the [numbers](NodeId::index) of the nodes;
/// [`message`](TreeError::message) names them.
impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(|id| format!("node {id}")))
    }
}

impl Error for TreeError {}

/// Returns the name of a node in a message.
fn name_in(document: &Document, id: NodeId) -> String {
    /// The largest number of characters of a node that are quoted.
    const MAX_CHARACTERS: usize = 60;
    let index = Some(id).filter(|id| id.document() == document.tree.number());
    let index = index.map(NodeId::node_index).filter(|index| document.tree.has(*index));
    let Some(index) = index else { return format!("node {id}") };
    let node = NodeRef::new(document, index);
    match node.kind() {
        NodeKind::Document => "the document".to_owned(),
        NodeKind::DocumentFragment if node.as_shadow_root().is_some() => "a shadow root".to_owned(),
        NodeKind::DocumentFragment => "a document fragment".to_owned(),
        _ => format!("`{}`", truncated(node, MAX_CHARACTERS)),
    }
}
