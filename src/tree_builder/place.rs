//! Where a node goes.

use crate::input::ParseContext;
use crate::names::{ElementName, known};
use crate::tree_sink::{Reason, TreeSink};

use super::TreeBuilder;
use super::element_sets::ElementClass;

/// A place in the tree where a node can be inserted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum InsertionLocation<H> {
    /// Inside a node, after its last child.
    LastChildOf(H),
    /// Right before a node that has a parent.
    Before(H),
}

/// A place for an element, and how deep in the tree it would be there, at most: a child of the root
/// has 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<H> {
    pub(crate) location: InsertionLocation<H>,
    pub(crate) level: u32,
}

impl<H> Place<H> {
    pub(super) fn last_child_of(parent: H, level: u32) -> Self {
        Place { location: InsertionLocation::LastChildOf(parent), level }
    }
}

/// How many levels an element may need below it: those near the limit on depth are asked about.
const ROOM: u32 = 5;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#appropriate-place-for-inserting-a-node>
    ///
    /// `target` is the index of the override target on the stack; `None` is the current node.
    pub(crate) fn appropriate_place_for_inserting_node(
        &mut self,
        target: Option<usize>,
    ) -> Place<S::Handle> {
        // Step 1: the target.
        let index = target.unwrap_or(self.open.len().saturating_sub(1));
        let Some(target) = self.open.get(index).copied() else { return self.place_in_root() };
        // Step 2: foster parenting, or inside the target.
        if self.foster_parenting && target.class.intersects(ElementClass::FOSTERS) {
            self.explain(Reason::FosterParenting);
            return self.foster_parent_place();
        }
        self.place_inside(index)
    }

    /// Where a node goes that is foster-parented.
    ///
    /// <https://html.spec.whatwg.org/#foster-parent>
    fn foster_parent_place(&mut self) -> Place<S::Handle> {
        // Substeps 1 and 2: the last template and the last table.
        let last_table = self.open.last_position_of(known::TABLE);
        let last_template = if self.open.has_template() {
            self.open.last_position_of(known::TEMPLATE)
        } else {
            None
        };
        // Substep 3: a template lower than any table takes the node into its contents.
        if let Some(template) = last_template
            && last_table.is_none_or(|table| template > table)
            && let Some(template) = self.open.get(template)
        {
            let contents = self.sink.template_contents(template.handle);
            return Place::last_child_of(contents, template.level + 1);
        }
        // Substep 4: without a table, in the fragment case, the topmost element takes it.
        let Some(table) = last_table else { return self.place_inside(0) };
        // Substep 5: before the table, if that has a parent.
        if let Some(entry) = self.open.get(table)
            && self.sink.parent(entry.handle).is_some()
        {
            return Place { location: InsertionLocation::Before(entry.handle), level: entry.level };
        }
        // Substeps 6 and 7: inside the element above the table.
        self.place_inside(self.open.above(table).unwrap_or(0))
    }

    fn place_in_root(&self) -> Place<S::Handle> {
        Place::last_child_of(self.sink.root(), 1)
    }

    /// After the last child of the element at that index of the stack. The contents of a `template`
    /// stand for it, or what `<template for>` patches; and the fragment stands for the root, in the
    /// fragment case.
    pub(super) fn place_inside(&mut self, index: usize) -> Place<S::Handle> {
        let Some(entry) = self.open.get(index).copied() else { return self.place_in_root() };
        // Step 3: inside a template.
        if entry.class.intersects(ElementClass::TEMPLATE) {
            return self.place_inside_template(&entry);
        }
        // Adjusted insertion location, step 3: the root insertion target.
        if index == 0 && self.context.is_some() {
            return self.place_in_root();
        }
        Place::last_child_of(entry.handle, entry.level + 1)
    }

    /// What nodes go into, and its level, if nothing special is about that, as nearly always: the
    /// current node, or the root of a fragment.
    #[inline(always)]
    pub(super) fn plain_place(&self) -> Option<(S::Handle, u32)> {
        let current = self.open.current()?;
        let is_plain = !self.foster_parenting
            && !current.class.intersects(ElementClass::TEMPLATE)
            && current.level + ROOM < self.depth_limit;
        let is_root_of_fragment = self.open.len() == 1 && self.context.is_some();
        let handle = if is_root_of_fragment { self.sink.root() } else { current.handle };
        is_plain.then_some((handle, current.level))
    }

    /// <https://html.spec.whatwg.org/#adjusted-insertion-location>
    pub(crate) fn adjusted_insertion_location(&mut self) -> InsertionLocation<S::Handle> {
        self.appropriate_place_for_inserting_node(None).location
    }

    /// The adjusted insertion location, for an element of that name.
    pub(crate) fn place_for_element(
        &mut self,
        name: ElementName,
        context: &mut ParseContext,
    ) -> Place<S::Handle> {
        let place = self.appropriate_place_for_inserting_node(None);
        if place.level + ROOM <= self.depth_limit {
            place
        } else {
            self.place_at_depth_limit(place, name, context)
        }
    }
}
