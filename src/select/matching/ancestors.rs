//! A Bloom filter of the names, ids and classes of an element's ancestors, updated during a walk.

use selectors::bloom::{BLOOM_HASH_MASK, BloomFilter};

use crate::dom::{ElementRef, NodeIndex, NodeRef};

use super::subject::Subject;

/// The names, ids and classes of the ancestors of the current element.
///
/// The walk makes an element current only if its ancestors matter. So an element is hashed only if
/// the ancestors of one of its descendants matter, and at most once.
#[derive(Default)]
pub(super) struct AncestorFilter {
    filter: Box<BloomFilter>,
    /// The ancestors, beginning with the root, each with the number of hashes up to and including
    /// its own.
    path: Vec<(NodeIndex, usize)>,
    hashes: Vec<u32>,
    current: Option<NodeIndex>,
    /// The number of ancestors of the first element that became current, and its depth in the walk.
    first: Option<(usize, usize)>,
    /// The ancestors that [`walk_to`](Self::walk_to) has yet to add to the path. Empty between
    /// calls; kept for its capacity.
    missing: Vec<NodeIndex>,
}

impl AncestorFilter {
    pub(in crate::select) fn filter(&self) -> &BloomFilter {
        &self.filter
    }

    /// Makes an element the current one. It must be the last current element, or come after that in
    /// tree order. `depth` is its depth in the walk.
    pub(super) fn walk_to(&mut self, element: ElementRef<'_>, depth: usize) {
        if self.current.replace(element.index()) == Some(element.index()) {
            return;
        }
        let (ancestors, first_depth) =
            *self.first.get_or_insert_with(|| (element.ancestor_elements().count(), depth));
        let mut level = ancestors + depth - first_depth;
        let mut common = 0;
        for ancestor in element.ancestor_elements() {
            level -= 1;
            if self.path.get(level).is_some_and(|known| known.0 == ancestor.index()) {
                common = level + 1;
                break;
            }
            self.missing.push(ancestor.index());
        }
        self.truncate(common);
        while let Some(ancestor) = self.missing.pop() {
            self.push(NodeRef::new(element.document(), ancestor));
        }
    }

    fn push(&mut self, ancestor: NodeRef<'_>) {
        let filter = &mut self.filter;
        let hashes = &mut self.hashes;
        Subject::new(ancestor).each_hash(|hash| {
            filter.insert_hash(hash & BLOOM_HASH_MASK);
            hashes.push(hash & BLOOM_HASH_MASK);
        });
        self.path.push((ancestor.index(), self.hashes.len()));
    }

    /// Shortens the path to its first `length` ancestors.
    fn truncate(&mut self, length: usize) {
        self.path.truncate(length);
        let end = self.path.last().map_or(0, |last| last.1);
        for hash in self.hashes.drain(end..) {
            self.filter.remove_hash(hash);
        }
    }
}
