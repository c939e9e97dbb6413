//! Shadow roots, and the flat tree, in which slots are filled.
//!
//! The parser attaches shadow roots with [`ParseOptions::declarative_shadow_roots`], edits with
//! [`Document::attach_shadow`].
//!
//! [`ParseOptions::declarative_shadow_roots`]: crate::ParseOptions::declarative_shadow_roots
//! [`Document::attach_shadow`]: crate::Document::attach_shadow

pub use crate::dom::{FlatChildren, FlatDescendants, FlatTree, ShadowRootRef};
pub use crate::tree_sink::{ShadowRootInit, ShadowRootMode, SlotAssignment};
