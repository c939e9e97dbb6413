//! The handles that the tree builder holds, for who keeps its nodes alive or edits them meanwhile.

use crate::input::ParseContext;
use crate::names::LocalName;
#[cfg(feature = "stream")]
use crate::text::TagRange;
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

    /// Returns the form element pointer, and the active formatting elements, the latest first.
    #[cfg(feature = "stream")]
    pub(crate) fn elements_in_effect(&self) -> impl Iterator<Item = S::Handle> {
        self.form_in_sink().into_iter().chain(handles_of(&self.formatting))
    }

    /// Whether the form element pointer points to an element, in the sink or around the context.
    #[cfg(feature = "stream")]
    pub(crate) fn has_form(&self) -> bool {
        self.form.is_some()
    }

    /// Returns how many markers the list of active formatting elements has.
    #[cfg(feature = "stream")]
    pub(crate) fn markers(&self) -> usize {
        let entries =
            std::iter::successors(self.formatting.last(), |&id| self.formatting.previous(id));
        entries.filter(|id| self.formatting.element(*id).is_none()).count()
    }

    /// Returns all handles that are held, and the handles in gaps on the stack of open elements, to
    /// be changed: the nodes have new handles.
    #[cfg(feature = "stream")]
    pub(crate) fn held_handles_mut(&mut self) -> impl Iterator<Item = &mut S::Handle> {
        let form = self.form.as_mut().and_then(|form| form.handle_mut());
        let pointers = self.head.iter_mut().chain(form);
        let patches = self.content_patches.iter_mut().flat_map(|patch| patch.handles_mut());
        let shadow_templates =
            self.shadow_templates.iter_mut().flat_map(|template| template.handles_mut());
        let open = self.open.entries_mut().map(|entry| &mut entry.handle);
        let formatting = self.formatting.elements_mut().map(|element| &mut element.handle);
        open.chain(formatting).chain(pointers).chain(patches).chain(shadow_templates)
    }

    /// Whether it holds no text, so that texts may move.
    #[cfg(feature = "stream")]
    pub(crate) fn holds_no_text(&self) -> bool {
        self.pending_table_characters.is_empty() && self.request.is_none()
    }

    /// Notes that the source is shorter by this many bytes, which are parsed, and that its texts
    /// have moved.
    #[cfg(feature = "stream")]
    pub(crate) fn source_was_swept(&mut self, bytes: usize) {
        // The limit on copies grows by one for each byte parsed.
        self.max_copies = self.max_copies.saturating_add(bytes);
        // The start tags are gone.
        self.open.entries_mut().for_each(|entry| entry.tag = TagRange::NONE);
        self.formatting.elements_mut().for_each(|element| element.tag = TagRange::NONE);
        // Only speculation asks for it.
        self.base = None;
    }

    /// Lets go of all text, because the source is about to be cut before the current position. Its
    /// sink must not keep text: pending table characters are inserted too early.
    pub(crate) fn forget_text(&mut self, context: &mut ParseContext) {
        self.insert_pending_table_characters(context);
        // The limit on copies grows by one for each byte parsed.
        self.max_copies = self.max_copies.saturating_add(context.token.end);
        self.base = None;
    }

    /// Replaces the names of all elements that are open: the strings have a new table of names.
    pub(crate) fn rename(&mut self, name_in: impl FnMut(LocalName) -> LocalName) {
        debug_assert!(self.context.is_none(), "the name of a context element is not replaced");
        self.open.rename(name_in);
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
