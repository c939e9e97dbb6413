//! The strings in a selector: names, identifiers, attribute values and namespaces.

use std::fmt;
use std::hash::Hasher;

use cssparser::{CssStringWriter, ToCss, serialize_identifier};
use precomputed_hash::PrecomputedHash;

use crate::names::{AttributeNamespace, LocalName, NameTable, Namespace};

/// Returns the hash of a string for the Bloom filter of ancestors: FNV-1a. An attacker who finds
/// texts with equal hashes gains nothing: the filter only rejects fewer elements.
pub(super) fn hash_of(text: &str) -> u32 {
    text.bytes().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Returns the hash of a string whose ASCII letters are lowercased first.
pub(super) fn hash_of_lowercase(text: &str) -> u32 {
    text.bytes().fold(0x811C_9DC5, |hash, byte| {
        (hash ^ u32::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
    })
}

/// Returns the hash of a name of a document for the Bloom filter of ancestors.
pub(super) fn hash_of_name(name: LocalName, names: &NameTable) -> u32 {
    match name.known_index() {
        Some(index) => hash_of_number(index),
        None => hash_of(names.get(name)),
    }
}

/// Returns the hash of a small number for the Bloom filter of ancestors. Multiplying spreads the
/// number over the bits that the filter uses.
fn hash_of_number(number: usize) -> u32 {
    (number as u32 + 1).wrapping_mul(0x9E37_79B1)
}

/// Gives a hasher the text that a value is written as.
pub(super) fn hash_written(value: &impl fmt::Display, hasher: &mut impl Hasher) {
    let written = fmt::Write::write_fmt(&mut HashedText(hasher), format_args!("{value}"));
    debug_assert!(written.is_ok(), "a hasher takes any text");
}

/// Gives a hasher the text that is written to it.
struct HashedText<'h, H>(&'h mut H);

impl<H: Hasher> fmt::Write for HashedText<'_, H> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
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

    /// Returns the number of the name in a document with this table, if the document contains it.
    pub(super) fn number_in(&self, names: &NameTable) -> Option<LocalName> {
        self.known.or_else(|| names.find(&self.text))
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the number of the name in every document, if it is a known name.
    pub(super) fn known(&self) -> Option<LocalName> {
        self.known
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
        self.known
            .and_then(LocalName::known_index)
            .map_or_else(|| hash_of(&self.text), hash_of_number)
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

/// The namespace of an element or attribute, identified by its URL: `xmlns` and `xmlns:xlink` have
/// the same one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum NamespaceUrl {
    #[default]
    None,
    Html,
    MathMl,
    Svg,
    XLink,
    Xml,
    Xmlns,
}

impl NamespaceUrl {
    pub(super) fn of_element(namespace: Namespace) -> NamespaceUrl {
        match namespace {
            Namespace::Html => NamespaceUrl::Html,
            Namespace::MathMl => NamespaceUrl::MathMl,
            Namespace::Svg => NamespaceUrl::Svg,
        }
    }

    pub(super) fn of_attribute(namespace: AttributeNamespace) -> NamespaceUrl {
        match namespace {
            AttributeNamespace::None => NamespaceUrl::None,
            AttributeNamespace::XLink => NamespaceUrl::XLink,
            AttributeNamespace::Xml => NamespaceUrl::Xml,
            AttributeNamespace::Xmlns | AttributeNamespace::XmlnsPrefixed => NamespaceUrl::Xmlns,
        }
    }
}

impl PrecomputedHash for NamespaceUrl {
    /// The numbers of namespaces come after the numbers of known names.
    fn precomputed_hash(&self) -> u32 {
        hash_of_number(LocalName::KNOWN_COUNT + *self as usize)
    }
}
