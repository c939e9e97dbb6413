//! The handles that the tree builder holds, for who keeps its nodes alive or edits them meanwhile.

use crate::tree_sink::TreeSink;

use super::TreeBuilder;
use super::active_formatting::ActiveFormattingElements;

impl<S: TreeSink> TreeBuilder<S> {
    /// Returns the handles on the stack of open elements, the current node last.
    pub(crate) fn open_elements(&self) -> impl DoubleEndedIterator<Item = S::Handle> {
        self.open.iter().map(|entry| entry.handle)
    }

    /// Returns the sink and the handles in the list of active formatting elements, the latest
    /// first.
    pub(crate) fn sink_and_formatting_elements(
        &mut self,
    ) -> (&mut S, impl Iterator<Item = S::Handle>) {
        (&mut self.sink, handles_of(&self.formatting))
    }

    /// Returns all handles that are held, some of them more than once.
    pub(crate) fn held_handles(&self) -> impl Iterator<Item = S::Handle> {
        let pointers = self.head.into_iter().chain(self.form_in_sink());
        let patches = self.content_patches.iter().flat_map(|patch| patch.handles());
        let shadow_templates = self.shadow_templates.iter().flat_map(|template| template.handles());
        self.open_elements()
            .chain(handles_of(&self.formatting))
            .chain(pointers)
            .chain(patches)
            .chain(shadow_templates)
    }
}

/// Returns the handles in a list of active formatting elements, the latest first.
fn handles_of<H: Copy + Eq>(list: &ActiveFormattingElements<H>) -> impl Iterator<Item = H> {
    let entries = std::iter::successors(list.last(), |&id| list.previous(id));
    entries.filter_map(|id| Some(list.element(id)?.handle))
}
