//! The adoption agency algorithm, nothing else.

use crate::input::ParseContext;
use crate::names::{ElementName, LocalName};
use crate::parse_error::ParseErrorCode;
use crate::steps;
use crate::tree_sink::{Reason, TreeSink};

use super::TreeBuilder;
use super::active_formatting::{EntryId, FormattingElement};
use super::open_elements::{OpenElement, SpecialId};
use super::place::{InsertionLocation, Place};

/// Whether the outer loop of the algorithm goes on.
enum OuterLoop {
    Continue,
    Return,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Sorts out formatting elements that overlap with others, for a tag of that name.
    ///
    /// <https://html.spec.whatwg.org/#adoption-agency-algorithm>
    pub(crate) fn adoption_agency(&mut self, subject: LocalName, context: &mut ParseContext) {
        if let Some(current) = self.open.current()
            && current.is_html(subject)
        {
            let listed = self.listed(current);
            // Step 2: a current node of that name that is not in the list is simply popped. So is
            // one that is the formatting element: it is in scope, and there is no furthest block.
            if listed.is_none() || listed == self.formatting.latest_of(subject) {
                self.pop(context);
                if let Some(listed) = listed {
                    self.formatting.remove(listed);
                }
                return;
            }
        }
        self.adoption_agency_loop(subject, context);
    }

    /// Steps 3 and 4: at most eight times.
    #[inline(never)]
    fn adoption_agency_loop(&mut self, subject: LocalName, context: &mut ParseContext) {
        for _ in 0..8 {
            match self.adoption_agency_outer_loop(subject, context) {
                OuterLoop::Continue => {}
                OuterLoop::Return => return,
            }
        }
    }

    /// Where an open element stands in the list of active formatting elements, if it does.
    fn listed(&self, element: &OpenElement<S::Handle>) -> Option<EntryId> {
        element.formatting.filter(|&id| self.formatting.has(id, element.handle))
    }

    /// Steps 4.3 to 4.19.
    fn adoption_agency_outer_loop(
        &mut self,
        subject: LocalName,
        context: &mut ParseContext,
    ) -> OuterLoop {
        // Step 4.3: the formatting element.
        let Some(id) = self.formatting.latest_of(subject) else {
            self.any_other_end_tag(subject, context);
            return OuterLoop::Return;
        };
        let Some(&formatting_element) = self.formatting.element(id) else {
            return OuterLoop::Return;
        };
        // Step 4.4: it is not open any more.
        if !self.is_open(&formatting_element) {
            self.error(ParseErrorCode::UnexpectedEndTag, context);
            self.formatting.remove(id);
            return OuterLoop::Return;
        }
        // Step 4.5: it is open, but not in scope.
        let position = formatting_element.stack_index as usize;
        if !self.open.has_in_scope(position) {
            self.error(ParseErrorCode::UnexpectedEndTag, context);
            return OuterLoop::Return;
        }
        // Step 4.6: it is not the current node.
        if position != self.open.len() - 1 {
            self.error(ParseErrorCode::MisnestedFormattingElement, context);
        }
        // Step 4.7: the furthest block.
        // Step 4.8: there is none, so the element is closed and that's it.
        let Some(furthest_block) = self.open.first_special_below(position) else {
            self.pop_to_length(position, context);
            self.formatting.remove(id);
            return OuterLoop::Return;
        };
        let is_flat = context.limits_hit.depth && self.would_deepen(position, furthest_block);
        if is_flat || !self.may_copy(context) {
            // Deviation: the limit on depth has made siblings of what would be nested, and the
            // furthest block is not in the formatting element; or as many copies were made as may
            // be. The formatting element is simply closed.
            self.formatting.remove(id);
            self.remove_from_stack(position, context);
            return OuterLoop::Return;
        }
        self.adopt(id, formatting_element, furthest_block, context);
        OuterLoop::Continue
    }

    /// Whether what is in the furthest block would be deeper in the tree than it is, after step
    /// 4.19.
    fn would_deepen(&mut self, formatting_position: usize, furthest_block: SpecialId) -> bool {
        let block = self.open.index_of_special(furthest_block);
        let level_of_block = self.open.get(block).map_or(0, |entry| entry.level);
        // The common ancestor, up to three formatting elements, the furthest block, and a new
        // formatting element in it.
        let common_ancestor = self.open.above(formatting_position).unwrap_or(0);
        let mut level = self.appropriate_place_for_inserting_node(Some(common_ancestor)).level + 1;
        let mut position = block;
        for _ in 0..3 {
            let Some(above) =
                self.open.above(position).filter(|&above| above != formatting_position)
            else {
                break;
            };
            level +=
                u32::from(self.open.get(above).is_some_and(|entry| self.listed(entry).is_some()));
            position = above;
        }
        level > level_of_block.min(self.depth_limit)
    }

