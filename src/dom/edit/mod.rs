//! Editing: by id, through `&mut Document`.
//!
//! - `create.rs`: making nodes
//! - `validity.rs`: which node may stand where
//! - `insert.rs`: putting nodes somewhere and taking them away
//! - `attributes.rs`: setting attributes and classes
//! - `rename.rs`: giving elements other names
//! - `text.rs`: setting text, joining texts
//! - `copy.rs`: copies inside a document and between documents
//! - `compact.rs`: giving nodes up, and back what edits left behind
//! - `name_validation.rs`: which names are names
//!
//! Every edit checks all that can be wrong before it changes anything.

mod attributes;
mod compact;
mod copy;
mod create;
mod insert;
mod name_validation;
mod rename;
mod text;
mod tree_error;
mod validity;

#[cfg(test)]
mod tests;

use crate::dom::arena::{ElementData, NodeData, NodeId};
use crate::dom::read::Document;
use crate::text::Span;

pub use tree_error::TreeError;

impl Document {
    /// The id, if it stands for a node of this document.
    fn known(&self, node: NodeId) -> Result<NodeId, TreeError> {
        if self.tree.has(node) { Ok(node) } else { Err(TreeError::UnknownNode { node }) }
    }

    /// The element of that id.
    fn known_element(&self, node: NodeId) -> Result<ElementData, TreeError> {
        self.tree.element(self.known(node)?).copied().ok_or(TreeError::NotAnElement { node })
    }

    /// Makes a node without a parent.
    fn create(&mut self, data: NodeData) -> Result<NodeId, TreeError> {
        self.ensure_room_for_nodes(1)?;
        Ok(self.tree.create(data))
    }

    fn ensure_room_for_nodes(&self, nodes: usize) -> Result<(), TreeError> {
        if self.tree.has_room_for_nodes(nodes) { Ok(()) } else { Err(TreeError::TooManyNodes) }
    }

    fn ensure_room_for_attributes(&self, attributes: usize) -> Result<(), TreeError> {
        let room = u32::MAX as usize - self.tree.attributes.len();
        if attributes <= room { Ok(()) } else { Err(TreeError::TooManyAttributes) }
    }

    fn ensure_room_for_text(&self, bytes: usize) -> Result<(), TreeError> {
        if self.strings.has_room(bytes) { Ok(()) } else { Err(TreeError::TooMuchText) }
    }

    /// Makes a text a part of the document's own.
    fn push_text(&mut self, text: &str) -> Result<Span, TreeError> {
        self.ensure_room_for_text(text.len())?;
        Ok(if text.is_empty() { Span::EMPTY } else { self.strings.push(text) })
    }
}
