//! The questions whether an element is in scope.

use crate::elements::{ElementClass, TagSet};
use crate::names::{LocalName, known};
use crate::settings::Revision;
use crate::steps;

use super::OpenElements;
use super::names::{Link, is_special};

/// The answers about scopes that hold while a special element is the lowest one. They follow from
/// the answers of the special element above: a boundary of a scope empties the set, then the
/// element itself is added. So "has an element in scope" is an AND of two sets.
///
/// Elements are given by their number among the special ones.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scopes {
    /// The elements in scope. Two more bits are for `p` in button scope and `li` in list item
    /// scope.
    in_scope: TagSet,
    /// The elements in table scope.
    in_table_scope: TagSet,
    /// The topmost element that is in scope: the boundary itself.
    boundary: u32,
    /// The lowest element that decides the insertion mode when it is reset appropriately.
    mode_decider: u32,
    /// The lowest special element other than `address`, `div` and `p`: an `li`, `dd` or `dt` above
    /// it is not closed by the next one.
    item_boundary: u32,
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

impl<H: Copy + Eq> OpenElements<H> {
    /// Returns the answers that hold at the current node.
    #[inline]
    pub(super) fn lowest_scopes(&self) -> Scopes {
        self.specials.last().map_or_else(Scopes::default, |special| special.scopes)
    }

    /// Returns the index of a special element by its number; 0 if the stack is empty.
    #[inline]
    fn index_of(&self, number: u32) -> usize {
        self.specials.get(number as usize).map_or(0, |special| special.index as usize)
    }

    /// Returns the index of the lowest HTML element with that name, unless a special element is
    /// below it.
    #[inline]
    pub(crate) fn last_position_below_special(&self, name: LocalName) -> Option<usize> {
        let special = self.specials.last().map_or(0, |special| special.index as usize);
        self.last_position_of(name).filter(|&index| index >= special)
    }

    /// Returns the index of the lowest HTML element with that name, unless a special element other
    /// than `address`, `div` and `p` is below it.
    #[inline]
    pub(crate) fn last_position_of_item(&self, name: LocalName) -> Option<usize> {
        let boundary = self.index_of(self.lowest_scopes().item_boundary);
        self.last_position_of(name).filter(|&index| index >= boundary)
    }

    /// Returns the index of the lowest element in the set [`DECIDES_MODE`], or of a `select`
    /// without relaxed `select` parsing; 0 if there is none.
    ///
    /// [`DECIDES_MODE`]: ElementClass::DECIDES_MODE
    pub(crate) fn mode_decider(&self) -> usize {
        self.index_of(self.lowest_scopes().mode_decider)
    }

    /// Whether a `template` element is on the stack.
    #[inline]
    pub(crate) fn has_template(&self) -> bool {
        self.names.lowest_html(known::TEMPLATE) != Link::NONE
    }

    /// Whether more than one `template` element is on the stack, so that the innermost is in the
    /// contents of another.
    pub(crate) fn has_nested_template(&self) -> bool {
        let innermost =
            self.last_position_of(known::TEMPLATE).and_then(|index| self.entries.get(index));
        innermost.is_some_and(|template| template.links.above != Link::NONE)
    }

    /// Whether an element with that name is in scope.
    ///
    /// <https://html.spec.whatwg.org/#has-an-element-in-scope>
    #[inline]
    pub(crate) fn has_named_in_scope(&self, name: LocalName) -> bool {
        if is_special(name) {
            self.has_any_in_scope(TagSet::of(name))
        } else {
            self.last_position_of(name).is_some_and(|index| self.has_in_scope(index))
        }
    }

    /// Whether any of these elements is in scope.
    #[inline]
    pub(crate) fn has_any_in_scope(&self, set: TagSet) -> bool {
        self.lowest_scopes().in_scope.intersects(set)
    }

    /// Whether the element at that index is in scope: that very element, not another with its name.
    #[inline]
    pub(crate) fn has_in_scope(&self, index: usize) -> bool {
        index >= self.index_of(self.lowest_scopes().boundary)
    }

    /// Whether a `p` element is in button scope.
    ///
    /// <https://html.spec.whatwg.org/#has-an-element-in-button-scope>
    #[inline]
    pub(crate) fn has_p_in_button_scope(&self) -> bool {
        self.has_any_in_scope(TagSet::P_IN_BUTTON_SCOPE)
    }

    /// Whether an `li` element is in list item scope.
    ///
    /// <https://html.spec.whatwg.org/#has-an-element-in-list-item-scope>
    #[inline]
    pub(crate) fn has_li_in_list_item_scope(&self) -> bool {
        self.has_any_in_scope(TagSet::LI_IN_LIST_ITEM_SCOPE)
    }

    /// Whether an element with that name is in table scope. [`TagSet::of`] must know the name.
    ///
    /// <https://html.spec.whatwg.org/#has-an-element-in-table-scope>
    #[inline]
    pub(crate) fn has_named_in_table_scope(&self, name: LocalName) -> bool {
        self.has_any_in_table_scope(TagSet::of(name))
    }

    /// Whether any of these elements is in table scope.
    #[inline]
    pub(crate) fn has_any_in_table_scope(&self, set: TagSet) -> bool {
        self.lowest_scopes().in_table_scope.intersects(set)
    }

    /// Whether a `select` element is in select scope, of which all elements but `optgroup` and
    /// `option` are boundaries. Used only without relaxed `select` parsing.
    pub(crate) fn has_select_in_select_scope(&self) -> bool {
        let mut index = self.entries.len().checked_sub(1);
        while let Some(entry) = index.and_then(|index| self.get(index)) {
            steps::count(1);
            if !entry.is_html(known::OPTGROUP) && !entry.is_html(known::OPTION) {
                return entry.is_html(known::SELECT);
            }
            index = index.and_then(|index| self.above(index));
        }
        false
    }
}
