//! The attributes of formatting elements, which the parser copies and compares.

use std::hash::{BuildHasher, RandomState};

use consomme::sink::{Attribute, ElementName, NewElement, Strings};

/// The names and attributes of the formatting elements of a document.
///
/// html5ever's trait has no method to read attributes; its own parser keeps the tags of formatting
/// elements, too.
#[derive(Default)]
pub(super) struct FormattingElements {
    /// In the order of their numbers.
    elements: Vec<Element>,
    /// The attributes of all of them.
    attributes: Vec<Attribute>,
}

/// A formatting element.
#[derive(Clone, Copy)]
struct Element {
    /// The number of its node.
    node: u32,
    name: ElementName,
    /// The index of its first attribute.
    first_attribute: u32,
    /// The number of its attributes.
    attribute_count: u32,
    /// Whether its start tag had two attributes of one name.
    had_duplicate_attributes: bool,
}

/// The number of attributes up to which each is compared with each.
const MAX_UNSORTED: usize = 8;

impl FormattingElements {
    /// Adds an element. Its number must be above all earlier ones.
    pub(super) fn add(&mut self, node: u32, element: &NewElement<'_>) {
        self.elements.push(Element {
            node,
            name: element.name,
            first_attribute: self.attributes.len() as u32,
            attribute_count: element.attributes.len() as u32,
            had_duplicate_attributes: element.had_duplicate_attributes,
        });
        self.attributes.extend_from_slice(element.attributes);
    }

    /// Adds a copy of an element.
    pub(super) fn add_copy(&mut self, node: u32, original: u32) {
        if let Some(original) = self.find(original) {
            self.elements.push(Element { node, ..original });
        }
    }

    /// Returns the name and the attributes of an element, and whether its start tag had two
    /// attributes of one name.
    pub(super) fn get(&self, node: u32) -> Option<(ElementName, &[Attribute], bool)> {
        let element = self.find(node)?;
        let first = element.first_attribute as usize;
        let attributes = &self.attributes[first..first + element.attribute_count as usize];
        Some((element.name, attributes, element.had_duplicate_attributes))
    }

    /// Returns whether two elements have the same attributes, in whatever order.
    pub(super) fn have_same_attributes(&self, a: u32, b: u32, strings: &Strings) -> bool {
        let (a, b) = (self.attributes(a), self.attributes(b));
        if a.len() != b.len() {
            return false;
        }
        let is_same = |a: &Attribute, b: &Attribute| {
            (a.namespace(), a.name()) == (b.namespace(), b.name())
                && strings.get(a.value()) == strings.get(b.value())
        };
        if a.len() <= MAX_UNSORTED {
            return a.iter().all(|a| b.iter().any(|b| is_same(a, b)));
        }
        // An element has no two attributes of the same name.
        let sorted = |attributes: &[Attribute]| {
            let mut sorted = attributes.to_vec();
            sorted.sort_unstable_by_key(|attribute| (attribute.name(), attribute.namespace()));
            sorted
        };
        sorted(a).iter().zip(&sorted(b)).all(|(a, b)| is_same(a, b))
    }

    /// Returns a hash of the attributes of an element that does not depend on their order.
    pub(super) fn hash_attributes(&self, node: u32, strings: &Strings, state: &RandomState) -> u64 {
        let hash = |attribute: &Attribute| {
            state.hash_one((attribute.name(), strings.get(attribute.value())))
        };
        self.attributes(node).iter().map(hash).fold(0, u64::wrapping_add)
    }

    /// Returns the attributes of an element.
    fn attributes(&self, node: u32) -> &[Attribute] {
        self.get(node).map_or(&[], |(_, attributes, _)| attributes)
    }

    fn find(&self, node: u32) -> Option<Element> {
        let index = self.elements.binary_search_by_key(&node, |element| element.node);
        debug_assert!(index.is_ok(), "only formatting elements are copied and compared");
        Some(self.elements[index.ok()?])
    }
}
