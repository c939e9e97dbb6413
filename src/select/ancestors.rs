//! A Bloom filter of the names, ids and classes of an element's ancestors, updated during a walk.

use selectors::bloom::{BLOOM_HASH_MASK, BloomFilter};

use crate::dom::{ElementRef, NodeId};

use super::subject::Subject;

/// The names, ids and classes of the ancestors of the current element.
#[derive(Default)]
pub(super) struct AncestorFilter {
    filter: Box<BloomFilter>,
    /// The ancestors, beginning with the root, each with the number of hashes up to and including
    /// its own.
    path: Vec<(NodeId, usize)>,
    hashes: Vec<u32>,
    /// The current element, whose ancestors `path` holds.
    last: Option<NodeId>,
}

impl AncestorFilter {
    pub(super) fn filter(&self) -> &BloomFilter {
        &self.filter
    }

    /// Makes an element the current one. This is fast if it is the next in tree order.
    pub(super) fn walk_to(&mut self, element: ElementRef<'_>) {
        let parent = element.parent_element();
        if let Some(parent) = parent.filter(|parent| self.last == Some(parent.id())) {
            self.push(parent);
        }
        self.last = Some(element.id());
        while self.path.last().is_some_and(|last| Some(last.0) != parent.map(|parent| parent.id()))
        {
            self.pop();
        }
        if self.path.is_empty() {
            let mut above: Vec<_> = element.ancestor_elements().collect();
            while let Some(ancestor) = above.pop() {
                self.push(ancestor);
            }
        }
    }

    fn push(&mut self, element: ElementRef<'_>) {
        let filter = &mut self.filter;
        let hashes = &mut self.hashes;
        Subject::new(element.as_node()).each_hash(|hash| {
            filter.insert_hash(hash & BLOOM_HASH_MASK);
            hashes.push(hash & BLOOM_HASH_MASK);
        });
        self.path.push((element.id(), self.hashes.len()));
    }

    fn pop(&mut self) {
        self.path.pop();
        let end = self.path.last().map_or(0, |last| last.1);
        for hash in self.hashes.drain(end..) {
            self.filter.remove_hash(hash);
        }
    }
}
