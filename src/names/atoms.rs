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
/// - in a [`TreeSink`](crate::TreeSink), to build a tree of a crate that has atoms:
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
/// [known beforehand](crate::known_names) once for all of them, because that name has the same
/// index everywhere. The index of any other name may mean another name in the next document, so
/// [`get`](Self::get) compares the atom there with the text of the name, and replaces it if they
/// differ.
///
/// # Memory
///
/// The table takes eight bytes for each index up to the greatest that was asked for. It keeps an
/// atom alive, and so the text of a name that `string_cache` allocates, until another document's
/// name takes its place or the table is dropped.
pub struct Atoms<S: StaticAtomSet> {
    /// The atoms by [`LocalName::index`], `None` until the first use.
    atoms: Vec<Option<Atom<S>>>,
}

impl<S: StaticAtomSet> Atoms<S> {
    /// Returns an empty table.
    pub const fn new() -> Self {
        Atoms { atoms: Vec::new() }
    }

    /// Returns the atom of a name of the document whose names are `names`: in a
    /// [`TreeSink`](crate::TreeSink), [`Strings::names`](crate::Strings::names).
    ///
    /// The atom always has the text that [`NameTable::get`] gives for the name. If the name is one
    /// of another document by mistake, that is the name with this index in `names`, or the empty
    /// text, which no element or attribute has, if there is none.
    ///
    /// ```
    /// use consomme::{Atoms, NameTable, known_names};
    /// use web_atoms::{LocalNameStaticSet, local_name};
    ///
    /// let mut atoms = Atoms::<LocalNameStaticSet>::new();
    /// let names = NameTable::default();
    /// assert_eq!(*atoms.get(known_names::FOREIGN_OBJECT, &names), local_name!("foreignObject"));
    /// ```
    #[inline]
    pub fn get(&mut self, name: LocalName, names: &NameTable) -> &Atom<S> {
        let index = name.index();
        if !self.has(name, names) {
            self.make(name, names);
        }
        self.atoms[index].as_ref().expect("`make` has filled this place")
    }

    /// Returns whether the atom at the name's index exists and has the name's text.
    #[inline]
    fn has(&self, name: LocalName, names: &NameTable) -> bool {
        match self.atoms.get(name.index()) {
            Some(Some(atom)) => name.known_index().is_some() || **atom == *names.get(name),
            _ => false,
        }
    }

    /// Makes the atom of a name.
    // Cold because it runs once for each distinct name, and `get` for each element and attribute.
    #[cold]
    fn make(&mut self, name: LocalName, names: &NameTable) {
        let index = name.index();
        if index >= self.atoms.len() {
            self.atoms.resize_with(index + 1, || None);
        }
        self.atoms[index] = Some(Atom::from(names.get(name)));
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
        Atoms { atoms: self.atoms.clone() }
    }
}

impl<S: StaticAtomSet> fmt::Debug for Atoms<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.atoms.iter().flatten().map(|atom| &**atom)).finish()
    }
}
