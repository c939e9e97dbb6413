//! Editing a document: by id, through `&mut Document`.
//!
//! - `create.rs`: creating documents and nodes
//! - `insert.rs`: inserting, moving and removing nodes
//! - `validity.rs`: which node may be inserted where
//! - `attributes.rs`: setting attributes and classes
//! - `bulk.rs`: edits of many nodes or attributes at once
//! - `rename.rs`: renaming elements
//! - `shadow_root.rs`: attaching shadow roots
//! - `text.rs`: setting text, joining adjacent texts
//! - `copy.rs`: copies within a document and between documents
//! - `form_owners.rs`: form owners that move between documents
//! - `compact.rs`: discarding nodes, and freeing the memory that edits left unused
//! - `name_validation.rs`: which names are valid
//! - `tree_error.rs`: [`TreeError`], why an edit was refused
//! - `tree_error_message.rs`: the words for it
//!
//! Every edit checks everything that can be wrong before it changes anything.

mod attributes;
mod bulk;
mod compact;
mod copy;
mod create;
mod form_owners;
mod insert;
mod name_validation;
mod rename;
mod shadow_root;
mod text;
mod tree_error;
mod tree_error_message;
mod validity;

#[cfg(test)]
mod tests;

use crate::dom::arena::{ElementData, NoNode, NodeData, NodeId, NodeIndex};
use crate::dom::read::Document;
use crate::text::Span;

pub use bulk::AttrChange;
#[cfg(feature = "stream")]
pub(crate) use name_validation::is_valid_attribute_local_name;
pub use tree_error::TreeError;

impl Document {
    /// Returns the node that an id stands for.
    #[inline]
    #[track_caller]
    pub(crate) fn known(&self, node: NodeId) -> Result<NodeIndex, TreeError> {
        self.tree.resolve(node).map_err(|why| match why {
            NoNode::Foreign => TreeError::ForeignNode { node },
            NoNode::Unknown => TreeError::UnknownNode { node },
        })
    }

    /// Returns the element that an id stands for, and its data.
    #[inline]
    #[track_caller]
    fn known_element(&self, node: NodeId) -> Result<(NodeIndex, ElementData), TreeError> {
        let index = self.known(node)?;
        let data = self.tree.element(index).copied();
        Ok((index, data.ok_or(TreeError::NotAnElement { node })?))
    }

    /// Creates a node without a parent.
    fn create(&mut self, data: NodeData) -> Result<NodeIndex, TreeError> {
        self.ensure_capacity_for_nodes(1)?;
        Ok(self.tree.create(data))
    }

    fn ensure_capacity_for_nodes(&self, nodes: usize) -> Result<(), TreeError> {
        if self.tree.has_capacity_for_nodes(nodes) { Ok(()) } else { Err(TreeError::TooManyNodes) }
    }

    fn ensure_capacity_for_attributes(&self, attributes: usize) -> Result<(), TreeError> {
        let free = u32::MAX as usize - self.tree.attributes.len();
        if attributes <= free { Ok(()) } else { Err(TreeError::TooManyAttributes) }
    }

    fn ensure_capacity_for_text(&self, bytes: usize) -> Result<(), TreeError> {
        if self.strings.has_room(bytes) { Ok(()) } else { Err(TreeError::TooMuchText) }
    }

    /// Adds a text to the text of the document.
    fn push_text(&mut self, text: &str) -> Result<Span, TreeError> {
        self.ensure_capacity_for_text(text.len())?;
        Ok(if text.is_empty() { Span::EMPTY } else { self.strings.push(text) })
    }
}
