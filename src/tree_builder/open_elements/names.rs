//! The elements of one name on the stack of open elements, linked from the lowest up.

use crate::names::known::HTML_COUNT;
use crate::names::{ElementName, LocalName, Namespace};
use crate::steps;
use crate::tree_builder::element_sets::ElementClass;

use super::{OpenElement, OpenElements};

/// The neighbors of an element among those of its name: HTML elements, or elements of SVG and
/// MathML together.
///
/// A link is an index on the stack plus 1, or 0 for no neighbor. To a special HTML element, which
/// can change its index, it is the number of that element among the special ones plus 1.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Links {
    /// The next upwards.
    pub(super) above: u32,
    /// The next downwards; means nothing for the lowest, nor for special elements.
    pub(super) below: u32,
}

/// A link to the lowest element of each name.
#[derive(Clone, Debug)]
pub(super) struct NameLists {
    /// By the name's number, for the names of HTML.
    html: [u32; HTML_COUNT],
    /// For other names of HTML elements, as far as such have been on the stack.
    other: Vec<u32>,
    /// For SVG and MathML, as far as such elements have been on the stack.
    foreign: Vec<u32>,
}

impl NameLists {
    #[inline(always)]
    pub(super) fn new() -> Self {
        NameLists { html: [0; HTML_COUNT], other: Vec::new(), foreign: Vec::new() }
    }

    /// The lowest HTML element of that name.
    #[inline]
    pub(super) fn lowest_html(&self, name: LocalName) -> u32 {
        self.lowest(ElementName::html(name))
    }

    /// The lowest element of that name.
    #[inline]
    fn lowest(&self, name: ElementName) -> u32 {
        let index = name.local.index();
        let lowest = match (name.namespace, index.checked_sub(HTML_COUNT)) {
            (Namespace::Html, None) => self.html.get(index),
            (Namespace::Html, Some(index)) => self.other.get(index),
            (Namespace::MathMl | Namespace::Svg, _) => self.foreign.get(index),
        };
        lowest.copied().unwrap_or(0)
    }

    #[inline]
    fn lowest_mut(&mut self, name: ElementName) -> Option<&mut u32> {
        let index = name.local.index();
        match (name.namespace, index.checked_sub(HTML_COUNT)) {
            (Namespace::Html, None) => self.html.get_mut(index),
            (Namespace::Html, Some(index)) => self.other.get_mut(index),
            (Namespace::MathMl | Namespace::Svg, _) => self.foreign.get_mut(index),
        }
    }

    /// Sets the lowest element of a name that has been on the stack.
    #[inline]
    pub(super) fn set_lowest(&mut self, name: ElementName, link: u32) {
        if let Some(lowest) = self.lowest_mut(name) {
            *lowest = link;
        }
    }

    /// Sets the lowest element of that name, and gives the one before.
    #[inline]
    pub(super) fn replace_lowest(&mut self, name: ElementName, link: u32) -> u32 {
        match self.lowest_mut(name) {
            Some(lowest) => std::mem::replace(lowest, link),
            None => {
                self.put(name, link);
                0
            }
        }
    }

    /// Sets the lowest element of a name with a greater number than any so far.
    #[cold]
    fn put(&mut self, name: ElementName, link: u32) {
        let (list, index) = match name.namespace {
            Namespace::Html => (&mut self.other, name.local.index() - HTML_COUNT),
            Namespace::MathMl | Namespace::Svg => (&mut self.foreign, name.local.index()),
        };
        list.resize(index + 1, 0);
        list[index] = link;
    }
}

/// Whether HTML elements of that name are special.
#[inline]
pub(super) fn is_special(name: LocalName) -> bool {
    ElementClass::of(ElementName::html(name)).intersects(ElementClass::SPECIAL)
}

impl<H: Copy + Eq> OpenElements<H> {
    /// Links an element that is not special as the lowest of its name.
    fn link_last(&mut self, index: usize) {
        let above = self.names.replace_lowest(self.entries[index].name, index as u32 + 1);
        self.entries[index].links.above = above;
        if above != 0 {
            self.entries[above as usize - 1].links.below = index as u32 + 1;
        }
    }

    /// Takes an element that is not special out of those of its name. Gives the link to the next
    /// downwards.
    pub(super) fn unlink(&mut self, index: usize) -> u32 {
        let entry = self.entries[index];
        let Links { above, below } = entry.links;
        let is_lowest = self.names.lowest(entry.name) == index as u32 + 1;
        if above != 0 {
            self.entries[above as usize - 1].links.below = below;
        }
        if is_lowest {
            self.names.set_lowest(entry.name, above);
            return 0;
        }
        self.entries[below as usize - 1].links.above = above;
        below
    }

    /// Links an element that is not special and stands right above the one that `below` links to,
    /// among those of its name.
    pub(super) fn link_above(&mut self, below: u32, index: usize) {
        if below == 0 {
            return self.link_last(index);
        }
        let link = index as u32 + 1;
        let above = std::mem::replace(&mut self.entries[below as usize - 1].links.above, link);
        self.entries[index].links = Links { above, below };
        if above != 0 {
            self.entries[above as usize - 1].links.below = link;
        }
    }

    /// The index of the lowest HTML element of that name.
    #[inline]
    pub(crate) fn last_position_of(&self, name: LocalName) -> Option<usize> {
        let lowest = (self.names.lowest_html(name) as usize).checked_sub(1)?;
        Some(if is_special(name) { self.specials[lowest].index as usize } else { lowest })
    }

    /// The index of the next special HTML element of the same name upwards.
    pub(crate) fn next_position_above(&self, index: usize) -> Option<usize> {
        let above = (self.entries[index].links.above as usize).checked_sub(1)?;
        Some(self.specials[above].index as usize)
    }

    /// The index of the lowest element of SVG or MathML of one of these names, unless an HTML
    /// element is below it.
    pub(crate) fn last_foreign_position_of(&mut self, names: [LocalName; 2]) -> Option<usize> {
        if self.current().is_none_or(OpenElement::is_in_html_namespace) {
            return None;
        }
        let root = self.lowest_foreign_root()?;
        let lowest =
            |local| self.names.lowest(ElementName { namespace: Namespace::Svg, local }) as usize;
        let position = lowest(names[0]).max(lowest(names[1])).checked_sub(1)?;
        (position >= root).then_some(position)
    }

    /// The index of the lowest element of SVG or MathML that stands right below an HTML element.
    fn lowest_foreign_root(&mut self) -> Option<usize> {
        while let Some(&root) = self.foreign_roots.last() {
            steps::count(1);
            let above = self.above(root as usize).and_then(|above| self.get(above));
            if above.is_none_or(OpenElement::is_in_html_namespace) {
                return Some(root as usize);
            }
            // The HTML element above was removed from between.
            self.foreign_roots.pop();
        }
        None
    }
}
