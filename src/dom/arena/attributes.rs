//! Finding and changing the attributes of elements.
//!
//! The attributes of all elements are in one list. Copies of an element share their range of it, so
//! attributes are changed in place only if `RareData::attribute_capacities` says that they belong
//! to one element alone.

use std::borrow::Cow;

use crate::names::{AttributeNamespace, LocalName, Namespace, Packed, known};
use crate::steps;
use crate::text::{Attribute, Span, Strings};

use super::id::NodeIndex;
use super::node::{ElementData, NodeData};
use super::tree::Tree;

/// How many attributes an element has at most whose names are compared as texts.
const MAX_COMPARED: usize = 8;

impl Tree {
    /// Returns the value of the first attribute of an element with that qualified name.
    ///
    /// <https://dom.spec.whatwg.org/#concept-element-attributes-get-by-name>
    #[inline]
    pub(crate) fn value_by_qualified_name(
        &self,
        element: &ElementData,
        name: &str,
        strings: &Strings,
    ) -> Option<Span> {
        let attributes = self.attributes_of(element);
        if attributes.is_empty() {
            return None;
        }
        let name = match usual_name(name) {
            Some(name) => name,
            None if is_unusual(name) => {
                let position = self.position_by_qualified_name(element, name, strings)?;
                return Some(attributes[position].value);
            }
            // Comparing a few short texts takes less time than the hash of a name.
            None if attributes.len() <= MAX_COMPARED => {
                let is_wanted = |other: &&Attribute| {
                    other.name.namespace().prefix().is_none()
                        && strings.name(other.name.local()) == name
                };
                return attributes.iter().find(is_wanted).map(|attribute| attribute.value);
            }
            None => strings.names().find(name)?,
        };
        let is_wanted = |other: &&Attribute| {
            other.name.local() == name && other.name.namespace().prefix().is_none()
        };
        attributes.iter().find(is_wanted).map(|attribute| attribute.value)
    }

    /// Returns the index, among an element's attributes, of the first with that qualified name.
    ///
    /// <https://dom.spec.whatwg.org/#concept-element-attributes-get-by-name>
    pub(crate) fn position_by_qualified_name(
        &self,
        element: &ElementData,
        name: &str,
        strings: &Strings,
    ) -> Option<usize> {
        let name = qualified_name(element, name);
        let number = strings.names().find(&name);
        self.attributes_of(element).iter().position(|other| match other.name.namespace().prefix() {
            None => Some(other.name.local()) == number,
            Some(prefix) => name.split_once(':').is_some_and(|(before, local)| {
                before == prefix && local == strings.name(other.name.local())
            }),
        })
    }

    /// Returns the index, among an element's attributes, of the one with that namespace and local
    /// name. `Xmlns` and `XmlnsPrefixed` are one namespace here.
    ///
    /// <https://dom.spec.whatwg.org/#concept-element-attributes-get-by-namespace>
    pub(crate) fn position_by_local_name(
        &self,
        element: &ElementData,
        namespace: AttributeNamespace,
        name: LocalName,
    ) -> Option<usize> {
        let mut attributes = self.attributes_of(element).iter();
        attributes.position(|other| {
            other.name.local() == name && other.name.namespace().url() == namespace.url()
        })
    }

    /// Adds an attribute after the existing ones.
    pub(crate) fn push_attribute(&mut self, id: NodeIndex, attribute: Attribute) {
        let end = self.attributes.len();
        let NodeData::Element(element) = self.node(id).data else {
            debug_assert!(false, "only elements have attributes");
            return;
        };
        let (first, count) = (element.first_attribute as usize, element.attribute_count());
        let capacity = self.attribute_capacity(id).map_or(count, |slots| slots as usize);
        let mut moved_to = first;
        if count < capacity {
            self.attributes[first + count] = attribute;
        } else if first + count == end {
            self.attributes.push(attribute);
            if let Some(rare) = self.rare_data()
                && let Some(capacity) = rare.attribute_capacities.get_mut(&id)
            {
                *capacity += 1;
            }
        } else {
            // Double the capacity, so that adding n attributes one by one takes linear time.
            moved_to = end;
            steps::count(count);
            self.copy_attributes_to_end(first, count);
            self.attributes.push(attribute);
            let capacity = 2 * (count + 1);
            self.attributes.resize(end + capacity, attribute);
            self.rare_data_or_new().attribute_capacities.insert(id, capacity as u32);
        }
        if let NodeData::Element(element) = &mut self.node_mut(id).data {
            element.first_attribute = moved_to as u32;
            element.set_attribute_count(count + 1);
        }
    }

