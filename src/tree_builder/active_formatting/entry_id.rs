//! The ids of entries of the list of active formatting elements.

use std::num::NonZeroU32;

/// An entry of the list: its index in the nodes plus 1. It stays valid until the entry is removed;
/// then another entry may get it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EntryId(NonZeroU32);

impl EntryId {
    pub(super) fn from_index(index: usize) -> EntryId {
        EntryId(NonZeroU32::MIN.saturating_add(index as u32))
    }

    pub(super) fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    #[cfg(test)]
    pub(crate) fn for_tests(index: usize) -> EntryId {
        EntryId::from_index(index)
    }
}
