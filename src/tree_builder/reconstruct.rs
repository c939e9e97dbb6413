//! Reconstructing the active formatting elements, and inserting such elements.

use crate::input::ParseContext;
use crate::names::ElementName;
use crate::steps;
use crate::tokenizer::token::Tag;
use crate::tree_sink::{Reason, TreeSink};

use super::TreeBuilder;
use super::active_formatting::{EntryId, FormattingElement};
use crate::elements::ElementClass;

impl<S: TreeSink> TreeBuilder<S> {
    /// Inserts an HTML element for a tag, and pushes it onto the list of active formatting
    /// elements.
    ///
    /// <https://html.spec.whatwg.org/#push-onto-the-list-of-active-formatting-elements>
    pub(crate) fn insert_formatting_element(&mut self, tag: &Tag, context: &mut ParseContext) {
        let handle = self.insert_html_element(tag, context);
        self.push_onto_active_formatting_elements(handle, tag, context);
    }

    /// Pushes an element that was just inserted for a tag onto the list of active formatting
    /// elements.
    ///
    /// <https://html.spec.whatwg.org/#push-onto-the-list-of-active-formatting-elements>
    #[inline(always)] // As a part of the body loop.
    pub(crate) fn push_onto_active_formatting_elements(
        &mut self,
        handle: S::Handle,
        tag: &Tag,
        context: &ParseContext,
    ) {
        let stack_index = self.open.len() - 1;
        let element = FormattingElement {
            handle,
            name: tag.name,
            stack_index: stack_index as u32,
            tag: tag.range(),
        };
        let (sink, strings) = (&self.sink, &context.strings);
        let id = self.formatting.push(
            element,
            |a, b| sink.has_same_attributes(a, b, strings),
            |element, state| sink.attributes_hash(element, strings, state),
        );
        self.open.set_formatting(stack_index, id);
    }

    /// Whether an element of the list of active formatting elements is in the stack of open
    /// elements.
    pub(crate) fn is_open(&self, element: &FormattingElement<S::Handle>) -> bool {
        self.open
            .get(element.stack_index as usize)
            .is_some_and(|entry| entry.handle == element.handle)
    }

    /// Reconstructs the active formatting elements.
    ///
    /// <https://html.spec.whatwg.org/#reconstruct-the-active-formatting-elements>
    #[inline]
    pub(crate) fn reconstruct_active_formatting_elements(&mut self, context: &mut ParseContext) {
        if self.may_need_reconstruction() {
            self.reconstruct_closed(context);
        }
    }

    /// Whether there may be formatting elements to reconstruct.
    #[inline(always)]
    pub(crate) fn may_need_reconstruction(&self) -> bool {
        let may = self.formatting.may_need_reconstruction();
        debug_assert!(
            may || self.formatting.last().is_none_or(|last| self.is_marker_or_open(last)),
            "what closes an element of the list says so"
        );
        may
    }

    /// Whether text here would come into a formatting element that is created anew for it.
    #[cfg(feature = "stream")]
    #[inline(never)] // Few tokens come where this is not known without it.
    pub(crate) fn needs_reconstruction(&self) -> bool {
        self.may_need_reconstruction()
            && self.formatting.last().is_some_and(|last| !self.is_marker_or_open(last))
    }

    /// As [`reconstruct_active_formatting_elements`], where the last entry may be an element that
    /// is not open.
    ///
    /// [`reconstruct_active_formatting_elements`]: Self::reconstruct_active_formatting_elements
    // Never inlined: this is rare, and the test before it is in many rules.
    #[inline(never)]
    fn reconstruct_closed(&mut self, context: &mut ParseContext) {
        // Step 1: there are no entries. Step 2: the last one is a marker or open.
        if let Some(last) = self.formatting.last()
            && !self.is_marker_or_open(last)
        {
            self.reconstruct_up_to(last, context);
        }
        self.formatting.set_may_need_reconstruction(false);
    }

    /// Whether an entry of the list of active formatting elements is a marker, or an element that
    /// is in the stack of open elements.
    #[inline]
    fn is_marker_or_open(&self, entry: EntryId) -> bool {
        self.formatting.element(entry).is_none_or(|element| self.is_open(element))
    }

    /// Creates the elements of the last entries anew, from the first one after the last marker or
    /// open element.
    fn reconstruct_up_to(&mut self, last: EntryId, context: &mut ParseContext) {
        // Steps 3 to 6, "rewind": go back to the entry after the latest that is a marker or open.
        let mut entry = last;
        while let Some(before) = self.formatting.previous(entry)
            && !self.is_marker_or_open(before)
        {
            steps::count(1);
            entry = before;
        }
        // Steps 7 and 10, "advance": go on to the next entry, up to the last one.
        let mut next = Some(entry);
        while let Some(entry) = next {
            steps::count(1);
            next = self.formatting.next(entry);
            self.recreate(entry, context);
        }
    }

    /// Steps 8 and 9, "create": inserts an HTML element like that of an entry, and replaces the
    /// entry with one for the new element.
    fn recreate(&mut self, entry: EntryId, context: &mut ParseContext) {
        let Some(&element) = self.formatting.element(entry) else {
            debug_assert!(false, "there is no marker after the entry that was rewound to");
            return;
        };
        // Deviation (Copies): when the limit on copies is reached, the element leaves the list
        // instead. Deviation (Depth): and so if too many elements are open.
        let has_room = !self.open.is_full();
        context.limits_hit.depth |= !has_room;
        if !has_room || !self.may_copy(context) {
            self.formatting.remove(entry);
            return;
        }
        self.copies += 1;
        let name = ElementName::html(element.name);
        let place = self.place_for_element(name, context);
        self.explain(Reason::Reconstruction);
        let parent = self.node_containing(place.location);
        self.sink.set_intended_parent(parent);
        let handle = self.sink.clone_element(element.handle, &context.strings);
        self.insert_at(place.location, handle);
        self.open.push(handle, name, ElementClass::of(name), place.level, element.tag);
        let stack_index = self.open.len() - 1;
        self.open.set_formatting(stack_index, entry);
        self.formatting.replace(entry, handle, stack_index);
    }
}
