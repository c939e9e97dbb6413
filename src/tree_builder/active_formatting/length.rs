//! How long the list of active formatting elements is.

use super::ActiveFormattingElements;

impl<H: Copy + Eq> ActiveFormattingElements<H> {
    /// Whether the list has more nodes than `max`, which is at least 8, and each has an entry.
    #[inline(always)] // As a part of the body loop.
    pub(crate) fn is_longer_than(&self, max: usize) -> bool {
        self.nodes.is_longer_than(max) && self.first_free.is_none()
    }

    /// Removes the first entry. Returns whether it was an element.
    ///
    /// The standard leaves a marker in the list where a `template` is closed around a cell or
    /// caption. If that is the first entry, it has no effect any more.
    pub(crate) fn remove_first(&mut self) -> bool {
        let Some(first) = self.first else { return false };
        let is_element = self.element(first).is_some();
        let may_need_reconstruction = self.may_need_reconstruction;
        self.remove(first);
        self.may_need_reconstruction = may_need_reconstruction;
        is_element
    }
}
