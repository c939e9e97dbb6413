//! How long the list of active formatting elements is.

use super::ActiveFormattingElements;

impl<H: Copy + Eq> ActiveFormattingElements<H> {
    /// Returns how many entries are to be removed from a list that is longer than `max`: so many
    /// that half as many stay. None, if an entry has left it since the last time.
    pub(crate) fn excess(&self, max: usize) -> usize {
        match self.first_free {
            None if self.nodes.len() > max => self.nodes.len() - max / 2,
            _ => 0,
        }
    }

    /// Removes the first entry. Returns whether it was an element.
    ///
    /// The standard leaves a marker in the list where a `template` is closed around a cell or
    /// caption. If that is the first entry, it has no effect.
    pub(crate) fn remove_first(&mut self) -> bool {
        let Some(first) = self.first else { return false };
        let is_element = self.element(first).is_some();
        let may_need_reconstruction = self.may_need_reconstruction;
        self.remove(first);
        self.may_need_reconstruction = may_need_reconstruction;
        is_element
    }
}
