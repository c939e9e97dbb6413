//! Sets of the elements that rules look for in scope, as bits.

/// A set of special HTML elements that rules look for in scope or in table scope. Each has a bit,
/// by its position among them; the last two bits are for narrower scopes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
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

    /// Returns the set of the element with that bit.
    pub(super) const fn of_bit(bit: u32) -> TagSet {
        assert!(bit < P_IN_BUTTON_SCOPE_BIT, "each element has a bit of its own");
        TagSet(1 << bit)
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
