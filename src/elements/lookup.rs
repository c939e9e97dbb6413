//! Finding the row of an element by its name, and asking the row.

use crate::names::known::{self, KNOWN_COUNT};
use crate::names::{ElementName, LocalName, Namespace};

use super::element_class::ElementClass;
use super::foreign::{mathml_row, svg_row};
use super::row::{ElementRow, SOURCE};
use super::start_tag_rule::StartTagRule;
use super::tag_set::TagSet;
use super::traits::Traits;

impl ElementRow {
    /// Returns the row of the HTML element with that name.
    #[inline(always)] // It is a comparison and a shift.
    pub(crate) fn of(name: LocalName) -> &'static ElementRow {
        match name.known_index() {
            Some(index) => &ROWS[index],
            None => &UNKNOWN,
        }
    }

    /// Returns the row of the element with that name.
    #[inline]
    pub(crate) fn named(name: ElementName) -> &'static ElementRow {
        match name.namespace {
            Namespace::Html => ElementRow::of(name.local),
            Namespace::MathMl => mathml_row(name.local),
            Namespace::Svg => svg_row(name.local),
        }
    }

    /// Returns the HTML element whose name has that index, below `HTML_COUNT`.
    pub(crate) const fn html_of_index(index: usize) -> (ElementName, &'static ElementRow) {
        // The rows come in the order of the names, which start with number 1.
        (ElementName { namespace: Namespace::Html, local: SOURCE[index - 1].0 }, &ROWS[index])
    }
}

impl ElementClass {
    /// Returns the sets of an element with that name. Whether an `annotation-xml` is an HTML
    /// integration point depends on its attributes and is not included.
    #[inline]
    pub(crate) fn of(name: ElementName) -> ElementClass {
        ElementRow::named(name).class
    }
}

impl ElementName {
    /// Returns whether the element is a formatting element: if another element ends before it, the
    /// parser opens it again.
    ///
    /// ```
    /// use consomme::sink::{ElementName, known_names};
    ///
    /// assert!(ElementName::html(known_names::B).is_formatting());
    /// assert!(!ElementName::html(known_names::SPAN).is_formatting());
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#formatting>
    #[inline]
    pub fn is_formatting(self) -> bool {
        self.html_row().is_some_and(|row| row.is_in(ElementClass::FORMATTING))
    }

    /// Returns whether the element has neither content nor an end tag. Obsolete elements count.
    ///
    /// ```
    /// use consomme::sink::{ElementName, known_names};
    ///
    /// assert!(ElementName::html(known_names::BR).is_void());
    /// assert!(!ElementName::html(known_names::P).is_void());
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#serializes-as-void>
    #[inline]
    pub fn is_void(self) -> bool {
        self.html_row().is_some_and(|row| row.content.is_void())
    }

    /// Returns whether the text of the element is written as it is, without escapes. That of a
    /// `noscript` is if scripting is enabled.
    ///
    /// ```
    /// use consomme::sink::{ElementName, known_names};
    ///
    /// assert!(ElementName::html(known_names::STYLE).is_raw_text(false));
    /// assert!(!ElementName::html(known_names::NOSCRIPT).is_raw_text(false));
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#html-fragment-serialisation-algorithm>
    #[inline]
    pub fn is_raw_text(self, scripting: bool) -> bool {
        self.html_row().is_some_and(|row| row.content.is_raw_text(scripting))
    }

    /// Returns whether the parser drops a line feed right after the start tag of the element, as it
    /// does for `pre`. A writer doubles one that is there.
    ///
    /// <https://html.spec.whatwg.org/#element-restrictions>
    #[inline]
    pub fn drops_line_feed(self) -> bool {
        self.html_row().is_some_and(|row| row.is(Traits::DROPS_LINE_FEED))
    }

    /// Returns whether readers who follow the revision of 2024 may make another tree of the element
    /// or its content: it is part of a `select`, or a `template`, which may have a `for`.
    ///
    /// ```
    /// use consomme::sink::{ElementName, known_names};
    ///
    /// assert!(ElementName::html(known_names::OPTION).differs_in_2024());
    /// assert!(!ElementName::html(known_names::LI).differs_in_2024());
    /// ```
    #[inline]
    pub fn differs_in_2024(self) -> bool {
        self.html_row().is_some_and(|row| row.is(Traits::DIFFERS_2024))
    }

    /// Returns the row of the element, if it is one of HTML: no other is in the lists that the
    /// methods above ask for, and writers ask for each element.
    #[inline(always)] // It is a comparison more than `ElementRow::of`.
    fn html_row(self) -> Option<&'static ElementRow> {
        (self.namespace == Namespace::Html).then(|| ElementRow::of(self.local))
    }

    /// Returns the row of the element.
    #[inline]
    pub(crate) fn row(self) -> &'static ElementRow {
        match self.html_row() {
            Some(row) => row,
            None => ElementRow::named(self),
        }
    }
}

/// The number of names of formatting elements.
pub(crate) const FORMATTING_COUNT: usize = {
    let (mut count, mut i) = (0, 0);
    while i < SOURCE.len() {
        count += SOURCE[i].1.is_in(ElementClass::FORMATTING) as usize;
        i += 1;
    }
    count
};

/// Returns the position of a formatting element's name in the list of these names.
#[inline]
pub(crate) fn formatting_number(name: LocalName) -> usize {
    let row = ElementRow::of(name);
    debug_assert!(row.is_in(ElementClass::FORMATTING), "only formatting elements have a number");
    row.formatting_number.into()
}

/// The row of all names that are not known beforehand.
static UNKNOWN: ElementRow = ElementRow::UNKNOWN;

/// The rows of HTML, by the index of the name.
static ROWS: [ElementRow; KNOWN_COUNT] = {
    let mut rows = [ElementRow::UNKNOWN; KNOWN_COUNT];
    let mut formatting = 0;
    let mut i = 0;
    while i < SOURCE.len() {
        let (name, mut row) = SOURCE[i];
        row.own = TagSet::of(name);
        row.closes = closed_by(row.start_tag);
        if row.is_in(ElementClass::FORMATTING) {
            row.formatting_number = formatting;
            formatting += 1;
        }
        rows[name.index()] = row;
        i += 1;
    }
    // "A start tag whose tag name is "math"", and "svg": the rules are about the names of tags.
    rows[known::MATH.index()].start_tag = StartTagRule::OTHER;
    rows[known::SVG.index()].start_tag = StartTagRule::OTHER;
    assert!(formatting as usize == FORMATTING_COUNT, "each formatting element has a number");
    rows
};

/// Returns `p` and `li`, if a rule may close them.
const fn closed_by(rule: StartTagRule) -> TagSet {
    let p = TagSet::P_IN_BUTTON_SCOPE.only_if(rule.has(StartTagRule::CLOSES_P));
    p.union(TagSet::of(known::LI).only_if(rule.has(StartTagRule::CLOSES_LI)))
}
