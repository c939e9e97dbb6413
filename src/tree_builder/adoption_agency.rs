//! The adoption agency algorithm, for formatting elements that overlap with other elements.
//!
//! The steps are numbered as in the standard of 2026-08-21.
//!
//! <https://html.spec.whatwg.org/#adoption-agency-algorithm>

use std::ops::ControlFlow;

use crate::input::ParseContext;
use crate::names::{ElementName, LocalName};
use crate::parse_error::ParseErrorCode;
use crate::steps;
use crate::text::TagRange;
use crate::tree_sink::{Reason, TreeSink};

use super::TreeBuilder;
use super::active_formatting::{EntryId, FormattingElement};
use super::insertion_place::{InsertionLocation, InsertionPlace};
use super::open_elements::{OpenElement, SpecialId};

/// The variables of the standard's algorithm that do not change from step 4.9 on.
#[derive(Clone, Copy, Debug)]
struct Adoption<H> {
    formatting_element: FormattingElement<H>,
    /// The formatting element's entry in the list of active formatting elements.
    entry: EntryId,
    /// The formatting element's index on the stack of open elements.
    position: usize,
    furthest_block: H,
    block_id: SpecialId,
    /// The furthest block's index on the stack of open elements.
    block_position: usize,
    /// The common ancestor's index on the stack of open elements.
    common_ancestor: usize,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Runs the adoption agency algorithm for a tag with that name, the subject.
    // Never inlined: the body loop would be slower by more than the call.
    #[inline(never)]
    pub(crate) fn adoption_agency(&mut self, subject: LocalName, context: &mut ParseContext) {
        if let Some(current) = self.open.current()
            && current.is_html(subject)
        {
            // Step 2: the current node is an HTML element with that name, but not in the list of
            // active formatting elements: pop it. A shortcut for the usual case, that it is the
            // formatting element: then it is in scope, and nothing below it can be a furthest
            // block, so step 4.8 pops it and removes it from the list.
            if self.formatting.remove_last(current.handle) {
                self.pop_at_tag_of_its_name(context);
                return;
            }
            let listed = self.listed(current);
            if listed.is_none() || listed == self.formatting.latest_of(subject) {
                self.pop(context);
                if let Some(listed) = listed {
                    self.formatting.remove(listed);
                }
                return;
            }
        }
        self.outer_loop(subject, context);
    }

    /// Steps 3, 4, 4.1 and 4.2: the outer loop, which runs at most eight times.
    // Never inlined, because the shortcut above nearly always suffices and is inlined.
    #[inline(never)]
    fn outer_loop(&mut self, subject: LocalName, context: &mut ParseContext) {
        for _ in 0..8 {
            if self.resolve_overlap(subject, context).is_break() {
                return;
            }
        }
    }

    /// Steps 4.3 to 4.24. Breaks where the standard returns.
    fn resolve_overlap(
        &mut self,
        subject: LocalName,
        context: &mut ParseContext,
    ) -> ControlFlow<()> {
        // Step 4.3: the formatting element. If there is none, "any other end tag".
        let Some((entry, formatting_element)) = self.formatting.latest_element_of(subject) else {
            self.any_other_end_tag(subject, context);
            return ControlFlow::Break(());
        };
        // Step 4.4: it is not in the stack of open elements.
        if !self.is_open(&formatting_element) {
            self.error(ParseErrorCode::UnexpectedEndTag, context);
            self.formatting.remove(entry);
            return ControlFlow::Break(());
        }
        // Step 4.5: it is in the stack of open elements, but not in scope.
        let position = formatting_element.stack_index as usize;
        if !self.open.has_in_scope(position) {
            self.error(ParseErrorCode::UnexpectedEndTag, context);
            return ControlFlow::Break(());
        }
        // Step 4.6: it is not the current node.
        if position != self.open.len() - 1 {
            self.error(ParseErrorCode::MisnestedFormattingElement, context);
        }
        // Steps 4.7 and 4.8: the furthest block. If there is none, close the formatting element.
        let Some(block_id) = self.open.first_special_below(position) else {
            self.pop_to_length(position, context);
            self.formatting.remove(entry);
            return ControlFlow::Break(());
        };
        // Step 4.9: the common ancestor, the element above the formatting element.
        let block_position = self.open.index_of_special(block_id);
        let adoption = Adoption {
            formatting_element,
            entry,
            position,
            furthest_block: self.open.entry(block_position).handle,
            block_id,
            block_position,
            common_ancestor: self.open.above_lower(position),
        };
        // Deviation (Copies): the formatting element is only closed if the limit on copies is
        // reached. Deviation (Depth): and so if the limit on depth has made siblings of nested
        // elements, so that the furthest block is not inside the formatting element.
        let is_flat = context.limits_hit.depth && self.would_deepen(&adoption);
        if is_flat || !self.may_copy(context) {
            self.formatting.remove(entry);
            self.remove_from_stack(position, context);
            return ControlFlow::Break(());
        }
        self.adopt(&adoption, context);
        ControlFlow::Continue(())
    }

