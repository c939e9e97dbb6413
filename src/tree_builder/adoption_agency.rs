//! The adoption agency algorithm, nothing else.

use crate::input::InputStream;
use crate::names::{ElementName, LocalName};
use crate::parse_error::ParseErrorCode;
use crate::tree_sink::{Reason, TreeSink};

use super::TreeBuilder;
use super::active_formatting::FormattingElement;
use super::element_sets::ElementClass;
use super::insertion::InsertionLocation;

/// Whether the outer loop of the algorithm goes on.
enum OuterLoop {
    Continue,
    Return,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Sorts out formatting elements that overlap with others, for a tag of that name.
    ///
    /// <https://html.spec.whatwg.org/#adoption-agency-algorithm>
    pub(crate) fn adoption_agency(&mut self, subject: LocalName, input: &mut InputStream) {
        // Step 2: a current node of that name that is not in the list is simply popped.
        if let Some(current) = self.open.current()
            && current.is_html(subject)
            && self.formatting.position(current.handle).is_none()
        {
            self.pop(input);
            return;
        }
        // Steps 3 and 4: at most eight times.
        for _ in 0..8 {
            match self.adoption_agency_outer_loop(subject, input) {
                OuterLoop::Continue => {}
                OuterLoop::Return => return,
            }
        }
    }

    /// Steps 4.3 to 4.19.
    fn adoption_agency_outer_loop(&mut self, subject: LocalName, input: &mut InputStream) -> OuterLoop {
        // Step 4.3: the formatting element.
        let Some(formatting_index) = self.formatting.last_position_of(subject) else {
            self.any_other_end_tag(subject, input);
            return OuterLoop::Return;
        };
        let Some(&formatting_element) = self.formatting.element(formatting_index) else {
            return OuterLoop::Return;
        };
        // Step 4.4: it is not open any more.
        if !self.is_open(&formatting_element) {
            self.error(ParseErrorCode::UnexpectedEndTag, input);
            self.formatting.remove(formatting_index);
            return OuterLoop::Return;
        }
        // Step 4.5: it is open, but not in scope.
        let formatting_position = formatting_element.stack_index;
        if !self.open.has_in_scope(formatting_position) {
            self.error(ParseErrorCode::UnexpectedEndTag, input);
            return OuterLoop::Return;
        }
        // Step 4.6: it is not the current node.
        if formatting_position != self.open.len() - 1 {
            self.error(ParseErrorCode::MisnestedFormattingElement, input);
        }
        // Step 4.7: the furthest block.
        let below = &self.open.entries()[formatting_position + 1..];
        let furthest_block = below.iter().position(|entry| entry.class.is_any(ElementClass::SPECIAL));
        // Step 4.8: there is none, so the element is closed and that's it.
        let Some(furthest_block) = furthest_block else {
            self.pop_to_length(formatting_position, input);
            self.formatting.remove(formatting_index);
            return OuterLoop::Return;
        };
        self.adopt(formatting_element, formatting_position + 1 + furthest_block, input);
        OuterLoop::Continue
    }

    /// Steps 4.9 to 4.19, with the index of the furthest block on the stack.
    fn adopt(
        &mut self,
        formatting_element: FormattingElement<S::Handle>,
        furthest_block_position: usize,
        input: &mut InputStream,
    ) {
        let Some(furthest_block) = self.open.get(furthest_block_position).map(|entry| entry.handle) else {
            return;
        };
        // Step 4.9: the common ancestor is the element above the formatting element.
        let common_ancestor = formatting_element.stack_index.saturating_sub(1);
        // Step 4.10: the bookmark is kept as the node in the list that it stands behind; until one is noted, it is
        // where the formatting element is.
        let mut bookmark = None;

        // Steps 4.11 to 4.13: the inner loop, from the furthest block up to the formatting element.
        let mut last_node = furthest_block;
        let mut position = furthest_block_position;
        let mut furthest_block_position = furthest_block_position;
        let mut inner_loop_counter = 0;
        loop {
            // Steps 4.13.1 to 4.13.3: the node above, until that is the formatting element.
            inner_loop_counter += 1;
            position -= 1;
            let Some(node) = self.open.get(position).copied() else { return };
            if node.handle == formatting_element.handle {
                break;
            }
            // Steps 4.13.4 and 4.13.5: not a formatting element any more, or the fourth and on: off the stack.
            let mut index = if node.class.is_any(ElementClass::FORMATTING) {
                self.formatting.position(node.handle)
            } else {
                None
            };
            if inner_loop_counter > 3
                && let Some(listed) = index.take()
            {
                self.formatting.remove(listed);
            }
            let Some(index) = index else {
                self.remove_from_stack(position, input);
                furthest_block_position -= 1;
                continue;
            };
            // Step 4.13.6: a new element takes its places in the list and on the stack.
            let Some(&listed) = self.formatting.element(index) else { return };
            self.explain(Reason::AdoptionAgency);
            let handle = self.sink.clone_element(node.handle, &input.strings);
            self.formatting.replace(index, FormattingElement { handle, ..listed });
            self.open.replace(position, handle);
            self.sink.element_popped(node.handle, node.name, &input.strings);
            // Step 4.13.7: the bookmark moves behind it.
            if last_node == furthest_block {
                bookmark = Some(handle);
            }
            // Steps 4.13.8 and 4.13.9: it takes the last node.
            self.sink.remove_from_parent(last_node);
            self.sink.append(handle, last_node);
            last_node = handle;
        }

        // Step 4.14: the last node goes to the common ancestor, or is foster-parented.
        self.sink.remove_from_parent(last_node);
        let location = self.appropriate_place_for_inserting_node(Some(common_ancestor));
        let location = match location {
            InsertionLocation::LastChildOf(target) if target == last_node => return,
            location => location,
        };
        self.insert_at(location, last_node);
        if self.positions {
            self.sink.moved(last_node, Reason::AdoptionAgency);
        }

        // Steps 4.15 to 4.17: a new formatting element takes all children of the furthest block and goes into it.
        self.explain(Reason::AdoptionAgency);
        let handle = self.sink.clone_element(formatting_element.handle, &input.strings);
        self.sink.reparent_children(furthest_block, handle);
        self.sink.append(furthest_block, handle);

        // Step 4.18: in the list it takes the place of the bookmark.
        let old_index = self.formatting.position(formatting_element.handle);
        let index = match bookmark.and_then(|node| self.formatting.position(node)) {
            Some(node) => node + 1,
            None => old_index.unwrap_or(self.formatting.len()),
        };
        let element = FormattingElement { handle, stack_index: usize::MAX, ..formatting_element };
        self.formatting.insert(index, element);
        if let Some(old_index) = old_index {
            self.formatting.remove(if old_index >= index { old_index + 1 } else { old_index });
        }

        // Step 4.19: on the stack it goes below the furthest block.
        self.remove_from_stack(formatting_element.stack_index, input);
        let name = ElementName::html(formatting_element.name);
        let position = furthest_block_position;
        self.open.insert(position, handle, name, ElementClass::of(name));
        self.formatting.stack_entry_inserted(position);
        if let Some(index) = self.formatting.position(handle) {
            self.formatting.replace(index, FormattingElement { stack_index: position, ..element });
        }
    }

    /// Takes an element out of the stack of open elements, wherever it is.
    pub(crate) fn remove_from_stack(&mut self, index: usize, input: &mut InputStream) {
        let entry = self.open.remove(index);
        self.formatting.stack_entry_removed(index);
        self.sink.element_popped(entry.handle, entry.name, &input.strings);
    }
}
