//! A cache of facts about the ancestors of an element, so that deep trees take linear time.

use std::collections::HashMap;

use crate::dom::NodeIndex;
use crate::steps;

/// The number of ancestors up to which a walk is not cached.
pub(super) const MAX_UNCACHED: usize = 16;

/// Facts about the nodes of a chain, each the child of the one before.
#[derive(Debug)]
pub(super) struct AncestorChain<C> {
    entries: Vec<(NodeIndex, C)>,
    indices: HashMap<NodeIndex, usize>,
}

impl<C> Default for AncestorChain<C> {
    fn default() -> Self {
        AncestorChain { entries: Vec::new(), indices: HashMap::new() }
    }
}

impl<C: Copy> AncestorChain<C> {
    pub(super) fn get(&self, id: NodeIndex) -> Option<C> {
        self.index(id).map(|index| self.entries[index].1)
    }

    /// Returns how many nodes of the chain are above one.
    pub(super) fn index(&self, id: NodeIndex) -> Option<usize> {
        if self.entries.is_empty() {
            return None;
        }
        self.indices.get(&id).copied()
    }

    /// Caches the facts about a chain of elements that continues after `parent`, or starts anew.
    /// Drops those below `parent` first.
    pub(super) fn keep(
        &mut self,
        parent: Option<NodeIndex>,
        found: impl Iterator<Item = (NodeIndex, C)>,
    ) {
        let length =
            parent.and_then(|parent| self.indices.get(&parent)).map_or(0, |index| index + 1);
        self.truncate(length);
        for (id, fact) in found {
            self.indices.insert(id, self.entries.len());
            self.entries.push((id, fact));
        }
    }

    /// Drops the cached facts about an element that gets another parent, and its descendants.
    #[inline]
    pub(super) fn forget(&mut self, id: NodeIndex) {
        if let Some(index) = self.index(id) {
            self.truncate(index);
        }
    }

    fn truncate(&mut self, length: usize) {
        steps::count(self.entries.len() - length);
        for (id, _) in self.entries.drain(length..) {
            self.indices.remove(&id);
        }
    }
}
