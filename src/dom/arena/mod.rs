//! The arena: all nodes of a document in one `Vec`, linked by index. It knows indices, not views.
//!
//! - `id.rs`: the ids of callers, and the indices that the links are
//! - `node.rs`: a node and its data
//! - `node_table.rs`: values and sets of the few nodes that have something special
//! - `tree.rs`: the nodes, with the tables beside them
//! - `links.rs`: the one place that writes links between nodes
//! - `contents.rs`: the contents of `template` elements
//! - `copies.rs`, `discarding.rs`: copying and discarding nodes
//! - `growing_texts.rs`: appending to texts
//! - `attributes.rs`: finding and changing the attributes of elements
//! - `compact.rs`: freeing data that no node refers to
//! - `positions.rs`: where in the source each node comes from
//! - `text_origins.rs`: which bytes of the source texts are made of
//! - `processing_instruction.rs`: the attributes in the data of a processing instruction
//! - `shadow_roots.rs`: the table of shadow roots
//! - `shadow_hosts.rs`: which elements have which shadow roots
//! - `rare_data.rs`: the data of a tree that few trees have
//! - `original.rs`, `keep_original.rs`: the tree as it was parsed, for edits of the source
//! - `form_owners.rs`: the table of the forms of controls that are not in them
//! - `form_associations.rs`: which controls are associated with which forms
//! - `sweep.rs`: freeing nodes of a tree that a stream holds
//! - `invariants.rs`: the invariants of every tree, for tests and fuzzing to check
//!
//! The tables (`form_owners`, `original`, `positions`, `shadow_roots`) know no tree, `tree.rs` has
//! them, and all other files use that.

mod attributes;
mod compact;
mod contents;
mod copies;
mod discarding;
mod form_associations;
mod form_owners;
mod growing_texts;
mod id;
pub(crate) mod invariants;
mod keep_original;
mod links;
mod node;
mod node_table;
mod original;
mod positions;
pub(crate) mod processing_instruction;
mod rare_data;
mod shadow_hosts;
mod shadow_roots;
#[cfg(feature = "stream")]
mod sweep;
mod text_origins;
mod tree;

pub use id::NodeId;

pub(crate) use attributes::qualified_name;
#[cfg(test)]
pub(crate) use id::claims as id_claims;
pub(crate) use id::{DocumentNumber, NoNode, NodeIndex};
pub(crate) use node::{ElementData, Instruction, Node, NodeData};
pub(crate) use node_table::{NodeSet, NodeTable};
pub(crate) use original::{ContextElement, Original, ParsedWith};
pub(crate) use positions::{Cause, NodePosition, Positions, UNKNOWN_OFFSET};
pub(crate) use shadow_roots::ShadowRoot;
#[cfg(feature = "stream")]
pub(crate) use sweep::{NodeMoves, Survivors};
pub(crate) use tree::{Root, Tree, TreeMemory, node_capacity};
