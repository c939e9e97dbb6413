//! The lowest element with each name on the stack of open elements, and the links between elements
//! with the same name, from the lowest up.
//!
//! The stack of `<body><div><b><i><b><div>`, with the links upwards:
//!
//! ```text
//! index  element           up           lowest with each name
//!   0    html, special 0   none         html   special 0
//!   1    body, special 1   none         body   special 1
//!   2    div,  special 2   none         div    special 3
//!   3    b                 none         b      index 5
//!   4    i                 none         i      index 4
//!   5    b                 index 3
//!   6    div,  special 3   special 2
//! ```
//!
//! A special HTML element is linked to by its number among the special elements on the stack,
//! because the adoption agency algorithm moves special elements to another index. It never changes
//! their order, so the number stays. Other elements are linked to by their index, and have a link
//! downwards too, because they can leave from the middle.

use std::num::NonZeroU32;

use crate::elements::ElementClass;
use crate::names::known::HTML_COUNT;
use crate::names::{ElementName, LocalName, Namespace, PackedElementName};

/// A link to an element on the stack, or to none. Which kind of link it is depends on the name that
/// it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Link(Option<NonZeroU32>);

impl Link {
    /// The link to no element.
    pub(super) const NONE: Link = Link(None);

    /// Links to an element that is not special, or to a gap, by its index on the stack.
    #[inline]
    pub(super) fn to_index(index: usize) -> Link {
        Link(NonZeroU32::MIN.checked_add(index as u32))
    }

    /// Links to a special HTML element by its number among the special elements.
    #[inline]
    pub(super) fn to_special(number: usize) -> Link {
        Link(NonZeroU32::MIN.checked_add(number as u32))
    }

    /// Returns the index or number; `None` if this links to no element.
    #[inline]
    pub(super) fn get(self) -> Option<usize> {
        self.0.map(|link| link.get() as usize - 1)
    }
}

/// The neighbors of an element among the elements with its name. HTML elements have lists of their
/// own; SVG and MathML elements share lists.
///
/// In a gap, see [`middle`](super::middle), these are the bounds of the run of gaps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Links {
    /// The next element upwards.
    pub(super) above: Link,
    /// The next element downwards. It has no meaning for the lowest element with its name, nor for
    /// special HTML elements.
    pub(super) below: Link,
}

/// The number of names for which the list of unknown ones gets capacity at first.
const EXPECTED_UNKNOWN: usize = 16;

/// The lowest element with each name.
#[derive(Clone, Debug)]
pub(super) struct NameLists {
    /// For HTML elements with a name of HTML, by the name's index.
    html: [Link; HTML_COUNT],
    /// For HTML elements with another name that is known beforehand, by the name's index less
    /// [`HTML_COUNT`]. It is as long as such elements on the stack so far required; so are the
    /// other lists.
    other: Vec<Link>,
    /// For HTML elements whose name is not known beforehand, by the name's index less
    /// [`LocalName::KNOWN_COUNT`].
    unknown: Vec<Link>,
    /// For SVG and MathML elements, by the name's index.
    foreign: Vec<Link>,
}

impl NameLists {
    // Always inlined, as a part of `TreeBuilder::new`.
    #[inline(always)]
    pub(super) fn new() -> Self {
        NameLists {
            html: [Link::NONE; HTML_COUNT],
            other: Vec::new(),
            unknown: Vec::new(),
            foreign: Vec::new(),
        }
    }

    /// Returns the link to the lowest HTML element with that name.
    #[inline]
    pub(super) fn lowest_html(&self, name: LocalName) -> Link {
        self.lowest(ElementName::html(name).into())
    }

