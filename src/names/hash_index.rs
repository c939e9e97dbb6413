//! A hash table that stores only ids.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// A hash table of ids. It knows neither their values nor their hashes: callers compare ids by
/// closures.
///
/// It stores no hashes: `hash_of` looks them up when the table grows. So an entry takes 4 bytes and
/// a control byte for a `u32` id, about half as much as with its hash, and look-ups miss the cache
/// less.
#[derive(Clone, Debug)]
pub(crate) struct HashIndex<I>(HashTable<I>);

impl<I: Copy> HashIndex<I> {
    pub(crate) fn new() -> Self {
        HashIndex(HashTable::new())
    }

    /// Returns an empty table with room for `ids` ids.
    pub(crate) fn with_capacity(ids: usize) -> Self {
        HashIndex(HashTable::with_capacity(ids))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the id with this hash for which `is_match` holds.
    pub(crate) fn find(&self, hash: u32, is_match: impl Fn(I) -> bool) -> Option<I> {
        self.0.find(widen(hash), |&id| is_match(id)).copied()
    }

    /// Inserts an id that is not in the table.
    pub(crate) fn insert_new(&mut self, hash: u32, id: I, hash_of: impl Fn(I) -> u32) {
        self.0.insert_unique(widen(hash), id, |&id| widen(hash_of(id)));
    }

    /// Returns the slot of the id with this hash for which `is_match` holds, or the empty slot
    /// where it would be inserted.
    pub(crate) fn entry(
        &mut self,
        hash: u32,
        is_match: impl Fn(I) -> bool,
        hash_of: impl Fn(I) -> u32,
    ) -> Entry<'_, I> {
        self.0.entry(widen(hash), |&id| is_match(id), |&id| widen(hash_of(id)))
    }
}

/// Repeats a 32-bit hash in both halves of a 64-bit one: the table takes the slot from the low bits
/// and the control byte from the high ones.
fn widen(hash: u32) -> u64 {
    (hash as u64) << 32 | hash as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With 32 bits, equal hashes of different ids are likely in a large document.
    #[test]
    fn ids_with_the_same_hash_are_told_apart() {
        let mut index = HashIndex::new();
        for id in 0..1000_u32 {
            index.entry(id / 2, |other| other == id, |other| other / 2).or_insert(id);
        }
        for id in 0..1000 {
            assert_eq!(index.find(id / 2, |other| other == id), Some(id));
        }
        assert_eq!(index.find(500, |other| other / 2 == 500), None);
        assert!(!index.is_empty());
    }
}
