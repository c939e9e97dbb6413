//! Finding elements on the stack by their names, and linking them to others with the same name.

use crate::names::{ElementName, LocalName, Namespace};
use crate::steps;

use super::OpenElements;
use super::element::OpenElement;
use super::names::{Link, Links, is_special};

impl<H: Copy + Eq> OpenElements<H> {
    /// Replaces the names of all elements. Names that are known beforehand stay the same.
    pub(crate) fn rename(&mut self, mut name_in: impl FnMut(LocalName) -> LocalName) {
        self.names.forget_unknown();
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
