//! The index of formatting elements for the Noah's Ark clause.

use std::hash::RandomState;
use std::mem;
use std::num::NonZeroU32;

use hashbrown::hash_table::Entry;

use crate::names::HashIndex;
use crate::names::LocalName;

use super::entry_id::EntryId;

/// Formatting elements by the hash of their level, name and attributes. It has the latest element
/// with each hash, and the entries of the list link it to earlier ones.
#[derive(Clone, Debug)]
pub(super) struct Index {
    latest: HashIndex<Latest>,
    /// Seeded at random, so that nobody can choose attributes whose hashes collide.
    hasher: RandomState,
}

/// The latest element with a hash. The hash is stored here too, so that a look-up does not touch
/// the entries of the list, which would be a cache miss each.
#[derive(Clone, Copy, Debug)]
struct Latest {
    hash: NonZeroU32,
    id: EntryId,
}

/// The link of an element to others in the index.
#[derive(Clone, Copy, Debug)]
pub(super) struct IndexLink {
    /// The hash of the element's level, name and attributes.
    pub(super) hash: NonZeroU32,
    /// The element before it that has the same hash. There are few of these.
    pub(super) before: Option<EntryId>,
}

impl Index {
    /// Returns the state with which attributes are hashed.
    pub(super) fn hasher(&self) -> &RandomState {
        &self.hasher
    }

    /// Whether no element is in the index.
    pub(super) fn is_empty(&self) -> bool {
        self.latest.is_empty()
    }

    /// Returns the latest element with that hash.
    pub(super) fn latest(&self, hash: NonZeroU32) -> Option<EntryId> {
        Some(self.latest.find(hash.get(), |latest| latest.hash == hash)?.id)
    }

    /// Makes an element the latest with this hash, and returns the latest one before.
    pub(super) fn add(&mut self, id: EntryId, hash: NonZeroU32) -> Option<EntryId> {
        match self.entry(hash) {
            Entry::Occupied(mut latest) => Some(mem::replace(&mut latest.get_mut().id, id)),
            Entry::Vacant(slot) => {
                slot.insert(Latest { hash, id });
                None
            }
        }
    }

    /// Removes an element. If it is the latest with that hash, `before` takes its place, and this
    /// returns `None`; otherwise this returns the latest one.
    pub(super) fn remove(
        &mut self,
        id: EntryId,
        hash: NonZeroU32,
        before: Option<EntryId>,
    ) -> Option<EntryId> {
        let Entry::Occupied(mut latest) = self.entry(hash) else {
            debug_assert!(false, "the index has every hash of an element in it");
            return None;
        };
        if latest.get().id != id {
            return Some(latest.get().id);
        }
        match before {
            Some(before) => latest.get_mut().id = before,
            None => _ = latest.remove(),
        }
        None
    }

    fn entry(&mut self, hash: NonZeroU32) -> Entry<'_, Latest> {
        self.latest.entry(hash.get(), |latest| latest.hash == hash, |latest| latest.hash.get())
    }
}

impl Default for Index {
    fn default() -> Self {
        Index { latest: HashIndex::new(), hasher: RandomState::new() }
    }
}

/// Combines the hash of an element's attributes with its name and its level, which is the number of
/// markers before it. The level keeps apart the elements that markers separate.
pub(super) fn hash_at(level: u32, name: LocalName, attributes: u64) -> NonZeroU32 {
    let level_and_name = u64::from(level) << 32 | name.index() as u64;
    let mixed = attributes.wrapping_add(level_and_name).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    // 0 becomes 1, which is one collision more.
    NonZeroU32::new((mixed >> 32) as u32).unwrap_or(NonZeroU32::MIN)
}
