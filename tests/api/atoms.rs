//! The names of documents as atoms: [`Atoms`], with the feature `atoms`.

use std::collections::HashMap;

use consomme::sink::{Attribute, NameTable, NewElement, Span, Strings, TreeSink, known_names};
use consomme::string_cache::{Atom, DefaultAtom, EmptyStaticAtomSet, StaticAtomSet};
use consomme::{Atoms, Document, ParseOptions, parse_fragment, parse_str};
use proptest::prelude::*;
use web_atoms::{LocalNameStaticSet, local_name};

/// A tree that keeps the atom of each element's name and of each attribute's, in the order in which
/// they are created, and the names.
#[derive(Default)]
struct Names {
    atoms: Atoms<LocalNameStaticSet>,
    created: Vec<web_atoms::LocalName>,
    parents: Vec<Option<usize>>,
}

impl Names {
    fn add(&mut self) -> usize {
        self.parents.push(None);
        self.parents.len() - 1
    }
}

impl TreeSink for Names {
    type Handle = usize;
    type Output = (Vec<web_atoms::LocalName>, Strings);

    fn root(&self) -> usize {
        0
    }

    fn finish(self, strings: Strings) -> Self::Output {
        (self.created, strings)
    }

    fn create_element(&mut self, element: NewElement<'_>, strings: &Strings) -> usize {
        self.created.push(self.atoms.get(element.name.local, strings.names()).clone());
        for attribute in element.attributes {
            self.created.push(self.atoms.get(attribute.name(), strings.names()).clone());
        }
        self.add()
    }

    fn clone_element(&mut self, _: usize, _: &Strings) -> usize {
        self.add()
    }

    fn create_comment(&mut self, _: Span, _: &Strings) -> usize {
        self.add()
    }

    fn create_processing_instruction(&mut self, _: Span, _: Span, _: &mut Strings) -> usize {
        self.add()
    }

    fn has_same_attributes(&self, _: usize, _: usize, _: &Strings) -> bool {
        true
    }

    fn add_missing_attributes(&mut self, _: usize, _: &[Attribute], _: &Strings) {}

    fn parent(&self, node: usize) -> Option<usize> {
        self.parents[node]
    }

    fn append(&mut self, parent: usize, child: usize) {
        self.parents[child] = Some(parent);
    }

    fn insert_before(&mut self, sibling: usize, child: usize) {
        self.parents[child] = self.parents[sibling];
    }

    fn append_text(&mut self, _: usize, _: Span, _: &mut Strings) {}

    fn insert_text_before(&mut self, _: usize, _: Span, _: &mut Strings) {}

    fn remove_from_parent(&mut self, node: usize) {
        self.parents[node] = None;
    }

    fn reparent_children(&mut self, from: usize, to: usize) {
        for parent in self.parents.iter_mut().filter(|parent| **parent == Some(from)) {
            *parent = Some(to);
        }
    }
}

/// The atoms of a page's names in the order of creation, and its text and names.
fn names_of(page: &str) -> (Vec<web_atoms::LocalName>, Strings) {
    let mut names = Names::default();
    names.add();
    ParseOptions::new().parse_str_into(page, names).output
}

/// Checks that each element and attribute of a document has the atom of its name.
fn check<S: StaticAtomSet>(document: &Document, atoms: &mut Atoms<S>) {
    for element in document.descendant_elements() {
        assert_eq!(atoms.element_name(element), element.name());
        for attribute in element.attrs() {
            assert_eq!(atoms.attribute_name(attribute), attribute.name());
        }
    }
}

#[test]
fn a_tree_gets_atoms_of_names_of_every_kind() {
    let (created, _) = names_of(
        "<!DOCTYPE html><title lang=fr data-soup=onion></title><soup-bone><svg viewbox='0 0 1 1' \
         xlink:href=#a><foreignobject><xÉ ü=1>",
    );
    let expected = [
        local_name!("html"),
        local_name!("head"),
        local_name!("title"),
        local_name!("lang"),
        "data-soup".into(),
        local_name!("body"),
        "soup-bone".into(),
        local_name!("svg"),
        local_name!("viewBox"),
        local_name!("href"),
        local_name!("foreignObject"),
        "xÉ".into(),
        "ü".into(),
    ];
    assert_eq!(created, expected);
}

#[test]
fn a_static_name_becomes_the_static_atom() {
    let document = parse_str("<blockquote>");
    let mut atoms = Atoms::<LocalNameStaticSet>::new();
    let quote = document.body().unwrap().first_element_child().unwrap();
    assert!(matches!(*atoms.element_name(quote), local_name!("blockquote")));
}

#[test]
fn there_is_one_atom_for_each_distinct_name() {
    let page = "<p class=a><p id=b class=c><soup-bone><soup-bone class=d data-x data-y>";
    let document = parse_fragment("div", page);
    let mut atoms = Atoms::<EmptyStaticAtomSet>::new();
    for _ in 0..2 {
        check(&document, &mut atoms);
    }
    let mut names: Vec<_> =
        format!("{atoms:?}").split(['{', '}', '"', ',', ' ']).map(str::to_owned).collect();
    names.retain(|name| !name.is_empty());
    names.sort();
    assert_eq!(names, ["class", "data-x", "data-y", "id", "p", "soup-bone"]);
}

