//! Attributes, for reading.

use std::borrow::Cow;
use std::fmt;
use std::iter::FusedIterator;

use crate::dom::arena::ElementData;
use crate::names::{AttributeNamespace, LocalName};
use crate::text::Attribute;

use super::document::Document;

/// The attributes of an element, from [`ElementRef::attrs`](crate::ElementRef::attrs).
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Attrs<'a> {
    document: &'a Document,
    attributes: std::slice::Iter<'a, Attribute>,
}

impl<'a> Attrs<'a> {
    #[inline]
    pub(super) fn new(document: &'a Document, element: &ElementData) -> Self {
        Attrs { document, attributes: document.tree.attributes_of(element).iter() }
    }
}

impl<'a> Iterator for Attrs<'a> {
    type Item = Attr<'a>;

    #[inline]
    fn next(&mut self) -> Option<Attr<'a>> {
        Some(Attr { document: self.document, attribute: self.attributes.next()? })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.attributes.size_hint()
    }

    /// Takes constant time, for callers that keep the place of an attribute.
    fn nth(&mut self, n: usize) -> Option<Attr<'a>> {
        Some(Attr { document: self.document, attribute: self.attributes.nth(n)? })
    }
}

impl DoubleEndedIterator for Attrs<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        Some(Attr { document: self.document, attribute: self.attributes.next_back()? })
    }
}

impl ExactSizeIterator for Attrs<'_> {}

impl FusedIterator for Attrs<'_> {}

/// An attribute of an element.
///
/// <https://dom.spec.whatwg.org/#interface-attr>
#[derive(Clone, Copy)]
pub struct Attr<'a> {
    pub(super) document: &'a Document,
    pub(super) attribute: &'a Attribute,
}

impl<'a> Attr<'a> {
    /// Returns the view of an attribute of that document.
    #[inline]
    pub(crate) fn new(document: &'a Document, attribute: &'a Attribute) -> Attr<'a> {
        Attr { document, attribute }
    }

    /// Returns the document of the element.
    #[inline]
    pub(crate) fn document(self) -> &'a Document {
        self.document
    }

    /// Returns the attribute as the tree has it.
    #[inline]
    pub(crate) fn data(self) -> &'a Attribute {
        self.attribute
    }

    /// Returns the local name: for `xlink:href` in SVG, `href`. Methods such as
    /// [`ElementRef::attr`](crate::ElementRef::attr) and [`Document::remove_attr`] want the
    /// [`qualified_name`](Self::qualified_name).
    ///
    /// <https://dom.spec.whatwg.org/#concept-attribute-local-name>
    #[inline]
    pub fn name(self) -> &'a str {
        self.document.strings.name(self.attribute.name.local())
    }

    /// Returns the local name as a number, for tables over names. [`Document::names`] has the
    /// texts.
    ///
    /// ```
    /// use consomme::sink::known_names;
    ///
    /// let document = consomme::parse_fragment("div", "<a href=/menu>");
    /// let href = document.root().first_element_child().unwrap().attrs().next().unwrap();
    /// assert_eq!(href.local_name(), known_names::HREF);
    /// ```
    #[inline]
    pub fn local_name(self) -> LocalName {
        self.attribute.name.local()
    }

    /// Returns the name with its prefix, if it has one. The DOM calls this `name`.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<svg xlink:href=#a width=9>");
    /// let svg = document.root().first_element_child().unwrap();
    /// let names: Vec<_> = svg.attrs().map(|attribute| (attribute.qualified_name(), attribute.name())).collect();
    /// assert_eq!(names, [("xlink:href".into(), "href"), ("width".into(), "width")]);
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#concept-attribute-qualified-name>
    pub fn qualified_name(self) -> Cow<'a, str> {
        match self.prefix() {
            Some(prefix) => Cow::Owned(format!("{prefix}:{}", self.name())),
            None => Cow::Borrowed(self.name()),
        }
    }

    /// Returns the prefix without the colon: `xlink`, `xml` or `xmlns`. The parser gives prefixes
    /// to attributes of SVG and MathML elements only.
    ///
    /// <https://dom.spec.whatwg.org/#concept-attribute-namespace-prefix>
    #[inline]
    pub fn prefix(self) -> Option<&'static str> {
        self.attribute.name.namespace().prefix()
    }

    /// Returns the namespace; [`url`](AttributeNamespace::url) gives its name.
    ///
    /// <https://dom.spec.whatwg.org/#concept-attribute-namespace>
    #[doc(alias = "namespaceURI")]
    #[inline]
    pub fn namespace(self) -> AttributeNamespace {
        self.attribute.name.namespace()
    }

    /// Returns the value, character references decoded.
    ///
    /// <https://dom.spec.whatwg.org/#concept-attribute-value>
    #[inline]
    pub fn value(self) -> &'a str {
        self.document.strings.get(self.attribute.value)
    }
}

impl fmt::Debug for Attr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={:?}", self.qualified_name(), self.value())
    }
}
