//! What a tree keeps only while it is parsed.

use std::collections::BTreeMap;

use crate::names::LocalName;
use crate::settings::{Limits, LimitsHit};
use crate::steps;
use crate::tokenizer::token::Attribute;

use super::markers::Markers;
use super::node::{ElementData, NodeId};
use super::selected_content::Selects;
use super::tree::Tree;

/// Up to how many attributes are compared one by one.
pub(super) const FEW_ATTRIBUTES: usize = 16;

/// What a tree keeps only while it is parsed. What few documents need is made when it is needed.
#[derive(Clone, Debug)]
pub(crate) struct Parsing {
    pub(super) limits: Limits,
    /// Which limits acted in the tree.
    pub(crate) limits_hit: LimitsHit,
    /// What is known about `select` elements.
    pub(super) selects: Option<Box<Selects>>,
    /// Where `<template for>` can put its content, once there is a processing instruction.
    pub(super) markers: Option<Box<Markers>>,
    /// The names of the attributes of elements that have many and are given more.
    attribute_names: BTreeMap<NodeId, NameSet>,
    /// How many steps searches have taken so far.
    searched: usize,
}

/// Names of one document, as bits by their numbers.
#[derive(Clone, Debug, Default)]
struct NameSet(Vec<u64>);

impl NameSet {
    fn insert(&mut self, name: LocalName) {
        let (word, bit) = (name.index() / 64, name.index() % 64);
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << bit;
    }

    fn contains(&self, name: LocalName) -> bool {
        self.0.get(name.index() / 64).is_some_and(|word| word >> (name.index() % 64) & 1 != 0)
    }
}

impl Parsing {
    #[inline(always)]
    pub(super) fn new(limits: &Limits) -> Self {
        Parsing {
            limits: limits.clone(),
            limits_hit: LimitsHit::default(),
            selects: None,
            markers: None,
            attribute_names: BTreeMap::new(),
            searched: 0,
        }
    }
}

impl Tree {
    /// Counts a step of a search of the tree. Whether it may be taken.
    pub(super) fn may_search_on(&mut self) -> bool {
        steps::count(1);
        let most = self.parsing.limits.searches.saturating_mul(self.nodes.len());
        self.parsing.searched += 1;
        let may = self.parsing.searched <= most;
        self.parsing.limits_hit.searches |= !may;
        may
    }

    /// Adds an attribute behind those that an HTML element has, unless it has one of that name or
    /// as many as it may have.
    pub(super) fn add_missing_attribute(&mut self, id: NodeId, attribute: Attribute) {
        let Some(element) = self.element(id).copied() else { return };
        if self.has_attribute_named(id, &element, attribute.name) {
            return;
        }
        if element.attribute_count() >= self.parsing.limits.attributes_per_element {
            self.parsing.limits_hit.attributes_per_element = true;
            return;
        }
        if let Some(names) = self.parsing.attribute_names.get_mut(&id) {
            names.insert(attribute.name);
        }
        self.push_attribute(id, attribute);
    }

    /// Whether an HTML element has an attribute of that name. Where there are many, their names are
    /// kept.
    fn has_attribute_named(&mut self, id: NodeId, element: &ElementData, name: LocalName) -> bool {
        let attributes = &self.attributes[element.attribute_range()];
        if attributes.len() <= FEW_ATTRIBUTES {
            steps::count(attributes.len());
            return attributes.iter().any(|attribute| attribute.name.local() == name);
        }
        let names = self.parsing.attribute_names.entry(id);
        let all = || {
            steps::count(attributes.len());
            let mut names = NameSet::default();
            attributes.iter().for_each(|attribute| names.insert(attribute.name.local()));
            names
        };
        names.or_insert_with(all).contains(name)
    }
}

#[cfg(test)]
mod tests {
    use crate::dom::NodeData;
    use crate::names::{AttributeNamespace, ElementName, known};
    use crate::text::Strings;

    use super::*;

    fn attribute(strings: &mut Strings, name: usize) -> Attribute {
        let value = strings.push(&format!("value {name}"));
        let name = strings.names.intern(&format!("name-{name}"));
        Attribute { name, value, namespace: AttributeNamespace::None }
    }

    fn tree_of_an_element(limits: &Limits, strings: &mut Strings) -> (Tree, NodeId) {
        let mut tree = Tree::new(NodeData::Document, limits);
        let name = ElementName::html(known::HTML);
        let id = tree.create_element_node(name, &[attribute(strings, 0)]);
        // So that its attributes don't stand at the end of all.
        tree.create_element_node(name, &[attribute(strings, 0)]);
        (tree, id)
    }

    #[test]
    fn attributes_are_added_once_however_many_there_are() {
        let mut strings = Strings::default();
        let (mut tree, id) = tree_of_an_element(&Limits::default(), &mut strings);
        for name in (0..100).chain(0..100) {
            tree.add_missing_attribute(id, attribute(&mut strings, name));
        }
        let names: Vec<&str> = tree
            .attributes_of(tree.element(id).unwrap())
            .iter()
            .map(|attribute| strings.name(attribute.name.local()))
            .collect();
        assert_eq!(names, (0..100).map(|i| format!("name-{i}")).collect::<Vec<_>>());
        assert!(!tree.parsing.limits_hit.any());
    }

    #[test]
    fn past_the_limit_attributes_are_dropped() {
        let mut strings = Strings::default();
        let limits = Limits::default().attributes_per_element(Some(2));
        let (mut tree, id) = tree_of_an_element(&limits, &mut strings);
        for (name, dropped) in [(0, false), (1, false), (0, false), (2, true)] {
            tree.add_missing_attribute(id, attribute(&mut strings, name));
            assert_eq!(tree.parsing.limits_hit.attributes_per_element, dropped);
        }
        assert_eq!(tree.element(id).unwrap().attribute_count(), 2);
    }

    #[test]
    fn searches_are_bounded_by_the_nodes_there_are() {
        let mut strings = Strings::default();
        let limits = Limits::default().searches(Some(10));
        let (mut tree, _) = tree_of_an_element(&limits, &mut strings);
        let steps = 10 * tree.nodes.len();
        assert!((0..steps).all(|_| tree.may_search_on()));
        assert!(!tree.parsing.limits_hit.any());
        assert!(!tree.may_search_on() && tree.parsing.limits_hit.searches);
        for _ in 0..5 {
            tree.create_element_node(ElementName::html(known::HTML), &[attribute(&mut strings, 0)]);
        }
        assert!(tree.may_search_on());
    }
}