#[test]
fn one_table_serves_documents_in_turns() {
    let pages = [
        "<soup-bone data-a=1><p><soup-ladle>",
        "<soup-spoon data-b=1><p><soup-bone data-a=2><soup-cup data-c>",
        "<p>",
    ];
    let documents = pages.map(parse_str);
    let mut atoms = Atoms::<LocalNameStaticSet>::new();
    for document in documents.iter().chain(&documents) {
        check(document, &mut atoms);
    }
}

/// Names that are not known beforehand have the same index in two documents, and mean something
/// else.
#[test]
fn a_name_with_the_index_of_another_documents_name_gets_its_own_atom() {
    let [bone, spoon] = ["<soup-bone>", "<soup-spoon>"].map(|page| names_of(page).1);
    let [a, b] = [(&bone, "soup-bone"), (&spoon, "soup-spoon")]
        .map(|(strings, name)| strings.names().find(name).unwrap());
    assert_eq!(a.index(), b.index());
    let mut atoms = Atoms::<EmptyStaticAtomSet>::new();
    for _ in 0..2 {
        assert_eq!(atoms.get(a, bone.names()), "soup-bone");
        assert_eq!(atoms.get(b, spoon.names()), "soup-spoon");
    }
}

#[test]
fn a_name_that_the_document_does_not_have_gets_the_empty_atom() {
    let (_, strings) = names_of("<soup-bone>");
    let bone = strings.names().find("soup-bone").unwrap();
    let other = NameTable::default();
    let mut atoms = Atoms::<EmptyStaticAtomSet>::new();
    assert_eq!(atoms.get(bone, &other), "");
    assert_eq!(atoms.get(bone, strings.names()), "soup-bone");
    assert_eq!(atoms.get(bone, &other), "");
}

#[test]
fn edits_that_bring_new_names_get_new_atoms() {
    let mut document = parse_str("<soup-bone data-a>");
    let mut atoms = Atoms::<LocalNameStaticSet>::new();
    check(&document, &mut atoms);
    let bone = document.body().unwrap().first_element_child().unwrap().id();
    document.rename(bone, "soup-ladle").unwrap();
    document.set_attr(bone, "data-b", "1").unwrap();
    check(&document, &mut atoms);
    let ladle = document.get(bone).unwrap().as_element().unwrap();
    assert_eq!(atoms.element_name(ladle), "soup-ladle");
}

#[test]
fn a_clone_has_the_same_atoms_and_goes_its_own_way() {
    let documents = ["<soup-bone>", "<soup-spoon>"].map(parse_str);
    let mut atoms = Atoms::<EmptyStaticAtomSet>::default();
    check(&documents[0], &mut atoms);
    let mut clone = atoms.clone();
    assert_eq!(format!("{clone:?}"), format!("{atoms:?}"));
    check(&documents[1], &mut clone);
    assert_ne!(format!("{clone:?}"), format!("{atoms:?}"));
    check(&documents[0], &mut atoms);
}

#[test]
fn atoms_count_names_across_documents() {
    let mut atoms = Atoms::<EmptyStaticAtomSet>::new();
    let mut counts = HashMap::<DefaultAtom, usize>::new();
    for page in ["<p data-recipe-of=1>", "<i data-menu><b data-recipe-of=2>", "<p>"] {
        for element in parse_fragment("div", page).descendant_elements() {
            for attribute in element.attrs() {
                *counts.entry(atoms.attribute_name(attribute).clone()).or_default() += 1;
            }
        }
    }
    assert_eq!(counts[&Atom::from("data-recipe-of")], 2);
    assert_eq!(counts[&Atom::from("data-menu")], 1);
}

#[test]
fn names_known_beforehand_need_no_document() {
    let mut atoms = Atoms::<LocalNameStaticSet>::new();
    let names = NameTable::default();
    for name in [known_names::A, known_names::XMP, known_names::FOREIGN_OBJECT] {
        for _ in 0..2 {
            assert_eq!(atoms.get(name, &names), name.known_text().unwrap());
        }
    }
}

proptest! {
    #![proptest_config(consomme_test::config::config(256))]

    /// Few names in many orders, so that the same index has many names.
    #[test]
    fn every_atom_has_the_text_of_its_name(
        pages in prop::collection::vec("(<(x-[a-d]|p|svg|i)( (y-[a-d]|id|xlink:href)=1){0,3}>){0,8}", 1..5),
    ) {
        let mut atoms = Atoms::<LocalNameStaticSet>::new();
        for page in &pages {
            check(&parse_str(page), &mut atoms);
            let (created, strings) = names_of(page);
            for atom in created {
                prop_assert!(strings.names().find(&atom).is_some());
            }
        }
    }
}
