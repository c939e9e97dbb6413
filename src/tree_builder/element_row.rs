//! One row per HTML element: all that depends on its name and that each start tag asks for.
//!
//! The lists of names are where the standard's sentences are: in `element_sets` and
//! `modes/in_body_start_tag_rules`. The table is made of them at compile time.

use crate::names::LocalName;
use crate::names::known::KNOWN_COUNT;

use super::element_sets::{ElementClass, FORMATTING_NUMBERS, HTML_CLASSES, TAG_SETS, TagSet};
use super::modes::{START_TAG_RULES, StartTagRule};

/// The row of an HTML element, in 24 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ElementRow {
    /// The element itself, if rules look for it in scope.
    pub(crate) own: TagSet,
    /// What its start tag closes in a body if it is in scope: `p`, `li`. The rule decides, where
    /// one of these is in scope.
    pub(crate) closes: TagSet,
    /// The sets that the element belongs to.
    pub(crate) class: ElementClass,
    /// The rule for its start tag in a body.
    pub(crate) start_tag: StartTagRule,
    /// Its number among the formatting elements; 0 for any other.
    pub(crate) formatting_number: u8,
}

impl ElementRow {
    /// Returns the row of the HTML element with that name.
    #[inline(always)] // It is a comparison and a multiplication.
    pub(crate) fn of(name: LocalName) -> &'static ElementRow {
        match name.known_index() {
            Some(index) => &ROWS[index],
            None => &UNKNOWN,
        }
    }
}

/// The row of all names that are not known beforehand.
static UNKNOWN: ElementRow = ElementRow {
    own: TagSet::EMPTY,
    closes: TagSet::EMPTY,
    class: ElementClass::HTML,
    start_tag: StartTagRule::ANY_OTHER,
    formatting_number: 0,
};

/// The rows, by the index of the name.
static ROWS: [ElementRow; KNOWN_COUNT] = {
    let mut rows = [UNKNOWN; KNOWN_COUNT];
    let mut i = 0;
    while i < KNOWN_COUNT {
        let start_tag = START_TAG_RULES[i];
        rows[i] = ElementRow {
            own: TAG_SETS[i],
            closes: start_tag.closes(),
            class: HTML_CLASSES[i],
            start_tag,
            formatting_number: FORMATTING_NUMBERS[i],
        };
        i += 1;
    }
    rows
};
