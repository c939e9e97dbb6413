//! The sets of elements that the rules ask about.

use crate::names::known::{self, KNOWN_COUNT};
use crate::names::{ElementName, LocalName, Namespace};

use super::element_row::ElementRow;

/// The sets that an element belongs to, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ElementClass(u32);

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
    pub(crate) const TEMPLATE: Self = Self(1 << 16);
    /// Any element of HTML.
    pub(crate) const HTML: Self = Self(1 << 17);
    /// Decides the insertion mode when it is reset appropriately, if it is the lowest of these on
    /// the stack.
    /// <https://html.spec.whatwg.org/#reset-the-insertion-mode-appropriately>
    pub(crate) const DECIDES_MODE: Self = Self(1 << 18);
    /// `address`, `div` and `p`: special elements through which the start tags `li`, `dd` and `dt`
    /// close an item.
    pub(crate) const INSIDE_ITEMS: Self = Self(1 << 19);
    /// Its end tag may do more than pop it, even if it is the current node.
    /// <https://html.spec.whatwg.org/#parsing-main-inbody>
    pub(crate) const ENDS_WITH_MORE: Self = Self(1 << 20);
    /// The HTML element `select`: a boundary of scope with relaxed `select` parsing, and otherwise
    /// one that decides the insertion mode.
    pub(crate) const SELECT: Self = Self(1 << 21);
    /// No element, but a gap in the stack of open elements.
    pub(crate) const GAP: Self = Self(1 << 22);

    /// Boundaries.
    pub(crate) const BOUNDARIES: Self = Self::SCOPE_BOUNDARY
        .union(Self::BUTTON_SCOPE_BOUNDARY)
        .union(Self::LIST_ITEM_SCOPE_BOUNDARY)
        .union(Self::TABLE_SCOPE_BOUNDARY)
        .union(Self::DECIDES_MODE)
        .union(Self::SELECT);

    /// No set.
    pub(crate) const NONE: Self = Self(0);

    /// Returns the sets of an element with that name. Whether an `annotation-xml` is an HTML
    /// integration point depends on its attributes and is not included.
    #[inline]
    pub(crate) fn of(name: ElementName) -> ElementClass {
        match name.namespace {
            Namespace::Html => ElementRow::of(name.local).class,
            Namespace::MathMl => match name.local {
                known::MI | known::MO | known::MN | known::MS | known::MTEXT => Self::SPECIAL
                    .union(Self::SCOPE_BOUNDARY)
                    .union(Self::MATHML_TEXT_INTEGRATION_POINT),
                known::ANNOTATION_XML => Self::SPECIAL.union(Self::SCOPE_BOUNDARY),
                _ => Self::NONE,
            },
            Namespace::Svg => match name.local {
                known::FOREIGN_OBJECT | known::DESC | known::TITLE => {
                    Self::SPECIAL.union(Self::SCOPE_BOUNDARY).union(Self::HTML_INTEGRATION_POINT)
                }
                _ => Self::NONE,
            },
        }
    }

    /// Returns the union.
    #[inline]
    pub(crate) const fn union(self, other: ElementClass) -> ElementClass {
        ElementClass(self.0 | other.0)
    }

    /// Whether an element of these sets is in any of the others.
    #[inline]
    pub(crate) const fn intersects(self, sets: ElementClass) -> bool {
        self.0 & sets.0 != 0
    }
}

/// A set of special HTML elements, among those that rules look for in scope or in table scope. Each
/// has a bit, by its position in [`ASKED_IN_SCOPE`]; the last two bits are for narrower scopes.
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

    /// Returns the set of the HTML element with that name. It is empty if no rule asks about it, or
    /// if it is not special.
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

/// The number of names of formatting elements.
pub(crate) const FORMATTING_COUNT: usize = FORMATTING.len();

/// <https://html.spec.whatwg.org/#formatting>
#[rustfmt::skip]
const FORMATTING: [LocalName; 14] = [
    known::A, known::B, known::BIG, known::CODE, known::EM, known::FONT, known::I, known::NOBR, known::S, known::SMALL,
    known::STRIKE, known::STRONG, known::TT, known::U,
];