    /// Steps 4.10 to 4.24.
    fn adopt(&mut self, adoption: &Adoption<S::Handle>, context: &mut ParseContext) {
        let (last_node, bookmark) = self.inner_loop(adoption, context);
        let level = self.insert_last_node(last_node, adoption.common_ancestor);
        let new_element = self.clone_into_furthest_block(adoption, context);
        self.replace_in_list(adoption, bookmark, new_element);
        self.move_in_stack(adoption, new_element, level, context);
    }

    /// Steps 4.10 to 4.13: replaces the formatting elements between the furthest block and the
    /// formatting element with copies, each the only child of the one above it.
    ///
    /// Returns the last node, which is the topmost copy or the furthest block, and the bookmark:
    /// the entry of the list that it is after, or `None` if it is still where the formatting
    /// element is.
    fn inner_loop(
        &mut self,
        adoption: &Adoption<S::Handle>,
        context: &mut ParseContext,
    ) -> (S::Handle, Option<EntryId>) {
        let mut bookmark = None;
        let mut last_node = adoption.furthest_block;
        let mut node_position = adoption.block_position;
        let mut inner_loop_counter = 0;
        loop {
            steps::count(1);
            // Steps 4.13.1 to 4.13.3: the node above. The loop ends at the formatting element.
            inner_loop_counter += 1;
            node_position = self.open.above_lower(node_position);
            if node_position <= adoption.position {
                debug_assert_eq!(node_position, adoption.position, "it is on the stack");
                return (last_node, bookmark);
            }
            let node = *self.open.entry(node_position);
            // Step 4.13.4: from the fourth time on, remove the node from the list.
            let mut listed = self.listed(&node);
            if inner_loop_counter > 3
                && let Some(listed) = listed.take()
            {
                self.formatting.remove(listed);
            }
            // Step 4.13.5: if it is not in the list, remove it from the stack.
            let Some(listed) = listed else {
                self.remove_from_stack(node_position, context);
                continue;
            };
            // Step 4.13.6: a copy replaces it in the list and in the stack.
            self.explain(Reason::AdoptionAgency);
            self.copies += 1;
            let common_ancestor = self.open.entry(adoption.common_ancestor).handle;
            self.sink.set_intended_parent(common_ancestor);
            let copy = self.sink.clone_element(node.handle, &context.strings);
            self.formatting.replace(listed, copy, node_position);
            self.open.replace(node_position, copy);
            self.tell_popped(node.handle, node.name, node.tag, context);
            // Step 4.13.7: the bookmark moves after the first copy.
            if last_node == adoption.furthest_block {
                bookmark = Some(listed);
            }
            // Steps 4.13.8 and 4.13.9: the copy takes the last node as its child.
            self.sink.remove_from_parent(last_node);
            self.sink.append(copy, last_node);
            last_node = copy;
        }
    }

