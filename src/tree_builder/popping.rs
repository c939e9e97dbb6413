//! Taking elements off the stack of open elements.

use crate::input::ParseContext;
use crate::names::{LocalName, known};
use crate::parse_error::ParseErrorCode;
use crate::text::Strings;
use crate::tree_sink::TreeSink;

use super::TreeBuilder;
use super::element_sets::ElementClass;

impl<S: TreeSink> TreeBuilder<S> {
    /// Pops the current node off the stack of open elements.
    #[inline(always)]
    pub(crate) fn pop(&mut self, context: &mut ParseContext) {
        if let Some(entry) = self.open.pop() {
            self.sink.element_popped(entry.handle, entry.name, &context.strings);
            if entry.is_html(known::OPTION) && self.revision.has_selectedcontent() {
                self.option_popped(entry.handle, context);
            }
        }
    }

    /// An `option` has all that is in it.
    #[cold]
    fn option_popped(&mut self, option: S::Handle, context: &mut ParseContext) {
        self.update_selectedcontent(context, |sink, strings| sink.option_popped(option, strings));
    }

    /// Has the tree bring a `selectedcontent` up to date, if the limit allows for copies.
    pub(super) fn update_selectedcontent(
        &mut self,
        context: &mut ParseContext,
        update: impl FnOnce(&mut S, &Strings),
    ) {
        if self.may_copy(context) {
            let nodes = self.sink.node_count();
            update(&mut self.sink, &context.strings);
            // A tree may give nodes up as well, and count no more than there are.
            self.copies += self.sink.node_count().saturating_sub(nodes);
        }
    }

    /// Pops until that many elements are left on the stack.
    pub(crate) fn pop_to_length(&mut self, length: usize, context: &mut ParseContext) {
        while self.open.len() > length {
            self.pop(context);
        }
    }

    /// Pops until an HTML element of that name has been popped.
    pub(crate) fn pop_until_popped(&mut self, name: LocalName, context: &mut ParseContext) {
        while let Some(current) = self.open.current() {
            let found = current.is_html(name);
            self.pop(context);
            if found {
                break;
            }
        }
    }

    /// Pops until an element of one of these sets has been popped.
    pub(crate) fn pop_until_any_popped(&mut self, sets: ElementClass, context: &mut ParseContext) {
        while let Some(current) = self.open.current() {
            let found = current.class.intersects(sets);
            self.pop(context);
            if found {
                break;
            }
        }
    }

    /// Clears the stack back to a table, table body or table row context.
    ///
    /// <https://html.spec.whatwg.org/#clear-the-stack-back-to-a-table-context>
    pub(crate) fn clear_stack_back_to(
        &mut self,
        boundary: ElementClass,
        context: &mut ParseContext,
    ) {
        while self.open.current().is_some_and(|current| !current.class.intersects(boundary)) {
            self.pop(context);
        }
    }

    /// <https://html.spec.whatwg.org/#generate-implied-end-tags>
    #[inline]
    pub(crate) fn generate_implied_end_tags(&mut self, context: &mut ParseContext) {
        while self
            .open
            .current()
            .is_some_and(|current| current.class.intersects(ElementClass::IMPLIED_END_TAG))
        {
            self.pop(context);
        }
    }

    /// Generates implied end tags, except for HTML elements of that name.
    pub(crate) fn generate_implied_end_tags_except(
        &mut self,
        name: LocalName,
        context: &mut ParseContext,
    ) {
        while self.open.current().is_some_and(|current| {
            current.class.intersects(ElementClass::IMPLIED_END_TAG) && !current.is_html(name)
        }) {
            self.pop(context);
        }
    }

    /// <https://html.spec.whatwg.org/#generate-all-implied-end-tags-thoroughly>
    pub(crate) fn generate_all_implied_end_tags_thoroughly(&mut self, context: &mut ParseContext) {
        let implied = ElementClass::THOROUGHLY_IMPLIED_END_TAG;
        while self.open.current().is_some_and(|current| current.class.intersects(implied)) {
            self.pop(context);
        }
    }

    /// <https://html.spec.whatwg.org/#close-a-p-element>
    pub(crate) fn close_p_element(&mut self, context: &mut ParseContext) {
        self.generate_implied_end_tags_except(known::P, context);
        if !self.current_is_html(known::P) {
            self.error(ParseErrorCode::UnclosedElement, context);
        }
        self.pop_until_popped(known::P, context);
    }

    /// Closes a `p` element, if there is one in button scope.
    #[inline]
    pub(crate) fn close_p_element_in_button_scope(&mut self, context: &mut ParseContext) {
        if self.open.has_p_in_button_scope() {
            self.close_p_element(context);
        }
    }
}
