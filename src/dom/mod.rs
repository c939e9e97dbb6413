//! The tree. It knows nothing of parsing: [`document_builder`](crate::document_builder) builds it,
//! edits change it, and the views read it.
//!
//! - `arena/`: the nodes in one `Vec`, linked by index
//! - `read/`: [`Document`] and the views that borrow it: [`NodeRef`], [`ElementRef`], iterators
//! - `edit/`: changing a document by ids
//!
//! `read` uses `arena`; `edit` uses both.
//!
//! More methods of [`NodeRef`], [`ElementRef`] and [`Document`] are in the folders that do the
//! work:
//!
//! - `parse/edit.rs`: `set_inner_html` and similar methods
//! - `rendering/`: `inner_text`, `inner_text_with` and `rendered`
//! - `select/api/methods.rs`: `select`, `matches` and `closest`
//! - `serialize/`: `inner_html`, `outer_html`, `to_minified_html`, `to_pretty_html`,
//!   `to_xml`

mod arena;
mod edit;
mod read;

pub use arena::NodeId;
#[cfg(feature = "stream")]
pub(crate) use edit::is_valid_attribute_local_name;
pub use edit::{AttrChange, TreeError};
pub use read::{
    Ancestors, Attr, AttributeSource, AttributeSources, Attrs, Children, Classes, Directionality,
    DoctypeRef, Document, DocumentOrder, ElementRef, ElementSource, Elements, FlatChildren,
    FlatDescendants, FlatTree, FormElements, NodeKind, NodeMap, NodeRef, Origin, Preceding,
    ProcessingInstructionRef, ShadowRootRef, SourceSpan, Traverse, TreeOrder, Visit,
};

#[cfg(test)]
pub(crate) use arena::id_claims;
pub(crate) use arena::processing_instruction::attributes as instruction_attributes;
pub(crate) use arena::{
    Cause, ContextElement, ElementData, Instruction, Node, NodeData, NodeIndex, NodePosition,
    NodeSet, NodeTable, Original, ParsedWith, Positions, Root, ShadowRoot, Tree, TreeMemory,
    UNKNOWN_OFFSET, node_capacity,
};
#[cfg(feature = "stream")]
pub(crate) use arena::{NodeMoves, Survivors};
pub(crate) use read::Growing;
