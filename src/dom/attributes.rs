//! Finding and changing the attributes of elements.

use std::borrow::Cow;

use crate::names::{AttributeNamespace, LocalName, Namespace};
use crate::strings::Strings;

use super::node::ElementData;
use super::tree::Tree;

impl Tree {
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
        self.attributes_of(element).iter().position(|attribute| match attribute.namespace.prefix() {
            None => Some(attribute.name) == number,
            Some(prefix) => name
                .split_once(':')
                .is_some_and(|(before, local)| before == prefix && local == strings.name(attribute.name)),
        })
    }

    /// The index, among an element's attributes, of the one with that namespace and local name. The two kinds of the
    /// XMLNS namespace are one.
    ///
    /// <https://dom.spec.whatwg.org/#concept-element-attributes-get-by-namespace>
    pub(crate) fn position_by_local_name(
        &self,
        element: &ElementData,
        namespace: AttributeNamespace,
        name: LocalName,
    ) -> Option<usize> {
        let mut attributes = self.attributes_of(element).iter();
        attributes.position(|other| other.name == name && other.namespace.url() == namespace.url())
    }
}

/// A name as attributes of that element have it, if they have no namespace: those of HTML are small.
pub(super) fn qualified_name<'a>(element: &ElementData, name: &'a str) -> Cow<'a, str> {
    if element.name.namespace == Namespace::Html && name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Cow::Owned(name.to_ascii_lowercase());
    }
    Cow::Borrowed(name)
}
