//! The part of the list of active formatting elements that is in the index.

use std::hash::RandomState;
use std::num::NonZeroU32;

use crate::steps;

use super::entry_id::EntryId;
use super::index::{Index, IndexLink};
use super::nodes::Nodes;

/// The index, and the levels whose elements are in it.
#[derive(Clone, Debug)]
pub(super) struct IndexedLevels {
    index: Option<Box<Index>>,
    /// In ascending order.
    levels: Vec<u32>,
}

impl IndexedLevels {
    #[inline(always)] // As a part of `TreeBuilder::new`.
    pub(super) fn new() -> IndexedLevels {
        IndexedLevels { index: None, levels: Vec::new() }
    }

    /// Whether no level is indexed.
    #[inline(always)] // As a part of the body loop.
    pub(super) fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// Returns the highest level whose elements are in the index.
    pub(super) fn latest_level(&self) -> Option<u32> {
        self.levels.last().copied()
    }

    /// Adds a level, which is higher than all others. The caller adds its elements.
    pub(super) fn add_level(&mut self, level: u32) {
        self.levels.push(level);
    }

    /// Forgets the levels above this one, whose elements have left the list.
    #[inline]
    pub(super) fn end_levels_above(&mut self, level: u32) {
        while self.levels.last().is_some_and(|&last| last > level) {
            self.levels.pop();
        }
        if self.has_no_element() {
            self.levels.clear();
        }
    }

    /// Whether no element is in the index.
    #[inline]
    pub(super) fn has_no_element(&self) -> bool {
        self.index.as_ref().is_none_or(|index| index.is_empty())
    }

    /// Returns the state with which attributes are hashed.
    pub(super) fn hasher(&mut self) -> &RandomState {
        self.index.get_or_insert_default().hasher()
    }

    /// Returns the latest element with that hash.
    pub(super) fn latest(&self, hash: NonZeroU32) -> Option<EntryId> {
        self.index.as_ref()?.latest(hash)
    }

    /// Adds an element to the index.
    pub(super) fn add<H>(&mut self, nodes: &mut Nodes<H>, entry: EntryId, hash: NonZeroU32) {
        let before = self.index.get_or_insert_default().add(entry, hash);
        nodes[entry].index_link = Some(IndexLink { hash, before });
    }

    /// Removes an element from the index.
    // Out of line: documents with an index are rare.
    #[cold]
    pub(super) fn remove<H>(&mut self, nodes: &mut Nodes<H>, entry: EntryId, link: IndexLink) {
        let IndexLink { hash, before } = link;
        let Some(index) = &mut self.index else {
            debug_assert!(false, "an element with a link is in the index");
            return;
        };
        // If a later element has the same hash, find the one right after this one, and link it to
        // the one before.
        let mut after = index.remove(entry, hash, before);
        while let Some(id) = after {
            steps::count(1);
            let Some(link) = &mut nodes[id].index_link else {
                debug_assert!(false, "all elements with one hash are in the index");
                return;
            };
            if link.before == Some(entry) {
                link.before = before;
                return;
            }
            after = link.before;
        }
    }
}
