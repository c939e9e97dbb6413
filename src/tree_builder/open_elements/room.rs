//! How much room the stack of open elements has.

use super::OpenElements;

impl<H: Copy + Eq> OpenElements<H> {
    /// Returns the largest number of entries where elements are not put in the usual place.
    #[inline(always)]
    pub(crate) fn max_height(&self) -> usize {
        self.height.max()
    }

    /// Whether there is no room for another element.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.len() >= self.height.max()
    }

    /// Returns how many entries are on the stack for which there is no room.
    pub(crate) fn excess(&self) -> usize {
        self.len().saturating_sub(self.height.max())
    }

    /// Whether it is time to [remove siblings](Self::remove_siblings), which takes a while.
    pub(crate) fn is_search_due(&mut self) -> bool {
        self.height.is_search_due()
    }

    /// Notes that siblings were removed, or none.
    pub(crate) fn note_search(&mut self) {
        self.height.note_search(self.len());
    }

    /// Notes that an element has not found room.
    pub(crate) fn note_refused(&mut self) {
        self.height.note_refused();
    }
}
