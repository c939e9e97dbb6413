//! How much room the stack of open elements has.

use super::{IN_PLACE, OpenElements};

impl<H: Copy + Eq> OpenElements<H> {
    /// Returns the number of levels from 1 on where nodes go to the usual place: they are not near
    /// the limit on depth, and the stack is not [nearly full](Self::is_nearly_full).
    #[inline(always)]
    pub(crate) fn usual_levels(&self) -> u32 {
        self.height.usual_levels()
    }

    /// Returns the largest number of entries between two tokens.
    #[inline(always)]
    pub(crate) fn max_height(&self) -> usize {
        self.height.max()
    }

    /// Whether the stack is nearly as high as allowed.
    #[inline(always)]
    pub(crate) fn is_nearly_full(&self) -> bool {
        self.height.usual_levels() == 0
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

    /// Forgets that the stack was nearly full, if it no longer is.
    pub(crate) fn note_shrinking(&mut self) {
        self.height.note_shrinking(self.len(), 2 * IN_PLACE);
    }
}
