//! An attribute, as it goes from the tokenizer through the tree builder to a tree.

use crate::names::{AttributeName, AttributeNamespace, LocalName};

use super::Span;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attribute_takes_12_bytes() {
        assert_eq!(size_of::<Attribute>(), 12);
    }
}