/// Returns the position of a formatting element's name in the list of these names.
#[inline]
pub(crate) fn formatting_number(name: LocalName) -> usize {
    debug_assert!(FORMATTING.contains(&name), "only formatting elements have a number");
    ElementRow::of(name).formatting_number.into()
}

/// The numbers of formatting elements, by the index of the name; 0 for any other name.
pub(super) const FORMATTING_NUMBERS: [u8; KNOWN_COUNT] = {
    let mut numbers = [0; KNOWN_COUNT];
    let mut i = 0;
    while i < FORMATTING_COUNT {
        if let Some(index) = FORMATTING[i].known_index() {
            numbers[index] = i as u8;
        }
        i += 1;
    }
    numbers
};

/// The bit of a [`TagSet`] for `p` in button scope.
const P_IN_BUTTON_SCOPE_BIT: u32 = 62;
/// The bit of a [`TagSet`] for `li` in list item scope.
const LI_IN_LIST_ITEM_SCOPE_BIT: u32 = 63;

/// The special HTML elements that rules look for by name in scope or in table scope.
#[rustfmt::skip]
const ASKED_IN_SCOPE: &[LocalName] = &[
    known::ADDRESS, known::APPLET, known::ARTICLE, known::ASIDE, known::BLOCKQUOTE, known::BODY, known::BUTTON,
    known::CAPTION, known::CENTER, known::DD, known::DETAILS, known::DIR, known::DIV, known::DL, known::DT,
    known::FIELDSET, known::FIGCAPTION, known::FIGURE, known::FOOTER, known::FORM, known::H1, known::H2, known::H3,
    known::H4, known::H5, known::H6, known::HEADER, known::HGROUP, known::LI, known::LISTING, known::MAIN,
    known::MARQUEE, known::MENU, known::NAV, known::OBJECT, known::OL, known::P, known::PRE, known::SEARCH,
    known::SECTION, known::SELECT, known::SUMMARY, known::TABLE, known::TBODY, known::TD, known::TFOOT, known::TH,
    known::THEAD, known::TR, known::UL,
];

/// The set of each HTML element, by the index of its name.
pub(super) const TAG_SETS: [TagSet; KNOWN_COUNT] = {
    assert!(ASKED_IN_SCOPE.len() <= P_IN_BUTTON_SCOPE_BIT as usize);
    let mut sets = [TagSet::EMPTY; KNOWN_COUNT];
    let mut i = 0;
    while i < ASKED_IN_SCOPE.len() {
        if let Some(index) = ASKED_IN_SCOPE[i].known_index() {
            sets[index] = match ASKED_IN_SCOPE[i] {
                known::P => TagSet(1 << i).union(TagSet::P_IN_BUTTON_SCOPE),
                known::LI => TagSet(1 << i).union(TagSet::LI_IN_LIST_ITEM_SCOPE),
                _ => TagSet(1 << i),
            };
        }
        i += 1;
    }
    sets
};

/// The sets of each HTML element, by the index of its name: the inverse of [`HTML_SETS`].
pub(super) const HTML_CLASSES: [ElementClass; KNOWN_COUNT] = {
    let mut classes = [ElementClass::HTML; KNOWN_COUNT];
    let mut set = 0;
    while set < HTML_SETS.len() {
        let (class, names) = HTML_SETS[set];
        let mut i = 0;
        while i < names.len() {
            if let Some(index) = names[i].known_index() {
                classes[index] = classes[index].union(class);
            }
            i += 1;
        }
        set += 1;
    }
    classes
};