    /// Returns the link to the lowest element with that name.
    #[inline]
    pub(super) fn lowest(&self, name: PackedElementName) -> Link {
        let lowest = match list_index(name) {
            ListIndex::Html(index) => self.html.get(index),
            ListIndex::Other(index) => self.other.get(index),
            ListIndex::Unknown(index) => self.unknown.get(index),
            ListIndex::Foreign(index) => self.foreign.get(index),
        };
        // No element with a name that is past the end has been on the stack.
        lowest.copied().unwrap_or(Link::NONE)
    }

    #[inline]
    fn lowest_mut(&mut self, name: PackedElementName) -> Option<&mut Link> {
        match name.html_index_below(HTML_COUNT) {
            Some(index) => self.html.get_mut(index),
            None => self.lowest_elsewhere_mut(name),
        }
    }

    // Never inlined, to keep the body loop short.
    #[inline(never)]
    fn lowest_elsewhere_mut(&mut self, name: PackedElementName) -> Option<&mut Link> {
        match list_index(name) {
            ListIndex::Html(index) => self.html.get_mut(index),
            ListIndex::Other(index) => self.other.get_mut(index),
            ListIndex::Unknown(index) => self.unknown.get_mut(index),
            ListIndex::Foreign(index) => self.foreign.get_mut(index),
        }
    }

    /// Sets the lowest element with a name that an element on the stack has had.
    #[inline]
    pub(super) fn set_lowest(&mut self, name: PackedElementName, link: Link) {
        match self.lowest_mut(name) {
            Some(lowest) => *lowest = link,
            None => debug_assert!(false, "the lists are as long as `replace_lowest` required"),
        }
    }

    /// Sets the lowest element with that name, and returns the one before.
    #[inline]
    pub(super) fn replace_lowest(&mut self, name: PackedElementName, link: Link) -> Link {
        match self.lowest_mut(name) {
            Some(lowest) => std::mem::replace(lowest, link),
            None => {
                self.extend_to(name, link);
                Link::NONE
            }
        }
    }

    /// Forgets the elements whose names are not known beforehand.
    pub(super) fn forget_unknown(&mut self) {
        self.unknown.clear();
        self.foreign.truncate(LocalName::KNOWN_COUNT);
    }

    /// Sets the lowest element with a name that is past the end of its list.
    // Out of line: this happens for few of the names that are not of HTML.
    #[cold]
    fn extend_to(&mut self, name: PackedElementName, link: Link) {
        let (list, index, expected) = match list_index(name) {
            ListIndex::Other(index) => {
                (&mut self.other, index, LocalName::KNOWN_COUNT - HTML_COUNT)
            }
            ListIndex::Unknown(index) => (&mut self.unknown, index, EXPECTED_UNKNOWN),
            ListIndex::Foreign(index) => (&mut self.foreign, index, LocalName::KNOWN_COUNT),
            ListIndex::Html(_) => {
                debug_assert!(false, "the list of names of HTML is complete");
                return;
            }
        };
        list.reserve((index + 1).max(expected) - list.len());
        list.resize(index + 1, Link::NONE);
        list[index] = link;
    }
}

/// Where a name is in the [`NameLists`]: the list, and the index in it.
enum ListIndex {
    Html(usize),
    Other(usize),
    Unknown(usize),
    Foreign(usize),
}

#[inline]
fn list_index(name: PackedElementName) -> ListIndex {
    if let Some(index) = name.html_index_below(HTML_COUNT) {
        return ListIndex::Html(index);
    }
    let ElementName { namespace, local } = name.unpack();
    match namespace {
        Namespace::Html => match local.index().checked_sub(LocalName::KNOWN_COUNT) {
            Some(index) => ListIndex::Unknown(index),
            None => ListIndex::Other(local.index() - HTML_COUNT),
        },
        Namespace::MathMl | Namespace::Svg => ListIndex::Foreign(local.index()),
    }
}

/// Whether HTML elements with that name are special.
#[inline]
pub(super) fn is_special(name: LocalName) -> bool {
    ElementClass::of(ElementName::html(name)).intersects(ElementClass::SPECIAL)
}
