//! The names of documents as atoms of `string_cache`.

use std::fmt;

use string_cache::{Atom, StaticAtomSet};

use super::{LocalName, NameTable};

/// The names of documents as atoms of the crate `string_cache`, for any static set `S`. It needs
/// the feature `atoms`.
///
/// Crates such as html5ever, scraper and Servo's style engine take names as [`Atom`]s. To make an
/// atom of a text of more than seven bytes, `string_cache` hashes the text and looks it up in the
/// static set and then, under a lock, among the atoms of the program. This table makes one atom for
/// each distinct name and finds it by [`LocalName::index`] from then on. Use it
///
/// - in a [`TreeSink`](crate::sink::TreeSink), to build a tree of a crate that has atoms:
///   [`get`](Self::get),
/// - to hand names of a [`Document`](crate::Document) to such a crate:
///   [`element_name`](Self::element_name) and [`attribute_name`](Self::attribute_name),
/// - for names across documents: an atom means the same everywhere, a [`LocalName`] that is not
///   known beforehand only in its own document.
///
/// ```
/// use std::collections::HashMap;
///
/// use consomme::{Atoms, parse_str};
/// use web_atoms::{LocalNameStaticSet, local_name};
///
/// // How often each element occurs in two documents. The static set is html5ever's.
/// let mut atoms = Atoms::<LocalNameStaticSet>::new();
/// let mut counts = HashMap::new();
/// for page in ["<p>Clear <b>broth</b><p>of <soup-bone>", "<soup-bone><p>"] {
///     for element in parse_str(page).descendant_elements() {
///         *counts.entry(atoms.element_name(element).clone()).or_insert(0) += 1;
///     }
/// }
/// assert_eq!(counts[&local_name!("p")], 3);
/// assert_eq!(counts[&"soup-bone".into()], 2);
/// ```
///
/// # Several documents
///
/// One table serves any number of documents, in any order. It makes the atom of a name that is
/// [known beforehand](crate::sink::known_names) once for all of them, because that name has the
/// same index everywhere. The index of any other name may mean another name in the next document,
/// so [`get`](Self::get) compares the atom there with the text of the name, and replaces it if they
/// differ.
///
/// # Memory
///
/// The table takes eight bytes for each atom and four for each index: for all names known
/// beforehand, and for indices up to the greatest that was asked for. It keeps an atom alive, and
/// so the text of a name that `string_cache` allocates, until another document's name takes its
/// place or the table is dropped.
pub struct Atoms<S: StaticAtomSet> {
    /// Where in `atoms` a name is, plus one, by [`LocalName::index`]; 0 until the first use.
    /// Numbers instead of the atoms themselves, so that a table for a small document is zeroed and
    /// dropped in one step.
    places: Vec<u32>,
    atoms: Vec<Atom<S>>,
}

impl<S: StaticAtomSet> Atoms<S> {
    /// Returns an empty table.
    pub const fn new() -> Self {
        Atoms { places: Vec::new(), atoms: Vec::new() }
    }

    /// Returns the atom of a name of the document whose names are `names`: in a
    /// [`TreeSink`](crate::sink::TreeSink), [`Strings::names`](crate::sink::Strings::names).
    ///
    /// The atom always has the text that [`NameTable::get`] gives for the name. If the name is one
    /// of another document by mistake, that is the name with this index in `names`, or the empty
    /// text, which no element or attribute has, if there is none.
    ///
    /// ```
    /// use consomme::sink::{NameTable, known_names};
    /// use consomme::Atoms;
    /// use web_atoms::{LocalNameStaticSet, local_name};
    ///
    /// let mut atoms = Atoms::<LocalNameStaticSet>::new();
    /// let names = NameTable::default();
    /// assert_eq!(*atoms.get(known_names::FOREIGN_OBJECT, &names), local_name!("foreignObject"));
    /// ```
    #[inline]
    pub fn get(&mut self, name: LocalName, names: &NameTable) -> &Atom<S> {
        let place = match self.find(name, names) {
            Some(place) => place,
            None => self.make(name, names),
        };
        &self.atoms[place]
    }

    /// Returns where in `atoms` the atom of a name is, if there is one and it has the name's text.
    #[inline]
    fn find(&self, name: LocalName, names: &NameTable) -> Option<usize> {
        let place = (*self.places.get(name.index())? as usize).checked_sub(1)?;
        // The text of a known name is the same in all documents.
        let has_text = name.known_index().is_some() || *self.atoms[place] == *names.get(name);
        has_text.then_some(place)
    }

    /// Makes the atom of a name, and returns where in `atoms` it is.
    // Cold because it runs once for each distinct name, and `get` for each element and attribute.
    #[cold]
    fn make(&mut self, name: LocalName, names: &NameTable) -> usize {
        let index = name.index();
        if index >= self.places.len() {
            self.places.resize(LocalName::KNOWN_COUNT.max(index + 1), 0);
        }
        let atom = Atom::from(names.get(name));
        match (self.places[index] as usize).checked_sub(1) {
            Some(place) => {
                self.atoms[place] = atom;
                place
            }
            None => {
                self.atoms.push(atom);
                self.places[index] = self.atoms.len() as u32;
                self.atoms.len() - 1
            }
        }
    }
}

// Derived, these would ask `S` for the same traits, which static sets do not have.

impl<S: StaticAtomSet> Default for Atoms<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: StaticAtomSet> Clone for Atoms<S> {
    fn clone(&self) -> Self {
        Atoms { places: self.places.clone(), atoms: self.atoms.clone() }
    }
}

impl<S: StaticAtomSet> fmt::Debug for Atoms<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.atoms.iter().map(|atom| &**atom)).finish()
    }
}
