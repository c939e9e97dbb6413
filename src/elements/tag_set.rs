//! The sets of elements that rules look for in scope.

use crate::names::LocalName;
use crate::names::known::{self, KNOWN_COUNT};

use super::element_class::ElementClass;
use super::row::{ElementRow, SOURCE};
use super::traits::Traits;

/// A set of special HTML elements that rules look for in scope or in table scope. Each has a bit,
/// by its position among them; the last two bits are for narrower scopes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TagSet(u64);

impl TagSet {
    /// No element.
    pub(crate) const EMPTY: TagSet = TagSet(0);
    /// Every element.
    pub(crate) const ALL: TagSet = TagSet(u64::MAX);
    /// `p`, unless a boundary of button scope hides it.
    pub(crate) const P_IN_BUTTON_SCOPE: TagSet = TagSet(1 << P_IN_BUTTON_SCOPE_BIT);
    /// `li`, unless a boundary of list item scope hides it.
    pub(crate) const LI_IN_LIST_ITEM_SCOPE: TagSet = TagSet(1 << LI_IN_LIST_ITEM_SCOPE_BIT);
    /// `h1` to `h6`.
    pub(crate) const HEADINGS: TagSet = TagSet::of(known::H1)
        .union(TagSet::of(known::H2))
        .union(TagSet::of(known::H3))
        .union(TagSet::of(known::H4))
        .union(TagSet::of(known::H5))
        .union(TagSet::of(known::H6));
    /// `tbody`, `tfoot`, `thead`.
    pub(crate) const TABLE_SECTIONS: TagSet =
        TagSet::of(known::TBODY).union(TagSet::of(known::TFOOT)).union(TagSet::of(known::THEAD));

    /// Returns the set of the HTML element with that name. It is empty if no rule looks for the
    /// element, or if the element is not special.
    #[inline]
    pub(crate) const fn of(name: LocalName) -> TagSet {
        match name.known_index() {
            Some(index) => TAG_SETS[index],
            None => TagSet::EMPTY,
        }
    }

    /// Returns the union.
    #[inline]
    pub(crate) const fn union(self, other: TagSet) -> TagSet {
        TagSet(self.0 | other.0)
    }

    /// Returns the elements that are not in `other`.
    #[inline]
    pub(crate) const fn without(self, other: TagSet) -> TagSet {
        TagSet(self.0 & !other.0)
    }

    /// Returns this set if the condition holds, and otherwise the empty set. It has no branch,
    /// which would predict badly.
    #[inline]
    pub(crate) const fn only_if(self, condition: bool) -> TagSet {
        TagSet(self.0 & (condition as u64).wrapping_neg())
    }

    /// Whether the sets have an element in common.
    #[inline]
    pub(crate) const fn intersects(self, other: TagSet) -> bool {
        self.0 & other.0 != 0
    }
}

/// The bit of a [`TagSet`] for `p` in button scope.
const P_IN_BUTTON_SCOPE_BIT: u32 = 62;
/// The bit of a [`TagSet`] for `li` in list item scope.
const LI_IN_LIST_ITEM_SCOPE_BIT: u32 = 63;

/// The set of each HTML element, by the index of its name.
const TAG_SETS: [TagSet; KNOWN_COUNT] = {
    let mut sets = [TagSet::EMPTY; KNOWN_COUNT];
    let (mut bit, mut i) = (0, 0);
    while i < SOURCE.len() {
        let (name, row) = SOURCE[i];
        if is_asked_in_scope(&row) {
            assert!(bit < P_IN_BUTTON_SCOPE_BIT, "each element has a bit of its own");
            let own = TagSet(1 << bit);
            sets[name.index()] = match name {
                known::P => own.union(TagSet::P_IN_BUTTON_SCOPE),
                known::LI => own.union(TagSet::LI_IN_LIST_ITEM_SCOPE),
                _ => own,
            };
            bit += 1;
        }
        i += 1;
    }
    sets
};

/// Whether a rule looks for the element by its name in scope or in table scope. Rules look for
/// special elements whose end tags imply others or are implied, for parts of tables and `select`.
const fn is_asked_in_scope(row: &ElementRow) -> bool {
    const ASKED: ElementClass =
        ElementClass::FOSTERS.union(ElementClass::IMPLIED_END_TAG).union(ElementClass::SELECT);
    row.is_in(ElementClass::SPECIAL)
        && (row.is(Traits::GENERATES_IMPLIED_END_TAGS) || row.is_in(ASKED))
}
