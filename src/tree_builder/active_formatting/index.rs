//! Elements of the list by what the Noah's Ark clause compares.

use std::hash::RandomState;
use std::mem;
use std::num::NonZeroU32;

use hashbrown::hash_table::Entry;

use crate::names::HashIndex;
use crate::names::LocalName;

use super::EntryId;

/// Elements by the hash of their level, name and attributes.
#[derive(Clone, Debug)]
pub(super) struct Index {
    latest: HashIndex<Latest>,
    /// Seeded at random: nobody can choose attributes whose hashes collide.
    hasher: RandomState,
}

/// The latest element of a hash. That is here, too: where the elements are, it is too far away.
#[derive(Clone, Copy, Debug)]
struct Latest {
    hash: NonZeroU32,
    id: EntryId,
}

impl Index {
    /// What attributes are to be hashed with.
    pub(super) fn hasher(&self) -> &RandomState {
        &self.hasher
    }

    pub(super) fn is_empty(&self) -> bool {
        self.latest.is_empty()
    }

    /// The latest element of that hash.
    pub(super) fn latest(&self, hash: NonZeroU32) -> Option<EntryId> {
        Some(self.latest.find(hash.get(), |latest| latest.hash == hash)?.id)
    }

    /// Makes an element the latest of that hash, and gives the one that was.
    pub(super) fn enter(&mut self, id: EntryId, hash: NonZeroU32) -> Option<EntryId> {
        match self.entry(hash) {
            Entry::Occupied(mut latest) => Some(mem::replace(&mut latest.get_mut().id, id)),
            Entry::Vacant(place) => {
                place.insert(Latest { hash, id });
                None
            }
        }
    }

    /// Has the element of that hash that came before `id` take its place as the latest, if it is
    /// that. Otherwise gives the latest.
    pub(super) fn leave(
        &mut self,
        id: EntryId,
        hash: NonZeroU32,
        before: Option<EntryId>,
    ) -> Option<EntryId> {
        let Entry::Occupied(mut latest) = self.entry(hash) else { return None };
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

/// The hash of attributes made one of a level and name, too: the same attributes have a hash of
/// their own at each.
pub(super) fn hash_at(level: u32, name: LocalName, attributes: u64) -> NonZeroU32 {
    let place = (level as u64) << 32 | name.index() as u64;
    let mixed = attributes.wrapping_add(place).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    NonZeroU32::new((mixed >> 32) as u32).unwrap_or(NonZeroU32::MIN)
}
