//! Popping elements off the stack of open elements.

use crate::input::ParseContext;
use crate::names::{LocalName, known};
use crate::parse_error::ParseErrorCode;
use crate::tree_sink::{ClosedBy, TreeSink};

use super::active_formatting::ActiveFormattingElements;
use super::open_elements::{OpenElement, OpenElements};
use super::{Processing, Request, TreeBuilder};
use crate::elements::ElementClass;

impl<S: TreeSink> TreeBuilder<S> {
    /// Pops the current node off the stack of open elements.
    // Always inlined: most end tags do nothing else.
    #[inline(always)]
    pub(crate) fn pop(&mut self, context: &mut ParseContext) {
        if self.positions {
            self.tell_current_closed(context);
        }
        self.pop_told(context);
    }

    /// Pops the current node, if the token is the end tag of its name.
    #[inline(always)] // As a part of the body loop.
    pub(super) fn pop_at_own_end_tag(&mut self, context: &mut ParseContext) {
        self.tell_current_closed_by_own_end_tag(context);
        self.pop_told(context);
    }

    /// Pops the current node, whose name is that of the token: its end tag, or the start tag of
    /// another such element.
    #[inline(always)] // As a part of the adoption agency algorithm's shortcut.
    pub(super) fn pop_at_tag_of_its_name(&mut self, context: &mut ParseContext) {
        if self.positions {
            match self.token_closes {
                ClosedBy::EndTag(_) => self.tell_current_closed_by_own_end_tag(context),
                _ => self.tell_current_closed(context),
            }
        }
        self.pop_told(context);
    }

    /// Pops the current node. The sink knows already what closes it.
    #[inline(always)] // As a part of `pop`.
    fn pop_told(&mut self, context: &mut ParseContext) {
        if let Some(entry) = self.open.pop() {
            self.note_popped(&entry, context);
            if entry.is_html(known::OPTION) && self.revision.has_selectedcontent() {
                self.option_popped(entry.handle, context);
            }
        }
    }

    /// Notes that an element has left the stack of open elements.
    #[inline(always)] // As a part of `pop`.
    fn note_popped(&mut self, entry: &OpenElement<S::Handle>, context: &ParseContext) {
        if entry.formatting.is_some() {
            self.formatting.set_may_need_reconstruction(true);
        }
        self.sink.element_popped(entry.handle, entry.name.unpack(), &context.strings);
    }

    /// Pops elements as long as the current node satisfies a condition.
    #[inline]
    fn pop_while(
        &mut self,
        context: &mut ParseContext,
        condition: impl Fn(&OpenElement<S::Handle>) -> bool,
    ) {
        while self.open.current().is_some_and(&condition) {
            self.pop(context);
        }
    }

    /// Pops elements until one has been popped that satisfies a condition.
    #[inline]
    fn pop_through(
        &mut self,
        context: &mut ParseContext,
        condition: impl Fn(&OpenElement<S::Handle>) -> bool,
    ) {
        while let Some(current) = self.open.current() {
            let is_last = condition(current);
            self.pop(context);
            if is_last {
                break;
            }
        }
    }

    /// Pops elements until `length` entries are left on the stack.
    pub(crate) fn pop_to_length(&mut self, length: usize, context: &mut ParseContext) {
        while self.open.len() > length {
            self.pop(context);
        }
    }

    /// Pops elements until an HTML element with that name has been popped.
    pub(crate) fn pop_until_popped(&mut self, name: LocalName, context: &mut ParseContext) {
        self.pop_through(context, |current| current.is_html(name));
    }

    /// Pops elements until an element of one of these sets has been popped.
    pub(crate) fn pop_until_any_popped(&mut self, sets: ElementClass, context: &mut ParseContext) {
        self.pop_through(context, |current| current.class.intersects(sets));
    }

    /// Pops elements until the current node is in one of these sets.
    pub(crate) fn pop_until_current_is(&mut self, sets: ElementClass, context: &mut ParseContext) {
        self.pop_while(context, |current| !current.class.intersects(sets));
    }

    /// Takes the element at that index off the stack of open elements, wherever it is.
    pub(crate) fn remove_from_stack(&mut self, index: usize, context: &mut ParseContext) {
        self.tell_entry_closed(index, context);
        let (entry, inner) = self.open.remove(index);
        if let Some(inner) = inner {
            self.sink.popped_before(inner);
        }
        self.note_popped(&entry, context);
    }

