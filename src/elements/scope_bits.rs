//! The bits of elements in a [`TagSet`], for those that rules look for in scope.

use crate::names::LocalName;
use crate::names::known::{self, KNOWN_COUNT};

use super::element_class::ElementClass;
use super::row::{ElementRow, SOURCE};
use super::tag_set::TagSet;
use super::traits::Traits;

impl TagSet {
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
}

/// The set of each HTML element, by the index of its name.
const TAG_SETS: [TagSet; KNOWN_COUNT] = {
    let mut sets = [TagSet::EMPTY; KNOWN_COUNT];
    let (mut bit, mut i) = (0, 0);
    while i < SOURCE.len() {
        let (name, row) = SOURCE[i];
        if is_asked_in_scope(&row) {
            let own = TagSet::of_bit(bit);
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
