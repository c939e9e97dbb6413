//! An attribute, as it goes from the tokenizer through the tree builder to a tree.

use std::hash::{BuildHasher, RandomState};

use crate::names::{AttributeName, AttributeNamespace, LocalName};
use crate::sorting;
use crate::steps;

use super::{Span, Strings};

/// The number of attributes up to which they are compared each with each.
pub(crate) const FEW_ATTRIBUTES: usize = 16;

/// An attribute of a tag or of an element.
///
/// The name and the value have a meaning only together with the [`Strings`](crate::sink::Strings)
/// of the same parse.
// In 12 bytes, and the same for a tag and for the tree: the attributes of a tag are copied into the
// tree as they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Attribute {
    pub(crate) value: Span,
    pub(crate) name: AttributeName,
}

impl Attribute {
    /// Returns the value, character references decoded; empty if the tag gives none.
    #[inline]
    pub fn value(&self) -> Span {
        self.value
    }

    /// Returns the local name: for an attribute in a namespace, without the prefix.
    #[inline]
    pub fn name(&self) -> LocalName {
        self.name.local()
    }

    /// Returns the namespace and prefix.
    #[inline]
    pub fn namespace(&self) -> AttributeNamespace {
        self.name.namespace()
    }
}

/// Returns whether two lists hold the same attributes, in whatever order. No list has two of the
/// same name.
pub(crate) fn is_same_set(a: &[Attribute], b: &[Attribute], strings: &Strings) -> bool {
    if a.len() != b.len() {
        return false;
    }
    if a.len() > FEW_ATTRIBUTES {
        return is_same_list(a, b, strings) || is_same_list(&sorted(a), &sorted(b), strings);
    }
    a.iter().all(|a| b.iter().any(|b| is_same(a, b, strings)))
}

/// Returns whether two lists hold the same attributes in the same order.
pub(crate) fn is_same_list(a: &[Attribute], b: &[Attribute], strings: &Strings) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b, strings))
}

/// Returns whether two attributes have the same namespace, name and value.
fn is_same(a: &Attribute, b: &Attribute, strings: &Strings) -> bool {
    steps::count(1);
    a.name == b.name && strings.get(a.value) == strings.get(b.value)
}

/// Returns the attributes in an order that depends on their names only.
fn sorted(attributes: &[Attribute]) -> Vec<Attribute> {
    let mut attributes = attributes.to_vec();
    sorting::sort_by_key(&mut attributes, |attribute| attribute.name);
    attributes
}

/// Returns a hash of attributes that does not depend on their order.
pub(crate) fn hash_of_set(attributes: &[Attribute], strings: &Strings, state: &RandomState) -> u64 {
    let hash = |attribute: &Attribute| {
        steps::count(1 + attribute.value.len());
        state.hash_one((attribute.name, strings.get(attribute.value)))
    };
    attributes.iter().map(hash).fold(0, u64::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attribute_takes_12_bytes() {
        assert_eq!(size_of::<Attribute>(), 12);
    }
}