    /// Steps 4.9 to 4.19.
    fn adopt(
        &mut self,
        id: EntryId,
        formatting_element: FormattingElement<S::Handle>,
        furthest_block: SpecialId,
        context: &mut ParseContext,
    ) {
        let formatting_position = formatting_element.stack_index as usize;
        let furthest_block_position = self.open.index_of_special(furthest_block);
        let Some(block) = self.open.get(furthest_block_position).map(|entry| entry.handle) else {
            return;
        };
        // Step 4.9: the common ancestor is the element above the formatting element.
        let common_ancestor = self.open.above(formatting_position).unwrap_or(0);
        // Step 4.10: the bookmark is kept as the entry of the list that it stands behind; until one
        // is noted, it is where the formatting element is.
        let mut bookmark = None;

        // Steps 4.11 to 4.13: the inner loop, from the furthest block up to the formatting element.
        let mut last_node = block;
        let mut position = furthest_block_position;
        let mut inner_loop_counter = 0;
        loop {
            // Steps 4.13.1 to 4.13.3: the node above, until that is the formatting element.
            steps::count(1);
            inner_loop_counter += 1;
            let Some(above) = self.open.above(position) else { return };
            position = above;
            if position == formatting_position {
                break;
            }
            let Some(node) = self.open.get(position).copied() else { return };
            // Steps 4.13.4 and 4.13.5: not a formatting element any more, or the fourth and on: off
            // the stack.
            let mut listed = self.listed(&node);
            if inner_loop_counter > 3
                && let Some(listed) = listed.take()
            {
                self.formatting.remove(listed);
            }
            let Some(listed) = listed else {
                self.remove_from_stack(position, context);
                continue;
            };
            // Step 4.13.6: a new element takes its places in the list and on the stack.
            self.explain(Reason::AdoptionAgency);
            self.copies += 1;
            let handle = self.sink.clone_element(node.handle, &context.strings);
            self.formatting.replace(listed, handle, position);
            self.open.replace(position, handle);
            self.sink.element_popped(node.handle, node.name, &context.strings);
            // Step 4.13.7: the bookmark moves behind it.
            if last_node == block {
                bookmark = Some(listed);
            }
            // Steps 4.13.8 and 4.13.9: it takes the last node.
            self.sink.remove_from_parent(last_node);
            self.sink.append(handle, last_node);
            last_node = handle;
        }

        // Step 4.14: the last node goes to the common ancestor, or is foster-parented.
        self.sink.remove_from_parent(last_node);
        let Place { location, level } =
            self.appropriate_place_for_inserting_node(Some(common_ancestor));
        let location = match location {
            InsertionLocation::LastChildOf(target) if target == last_node => return,
            location => location,
        };
        self.insert_at(location, last_node);
        if self.positions {
            self.sink.moved(last_node, Reason::AdoptionAgency);
        }

        // Steps 4.15 to 4.17: a new formatting element takes all children of the furthest block and
        // goes into it.
        self.explain(Reason::AdoptionAgency);
        self.copies += 1;
        let handle = self.sink.clone_element(formatting_element.handle, &context.strings);
        self.sink.reparent_children(block, handle);
        self.sink.append(block, handle);

        // Step 4.18: in the list it takes the place of the bookmark.
        if let Some(bookmark) = bookmark {
            self.formatting.move_behind(id, bookmark);
        }
        self.formatting.replace(id, handle, furthest_block_position);

        // Step 4.19: on the stack it goes below the furthest block.
        let first_moved =
            self.open.move_below(formatting_position, furthest_block, handle, id, level);
        for position in first_moved..furthest_block_position {
            if let Some(listed) = self.open.get(position).and_then(|entry| entry.formatting) {
                self.formatting.set_stack_index(listed, position);
            }
        }
        let name = ElementName::html(formatting_element.name);
        self.sink.element_popped(formatting_element.handle, name, &context.strings);
    }

    /// Takes an element out of the stack of open elements, wherever it is.
    pub(crate) fn remove_from_stack(&mut self, index: usize, context: &mut ParseContext) {
        let entry = self.open.remove(index);
        self.sink.element_popped(entry.handle, entry.name, &context.strings);
    }
}