/// Each set with its HTML elements.
#[rustfmt::skip]
const HTML_SETS: &[(ElementClass, &[LocalName])] = &[
    (ElementClass::SPECIAL, &[
        known::ADDRESS, known::APPLET, known::AREA, known::ARTICLE, known::ASIDE, known::BASE, known::BASEFONT,
        known::BGSOUND, known::BLOCKQUOTE, known::BODY, known::BR, known::BUTTON, known::CAPTION, known::CENTER,
        known::COL, known::COLGROUP, known::DD, known::DETAILS, known::DIR, known::DIV, known::DL, known::DT,
        known::EMBED, known::FIELDSET, known::FIGCAPTION, known::FIGURE, known::FOOTER, known::FORM, known::FRAME,
        known::FRAMESET, known::H1, known::H2, known::H3, known::H4, known::H5, known::H6, known::HEAD,
        known::HEADER, known::HGROUP, known::HR, known::HTML, known::IFRAME, known::IMG, known::INPUT,
        known::KEYGEN, known::LI, known::LINK, known::LISTING, known::MAIN, known::MARQUEE, known::MENU,
        known::META, known::NAV, known::NOEMBED, known::NOFRAMES, known::NOSCRIPT, known::OBJECT, known::OL,
        known::P, known::PARAM, known::PLAINTEXT, known::PRE, known::SCRIPT, known::SEARCH, known::SECTION,
        known::SELECT, known::SOURCE, known::STYLE, known::SUMMARY, known::TABLE, known::TBODY, known::TD,
        known::TEMPLATE, known::TEXTAREA, known::TFOOT, known::TH, known::THEAD, known::TITLE, known::TR,
        known::TRACK, known::UL, known::WBR, known::XMP,
    ]),
    (ElementClass::FORMATTING, &FORMATTING),
    (ElementClass::SCOPE_BOUNDARY, &[
        known::APPLET, known::CAPTION, known::HTML, known::TABLE, known::TD, known::TH, known::MARQUEE,
        known::OBJECT, known::TEMPLATE,
    ]),
    (ElementClass::LIST_ITEM_SCOPE_BOUNDARY, &[known::OL, known::UL]),
    (ElementClass::BUTTON_SCOPE_BOUNDARY, &[known::BUTTON]),
    (ElementClass::TABLE_SCOPE_BOUNDARY, &[known::HTML, known::TABLE, known::TEMPLATE]),
    (ElementClass::IMPLIED_END_TAG, &[
        known::DD, known::DT, known::LI, known::OPTGROUP, known::OPTION, known::P, known::RB, known::RP, known::RT,
        known::RTC,
    ]),
    (ElementClass::THOROUGHLY_IMPLIED_END_TAG, &[
        known::CAPTION, known::COLGROUP, known::DD, known::DT, known::LI, known::OPTGROUP, known::OPTION, known::P,
        known::RB, known::RP, known::RT, known::RTC, known::TBODY, known::TD, known::TFOOT, known::TH,
        known::THEAD, known::TR,
    ]),
    (ElementClass::OPEN_AT_END, &[
        known::DD, known::DT, known::LI, known::OPTGROUP, known::OPTION, known::P, known::RB, known::RP, known::RT,
        known::RTC, known::TBODY, known::TD, known::TFOOT, known::TH, known::THEAD, known::TR, known::BODY,
        known::HTML,
    ]),
    (ElementClass::HEADING, &[known::H1, known::H2, known::H3, known::H4, known::H5, known::H6]),
    (ElementClass::FOSTERS, &[known::TABLE, known::TBODY, known::TFOOT, known::THEAD, known::TR]),
    (ElementClass::TABLE_CONTEXT, &[known::TABLE, known::TEMPLATE, known::HTML]),
    (ElementClass::TABLE_BODY_CONTEXT, &[
        known::TBODY, known::TFOOT, known::THEAD, known::TEMPLATE, known::HTML,
    ]),
    (ElementClass::TABLE_ROW_CONTEXT, &[known::TR, known::TEMPLATE, known::HTML]),
    (ElementClass::TEMPLATE, &[known::TEMPLATE]),
    (ElementClass::DECIDES_MODE, &[
        known::BODY, known::CAPTION, known::COLGROUP, known::FRAMESET, known::HEAD, known::HTML, known::TABLE,
        known::TBODY, known::TD, known::TEMPLATE, known::TFOOT, known::TH, known::THEAD, known::TR,
    ]),
    (ElementClass::SELECT, &[known::SELECT]),
    (ElementClass::INSIDE_ITEMS, &[known::ADDRESS, known::DIV, known::P]),
    (ElementClass::ENDS_WITH_MORE, &[
        known::APPLET, known::BODY, known::BR, known::FORM, known::HTML, known::MARQUEE, known::OBJECT,
        known::TEMPLATE,
    ]),
];
