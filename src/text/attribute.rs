//! An attribute, as it goes from the tokenizer through the tree builder to a tree.

use crate::names::{AttributeNamespace, LocalName};

use super::Span;

/// An attribute of a tag or of an element.
///
/// The name and the value have a meaning only together with the [`Strings`](crate::sink::Strings)
/// of the same parse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Attribute {
    /// The value, character references decoded; empty if the tag gives none.
    pub value: Span,
    /// The local name: for an attribute in a namespace, without the prefix.
    pub name: LocalName,
    /// The namespace and prefix.
    pub namespace: AttributeNamespace,
}
