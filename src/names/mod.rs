//! The names of elements and attributes, as numbers.
//!
//! - `known.rs`: the names known beforehand, each with its constant; a name's number is its index
//!   there
//! - `packed.rs`: names of at most sixteen bytes packed into two integers, and the tables that find
//!   their numbers
//! - `long.rs`: the table that finds the numbers of longer known names
//! - `table.rs`: the names of one document that are not known beforehand
//! - `hash_index.rs`: a hash table that stores only ids
//! - `atoms.rs`: names as atoms of `string_cache`
//! - `xml.rs`: the characters of names in XML
//!
//! Comparing two names is comparing two integers, and sets of known names are bit sets.

#[cfg(feature = "atoms")]
mod atoms;
mod hash_index;
pub mod known;
mod long;
mod packed;
mod table;
pub(crate) mod xml;

#[cfg(feature = "atoms")]
pub use atoms::Atoms;
pub(crate) use hash_index::HashIndex;
pub(crate) use packed::Packed;
#[cfg(test)]
pub(crate) use packed::claims as packed_claims;
pub use table::NameTable;

/// The local name of an element or attribute, as a number.
///
/// Two names are equal if their numbers are, so comparing them never compares text. A name that
/// is [known beforehand](crate::sink::known_names), such as `div`, has the same number in every
/// document: the one of its constant. Other names get their numbers from the document that they
/// occur in, and mean nothing together with another document; [`Strings::name`] gives their text.
///
/// Local names occur where a tree is built through [`TreeSink`](crate::sink::TreeSink); elsewhere
/// names are texts.
///
/// ```
/// use consomme::sink::{LocalName, known_names};
///
/// let closes_p = [known_names::DIV, known_names::P, known_names::UL];
/// assert_eq!(closes_p.map(|name| name.known_text().unwrap()), ["div", "p", "ul"]);
/// assert!(closes_p.iter().all(|name| name.index() < LocalName::KNOWN_COUNT));
/// ```
///
/// <https://dom.spec.whatwg.org/#concept-element-local-name>
///
/// [`Strings::name`]: crate::sink::Strings::name
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LocalName(u32);

impl LocalName {
    /// The number of indices that known names have: their [`index`](Self::index) is below it, the
    /// index of any other name is not.
    pub const KNOWN_COUNT: usize = known::KNOWN.len();

    /// The first number that a [`NameTable`] gives out.
    const FIRST_UNKNOWN: u32 = Self::KNOWN_COUNT as u32;

    /// Returns the index of the name among the names of its document, for tables over names: known
    /// names come first, in an order that is the same for all documents of one version of this
    /// crate. Other names follow without gaps as the document brings them, below
    /// [`NameTable::index_bound`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the names that are [known beforehand](crate::sink::known_names), by their
    /// [`index`](Self::index): those of elements and attributes, each once.
    ///
    /// ```
    /// use consomme::sink::{ElementName, LocalName};
    ///
    /// let void = LocalName::known().filter(|&name| ElementName::html(name).is_void());
    /// assert!(void.map(|name| name.known_text().unwrap()).any(|name| name == "br"));
    /// ```
    pub fn known() -> impl ExactSizeIterator<Item = LocalName> {
        // Number 0 is no name.
        (1..Self::FIRST_UNKNOWN).map(LocalName)
    }

    /// Returns the known name with that [`index`](Self::index).
    #[cfg(test)]
    pub(crate) fn of_known_index(index: usize) -> LocalName {
        debug_assert!(index < Self::KNOWN_COUNT, "other names are of one document");
        LocalName(index as u32)
    }

    /// Returns the [`index`](Self::index) if the name is known.
    #[inline]
    pub(crate) const fn known_index(self) -> Option<usize> {
        if self.index() < Self::KNOWN_COUNT { Some(self.index()) } else { None }
    }

    /// Returns the text of the name if it is [known beforehand](crate::sink::known_names).
    /// [`Strings::name`](crate::sink::Strings::name) gives the text of any name.
    pub const fn known_text(self) -> Option<&'static str> {
        match self.known_index() {
            Some(index) => Some(known::KNOWN[index]),
            None => None,
        }
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
    /// Returns the URL that names this namespace.
    pub const fn url(self) -> &'static str {
        match self {
            Namespace::Html => "http://www.w3.org/1999/xhtml",
            Namespace::MathMl => "http://www.w3.org/1998/Math/MathML",
            Namespace::Svg => "http://www.w3.org/2000/svg",
        }
    }

    /// Returns the name in lowercase, for use in data: `"html"`, `"mathml"` or `"svg"`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Namespace::Html => "html",
            Namespace::MathMl => "mathml",
            Namespace::Svg => "svg",
        }
    }
}

/// The namespace and prefix of an attribute, limited to the combinations that the parser creates.
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
    /// Returns the URL that names this namespace, or `None` for no namespace.
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

    /// Returns the prefix that an attribute of this namespace is written with, without the colon.
    pub const fn prefix(self) -> Option<&'static str> {
        match self {
            AttributeNamespace::None | AttributeNamespace::Xmlns => None,
            AttributeNamespace::XLink => Some("xlink"),
            AttributeNamespace::Xml => Some("xml"),
            AttributeNamespace::XmlnsPrefixed => Some("xmlns"),
        }
    }
}