    /// Appends copies of `count` attributes from index `first` on to the list.
    fn copy_attributes_to_end(&mut self, first: usize, count: usize) {
        for index in first..first + count {
            self.attributes.push(self.attributes[index]);
        }
    }

    /// Returns the attributes of an element for changing in place, copied first if another element
    /// may share them.
    pub(crate) fn attributes_of_own(&mut self, id: NodeIndex) -> &mut [Attribute] {
        let NodeData::Element(element) = self.node(id).data else {
            debug_assert!(false, "only elements have attributes");
            return &mut [];
        };
        let (mut first, count) = (element.first_attribute as usize, element.attribute_count());
        if self.attribute_capacity(id).is_none() {
            let end = self.attributes.len();
            self.copy_attributes_to_end(first, count);
            self.rare_data_or_new().attribute_capacities.insert(id, count as u32);
            if let NodeData::Element(element) = &mut self.node_mut(id).data {
                element.first_attribute = end as u32;
            }
            first = end;
        }
        &mut self.attributes[first..first + count]
    }

    /// Keeps the attributes of an element whose entry in `kept` is true.
    pub(crate) fn retain_attrs(&mut self, id: NodeIndex, kept: &[bool]) {
        steps::count(kept.len());
        let attributes = self.attributes_of_own(id);
        let mut count = 0;
        for (position, _) in kept.iter().enumerate().filter(|(_, is_kept)| **is_kept) {
            attributes[count] = attributes[position];
            count += 1;
        }
        if let NodeData::Element(element) = &mut self.node_mut(id).data {
            element.set_attribute_count(count);
        }
    }

    /// Gives an element the attributes from an index on as its own.
    pub(crate) fn take_attributes_from(&mut self, id: NodeIndex, first: usize) {
        let count = self.attributes.len() - first;
        self.share_attributes(id);
        if let NodeData::Element(element) = &mut self.node_mut(id).data {
            element.first_attribute = first as u32;
            element.set_attribute_count(count);
        }
    }

    /// Removes an attribute by its index in the element.
    pub(crate) fn remove_attr(&mut self, id: NodeIndex, position: usize) {
        let attributes = self.attributes_of_own(id);
        attributes.copy_within(position + 1.., position);
        if let NodeData::Element(element) = &mut self.node_mut(id).data {
            element.set_attribute_count(element.attribute_count() - 1);
        }
    }
}

/// Returns a name that is frequent in pages, and has neither capitals nor a colon.
#[inline]
fn usual_name(name: &str) -> Option<LocalName> {
    let name = Packed::new(name.as_bytes(), 0, name.len())?.short_name_at_once();
    // The one with a colon.
    name.filter(|name| *name != known::XML_LANG)
}

/// Returns whether a name may have to be lowercased or may have a prefix.
fn is_unusual(name: &str) -> bool {
    name.bytes().any(|byte| byte == b':' || byte.is_ascii_uppercase())
}

/// Returns the name that an attribute without a namespace has on that element: ASCII-lowercased on
/// an HTML element, unchanged on any other.
pub(crate) fn qualified_name<'a>(element: &ElementData, name: &'a str) -> Cow<'a, str> {
    if element.name().namespace == Namespace::Html
        && name.bytes().any(|byte| byte.is_ascii_uppercase())
    {
        return Cow::Owned(name.to_ascii_lowercase());
    }
    Cow::Borrowed(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::known::KNOWN;

    #[test]
    fn a_usual_name_has_neither_capitals_nor_a_colon() {
        let usual = KNOWN.iter().filter(|name| usual_name(name).is_some());
        assert!(usual.clone().count() > 300);
        assert_eq!(usual.filter(|name| is_unusual(name)).count(), 0);
    }

    #[test]
    fn a_usual_name_is_the_one_that_the_table_finds() {
        let strings = Strings::default();
        for name in KNOWN {
            for text in [*name, &format!("{name}x"), &name[name.len().min(1)..]] {
                let usual = usual_name(text);
                assert!(usual.is_none() || usual == strings.names().find(text), "{text:?}");
            }
        }
    }
}
