//! The row of an element, and how it is found by the name.

use crate::names::known::{self, KNOWN_COUNT};
use crate::names::{ElementName, LocalName, Namespace};

use super::foreign::{mathml_row, svg_row};
use super::table::html_elements;
use super::{Content, Display, ElementClass, StartTagRule, TagSet, Traits};

/// The facts that depend on the name of an element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ElementRow {
    /// The set of this element alone, if rules look for it in scope; otherwise no element.
    pub(crate) own: TagSet,
    /// `p` or `li`, if the start tag may close one. A quick test; the rule decides.
    pub(crate) closes: TagSet,
    /// The sets that the tree builder asks for.
    pub(crate) class: ElementClass,
    /// The other lists of the standard that the element is in.
    pub(crate) traits: Traits,
    /// The rule for its start tag in a body.
    pub(crate) start_tag: StartTagRule,
    /// Its number among the formatting elements; 0 for any other.
    pub(crate) formatting_number: u8,
    /// How its content is read and written.
    pub(crate) content: Content,
    /// How it is displayed if it has no attributes and no parent.
    pub(crate) display: Display,
}

impl ElementRow {
    /// The row of an HTML element that the standard doesn't know.
    pub(super) const UNKNOWN: ElementRow = ElementRow {
        own: TagSet::EMPTY,
        closes: TagSet::EMPTY,
        class: ElementClass::HTML,
        traits: Traits::NONE,
        start_tag: StartTagRule::ANY_OTHER,
        formatting_number: 0,
        content: Content::Normal,
        display: Display::Inline,
    };

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

    /// Derives parts of the row from others, so that the table says each fact once.
    const fn with_what_follows(mut self) -> ElementRow {
        if self.content.is_void() {
            self.start_tag = self.start_tag.union(StartTagRule::IS_VOID);
        }
        if self.is_in(ElementClass::FORMATTING) {
            self.start_tag = self.start_tag.union(StartTagRule::FORMATTING);
        }
        if self.is_in(ElementClass::HEADING) {
            self.start_tag = self.start_tag.union(StartTagRule::CLOSES_HEADING);
        }
        if self.is_in(ElementClass::IMPLIED_END_TAG) {
            let also = ElementClass::THOROUGHLY_IMPLIED_END_TAG.union(ElementClass::OPEN_AT_END);
            self.class = self.class.union(also);
        }
        if self.is_in(ElementClass::HEADING) || self.is(Traits::BLOCK_END_TAG) {
            self.traits = self.traits.union(Traits::GENERATES_IMPLIED_END_TAGS);
        }
        if self.is(Traits::SUBMITTABLE) {
            self.traits = self.traits.union(Traits::LISTED);
        }
        if self.is(Traits::LISTED) {
            self.traits = self.traits.union(Traits::FORM_ASSOCIATED);
        }
        if self.is(Traits::FORM_ASSOCIATED) {
            self.start_tag = self.start_tag.union(StartTagRule::FORM_OWNER);
        }
        self
    }

    /// Whether the element is in at least one of these lists.
    #[inline]
    pub(crate) const fn is(&self, lists: Traits) -> bool {
        self.traits.intersects(lists)
    }

    /// Whether the element is in at least one of these sets.
    #[inline]
    pub(crate) const fn is_in(&self, sets: ElementClass) -> bool {
        self.class.intersects(sets)
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

// With a size of a power of two, a row is found by a shift.
const _: () = assert!(size_of::<ElementRow>() == 32);

macro_rules! source {
    (
        $($constant:ident = $name:literal: $($step:ident)|+; $content:ident; $display:ident;
            $($class:ident)|+; $($list:ident)|+,)*
        {}
    ) => {
        /// The rows as the table has them, each with its name.
        pub(super) const SOURCE: &[(LocalName, ElementRow)] = &[$((
            known::$constant,
            ElementRow {
                class: ElementClass::HTML$(.union(ElementClass::$class))+,
                traits: Traits::NONE$(.union(Traits::$list))+,
                start_tag: StartTagRule::INSERTS$(.union(StartTagRule::$step))+,
                content: Content::$content,
                display: Display::$display,
                ..ElementRow::UNKNOWN
            }
            .with_what_follows(),
        )),*];
    };
}

html_elements!(source {});

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
        row.closes = row.start_tag.closes();
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