/// The namespace and local name of an attribute in one `u32`, so that an attribute of the tree
/// takes 12 bytes instead of 16.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct AttributeName(u32);

/// The low bits of a packed name, which hold the local name; the namespace is above them. A
/// document has fewer than 2^29 names: their text and the markup around it would exceed the 2 GiB
/// that a document can have.
const LOCAL_BITS: u32 = 29;

impl AttributeName {
    #[inline]
    pub(crate) const fn new(namespace: AttributeNamespace, local: LocalName) -> Self {
        debug_assert!(local.0 < 1 << LOCAL_BITS);
        AttributeName(local.0 | (namespace as u32) << LOCAL_BITS)
    }

    #[inline]
    pub(crate) fn local(self) -> LocalName {
        LocalName(self.0 & ((1 << LOCAL_BITS) - 1))
    }

    #[inline]
    pub(crate) fn namespace(self) -> AttributeNamespace {
        match self.0 >> LOCAL_BITS {
            0 => AttributeNamespace::None,
            1 => AttributeNamespace::XLink,
            2 => AttributeNamespace::Xml,
            3 => AttributeNamespace::Xmlns,
            _ => AttributeNamespace::XmlnsPrefixed,
        }
    }
}

/// Returns the name of an attribute without a namespace.
impl From<LocalName> for AttributeName {
    #[inline]
    fn from(local: LocalName) -> Self {
        AttributeName::new(AttributeNamespace::None, local)
    }
}

/// The expanded name of an element: its namespace and local name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct ElementName {
    /// The namespace.
    pub namespace: Namespace,
    /// The local name, spelled as in the tree: `foreignObject`.
    pub local: LocalName,
}

impl ElementName {
    /// Returns the name of the element with that namespace and local name.
    pub const fn new(namespace: Namespace, local: LocalName) -> Self {
        ElementName { namespace, local }
    }

    /// Returns the name of the HTML element with that local name.
    pub const fn html(local: LocalName) -> Self {
        ElementName { namespace: Namespace::Html, local }
    }

    /// Returns whether this is the name of the HTML element with that local name.
    #[inline]
    pub fn is_html(self, local: LocalName) -> bool {
        self.namespace == Namespace::Html && self.local == local
    }
}

/// An [`ElementName`] in one `u32`, so that an entry of the stack of open elements takes 40 bytes.
/// For an HTML element, it is the number of its local name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PackedElementName(u32);

impl PackedElementName {
    /// Returns the index of the local name if it is the name of an HTML element and that index is
    /// less than `bound`.
    #[inline]
    pub(crate) fn html_index_below(self, bound: usize) -> Option<usize> {
        let index = self.0 as usize;
        (index < bound).then_some(index)
    }

    /// Returns whether this is the name of the HTML element with that local name.
    #[inline]
    pub(crate) fn is_html(self, local: LocalName) -> bool {
        self.0 == local.0
    }

    /// Returns the local name.
    #[inline]
    pub(crate) fn local(self) -> LocalName {
        LocalName(self.0 & ((1 << LOCAL_BITS) - 1))
    }

    /// Returns the name in two parts.
    #[inline]
    pub(crate) fn unpack(self) -> ElementName {
        let namespace = match self.0 >> LOCAL_BITS {
            0 => Namespace::Html,
            1 => Namespace::MathMl,
            _ => Namespace::Svg,
        };
        ElementName { namespace, local: self.local() }
    }
}

impl From<ElementName> for PackedElementName {
    #[inline]
    fn from(name: ElementName) -> Self {
        debug_assert!(name.local.0 < 1 << LOCAL_BITS);
        PackedElementName(name.local.0 | (name.namespace as u32) << LOCAL_BITS)
    }
}

/// Claims that `.ci/proofs` proves.
#[cfg(test)]
pub(crate) mod claims {
    use super::*;

    /// The parts of a packed name are those that it was made of.
    #[inline(never)]
    pub(crate) fn names_are_unpacked(local: u64, namespace: u64, _: u64) -> bool {
        if local >= 1 << LOCAL_BITS {
            return true;
        }
        let local = LocalName(local as u32);
        let of_attribute = match namespace {
            0 => AttributeNamespace::None,
            1 => AttributeNamespace::XLink,
            2 => AttributeNamespace::Xml,
            3 => AttributeNamespace::Xmlns,
            _ => AttributeNamespace::XmlnsPrefixed,
        };
        let of_element = match namespace {
            0 => Namespace::Html,
            1 => Namespace::MathMl,
            _ => Namespace::Svg,
        };
        let attribute = AttributeName::new(of_attribute, local);
        let element = ElementName::new(of_element, local);
        attribute.local() == local
            && attribute.namespace() == of_attribute
            && PackedElementName::from(element).unpack() == element
    }
}
