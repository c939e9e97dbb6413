//! Finding and changing the attributes of elements.
//!
//! They stand in one list. Copies of an element refer to the same ones, so they are changed in
//! place only where `attribute_room` says that they are one element's own.

use std::borrow::Cow;

use crate::names::{AttributeNamespace, LocalName, Namespace};
use crate::steps;
use crate::text::{Attribute, Span, Strings};

use super::node::{AttributeData, ElementData, NodeData, NodeId};
use super::tree::Tree;

impl Tree {
    /// The value of the first attribute of an element with that qualified name.
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
        if is_unusual(name) {
            let position = self.position_by_qualified_name(element, name, strings)?;
            return Some(attributes[position].value);
        }
        let name = strings.names.find(name)?;
        let is_wanted = |other: &&AttributeData| {
            other.name.local() == name && other.name.namespace().prefix().is_none()
        };
        attributes.iter().find(is_wanted).map(|attribute| attribute.value)
    }

    /// The index, among an element's attributes, of the first with that qualified name.
    ///
    /// <https://dom.spec.whatwg.org/#concept-element-attributes-get-by-name>
    pub(crate) fn position_by_qualified_name(
        &self,
        element: &ElementData,
        name: &str,
        strings: &Strings,
    ) -> Option<usize> {
        let name = qualified_name(element, name);
        let number = strings.names.find(&name);
        self.attributes_of(element).iter().position(|other| match other.name.namespace().prefix() {
            None => Some(other.name.local()) == number,
            Some(prefix) => name.split_once(':').is_some_and(|(before, local)| {
                before == prefix && local == strings.name(other.name.local())
            }),
        })
    }

    /// The index, among an element's attributes, of the one with that namespace and local name. The
    /// two kinds of the XMLNS namespace are one.
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

    /// Adds an attribute behind those that the element has.
    pub(crate) fn push_attribute(&mut self, id: NodeId, attribute: Attribute) {
        let attribute = AttributeData::from(attribute);
        let end = self.attributes.len();
        let Some(element) = self.element(id).copied() else { return };
        let (first, count) = (element.first_attribute as usize, element.attribute_count());
        let room = self.attribute_room.get(&id).map_or(count, |&room| room as usize);
        let mut moved_to = first;
        if count < room {
            self.attributes[first + count] = attribute;
        } else if first + count == end {
            self.attributes.push(attribute);
            if let Some(room) = self.attribute_room.get_mut(&id) {
                *room += 1;
            }
        } else {
            // Twice the room each time: adding n attributes one by one stays linear.
            moved_to = end;
            steps::count(count);
            self.attributes.extend_from_within(first..first + count);
            self.attributes.push(attribute);
            let room = 2 * (count + 1);
            self.attributes.resize(end + room, attribute);
            self.attribute_room.insert(id, room as u32);
        }
        if let NodeData::Element(element) = &mut self.node_mut(id).data {
            element.first_attribute = moved_to as u32;
            element.set_attribute_count(count + 1);
        }
    }

    /// The attributes of an element, to be changed in place: moved to a place of their own, if
    /// another element may refer to them too.
    pub(crate) fn attributes_of_own(&mut self, id: NodeId) -> &mut [AttributeData] {
        let Some(element) = self.element(id).copied() else { return &mut [] };
        let (mut first, count) = (element.first_attribute as usize, element.attribute_count());
        if !self.attribute_room.contains_key(&id) {
            let end = self.attributes.len();
            self.attributes.extend_from_within(first..first + count);
            self.attribute_room.insert(id, count as u32);
            if let NodeData::Element(element) = &mut self.node_mut(id).data {
                element.first_attribute = end as u32;
            }
            first = end;
        }
        &mut self.attributes[first..first + count]
    }

    /// Removes an attribute by its index among those of the element.
    pub(crate) fn remove_attribute(&mut self, id: NodeId, position: usize) {
        let attributes = self.attributes_of_own(id);
        attributes.copy_within(position + 1.., position);
        if let NodeData::Element(element) = &mut self.node_mut(id).data {
            element.set_attribute_count(element.attribute_count() - 1);
        }
    }
}

/// Whether a name may have to be made small, or may have a prefix.
fn is_unusual(name: &str) -> bool {
    name.bytes().any(|byte| byte == b':' || byte.is_ascii_uppercase())
}

/// A name as attributes of that element have it, if they have no namespace: those of HTML are
/// small.
pub(crate) fn qualified_name<'a>(element: &ElementData, name: &'a str) -> Cow<'a, str> {
    if element.name().namespace == Namespace::Html
        && name.bytes().any(|byte| byte.is_ascii_uppercase())
    {
        return Cow::Owned(name.to_ascii_lowercase());
    }
    Cow::Borrowed(name)
}
