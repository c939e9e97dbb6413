//! Reading a document: views that borrow it.
//!
//! - `document.rs`: [`Document`], which owns the tree, its text, and the results of parsing
//! - `parts.rs`: the parts of a document that have names: `head`, `body`, title, doctype
//! - `node_ref.rs`: [`NodeRef`], a node of any kind
//! - `node_kind.rs`: [`NodeKind`], a node to match on
//! - `element_ref.rs`: [`ElementRef`], an element
//! - `form_owner.rs`: which form a form control belongs to
//! - `directionality.rs`: [`Directionality`], the direction of text
//! - `shadow_root_ref.rs`: [`ShadowRootRef`], a shadow root
//! - `flat_tree.rs`: [`FlatTree`], a document with its shadow trees in place and slots filled
//! - `attr.rs`: the attributes of an element
//! - `atoms.rs`: the names of elements and attributes as atoms
//! - `leaf_refs.rs`: doctypes and processing instructions
//! - `traverse.rs`: the iterators that walk the tree
//! - `visits.rs`: a walk that enters and leaves each node
//! - `common.rs`: questions that more than one part of the crate asks
//! - `compare.rs`: comparing nodes by place and by content
//! - `css_path.rs`: a selector for one element
//! - `document_order.rs`: [`DocumentOrder`], the places of all nodes, computed once
//! - `node_at.rs`: from a place in the source to the node there
//! - `node_map.rs`: [`NodeMap`], values for nodes
//! - `elements.rs`: element-only versions of the traversal methods
//! - `source.rs`: where in the source nodes, tags and attributes are
//! - `as_node.rs`: the traits that all views of nodes share
//! - `parse_error_message.rs`: the words for a parse error
//! - `debug.rs`: a document as `{:?}` prints it

mod as_node;
#[cfg(feature = "atoms")]
mod atoms;
mod attr;
mod common;
mod compare;
mod css_path;
mod debug;
mod directionality;
mod document;
mod document_order;
mod element_ref;
mod elements;
mod flat_tree;
mod form_owner;
mod leaf_refs;
mod node_at;
mod node_kind;
mod node_map;
mod node_ref;
mod parse_error_message;
mod parts;
mod shadow_root_ref;
mod source;
mod traverse;
mod visits;

pub use attr::{Attr, Attrs};
pub(crate) use debug::truncated;
pub use directionality::Directionality;
pub use document::Document;
pub(crate) use document::Growing;
pub use document_order::DocumentOrder;
pub use element_ref::{Classes, ElementRef};
pub use flat_tree::{FlatChildren, FlatDescendants, FlatTree};
pub use form_owner::FormElements;
pub use leaf_refs::{DoctypeRef, ProcessingInstructionRef};
pub use node_kind::NodeKind;
pub use node_map::NodeMap;
pub use node_ref::NodeRef;
pub use shadow_root_ref::ShadowRootRef;
pub use source::{AttributeSource, AttributeSources, ElementSource, Origin, SourceSpan};
pub use traverse::{Ancestors, Children, Elements, Preceding, TreeOrder};
pub use visits::{Traverse, Visit};
