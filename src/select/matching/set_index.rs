//! Finds the parts of a set by the id, class, name or attribute that they ask for, so that each
//! element is compared with few of them.

use std::collections::HashMap;

use selectors::parser::{Component, Selector};

use crate::dom::{Document, ElementData, Tree};
use crate::names::{AttributeNamespace, HashIndex, LocalName, NameTable, known};
use crate::select::strings::{Name, hash_of_lowercase};
use crate::select::types::Html;
use crate::text::Strings;

use super::elements::Visited;

/// The numbers of the parts of a set, by an id, class, name or attribute of their last compounds.
/// Each part is in one list.
#[derive(Clone, Default)]
pub(in crate::select) struct SetIndex {
    by_id: Words,
    by_class: Words,
    by_name: Names,
    by_attribute: Names,
    others: Vec<u32>,
}

impl SetIndex {
    /// Adds a part: by the id that it asks for, or else a class, or else the rarer of its name and
    /// an attribute.
    pub(in crate::select) fn add(&mut self, selector: &Selector<Html>, part: u32) {
        let (mut class, mut name, mut attribute) = (None, None, None);
        for component in selector.iter() {
            match component {
                Component::ID(id) => return self.by_id.list_of(&id.0).push(part),
                Component::Class(asked) => class = Some(&asked.0),
                Component::LocalName(asked) => name = Some((&asked.name, &asked.lower_name)),
                Component::AttributeInNoNamespaceExists { local_name, local_name_lower } => {
                    attribute = Some((local_name, local_name_lower));
                }
                Component::AttributeInNoNamespace { local_name, .. } => {
                    attribute = Some((local_name, local_name));
                }
                _ => {}
            }
        }
        let is_rare = |asked: &(&Name, &Name)| asked.1.known().is_none();
        if let Some(class) = class {
            self.by_class.list_of(class).push(part);
        } else if let Some((written, lower)) = attribute.filter(|a| name.is_none() || is_rare(a)) {
            self.by_attribute.list_of(written, lower).push(part);
        } else if let Some((written, lower)) = name {
            self.by_name.list_of(written, lower).push(part);
        } else {
            self.others.push(part);
        }
    }

    /// Looks up the names in a document.
    pub(in crate::select) fn in_document(&self, document: &Document) -> DocumentIndex<'_> {
        DocumentIndex { index: self, numbers: self.numbers_in(document.strings.names()) }
    }

    /// Looks up the names in the table of a document.
    pub(in crate::select) fn numbers_in(&self, names: &NameTable) -> SetNumbers {
        SetNumbers {
            by_name: self.by_name.numbers_in(names),
            by_attribute: self.by_attribute.numbers_in(names),
        }
    }

    /// Replaces `candidates` by the parts that an element may match, in ascending order. `numbers`
    /// has the names of the set in the document of the element.
    pub(in crate::select) fn candidates(
        &self,
        numbers: &SetNumbers,
        tree: &Tree,
        strings: &Strings,
        element: &ElementData,
        candidates: &mut Vec<u32>,
    ) {
        let SetIndex { by_id, by_class, others, .. } = self;
        candidates.clear();
        let mut lists = 0;
        let mut add = |list: &[u32]| {
            if !list.is_empty() {
                lists += 1;
                candidates.extend(list);
            }
        };
        add(others);
        add(self.by_name.list_at(&numbers.by_name, element.name().local));
        if !(by_id.is_empty() && by_class.is_empty() && numbers.by_attribute.is_empty()) {
            for attribute in tree.attributes_of(element) {
                if attribute.name.namespace() != AttributeNamespace::None {
                    continue;
                }
                let name = attribute.name.local();
                add(self.by_attribute.list_at(&numbers.by_attribute, name));
                if name == known::CLASS && !by_class.is_empty() {
                    let classes = strings.get(attribute.value);
                    classes.split_ascii_whitespace().for_each(|class| add(by_class.get(class)));
                } else if name == known::ID && !by_id.is_empty() {
                    add(by_id.get(strings.get(attribute.value)));
                }
            }
        }
        if lists > 1 {
            candidates.sort_unstable();
            // A class may be in an attribute twice.
            candidates.dedup();
        }
    }
}

/// For streams.
impl SetIndex {
    /// Whether an element may match a part: whether there are [candidates](Self::candidates).
    #[inline]
    #[cfg(feature = "stream")]
    pub(in crate::select) fn has_candidates(
        &self,
        numbers: &SetNumbers,
        tree: &Tree,
        strings: &Strings,
        element: &ElementData,
    ) -> bool {
        !self.others.is_empty()
            || !self.by_name.list_at(&numbers.by_name, element.name().local).is_empty()
            || element.attribute_count() > 0
                && self.has_candidates_by_attributes(numbers, tree, strings, element)
    }

    #[inline(never)] // Many elements have no attributes.
    #[cfg(feature = "stream")]
    fn has_candidates_by_attributes(
        &self,
        numbers: &SetNumbers,
        tree: &Tree,
        strings: &Strings,
        element: &ElementData,
    ) -> bool {
        let SetIndex { by_id, by_class, .. } = self;
        if by_id.is_empty() && by_class.is_empty() && numbers.by_attribute.is_empty() {
            return false;
        }
        tree.attributes_of(element).iter().any(|attribute| {
            let name = attribute.name.local();
            let text = || strings.get(attribute.value);
            attribute.name.namespace() == AttributeNamespace::None
                && (!self.by_attribute.list_at(&numbers.by_attribute, name).is_empty()
                    || name == known::CLASS
                        && !by_class.is_empty()
                        && text().split_ascii_whitespace().any(|c| !by_class.get(c).is_empty())
                    || name == known::ID && !by_id.is_empty() && !by_id.get(text()).is_empty())
        })
    }
}

