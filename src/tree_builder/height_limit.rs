//! Closing elements when too many are open.
//!
//! Deviation (Depth): the standard sets no limit on the number of open elements. Elements past the
//! limit on depth are siblings that are open at once, as in browsers. When there are too many of
//! them, the oldest are closed, all that the current node is not in. They have their content, so
//! this changes only where nodes go after the end tags of the elements beside them.
//!
//! If there is still no room, as in thousands of templates, an element is closed right after its
//! start tag, as by an end tag of its own, and what follows is not inside it. So nothing is lost,
//! and no part of a table or `template` stays open without the parts around it.

use crate::input::ParseContext;
use crate::steps;
use crate::tokenizer::token::Tag;
use crate::tree_sink::TreeSink;

use super::TreeBuilder;
use super::form_element::FormElement;
use super::insertion_mode::InsertionMode;

impl<S: TreeSink> TreeBuilder<S> {
    /// Closes the elements of the current start tag for which the stack of open elements has no
    /// room: its own element, and elements that it implies. Called for each start tag that puts one
    /// in a place that is not the usual one. Those in the usual place are in each other, so the
    /// limit on depth bounds how many come between two calls.
    // Out of line: few documents have that many open elements.
    #[cold]
    pub(super) fn close_excess(&mut self, context: &mut ParseContext) {
        self.inserted_elsewhere = false;
        if self.open.excess() > 0 && self.open.is_search_due() {
            self.close_siblings(context);
            self.open.note_search();
        }
        while self.open.excess() > 0 && self.may_close_current() {
            context.limits_hit.depth = true;
            self.open.note_refused();
            self.close_current(context);
        }
    }

    /// Closes the oldest elements that the current node is not in.
    fn close_siblings(&mut self, context: &mut ParseContext) {
        let removed = self.open.remove_siblings();
        context.limits_hit.depth |= !removed.is_empty();
        for (entry, inner) in &removed {
            steps::count(1);
            let listed = entry.formatting.filter(|&id| self.formatting.has(id, entry.handle));
            if let Some(listed) = listed {
                self.formatting.remove(listed);
            }
            self.close_removed(entry, *inner, context);
        }
        for index in 0..self.open.len() {
            steps::count(1);
            let entry = self.open.entry(index);
            let listed = entry.formatting.filter(|&id| self.formatting.has(id, entry.handle));
            if let Some(listed) = listed {
                self.formatting.set_stack_index(listed, index);
            }
        }
        if let Some(FormElement::Inserted { handle, special }) = &mut self.form
            && let Some(number) = self.open.special_with(*handle)
        {
            *special = number;
        }
    }

    /// Inserts a marker at the end of the list of active formatting elements, and drops the
    /// earliest entries if the list is longer than the stack of open elements may be high.
    ///
    /// Among as many entries are markers that the standard leaves there: without these, the limit
    /// on copies bounds the list. So the earliest have nearly always lost their effect.
    pub(super) fn push_marker(&mut self, context: &mut ParseContext) {
        for _ in 0..self.formatting.excess(self.open.max_height()) {
            context.limits_hit.depth |= self.formatting.remove_first();
        }
        self.formatting.push_marker();
    }

    /// Whether the current node may be closed before its end tag. The content of a `script` or
    /// `textarea` is text only until its end tag. An HTML element in foreign content stays, because
    /// the body loop relies on it that a start tag does not lead to foreign content; there is one
    /// at the most, because the foreign element above it has found room.
    fn may_close_current(&self) -> bool {
        let lowest = self.open.len() - 1;
        let is_html = |index| {
            let entry = self.open.get(index);
            entry.is_some_and(|entry| entry.is_in_html_namespace())
        };
        let above_is_html = self.open.above(lowest).is_some_and(is_html);
        self.mode != InsertionMode::Text && (above_is_html || !is_html(lowest))
    }

    /// Closes the current node as its end tag would.
    fn close_current(&mut self, context: &mut ParseContext) {
        let Some(current) = self.open.current() else { return };
        // Not by an end tag: no script is run.
        if !current.is_in_html_namespace() {
            return self.pop(context);
        }
        let end_tag = Tag { name: current.name.local(), ..Tag::default() };
        let height = self.open.len();
        // The sink is told of tokens of the source only, and this is none.
        let tells_of_tokens = std::mem::take(&mut self.tells_of_tokens);
        self.process_end_tag(&end_tag, context);
        self.tells_of_tokens = tells_of_tokens;
        if self.open.len() >= height {
            debug_assert!(false, "the end tag of the current node closes it");
            self.pop(context);
        }
    }
}
