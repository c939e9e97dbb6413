//! The rules for start tags in a body, as the steps that they consist of.

/// The steps of a rule for a start tag besides inserting an HTML element for it: a bit for each, in
/// the order of the steps.
///
/// <https://html.spec.whatwg.org/#parsing-main-inbody>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct StartTagRule(pub(super) u16);

impl StartTagRule {
    /// "Insert an HTML element for the token."
    pub(crate) const INSERTS: Self = Self(0);
    /// "Set the frameset-ok flag to "not ok"."
    pub(crate) const FRAMESET_NOT_OK: Self = Self(1 << 0);
    /// Closes the `li` before it.
    pub(crate) const CLOSES_LI: Self = Self(1 << 1);
    /// "If the stack of open elements has a `p` element in button scope, then close a `p` element."
    pub(crate) const CLOSES_P: Self = Self(1 << 2);
    /// "If the current node is an HTML element whose tag name is one of "h1", "h2", "h3", "h4",
    /// "h5", or "h6", then this is a parse error; pop the current node off the stack of open
    /// elements."
    pub(crate) const CLOSES_HEADING: Self = Self(1 << 3);
    /// Ends an `a` in the list of active formatting elements.
    pub(crate) const CLOSES_A: Self = Self(1 << 4);
    /// "Reconstruct the active formatting elements, if any."
    pub(crate) const RECONSTRUCTS: Self = Self(1 << 5);
    /// The element may be associated with the form that the form element pointer points to.
    pub(crate) const FORM_OWNER: Self = Self(1 << 6);
    /// "Push onto the list of active formatting elements that element."
    pub(crate) const FORMATTING: Self = Self(1 << 7);
    /// "Immediately pop the current node off the stack of open elements. Acknowledge the token's
    /// self-closing flag, if it is set."
    pub(crate) const IS_VOID: Self = Self(1 << 8);
    /// The rule has other steps, too. The match in `tree_builder/modes/in_body.rs` has all of them,
    /// and the tree builder does not read the other bits of the row: only other rooms ask for
    /// them. The tests of `markup` compare these with the tree builder, for each element.
    pub(crate) const OTHER: Self = Self(1 << 9);
    /// Closes the `dd` or `dt` before it.
    pub(crate) const CLOSES_DD_AND_DT: Self = Self(1 << 10);

    /// The rule for "any other start tag".
    pub(crate) const ANY_OTHER: Self = Self::RECONSTRUCTS;

    /// Returns the steps of both.
    pub(crate) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the steps that are not in `other`.
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether the rule has that step.
    #[inline(always)]
    pub(crate) const fn has(self, step: Self) -> bool {
        self.0 & step.0 != 0
    }
}