    /// Steps 4.14 to 4.19: moves the last node into the common ancestor, after its last child, or
    /// to where that foster-parents it. Returns the level that the last node then has.
    fn insert_last_node(&mut self, last_node: S::Handle, common_ancestor: usize) -> u32 {
        let InsertionPlace { location, level } =
            self.appropriate_place_for_inserting_node(Some(common_ancestor));
        self.sink.remove_from_parent(last_node);
        // The conditions of step 4.19 can only fail when a script has moved nodes.
        if matches!(location, InsertionLocation::LastChildOf(target) if target == last_node) {
            debug_assert!(false, "the last node is newer than the node that it goes into");
            return level;
        }
        self.insert_at(location, last_node);
        if self.positions {
            self.sink.moved(last_node, Reason::AdoptionAgency);
        }
        level
    }

    /// Steps 4.20 to 4.22: creates a copy of the formatting element that takes all children of the
    /// furthest block and becomes its only child.
    fn clone_into_furthest_block(
        &mut self,
        adoption: &Adoption<S::Handle>,
        context: &mut ParseContext,
    ) -> S::Handle {
        self.explain(Reason::AdoptionAgency);
        self.copies += 1;
        self.sink.set_intended_parent(adoption.furthest_block);
        let copy = self.sink.clone_element(adoption.formatting_element.handle, &context.strings);
        self.sink.reparent_children(adoption.furthest_block, copy);
        self.sink.append(adoption.furthest_block, copy);
        copy
    }

    /// Step 4.23: the new element replaces the formatting element in the list of active formatting
    /// elements, at the position of the bookmark.
    fn replace_in_list(
        &mut self,
        adoption: &Adoption<S::Handle>,
        bookmark: Option<EntryId>,
        new_element: S::Handle,
    ) {
        if let Some(bookmark) = bookmark {
            self.formatting.move_after(adoption.entry, bookmark);
        }
        self.formatting.replace(adoption.entry, new_element, adoption.block_position);
    }

    /// Step 4.24: removes the formatting element from the stack of open elements, and inserts the
    /// new element below the furthest block. `level` is the last node's.
    fn move_in_stack(
        &mut self,
        adoption: &Adoption<S::Handle>,
        new_element: S::Handle,
        level: u32,
        context: &mut ParseContext,
    ) {
        let first_moved = self.open.move_below(
            adoption.position,
            adoption.block_id,
            new_element,
            adoption.entry,
            level,
        );
        for position in first_moved..adoption.block_position {
            if let Some(listed) = self.open.entry(position).formatting {
                self.formatting.set_stack_index(listed, position);
            }
        }
        self.sink.popped_before(self.open.entry(first_moved).handle);
        let FormattingElement { handle, name, .. } = adoption.formatting_element;
        self.tell_popped(handle, ElementName::html(name).into(), TagRange::NONE, context);
    }

    /// Returns the entry of an open element in the list of active formatting elements, if it is
    /// there.
    fn listed(&self, element: &OpenElement<S::Handle>) -> Option<EntryId> {
        element.formatting.filter(|&entry| self.formatting.has(entry, element.handle))
    }

    /// Whether the content of the furthest block would be deeper in the tree after step 4.24 than
    /// before.
    fn would_deepen(&mut self, adoption: &Adoption<S::Handle>) -> bool {
        // Above it there would be: the common ancestor's level, up to three copies of formatting
        // elements, the furthest block, and the new element in it.
        let place = self.appropriate_place_for_inserting_node(Some(adoption.common_ancestor));
        let mut level = place.level + 1;
        let mut position = adoption.block_position;
        for _ in 0..3 {
            position = self.open.above_lower(position);
            if position <= adoption.position {
                break;
            }
            level += u32::from(self.listed(self.open.entry(position)).is_some());
        }
        let level_of_block = self.open.entry(adoption.block_position).level;
        level > level_of_block.min(self.depth_limit)
    }
}
