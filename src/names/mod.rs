//! Names of elements and attributes as integers.
//!
//! A name that stands in [`known`] is its number there; finding that number takes a few
//! nanoseconds, because up to sixteen bytes of a name are packed into two integers, and a table
//! made at compile time answers by one multiplication. Any other name gets a number from the
//! [`NameTable`] of its document.

mod hash_index;
pub(crate) mod known;
mod packed;
mod table;

pub(crate) use hash_index::HashIndex;
pub(crate) use packed::Packed;
pub use table::NameTable;

/// The local name of an element or attribute, as a number.
///
/// Numbers are comparable within one document only; [`NameTable::get`] gives the text.
///
/// Only who builds a tree with [`TreeSink`](crate::TreeSink) has to do with it; elsewhere names are
/// texts.
///
/// <https://dom.spec.whatwg.org/#concept-element-local-name>
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LocalName(u32);

impl LocalName {
    /// The first number that a [`NameTable`] gives out.
    const FIRST_UNKNOWN: u32 = known::KNOWN_COUNT as u32;

    /// The index into tables over the known names, or `None` for a name that is not known.
    #[inline]
    pub(crate) const fn known_index(self) -> Option<usize> {
        if (self.0 as usize) < known::KNOWN_COUNT { Some(self.0 as usize) } else { None }
    }

    /// The text of the name, if it is known.
    pub(crate) fn known_text(self) -> Option<&'static str> {
        Some(known::KNOWN[self.known_index()?])
    }

    /// An index into tables over the names of one document: the known names first, then the others.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The namespace of an element.
///
/// <https://infra.spec.whatwg.org/#namespaces>
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[non_exhaustive]
pub enum Namespace {
    /// `http://www.w3.org/1999/xhtml`
    #[default]
    Html,
    /// `http://www.w3.org/1998/Math/MathML`
    MathMl,
    /// `http://www.w3.org/2000/svg`
    Svg,
}

impl Namespace {
    /// The address that names this namespace.
    pub const fn url(self) -> &'static str {
        match self {
            Namespace::Html => "http://www.w3.org/1999/xhtml",
            Namespace::MathMl => "http://www.w3.org/1998/Math/MathML",
            Namespace::Svg => "http://www.w3.org/2000/svg",
        }
    }
}

/// The namespace and prefix of an attribute; the parser makes no others.
///
/// <https://html.spec.whatwg.org/#adjust-foreign-attributes>
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[non_exhaustive]
pub enum AttributeNamespace {
    /// No namespace, no prefix: every attribute of HTML.
    #[default]
    None,
    /// The XLink namespace, prefix `xlink`.
    XLink,
    /// The XML namespace, prefix `xml`.
    Xml,
    /// The XMLNS namespace without a prefix: the attribute `xmlns` itself.
    Xmlns,
    /// The XMLNS namespace, prefix `xmlns`: `xmlns:xlink`.
    XmlnsPrefixed,
}

impl AttributeNamespace {
    /// The address that names this namespace, or `None` for no namespace.
    pub const fn url(self) -> Option<&'static str> {
        match self {
            AttributeNamespace::None => None,
            AttributeNamespace::XLink => Some("http://www.w3.org/1999/xlink"),
            AttributeNamespace::Xml => Some("http://www.w3.org/XML/1998/namespace"),
            AttributeNamespace::Xmlns | AttributeNamespace::XmlnsPrefixed => {
                Some("http://www.w3.org/2000/xmlns/")
            }
        }
    }

    /// The prefix that an attribute of this kind is written with, without the colon.
    pub const fn prefix(self) -> Option<&'static str> {
        match self {
            AttributeNamespace::None | AttributeNamespace::Xmlns => None,
            AttributeNamespace::XLink => Some("xlink"),
            AttributeNamespace::Xml => Some("xml"),
            AttributeNamespace::XmlnsPrefixed => Some("xmlns"),
        }
    }
}

/// The namespace and local name of an attribute in one number: half the room.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct AttributeName(u32);

impl AttributeName {
    /// Below the bits of the namespace. A document has fewer names than that: their texts alone
    /// would take gigabytes.
    const LOCAL_BITS: u32 = 29;

    #[inline(always)]
    pub(crate) fn new(namespace: AttributeNamespace, local: LocalName) -> Self {
        debug_assert!(local.0 < 1 << Self::LOCAL_BITS);
        AttributeName(local.0 | (namespace as u32) << Self::LOCAL_BITS)
    }

    #[inline(always)]
    pub(crate) fn local(self) -> LocalName {
        LocalName(self.0 & ((1 << Self::LOCAL_BITS) - 1))
    }

    #[inline(always)]
    pub(crate) fn namespace(self) -> AttributeNamespace {
        match self.0 >> Self::LOCAL_BITS {
            0 => AttributeNamespace::None,
            1 => AttributeNamespace::XLink,
            2 => AttributeNamespace::Xml,
            3 => AttributeNamespace::Xmlns,
            _ => AttributeNamespace::XmlnsPrefixed,
        }
    }
}

/// The expanded name of an element: its namespace and local name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ElementName {
    /// The namespace.
    pub namespace: Namespace,
    /// The local name, in the spelling that the tree has (`foreignObject`).
    pub local: LocalName,
}

impl ElementName {
    /// The HTML element of that local name.
    pub const fn html(local: LocalName) -> Self {
        ElementName { namespace: Namespace::Html, local }
    }

    /// Whether this is the HTML element of that local name.
    #[inline]
    pub fn is_html(self, local: LocalName) -> bool {
        self.namespace == Namespace::Html && self.local == local
    }
}
