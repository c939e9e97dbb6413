//! The appropriate place for inserting a node.

use crate::input::ParseContext;
use crate::names::ElementName;
use crate::tree_sink::{Reason, TreeSink};

use super::TreeBuilder;
use super::insertion_place::{DEPTH_MARGIN, InsertionLocation, InsertionPlace};
use crate::elements::ElementClass;

impl<S: TreeSink> TreeBuilder<S> {
    /// Returns the node into which nodes are inserted, after its last child, and its level in the
    /// tree, if the appropriate place is the usual one: inside the current node, or the root of a
    /// fragment. It is not while foster parenting is enabled, in a `template`, and where the tree
    /// is nearly as deep as allowed. Then this is `None`, and the place must be computed.
    // Always inlined: with it, nearly every node is inserted without computing a place, which
    // takes 10 % of all instructions.
    #[inline(always)]
    pub(super) fn usual_place(&self) -> Option<(S::Handle, u32)> {
        let current = self.open.current()?;
        // The level is neither 0, that of the root `html` element of a fragment, nor near the
        // limit.
        if current.level.wrapping_sub(1) < self.usual_levels
            && !current.class.intersects(ElementClass::TEMPLATE)
            && !self.foster_parenting
        {
            return Some((current.handle, current.level));
        }
        self.place_in_root_of_fragment()
    }

    /// Returns the root of a fragment and level 0, if the current node is the root `html` element
    /// of a fragment, and foster parenting is not enabled. No limit on depth is so low that it
    /// matters there.
    #[cold] // Few nodes are children of the root.
    fn place_in_root_of_fragment(&self) -> Option<(S::Handle, u32)> {
        let is_current = self.open.current().is_some_and(|current| current.level == 0);
        debug_assert_eq!(is_current, self.open.len() == 1 && self.context.is_some());
        (is_current && !self.foster_parenting).then(|| (self.sink.root(), 0))
    }

    /// Returns the appropriate place for inserting a node. `target` is the override target, as an
    /// index on the stack of open elements; `None` means the current node.
    ///
    /// <https://html.spec.whatwg.org/#appropriate-place-for-inserting-a-node>
    pub(crate) fn appropriate_place_for_inserting_node(
        &mut self,
        target: Option<usize>,
    ) -> InsertionPlace<S::Handle> {
        // As long as the stack of open elements is empty, nodes go into the document.
        let Some(current) = self.open.len().checked_sub(1) else { return self.place_in_root() };
        // Step 1: the target.
        let index = target.unwrap_or(current);
        let target = self.open.entry(index);
        // Step 2: foster parenting, or inside the target, after its last child. Step 3, about
        // templates, is in `place_inside`.
        if self.foster_parenting && target.class.intersects(ElementClass::FOSTERS) {
            self.explain(Reason::FosterParenting);
            return self.foster_parent_place();
        }
        self.place_inside(index)
    }

    /// Returns the place inside the sink's root, after its last child.
    fn place_in_root(&self) -> InsertionPlace<S::Handle> {
        InsertionPlace::last_child_of(self.sink.root(), 1)
    }

    /// Returns the place inside the element at that index on the stack of open elements, after its
    /// last child.
    pub(super) fn place_inside(&mut self, index: usize) -> InsertionPlace<S::Handle> {
        let entry = *self.open.entry(index);
        // Step 3 of the appropriate place: inside a template means inside its contents, or inside
        // its insertion target.
        if entry.class.intersects(ElementClass::TEMPLATE) {
            return self.place_inside_template(&entry);
        }
        // "Adjusted insertion location": inside the root `html` element of a fragment means inside
        // the root insertion target.
        if index == 0 && self.context.is_some() {
            return self.place_in_root();
        }
        InsertionPlace::last_child_of(entry.handle, entry.level + 1)
    }

    /// Returns the adjusted insertion location for the appropriate place for inserting a node.
    ///
    /// <https://html.spec.whatwg.org/#adjusted-insertion-location>
    pub(crate) fn adjusted_insertion_location(&mut self) -> InsertionLocation<S::Handle> {
        self.appropriate_place_for_inserting_node(None).location
    }

    /// Returns the place for inserting an element with that name: the appropriate place, or another
    /// one if the element would be too deep there.
    pub(crate) fn place_for_element(
        &mut self,
        name: ElementName,
        context: &mut ParseContext,
    ) -> InsertionPlace<S::Handle> {
        let place = self.appropriate_place_for_inserting_node(None);
        if place.level + DEPTH_MARGIN <= self.depth_limit {
            place
        } else {
            self.place_at_depth_limit(place, name, context)
        }
    }

    /// Returns the node that contains a location.
    pub(super) fn node_containing(&self, location: InsertionLocation<S::Handle>) -> S::Handle {
        match location {
            InsertionLocation::LastChildOf(node) => node,
            InsertionLocation::Before(sibling) => {
                let parent = self.sink.parent(sibling);
                debug_assert!(parent.is_some(), "a location is before a node that has a parent");
                parent.unwrap_or(sibling)
            }
        }
    }
}
