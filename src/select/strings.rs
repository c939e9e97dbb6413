//! The strings in a selector: names, identifiers, attribute values and namespaces.

use std::fmt;
use std::hash::Hasher;

use cssparser::{CssStringWriter, ToCss, serialize_identifier};
use precomputed_hash::PrecomputedHash;

use crate::names::{AttributeNamespace, LocalName, NameTable, Namespace};

/// Returns the hash of a string for the Bloom filter of ancestors.
pub(super) fn hash_of(text: &str) -> u32 {
    let mut hasher = std::hash::DefaultHasher::new();
    hasher.write(text.as_bytes());
    hasher.finish() as u32
}

/// The name of an element or attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Name {
    text: Box<str>,
    /// The number of the name in every document, if it is a known name.
    known: Option<LocalName>,
}

impl Name {
    /// Whether a name of a document is this name. `names` is the table of that document.
    pub(super) fn is(&self, name: LocalName, names: &NameTable) -> bool {
        match self.known {
            Some(known) => known == name,
            None => name.known_index().is_none() && names.get(name) == &*self.text,
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Name { text: text.into(), known: NameTable::default().find(text) }
    }
}

impl ToCss for Name {
    fn to_css<W: fmt::Write>(&self, destination: &mut W) -> fmt::Result {
        serialize_identifier(&self.text, destination)
    }
}

impl PrecomputedHash for Name {
    fn precomputed_hash(&self) -> u32 {
        hash_of(&self.text)
    }
}

/// An id, a class, or a namespace prefix.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Identifier(pub(super) Box<str>);

impl From<&str> for Identifier {
    fn from(text: &str) -> Identifier {
        Identifier(text.into())
    }
}

impl ToCss for Identifier {
    fn to_css<W: fmt::Write>(&self, destination: &mut W) -> fmt::Result {
        serialize_identifier(&self.0, destination)
    }
}

impl PrecomputedHash for Identifier {
    fn precomputed_hash(&self) -> u32 {
        hash_of(&self.0)
    }
}

/// The value in an attribute selector.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Value(Box<str>);

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value(text.into())
    }
}

impl AsRef<str> for Value {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl ToCss for Value {
    fn to_css<W: fmt::Write>(&self, destination: &mut W) -> fmt::Result {
        write_quoted(&self.0, destination)
    }
}

/// Writes a text as a quoted CSS string.
pub(super) fn write_quoted<W: fmt::Write>(text: &str, destination: &mut W) -> fmt::Result {
    destination.write_char('"')?;
    fmt::Write::write_str(&mut CssStringWriter::new(destination), text)?;
    destination.write_char('"')
}

/// The URL of a namespace; empty for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct NamespaceUrl(&'static str);

impl NamespaceUrl {
    pub(super) fn of_element(namespace: Namespace) -> NamespaceUrl {
        NamespaceUrl(namespace.url())
    }

    pub(super) fn of_attribute(namespace: AttributeNamespace) -> NamespaceUrl {
        NamespaceUrl(namespace.url().unwrap_or_default())
    }
}

impl PrecomputedHash for NamespaceUrl {
    fn precomputed_hash(&self) -> u32 {
        hash_of(self.0)
    }
}
