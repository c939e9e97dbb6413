//! The names of elements and attributes as atoms.

use string_cache::{Atom, StaticAtomSet};

use crate::names::Atoms;

use super::attr::Attr;
use super::element_ref::ElementRef;

impl<S: StaticAtomSet> Atoms<S> {
    /// Returns the local name of an element, [`ElementRef::name`], as an atom.
    ///
    /// ```
    /// use consomme::{Atoms, parse_fragment};
    /// use web_atoms::{LocalNameStaticSet, local_name};
    ///
    /// let fragment = parse_fragment("body", "<svg><foreignobject>");
    /// let svg = fragment.root().first_element_child().unwrap();
    /// let mut atoms = Atoms::<LocalNameStaticSet>::new();
    /// let object = svg.first_element_child().unwrap();
    /// assert_eq!(*atoms.element_name(object), local_name!("foreignObject"));
    /// ```
    pub fn element_name(&mut self, element: ElementRef<'_>) -> &Atom<S> {
        self.get(element.data.name().local, element.document().strings.names())
    }

    /// Returns the local name of an attribute, [`Attr::name`] without a prefix, as an atom.
    ///
    /// ```
    /// use consomme::{Atoms, parse_fragment};
    /// use web_atoms::{LocalNameStaticSet, local_name};
    ///
    /// let fragment = parse_fragment("body", "<svg xlink:href=#a data-soup=onion>");
    /// let svg = fragment.root().first_element_child().unwrap();
    /// let mut atoms = Atoms::<LocalNameStaticSet>::new();
    /// let names: Vec<_> = svg.attrs().map(|attribute| atoms.attribute_name(attribute).clone()).collect();
    /// assert_eq!(names, [local_name!("href"), "data-soup".into()]);
    /// ```
    pub fn attribute_name(&mut self, attribute: Attr<'_>) -> &Atom<S> {
        self.get(attribute.attribute.name.local(), attribute.document.strings.names())
    }
}
