//! The data of a tree that few trees have.

use std::collections::{BTreeMap, BTreeSet};

use crate::text::TextMap;

use super::form_owners::FormOwners;
use super::id::NodeIndex;
use super::original::Original;
use super::shadow_roots::ShadowRoots;
use super::tree::Tree;

/// Data that few trees have. It is boxed, so that other trees need no room for it and drop nothing.
#[derive(Clone, Default, Debug)]
pub(crate) struct RareData {
    /// For elements whose attributes changed after creation: the capacity of their range, counted
    /// from its first attribute. Slots within the capacity belong to that element alone and may be
    /// changed in place.
    pub(super) attribute_capacities: BTreeMap<NodeIndex, u32>,
    /// The nodes that were discarded. Their indices are not reused, so that an id never stands for
    /// another node.
    pub(super) discarded: BTreeSet<NodeIndex>,
    /// The source ranges of the [long texts](super::node::NodeData::LongText), if positions are
    /// recorded.
    pub(super) text_maps: BTreeMap<NodeIndex, TextMap>,
    /// The shadow roots, if there are any.
    pub(super) shadow_roots: Option<ShadowRoots>,
    /// The forms of controls that are not in them, if there are any.
    pub(super) form_owners: Option<FormOwners>,
    /// The tree as it was parsed, if it is kept.
    pub(super) original: Option<Box<Original>>,
}

impl Tree {
    /// Returns the rare data, for changing, if there is any.
    #[inline]
    pub(crate) fn rare_data(&mut self) -> Option<&mut RareData> {
        self.rare.as_deref_mut()
    }

    /// Returns the rare data, for adding to it.
    pub(super) fn rare_data_or_new(&mut self) -> &mut RareData {
        self.rare.get_or_insert_default()
    }

    /// Returns the capacity of the range of attributes of an element: see the field.
    pub(super) fn attribute_capacity(&self, id: NodeIndex) -> Option<u32> {
        self.rare.as_ref()?.attribute_capacities.get(&id).copied()
    }

    /// Returns the shadow roots, if there are any.
    #[inline]
    pub(crate) fn shadow_roots(&self) -> Option<&ShadowRoots> {
        self.rare.as_ref()?.shadow_roots.as_ref()
    }

    /// Returns the forms of controls that are not in them, if there are any.
    #[inline]
    pub(crate) fn form_owners(&self) -> Option<&FormOwners> {
        self.rare.as_ref()?.form_owners.as_ref()
    }

    /// Whether a node was discarded.
    #[inline]
    pub(super) fn is_discarded(&self, id: NodeIndex) -> bool {
        self.rare.as_ref().is_some_and(|rare| rare.discarded.contains(&id))
    }

    /// Returns the source ranges of a node's long text, if positions are recorded.
    pub(super) fn text_map(&self, id: NodeIndex) -> Option<&TextMap> {
        self.rare.as_ref()?.text_maps.get(&id)
    }
}
