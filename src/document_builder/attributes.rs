//! Comparing attributes, and adding missing ones to an element.

use std::hash::RandomState;

use crate::dom::{ElementData, NodeIndex};
use crate::names::LocalName;
use crate::steps;
use crate::text::attribute::{self, FEW_ATTRIBUTES};
use crate::text::{Attribute, Strings};

use super::builder::DocumentBuilder;
use super::name_set::NameSet;
use super::observer::Observer;

impl<O: Observer> DocumentBuilder<O> {
    /// Returns whether two elements have the same attributes, in whatever order.
    pub(super) fn attributes_are_same(
        &self,
        a: NodeIndex,
        b: NodeIndex,
        strings: &Strings,
    ) -> bool {
        let (Some(a), Some(b)) = (self.element_as_parsed(a), self.element_as_parsed(b)) else {
            debug_assert!(false, "only elements are formatting elements");
            return false;
        };
        attribute::is_same_set(self.tree.attributes_of(a), self.tree.attributes_of(b), strings)
    }

    /// Returns a hash of the attributes of an element that does not depend on their order.
    pub(super) fn hash_attributes(
        &self,
        element: NodeIndex,
        strings: &Strings,
        state: &RandomState,
    ) -> u64 {
        let Some(element) = self.element_as_parsed(element) else {
            debug_assert!(false, "only elements are formatting elements");
            return 0;
        };
        attribute::hash_of_set(self.tree.attributes_of(element), strings, state)
    }

    /// Adds an attribute to an HTML element, unless it has one of that name or as many as the limit
    /// allows.
    ///
    /// Only `html` and `body` elements get attributes after creation, from later start tags.
    pub(super) fn add_missing_attribute(&mut self, id: NodeIndex, attribute: Attribute) {
        let Some(element) = self.tree.element(id).copied() else {
            debug_assert!(false, "only the `html` and `body` elements get more attributes");
            return;
        };
        if self.has_attribute_named(id, &element, attribute.name()) {
            return;
        }
        if element.attribute_count() >= self.limits.attributes_per_element {
            self.limits_hit.attributes_per_element = true;
            return;
        }
        if let Some(extras) = &mut self.extras
            && let Some(names) = extras.attribute_names.get_mut(id)
        {
            names.insert(attribute.name());
        }
        self.tree.push_attribute(id, attribute);
    }

    /// Returns whether an HTML element has an attribute of that name. For an element with many
    /// attributes, their names are kept as a set, so that adding n attributes takes linear time.
    fn has_attribute_named(
        &mut self,
        id: NodeIndex,
        element: &ElementData,
        name: LocalName,
    ) -> bool {
        let attributes = self.tree.attributes_of(element);
        if attributes.len() <= FEW_ATTRIBUTES {
            steps::count(attributes.len());
            return attributes.iter().any(|attribute| attribute.name.local() == name);
        }
        let by_element = &mut self.extras.get_or_insert_default().attribute_names;
        let all = || {
            steps::count(attributes.len());
            let mut names = NameSet::default();
            attributes.iter().for_each(|attribute| names.insert(attribute.name.local()));
            names
        };
        by_element.get_or_insert_with(id, all).contains(name)
    }
}

#[cfg(test)]
mod tests {
    use crate::dom::Root;
    use crate::names::{ElementName, known};
    use crate::settings::Limits;

    use super::*;

    fn attribute(strings: &mut Strings, number: usize) -> Attribute {
        let value = strings.push(&format!("value {number}"));
        let name = strings.names_mut().intern(&format!("name-{number}"));
        Attribute { name: name.into(), value }
    }

    fn builder_with_element(
        limits: &Limits,
        strings: &mut Strings,
    ) -> (DocumentBuilder, NodeIndex) {
        let mut builder = DocumentBuilder::new(Root::Document, 0, false, limits);
        let name = ElementName::html(known::HTML);
        let id = builder.tree.create_element_node(name, &vec![attribute(strings, 0)].into());
        // A second element, so that the attributes of the first are not the last in the list.
        builder.tree.create_element_node(name, &vec![attribute(strings, 0)].into());
        (builder, id)
    }

    #[test]
    fn an_attribute_that_the_element_has_is_not_added_again() {
        let mut strings = Strings::default();
        let (mut builder, id) = builder_with_element(&Limits::default(), &mut strings);
        for number in (0..100).chain(0..100) {
            builder.add_missing_attribute(id, attribute(&mut strings, number));
        }
        let names: Vec<&str> = builder
            .tree
            .attributes_of(builder.tree.element(id).unwrap())
            .iter()
            .map(|attribute| strings.name(attribute.name.local()))
            .collect();
        assert_eq!(names, (0..100).map(|i| format!("name-{i}")).collect::<Vec<_>>());
        assert!(!builder.limits_hit.any());
    }

    #[test]
    fn attributes_past_the_limit_are_dropped() {
        let mut strings = Strings::default();
        let limits = Limits::default().attributes_per_element(Some(2));
        let (mut builder, id) = builder_with_element(&limits, &mut strings);
        for (number, is_dropped) in [(0, false), (1, false), (0, false), (2, true)] {
            builder.add_missing_attribute(id, attribute(&mut strings, number));
            assert_eq!(builder.limits_hit.attributes_per_element, is_dropped);
        }
        assert_eq!(builder.tree.element(id).unwrap().attribute_count(), 2);
    }
}