/// The names that a set asks for, as numbers of one document.
#[derive(Clone, Debug)]
pub(in crate::select) struct SetNumbers {
    by_name: Numbered,
    by_attribute: Numbered,
}

/// The index of a set, with its names as numbers of one document.
#[derive(Clone)]
pub(in crate::select) struct DocumentIndex<'s> {
    index: &'s SetIndex,
    numbers: SetNumbers,
}

impl DocumentIndex<'_> {
    /// Whether no element of the document can match.
    pub(in crate::select) fn is_empty(&self) -> bool {
        let SetIndex { by_id, by_class, others, .. } = self.index;
        others.is_empty()
            && by_id.is_empty()
            && by_class.is_empty()
            && self.numbers.by_name.is_empty()
            && self.numbers.by_attribute.is_empty()
    }

    /// Replaces `candidates` by the parts that an element may match, in ascending order.
    pub(in crate::select) fn candidates(
        &self,
        document: &Document,
        visited: &Visited<'_>,
        candidates: &mut Vec<u32>,
    ) {
        let Document { tree, strings, .. } = document;
        self.index.candidates(&self.numbers, tree, strings, visited.data, candidates);
    }
}

/// Lists of parts by an id or a class. Words whose ASCII-lowercased hashes are equal share a list.
#[derive(Clone)]
struct Words {
    index: HashIndex<u32>,
    /// The lists, each with the hash of its words.
    lists: Vec<(u32, Vec<u32>)>,
}

impl Default for Words {
    fn default() -> Self {
        Words { index: HashIndex::new(), lists: Vec::new() }
    }
}

impl Words {
    fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    fn list_of(&mut self, word: &str) -> &mut Vec<u32> {
        let Words { index, lists } = self;
        let hash = hash_of_lowercase(word);
        let of = |list: u32| lists[list as usize].0;
        let list =
            *index.entry(hash, |list| of(list) == hash, of).or_insert(lists.len() as u32).get();
        if list as usize == lists.len() {
            lists.push((hash, Vec::new()));
        }
        &mut lists[list as usize].1
    }

    fn get(&self, word: &str) -> &[u32] {
        let hash = hash_of_lowercase(word);
        let found = self.index.find(hash, |list| self.lists[list as usize].0 == hash);
        found.map_or(&[], |list| &self.lists[list as usize].1)
    }
}

/// Lists of parts by the name of an element or attribute. Names that differ only in the case of
/// ASCII letters share a list.
#[derive(Clone, Default)]
struct Names {
    /// The numbers of the lists by the lowercased names.
    numbers: HashMap<Box<str>, usize>,
    lists: Vec<NameList>,
}

/// The parts that ask for a name.
#[derive(Clone)]
struct NameList {
    lower: Name,
    /// The name as it was written in selectors, where it isn't lowercase.
    written: Vec<Name>,
    parts: Vec<u32>,
}

impl Names {
    fn list_of(&mut self, written: &Name, lower: &Name) -> &mut Vec<u32> {
        let number = *self.numbers.entry(lower.text().into()).or_insert(self.lists.len());
        if number == self.lists.len() {
            let (written, parts) = (Vec::new(), Vec::new());
            self.lists.push(NameList { lower: lower.clone(), written, parts });
        }
        let list = &mut self.lists[number];
        if written != lower && !list.written.contains(written) {
            list.written.push(written.clone());
        }
        &mut list.parts
    }

    /// Looks up the names in the table of a document.
    fn numbers_in(&self, names: &NameTable) -> Numbered {
        let in_document = |(number, list): (usize, &NameList)| {
            let written = list.written.iter().chain([&list.lower]);
            let indices = written.filter_map(|name| name.number_in(names)).map(LocalName::index);
            indices.map(move |index| (index, number as u32 + 1)).collect::<Vec<_>>()
        };
        let numbers: Vec<_> = self.lists.iter().enumerate().flat_map(in_document).collect();
        let first = numbers.iter().map(|(index, _)| *index).min().unwrap_or(0);
        let bound = numbers.iter().map(|(index, _)| *index + 1).max().unwrap_or(0);
        let mut of_name = vec![0; bound - first];
        for (index, number) in numbers {
            of_name[index - first] = number;
        }
        Numbered { first, of_name }
    }

    /// Returns the parts that ask for a name.
    #[inline]
    fn list_at(&self, numbered: &Numbered, name: LocalName) -> &[u32] {
        match numbered.of_name.get(name.index().wrapping_sub(numbered.first)) {
            None | Some(0) => &[],
            Some(&list) => &self.lists[list as usize - 1].parts,
        }
    }
}

/// The numbers of lists by the numbers that names have in a document.
#[derive(Clone, Debug)]
struct Numbered {
    /// The lowest index of a name that is in a list.
    first: usize,
    /// By the index of a name, from `first` on, the number of its list plus one; 0 for none. It
    /// ends with the last name that is in a list: a set of few names is small, and is made for each
    /// stream. Empty if no name of a list is in the document.
    of_name: Vec<u32>,
}

impl Numbered {
    fn is_empty(&self) -> bool {
        self.of_name.is_empty()
    }
}
