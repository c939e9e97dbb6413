//! The answers to whether elements are in scope, at one element of the stack.

use crate::elements::{ElementClass, TagSet};
use crate::settings::Revision;

/// The answers about scopes that hold while a special element is the lowest one. They follow from
/// the answers of the special element above: a boundary of a scope empties the set, then the
/// element itself is added. So "has an element in scope" is an AND of two sets.
///
/// Elements are given by their number among the special ones.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scopes {
    /// The elements in scope. Two more bits are for `p` in button scope and `li` in list item
    /// scope.
    pub(super) in_scope: TagSet,
    /// The elements in table scope.
    pub(super) in_table_scope: TagSet,
    /// The topmost element that is in scope: the boundary itself.
    pub(super) boundary: u32,
    /// The lowest element that decides the insertion mode when it is reset appropriately.
    pub(super) mode_decider: u32,
    /// The lowest special element other than `address`, `div` and `p`: an `li`, `dd` or `dt` above
    /// it is not closed by the next one.
    pub(super) item_boundary: u32,
}

impl Scopes {
    /// Returns the answers below these, for a special element with this number that is no boundary.
    /// `own` is the element, if it is HTML's.
    #[inline(always)] // As a part of `OpenElements::push`.
    pub(super) fn below(self, own: TagSet, class: ElementClass, number: usize) -> Scopes {
        Scopes {
            in_scope: self.in_scope.union(own),
            in_table_scope: self.in_table_scope.union(own),
            item_boundary: self.item_boundary_below(class, number),
            ..self
        }
    }

    /// As [`below`](Self::below), for an element that may be a boundary of some scope, or decide
    /// the insertion mode.
    pub(super) fn below_boundary(
        self,
        own: TagSet,
        class: ElementClass,
        number: usize,
        sets: RevisedSets,
    ) -> Scopes {
        let is = |set| class.intersects(set);
        let is_boundary = is(sets.scope_boundary);
        let hidden = TagSet::ALL
            .only_if(is_boundary)
            .union(TagSet::P_IN_BUTTON_SCOPE.only_if(is(ElementClass::BUTTON_SCOPE_BOUNDARY)))
            .union(
                TagSet::LI_IN_LIST_ITEM_SCOPE.only_if(is(ElementClass::LIST_ITEM_SCOPE_BOUNDARY)),
            );
        let hidden_in_table = TagSet::ALL.only_if(is(ElementClass::TABLE_SCOPE_BOUNDARY));
        Scopes {
            in_scope: self.in_scope.without(hidden).union(own),
            in_table_scope: self.in_table_scope.without(hidden_in_table).union(own),
            boundary: if is_boundary { number as u32 } else { self.boundary },
            mode_decider: if is(sets.decides_mode) { number as u32 } else { self.mode_decider },
            item_boundary: self.item_boundary_below(class, number),
        }
    }

    #[inline(always)]
    fn item_boundary_below(&self, class: ElementClass, number: usize) -> u32 {
        if class.intersects(ElementClass::INSIDE_ITEMS) {
            self.item_boundary
        } else {
            number as u32
        }
    }
}

/// The sets that depend on the revision of the standard: `select` is a boundary of scopes, or
/// decides the insertion mode.
#[derive(Clone, Copy, Debug)]
pub(super) struct RevisedSets {
    scope_boundary: ElementClass,
    decides_mode: ElementClass,
}

impl RevisedSets {
    // Always inlined, as a part of `TreeBuilder::new`.
    #[inline(always)]
    pub(super) fn new(revision: Revision) -> Self {
        let (scope_boundary, decides_mode) =
            (ElementClass::SCOPE_BOUNDARY, ElementClass::DECIDES_MODE);
        let select = ElementClass::SELECT;
        if revision.has_relaxed_select() {
            RevisedSets { scope_boundary: scope_boundary.union(select), decides_mode }
        } else {
            RevisedSets { scope_boundary, decides_mode: decides_mode.union(select) }
        }
    }
}
