//! The parts of a set by what they ask for, so that each element is compared with few of them.

use std::collections::HashMap;

use selectors::parser::{Component, Selector};

use crate::names::{AttributeNamespace, HashIndex, LocalName, NameTable, known};

use super::elements::Visited;
use super::strings::{Name, hash_of_lowercase};
use super::types::Html;
use crate::dom::Document;

/// The numbers of the parts of a set, by what their last compounds ask for. Each part is in one
/// list.
#[derive(Clone, Default)]
pub(super) struct SetIndex {
    by_id: Words,
    by_class: Words,
    by_name: Names,
    by_attribute: Names,
    others: Vec<u32>,
}

impl SetIndex {
    /// Adds a part: by the id that it asks for, or else a class, or else the rarer of its name and
    /// an attribute.
    pub(super) fn add(&mut self, selector: &Selector<Html>, part: u32) {
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
    pub(super) fn in_document(&self, document: &Document) -> DocumentIndex<'_> {
        let names = &document.strings.names;
        DocumentIndex {
            index: self,
            by_name: self.by_name.in_document(names),
            by_attribute: self.by_attribute.in_document(names),
        }
    }
}

/// The index of a set, with its names as numbers of one document.
#[derive(Clone)]
pub(super) struct DocumentIndex<'s> {
    index: &'s SetIndex,
    by_name: Numbered<'s>,
    by_attribute: Numbered<'s>,
}

impl DocumentIndex<'_> {
    /// Whether no element of the document can match.
    pub(super) fn is_empty(&self) -> bool {
        let SetIndex { by_id, by_class, others, .. } = self.index;
        others.is_empty()
            && by_id.is_empty()
            && by_class.is_empty()
            && self.by_name.is_empty()
            && self.by_attribute.is_empty()
    }

    /// Replaces `candidates` by the parts that an element may match, in ascending order.
    pub(super) fn candidates(
        &self,
        document: &Document,
        visited: &Visited<'_>,
        candidates: &mut Vec<u32>,
    ) {
        let SetIndex { by_id, by_class, others, .. } = self.index;
        candidates.clear();
        let mut lists = 0;
        let mut add = |list: &[u32]| {
            if !list.is_empty() {
                lists += 1;
                candidates.extend(list);
            }
        };
        add(others);
        add(self.by_name.list_of(visited.data.name().local));
        if !(by_id.is_empty() && by_class.is_empty() && self.by_attribute.is_empty()) {
            for attribute in document.tree.attributes_of(visited.data) {
                if attribute.name.namespace() != AttributeNamespace::None {
                    continue;
                }
                let name = attribute.name.local();
                add(self.by_attribute.list_of(name));
                if name == known::CLASS && !by_class.is_empty() {
                    let classes = document.strings.get(attribute.value);
                    classes.split_ascii_whitespace().for_each(|class| add(by_class.get(class)));
                } else if name == known::ID && !by_id.is_empty() {
                    add(by_id.get(document.strings.get(attribute.value)));
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

/// Lists of parts by an id or a class. Words whose ASCII-lowercased hashes are equal share a list.
#[derive(Clone)]
struct Words {
    index: HashIndex<u32>,
    /// Each with the hash of its words.
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

    fn in_document(&self, names: &NameTable) -> Numbered<'_> {
        let mut numbered = Numbered { of_name: Vec::new(), lists: Vec::new() };
        for list in &self.lists {
            let written = list.written.iter().chain([&list.lower]);
            let mut is_new = true;
            for name in written.filter_map(|name| name.number_in(names)) {
                if numbered.lists.is_empty() {
                    numbered.of_name.resize(names.index_bound(), 0);
                }
                if std::mem::take(&mut is_new) {
                    numbered.lists.push(&list.parts);
                }
                numbered.of_name[name.index()] = numbered.lists.len() as u32;
            }
        }
        numbered
    }
}

/// Lists of parts by the numbers that names have in a document.
#[derive(Clone)]
struct Numbered<'s> {
    /// By the index of a name, the number of its list plus one; 0 for none. Empty if there are no
    /// lists.
    of_name: Vec<u32>,
    lists: Vec<&'s [u32]>,
}

impl Numbered<'_> {
    fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    #[inline]
    fn list_of(&self, name: LocalName) -> &[u32] {
        match self.of_name.get(name.index()) {
            None | Some(0) => &[],
            Some(&list) => self.lists[list as usize - 1],
        }
    }
}
