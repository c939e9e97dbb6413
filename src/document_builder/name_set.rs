//! A set of names of one document.

use crate::names::LocalName;

/// A set of names of one document: a bit set by their indices.
#[derive(Debug, Default)]
pub(super) struct NameSet(Vec<u64>);

impl NameSet {
    pub(super) fn insert(&mut self, name: LocalName) {
        let (word, bit) = (name.index() / 64, name.index() % 64);
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << bit;
    }

    pub(super) fn contains(&self, name: LocalName) -> bool {
        self.0.get(name.index() / 64).is_some_and(|word| word >> (name.index() % 64) & 1 != 0)
    }
}
