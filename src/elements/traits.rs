//! The standard's lists of elements that the tree builder doesn't need for each open element.

/// The lists that an element is in, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Traits(pub(super) u32);

impl Traits {
    /// No list.
    pub(crate) const NONE: Self = Self(0);
    /// "An end tag whose tag name is one of: "address", "article", …": closes the element if it is
    /// in scope. `select` is not here: it isn't in the list of 2024.
    /// <https://html.spec.whatwg.org/#parsing-main-inbody>
    pub(crate) const BLOCK_END_TAG: Self = Self(1 << 0);
    /// Its end tag generates implied end tags before it closes the element. `body` and `html` are
    /// here, too: their end tags leave such elements open, but nothing follows them. `p` is not.
    /// <https://html.spec.whatwg.org/#generate-implied-end-tags>
    pub(crate) const GENERATES_IMPLIED_END_TAGS: Self = Self(1 << 1);
    /// Its start tag ends foreign content, whatever attributes it has. (`font` needs some.)
    /// <https://html.spec.whatwg.org/#parsing-main-inforeign>
    pub(crate) const BREAKS_OUT: Self = Self(1 << 2);
    /// "Process the token using the rules for the "in head" insertion mode": in a body, after the
    /// `head` and in a `template`.
    /// <https://html.spec.whatwg.org/#parsing-main-inhead>
    pub(crate) const IN_HEAD: Self = Self(1 << 3);
    /// "Parse error. Ignore the token": its start tag in a body.
    /// <https://html.spec.whatwg.org/#parsing-main-inbody>
    pub(crate) const NOT_IN_BODY: Self = Self(1 << 4);
    /// "If the next token is a U+000A LINE FEED (LF) character token, then ignore that token":
    /// after its start tag.
    /// <https://html.spec.whatwg.org/#element-restrictions>
    pub(crate) const DROPS_LINE_FEED: Self = Self(1 << 5);
    /// The end tag of a `p` can be omitted before it. `table` is in the standard's list, too, but
    /// its start tag closes no `p` in quirks mode.
    /// <https://html.spec.whatwg.org/#optional-tags>
    pub(crate) const OPTIONAL_P_END_TAG: Self = Self(1 << 6);
    /// Its start tag can be omitted.
    /// <https://html.spec.whatwg.org/#optional-tags>
    pub(crate) const OPTIONAL_START_TAG: Self = Self(1 << 7);
    /// `html`, `head` and `body`, which the parser makes for every document.
    /// <https://html.spec.whatwg.org/#the-before-html-insertion-mode>
    pub(crate) const IN_EVERY_DOCUMENT: Self = Self(1 << 8);
    /// <https://html.spec.whatwg.org/#category-listed>
    pub(crate) const LISTED: Self = Self(1 << 9);
    /// <https://html.spec.whatwg.org/#category-submit>
    pub(crate) const SUBMITTABLE: Self = Self(1 << 10);
    /// <https://html.spec.whatwg.org/#form-associated-element>
    pub(crate) const FORM_ASSOCIATED: Self = Self(1 << 11);
    /// <https://html.spec.whatwg.org/#concept-element-disabled>
    pub(crate) const CAN_BE_DISABLED: Self = Self(1 << 12);
    /// <https://dom.spec.whatwg.org/#valid-shadow-host-name>
    pub(crate) const SHADOW_HOST: Self = Self(1 << 13);
    /// Whitespace in it shows as it is. `textarea` is here, though a browser shows its value
    /// instead of its content.
    /// <https://html.spec.whatwg.org/#flow-content-3>
    pub(crate) const KEEPS_WHITESPACE: Self = Self(1 << 14);
    /// Its text has no effect on the direction of the elements around it.
    /// <https://html.spec.whatwg.org/#contained-text-auto-directionality>
    pub(crate) const BIDI_ISOLATED: Self = Self(1 << 15);
    /// For indentation, its content belongs to the lines of the element around it: most transparent
    /// elements, and most elements for a part of a sentence.
    /// <https://html.spec.whatwg.org/#transparent>
    pub(crate) const LAYOUT_TRANSPARENT: Self = Self(1 << 16);
    /// Its attribute `align` makes it float.
    /// <https://html.spec.whatwg.org/#images-3>
    pub(crate) const FLOATS: Self = Self(1 << 17);
    /// An `option` in it belongs to no `select` or `optgroup` around it.
    /// <https://html.spec.whatwg.org/#option-element-nearest-ancestor-select>
    pub(crate) const OPTION_BOUNDARY: Self = Self(1 << 21);
    /// It may fetch a resource when it is parsed, or change how other elements fetch theirs.
    pub(crate) const FETCHES: Self = Self(1 << 22);
    /// An element of MathML or SVG whose start tag, in an element of its namespace, only inserts
    /// it.
    /// <https://html.spec.whatwg.org/#parsing-main-inforeign>
    pub(crate) const STAYS_FOREIGN: Self = Self(1 << 23);

    /// The end tag of a `p` can't be omitted at its end.
    /// <https://html.spec.whatwg.org/#optional-tags>
    pub(crate) const KEEPS_P_END_TAG: Self = Self(1 << 24);

    /// The rules of 2024 build another tree for it or its content: it is part of a `select`, or a
    /// `template`, which may have a `for`.
    pub(crate) const DIFFERS_2024: Self = Self(1 << 25);

    /// Returns the lists of both.
    #[inline]
    pub(crate) const fn union(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }

    /// Whether both have a list in common.
    #[inline]
    pub(crate) const fn intersects(self, other: Traits) -> bool {
        self.0 & other.0 != 0
    }
}
