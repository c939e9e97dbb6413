//! Numbers by hash, in little room.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// A number and half of the hash of what it stands for, so that this need not be read to be told apart from others, nor to
/// be moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hashed<N> {
    hash: u32,
    pub(crate) number: N,
}

/// Finds numbers by the hash of what they stand for.
#[derive(Clone, Debug)]
pub(crate) struct HashIndex<N>(HashTable<Hashed<N>>);

impl<N: Copy> HashIndex<N> {
    pub(crate) fn new() -> Self {
        HashIndex(HashTable::new())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of that hash that is the right one.
    pub(crate) fn find(&self, hash: u32, is_it: impl Fn(N) -> bool) -> Option<N> {
        let found = self.0.find(spread(hash), |entry| entry.hash == hash && is_it(entry.number));
        found.map(|entry| entry.number)
    }

    /// The place of the number of that hash that is the right one, or for it.
    pub(crate) fn entry(&mut self, hash: u32, is_it: impl Fn(N) -> bool) -> Entry<'_, Hashed<N>> {
        let is_it = |entry: &Hashed<N>| entry.hash == hash && is_it(entry.number);
        self.0.entry(spread(hash), is_it, |entry| spread(entry.hash))
    }
}

impl<N> Hashed<N> {
    pub(crate) fn new(hash: u32, number: N) -> Self {
        Hashed { hash, number }
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
            index.entry(number / 2, |other| other == number).or_insert(Hashed::new(number / 2, number));
        }
        for number in 0..1000 {
            assert_eq!(index.find(number / 2, |other| other == number), Some(number));
        }
        assert_eq!(index.find(3, |other| other == 8), None);
        assert!(!index.is_empty());
    }
}
