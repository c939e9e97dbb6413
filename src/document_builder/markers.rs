//! The processing instructions that may be markers for `<template for>`.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::dom::NodeIndex;

/// The processing instructions of a tree that may be markers.
///
/// Usually there is one marker per name. A descendant was created after its ancestor, so it has a
/// larger id, except inside `adopters`.
#[derive(Debug, Default)]
pub(super) struct Markers {
    /// All processing instructions created since the last search.
    pub(super) new: Vec<NodeIndex>,
    /// Each `<?marker>` and `<?start>` created before, by the value of its attribute `name`.
    pub(super) by_name: HashMap<String, MarkersOfName>,
    /// The nodes that were given a child with a smaller id than their own, or an adopter as a
    /// child: they may have descendants with smaller ids.
    pub(super) adopters: HashSet<NodeIndex>,
}

/// The markers of one name, in order of id.
#[derive(Debug, Default)]
pub(super) struct MarkersOfName {
    /// The children of the document or of the document element.
    pub(super) outer: VecDeque<NodeIndex>,
    /// All others.
    pub(super) inner: VecDeque<NodeIndex>,
    /// The scope of the last search, and how many of `inner`, from the first on, are outside it.
    pub(super) known_outside: Option<(NodeIndex, usize)>,
}

impl Markers {
    /// Notes that a node was given a child, which may be older than the node.
    pub(super) fn note_child(&mut self, parent: NodeIndex, child: NodeIndex) {
        if child < parent || self.adopters.contains(&child) {
            self.adopters.insert(parent);
        }
    }
}
