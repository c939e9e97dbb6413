//! Stage 5: the tree. It knows nothing of parsing.

mod attr;
mod attributes;
mod debug;
mod document;
mod edit;
mod element_ref;
mod elements;
mod invariants;
mod leaf_refs;
mod node;
mod node_ref;
mod parts;
mod positions;
mod processing_instruction;
mod source;
mod tag_scanner;
mod traverse;
mod tree;
mod tree_error;

pub use attr::{Attr, Attrs};
pub use document::Document;
pub use element_ref::{Classes, ElementRef};
pub use leaf_refs::{DoctypeRef, ProcessingInstructionRef};
pub use node::NodeId;
pub use node_ref::{NodeKind, NodeRef};
pub use source::{AttributeSource, AttributeSources, ElementSource, Origin, SourceSpan};
pub use traverse::{Ancestors, Children, Descendants, Elements, Following};
pub use tree_error::TreeError;

pub(crate) use node::{AttributeData, ElementData, Instruction, NodeData};
pub(crate) use positions::{Cause, NodePosition, Positions, UNKNOWN_OFFSET};
pub(crate) use processing_instruction::attributes as instruction_attributes;
pub(crate) use tree::{Root, Tree};
