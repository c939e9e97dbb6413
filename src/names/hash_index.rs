//! Numbers by hash, in little room.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// Finds numbers by the hash of what they stand for. What is read at random is kept small: the
/// hashes are where `hash_of` finds them.
#[derive(Clone, Debug)]
pub(crate) struct HashIndex<N>(HashTable<N>);

impl<N: Copy> HashIndex<N> {
    pub(crate) fn new() -> Self {
        HashIndex(HashTable::new())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number that is the right one, of those that may be of that hash.
    pub(crate) fn find(&self, hash: u32, is_it: impl Fn(N) -> bool) -> Option<N> {
        self.0.find(spread(hash), |&number| is_it(number)).copied()
    }

    /// The place of the number that is the right one, of those that may be of that hash, or for it.
    pub(crate) fn entry(
        &mut self,
        hash: u32,
        is_it: impl Fn(N) -> bool,
        hash_of: impl Fn(N) -> u32,
    ) -> Entry<'_, N> {
        self.0.entry(spread(hash), |&number| is_it(number), |&number| spread(hash_of(number)))
    }
}

/// The hash as the table wants it, in which the bits at both ends count.
fn spread(hash: u32) -> u64 {
    (hash as u64) << 32 | hash as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hashes are half as long as usual: two numbers may well have the same.
    #[test]
    fn numbers_of_one_hash_are_told_apart() {
        let mut index = HashIndex::new();
        for number in 0..1000_u32 {
            index.entry(number / 2, |other| other == number, |other| other / 2).or_insert(number);
        }
        for number in 0..1000 {
            assert_eq!(index.find(number / 2, |other| other == number), Some(number));
        }
        assert_eq!(index.find(500, |other| other / 2 == 500), None);
        assert!(!index.is_empty());
    }
}
