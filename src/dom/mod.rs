//! Stage 5: the tree. It knows nothing of parsing.

mod build;
mod document;
mod invariants;
mod node;
mod node_ref;
mod processing_instruction;
mod selected_content;
mod traverse;
mod tree;

pub use document::Document;
pub use node::NodeId;
pub use node_ref::{Attr, Attrs, DoctypeRef, ElementRef, NodeKind, NodeRef, ProcessingInstructionRef};
pub use traverse::{Ancestors, Children, Descendants};

pub(crate) use node::NodeData;
pub(crate) use tree::Tree;
