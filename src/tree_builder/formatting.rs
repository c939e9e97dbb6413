//! Inserting formatting elements, and reconstructing them.

use crate::input::ParseContext;
use crate::names::ElementName;
use crate::steps;
use crate::tokenizer::token::Tag;
use crate::tree_sink::{Reason, TreeSink};

use super::TreeBuilder;
use super::active_formatting::FormattingElement;
use super::element_sets::ElementClass;
use super::place::Place;

impl<S: TreeSink> TreeBuilder<S> {
    /// Inserts an HTML element for a tag and pushes it onto the list of active formatting elements.
    ///
    /// <https://html.spec.whatwg.org/#push-onto-the-list-of-active-formatting-elements>
    pub(crate) fn insert_formatting_element(&mut self, tag: &Tag, context: &mut ParseContext) {
        let handle = self.insert_html_element(tag, context);
        let stack_index = self.open.len() - 1;
        let element = FormattingElement { handle, name: tag.name, stack_index: stack_index as u32 };
        let (sink, strings) = (&self.sink, &context.strings);
        let id = self.formatting.push(
            element,
            |a, b| sink.has_same_attributes(a, b, strings),
            |element, state| sink.attributes_hash(element, strings, state),
        );
        self.open.set_formatting(stack_index, id);
    }

    /// Whether an element of the list of active formatting elements is on the stack of open
    /// elements.
    pub(crate) fn is_open(&self, element: &FormattingElement<S::Handle>) -> bool {
        self.open
            .get(element.stack_index as usize)
            .is_some_and(|entry| entry.handle == element.handle)
    }

    /// Whether the latest entry of the list of active formatting elements is an element that is not
    /// open.
    #[inline]
    fn has_elements_to_reconstruct(&self) -> bool {
        let last = self.formatting.last().and_then(|last| self.formatting.element(last));
        last.is_some_and(|last| !self.is_open(last))
    }

    /// Whether the limit allows for another copy of an element.
    pub(super) fn may_copy(&mut self, context: &mut ParseContext) -> bool {
        let may = self.copies < self.most_copies.saturating_add(context.token.end);
        context.limits_hit.copies |= !may;
        may
    }

    /// <https://html.spec.whatwg.org/#reconstruct-the-active-formatting-elements>
    #[inline]
    pub(crate) fn reconstruct_active_formatting_elements(&mut self, context: &mut ParseContext) {
        // Steps 1 and 2: nothing to reconstruct.
        if self.has_elements_to_reconstruct() {
            self.reconstruct_from_first_unopened(context);
        }
    }

    #[cold]
    fn reconstruct_from_first_unopened(&mut self, context: &mut ParseContext) {
        // Steps 3 to 6: rewind to after the latest entry that is a marker or open.
        let Some(mut entry) = self.formatting.last() else { return };
        while let Some(before) = self.formatting.previous(entry)
            && self.formatting.element(before).is_some_and(|element| !self.is_open(element))
        {
            steps::count(1);
            entry = before;
        }
        // Steps 7 to 10: advance, and create each anew.
        let mut next = Some(entry);
        while let Some(entry) = next
            && let Some(&element) = self.formatting.element(entry)
        {
            steps::count(1);
            next = self.formatting.next(entry);
            if !self.may_copy(context) {
                // Deviation: past the limit on copies it ends here.
                self.formatting.remove(entry);
                continue;
            }
            self.copies += 1;
            let name = ElementName::html(element.name);
            let Place { location, level } = self.place_for_element(name, context);
            self.explain(Reason::Reconstruction);
            let handle = self.sink.clone_element(element.handle, &context.strings);
            self.insert_at(location, handle);
            self.open.push(handle, name, ElementClass::of(name), level);
            let stack_index = self.open.len() - 1;
            self.open.set_formatting(stack_index, entry);
            self.formatting.replace(entry, handle, stack_index);
        }
    }
}
