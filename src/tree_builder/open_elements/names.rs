//! Elements with the same name on the stack of open elements, linked from the lowest up.
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
use crate::steps;

use super::{OpenElement, OpenElements};

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
    fn lowest(&self, name: PackedElementName) -> Link {
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

impl<H: Copy + Eq> OpenElements<H> {
    /// Replaces the names of all elements. Names that are known beforehand stay the same.
    pub(crate) fn rename(&mut self, mut name_in: impl FnMut(LocalName) -> LocalName) {
        self.names.unknown.clear();
        self.names.foreign.truncate(LocalName::KNOWN_COUNT);
        for index in 0..self.entries.len() {
            steps::count(1);
            let Some(entry) = self.get(index) else { continue };
            let ElementName { namespace, local } = entry.name.unpack();
            if local.index() < LocalName::KNOWN_COUNT {
                continue;
            }
            // The links between elements stay. A later one with the same name replaces this.
            let name = ElementName { namespace, local: name_in(local) }.into();
            self.entries[index].name = name;
            self.names.replace_lowest(name, Link::to_index(index));
        }
    }

    /// Links an element that is not special as the lowest with its name.
    fn link_lowest(&mut self, index: usize) {
        let link = Link::to_index(index);
        let above = self.names.replace_lowest(self.entries[index].name, link);
        self.entries[index].links.above = above;
        if let Some(above) = above.get() {
            self.entries[above].links.below = link;
        }
    }

    /// Unlinks an element that is not special from the elements with its name. Returns the link to
    /// the next one downwards.
    pub(super) fn unlink(&mut self, index: usize) -> Link {
        let entry = self.entries[index];
        let Links { above, below } = entry.links;
        if let Some(above) = above.get() {
            self.entries[above].links.below = below;
        }
        if self.names.lowest(entry.name) == Link::to_index(index) {
            self.names.set_lowest(entry.name, above);
            return Link::NONE;
        }
        match below.get() {
            Some(below) => self.entries[below].links.above = above,
            None => debug_assert!(false, "an element that is not the lowest has one below it"),
        }
        below
    }

    /// Links an element that is not special to the elements with its name, right above `below`, or
    /// as the lowest one if that is none.
    pub(super) fn link_above(&mut self, below: Link, index: usize) {
        let Some(below_index) = below.get() else { return self.link_lowest(index) };
        let link = Link::to_index(index);
        let above = std::mem::replace(&mut self.entries[below_index].links.above, link);
        self.entries[index].links = Links { above, below };
        if let Some(above) = above.get() {
            self.entries[above].links.below = link;
        }
    }

    /// Returns the index of the lowest HTML element with that name.
    #[inline]
    pub(crate) fn last_position_of(&self, name: LocalName) -> Option<usize> {
        let lowest = self.names.lowest_html(name).get()?;
        Some(if is_special(name) { self.specials[lowest].index as usize } else { lowest })
    }

    /// Returns the index of the next HTML element upwards with the name of the special one at
    /// `index`.
    pub(crate) fn next_position_above(&self, index: usize) -> Option<usize> {
        let above = self.entries[index].links.above.get()?;
        Some(self.specials[above].index as usize)
    }

    /// Returns the index of the lowest SVG or MathML element with one of these names, unless an
    /// HTML element is below it.
    pub(crate) fn last_foreign_position_of(&mut self, names: [LocalName; 2]) -> Option<usize> {
        if self.current().is_none_or(OpenElement::is_in_html_namespace) {
            return None;
        }
        let root = self.lowest_foreign_root()?;
        // The namespace does not matter: SVG and MathML elements share lists.
        let [first, second] = names.map(|local| {
            self.names.lowest(ElementName { namespace: Namespace::Svg, local }.into()).get()
        });
        first.max(second).filter(|&position| position >= root)
    }

    /// Returns the index of the lowest SVG or MathML element that is right below an HTML element.
    fn lowest_foreign_root(&mut self) -> Option<usize> {
        while let Some(&root) = self.foreign_roots.last() {
            steps::count(1);
            let above = self.above(root as usize).and_then(|above| self.get(above));
            if above.is_none_or(OpenElement::is_in_html_namespace) {
                return Some(root as usize);
            }
            // The HTML element above it was removed.
            self.foreign_roots.pop();
        }
        None
    }
}