    /// Tells the sink that an element is closed that was taken off the stack of open elements
    /// before `inner`.
    pub(super) fn close_removed(
        &mut self,
        entry: &OpenElement<S::Handle>,
        inner: Option<S::Handle>,
        context: &ParseContext,
    ) {
        self.tell_removed(entry, context);
        if let Some(inner) = inner {
            self.sink.popped_before(inner);
        }
        self.note_popped(entry, context);
    }

    /// Generates implied end tags.
    ///
    /// <https://html.spec.whatwg.org/#generate-implied-end-tags>
    #[inline]
    pub(crate) fn generate_implied_end_tags(&mut self, context: &mut ParseContext) {
        self.pop_while(context, |current| current.class.intersects(ElementClass::IMPLIED_END_TAG));
    }

    /// Generates implied end tags, except for HTML elements with that name.
    ///
    /// <https://html.spec.whatwg.org/#generate-implied-end-tags>
    pub(crate) fn generate_implied_end_tags_except(
        &mut self,
        name: LocalName,
        context: &mut ParseContext,
    ) {
        self.pop_while(context, |current| {
            current.class.intersects(ElementClass::IMPLIED_END_TAG) && !current.is_html(name)
        });
    }

    /// Generates all implied end tags thoroughly.
    ///
    /// <https://html.spec.whatwg.org/#generate-all-implied-end-tags-thoroughly>
    pub(crate) fn generate_all_implied_end_tags_thoroughly(&mut self, context: &mut ParseContext) {
        self.pop_while(context, |current| {
            current.class.intersects(ElementClass::THOROUGHLY_IMPLIED_END_TAG)
        });
    }

    /// Generates implied end tags, then closes the HTML element with that name: the steps that many
    /// rules share.
    pub(crate) fn close_element(&mut self, name: LocalName, context: &mut ParseContext) {
        self.generate_implied_end_tags(context);
        self.pop_with_unclosed(name, context);
    }

    /// Generates implied end tags, except for HTML elements with that name, then closes the one
    /// with that name. This is "close a `p` element", and a part of the rules for `li`, `dd` and
    /// `dt`.
    ///
    /// <https://html.spec.whatwg.org/#close-a-p-element>
    pub(crate) fn close_element_and_implied(
        &mut self,
        name: LocalName,
        context: &mut ParseContext,
    ) {
        self.generate_implied_end_tags_except(name, context);
        self.pop_with_unclosed(name, context);
    }

    /// Pops elements until an HTML element with that name has been popped. If it is not the current
    /// node, this is a parse error.
    fn pop_with_unclosed(&mut self, name: LocalName, context: &mut ParseContext) {
        if !self.current_is_html(name) {
            self.error(ParseErrorCode::UnclosedElement, context);
        }
        self.pop_until_popped(name, context);
    }

    /// Closes a `p` element, if the stack of open elements has one in button scope.
    #[inline]
    pub(crate) fn close_p_element_in_button_scope(&mut self, context: &mut ParseContext) {
        if self.open.has_p_in_button_scope() {
            self.close_element_and_implied(known::P, context);
        }
    }

    /// Aborts parsing.
    ///
    /// <https://html.spec.whatwg.org/#abort-a-parser>
    pub(crate) fn abort(&mut self, context: &mut ParseContext) {
        // "Pop all the nodes off the stack of open elements", and nothing else: markers stay.
        self.content_patches.clear();
        self.token_closes = ClosedBy::EndOfFile;
        self.stop_parsing(context);
        self.request = None;
    }

    /// Stops parsing without a word to the sink, which is no longer the tree that was built.
    pub(crate) fn abandon(&mut self) {
        self.open = OpenElements::new(self.revision, self.depth_limit);
        self.formatting = ActiveFormattingElements::new();
        self.content_patches.clear();
        self.shadow_templates.clear();
        (self.head, self.form, self.request) = (None, None, None);
        self.stopped = true;
    }

    /// Stops parsing.
    ///
    /// Deviation (Markers): a `<template for>` that is still open loses its markers, as at its end
    /// tag. The standard leaves them in the tree; browsers and the shared test suite do not.
    ///
    /// <https://html.spec.whatwg.org/#stop-parsing>
    pub(super) fn stop_parsing(&mut self, context: &mut ParseContext) -> Processing {
        while let Some(patch) = self.content_patches.pop() {
            self.remove_markers(&patch);
        }
        // "Pop all the nodes off the stack of open elements."
        self.pop_to_length(0, context);
        self.stopped = true;
        self.request = Some(Request::Stop);
        Processing::Done
    }
}
