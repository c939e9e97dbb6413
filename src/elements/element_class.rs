//! The sets of elements that the tree builder asks for of each open element.

/// The sets that an element belongs to, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ElementClass(pub(super) u32);

impl ElementClass {
    /// <https://html.spec.whatwg.org/#special>
    pub(crate) const SPECIAL: Self = Self(1 << 0);
    /// <https://html.spec.whatwg.org/#formatting>
    pub(crate) const FORMATTING: Self = Self(1 << 1);
    /// A boundary of scope, and so of button scope and list item scope.
    /// <https://html.spec.whatwg.org/#has-an-element-in-scope>
    pub(crate) const SCOPE_BOUNDARY: Self = Self(1 << 2);
    /// <https://html.spec.whatwg.org/#has-an-element-in-list-item-scope>
    pub(crate) const LIST_ITEM_SCOPE_BOUNDARY: Self = Self(1 << 3);
    /// <https://html.spec.whatwg.org/#has-an-element-in-button-scope>
    pub(crate) const BUTTON_SCOPE_BOUNDARY: Self = Self(1 << 4);
    /// <https://html.spec.whatwg.org/#has-an-element-in-table-scope>
    pub(crate) const TABLE_SCOPE_BOUNDARY: Self = Self(1 << 5);
    /// <https://html.spec.whatwg.org/#generate-implied-end-tags>
    pub(crate) const IMPLIED_END_TAG: Self = Self(1 << 6);
    /// <https://html.spec.whatwg.org/#generate-all-implied-end-tags-thoroughly>
    pub(crate) const THOROUGHLY_IMPLIED_END_TAG: Self = Self(1 << 7);
    /// May be open at the end of the body without a parse error.
    /// <https://html.spec.whatwg.org/#parsing-main-inbody>
    pub(crate) const OPEN_AT_END: Self = Self(1 << 8);
    /// `h1` to `h6`.
    /// <https://html.spec.whatwg.org/#the-h1,-h2,-h3,-h4,-h5,-and-h6-elements>
    pub(crate) const HEADING: Self = Self(1 << 9);
    /// `table`, `tbody`, `tfoot`, `thead` and `tr`: content for these is foster-parented.
    /// <https://html.spec.whatwg.org/#appropriate-place-for-inserting-a-node>
    pub(crate) const FOSTERS: Self = Self(1 << 10);
    /// <https://html.spec.whatwg.org/#clear-the-stack-back-to-a-table-context>
    pub(crate) const TABLE_CONTEXT: Self = Self(1 << 11);
    /// <https://html.spec.whatwg.org/#clear-the-stack-back-to-a-table-body-context>
    pub(crate) const TABLE_BODY_CONTEXT: Self = Self(1 << 12);
    /// <https://html.spec.whatwg.org/#clear-the-stack-back-to-a-table-row-context>
    pub(crate) const TABLE_ROW_CONTEXT: Self = Self(1 << 13);
    /// <https://html.spec.whatwg.org/#mathml-text-integration-point>
    pub(crate) const MATHML_TEXT_INTEGRATION_POINT: Self = Self(1 << 14);
    /// <https://html.spec.whatwg.org/#html-integration-point>
    pub(crate) const HTML_INTEGRATION_POINT: Self = Self(1 << 15);
    /// The HTML element `template`.
    /// <https://html.spec.whatwg.org/#the-template-element>
    pub(crate) const TEMPLATE: Self = Self(1 << 16);
    /// An element of HTML, whatever its name.
    pub(crate) const HTML: Self = Self(1 << 17);
    /// Decides the insertion mode when it is reset appropriately, if it is the lowest of these on
    /// the stack.
    /// <https://html.spec.whatwg.org/#reset-the-insertion-mode-appropriately>
    pub(crate) const DECIDES_MODE: Self = Self(1 << 18);
    /// `address`, `div` and `p`: special elements through which the start tags `li`, `dd` and `dt`
    /// close an item.
    /// <https://html.spec.whatwg.org/#parsing-main-inbody>
    pub(crate) const INSIDE_ITEMS: Self = Self(1 << 19);
    /// Its end tag may do more than pop it, even if it is the current node.
    /// <https://html.spec.whatwg.org/#parsing-main-inbody>
    pub(crate) const ENDS_WITH_MORE: Self = Self(1 << 20);
    /// The HTML element `select`: a boundary of scope with relaxed `select` parsing, and otherwise
    /// one that decides the insertion mode.
    /// <https://html.spec.whatwg.org/#the-select-element>
    pub(crate) const SELECT: Self = Self(1 << 21);
    /// Not an element, but a gap in the stack of open elements.
    pub(crate) const GAP: Self = Self(1 << 22);

    /// The elements that hide others from scopes, which the stack of open elements records.
    pub(crate) const BOUNDARIES: Self = Self::SCOPE_BOUNDARY
        .union(Self::BUTTON_SCOPE_BOUNDARY)
        .union(Self::LIST_ITEM_SCOPE_BOUNDARY)
        .union(Self::TABLE_SCOPE_BOUNDARY)
        .union(Self::DECIDES_MODE)
        .union(Self::SELECT);

    /// No set.
    pub(crate) const NONE: Self = Self(0);

    /// Returns the sets of both.
    #[inline]
    pub(crate) const fn union(self, other: ElementClass) -> ElementClass {
        ElementClass(self.0 | other.0)
    }

    /// Whether both have a set in common.
    #[inline]
    pub(crate) const fn intersects(self, sets: ElementClass) -> bool {
        self.0 & sets.0 != 0
    }
}
