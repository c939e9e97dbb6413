//! The data of a tree that few trees have.

use std::collections::BTreeMap;

use crate::text::TextMap;

use super::form_owners::FormOwners;
use super::id::NodeIndex;
use super::node_table::{NodeSet, NodeTable};
use super::original::Original;
use super::shadow_roots::ShadowRoots;

/// Data that few trees have. It is boxed, so that other trees need no room for it and drop nothing.
#[derive(Clone, Default, Debug)]
pub(crate) struct RareData {
    /// For elements whose attributes changed after creation: the capacity of their range, counted
    /// from its first attribute. Slots within the capacity belong to that element alone and may be
    /// changed in place.
    pub(super) attribute_capacities: BTreeMap<NodeIndex, u32>,
    /// The nodes that were discarded. Their indices are not reused, so that an id never stands for
    /// another node.
    pub(super) discarded: NodeSet,
    /// The source ranges of the [long texts](super::node::NodeData::LongText), if positions are
    /// recorded.
    pub(super) text_maps: NodeTable<TextMap>,
    /// The shadow roots, if there are any.
    pub(super) shadow_roots: Option<ShadowRoots>,
    /// The forms of controls that are not in them, if there are any.
    pub(super) form_owners: Option<FormOwners>,
    /// The tree as it was parsed, if it is kept.
    pub(super) original: Option<Box<Original>>,
}
