//! The nodes of a result.

use std::borrow::Cow;
use std::fmt;

use consomme::{Attr, Document, ElementRef, NodeRef};

use crate::entry::{Entry, Part};

/// A node of XPath's data model: a node of the tree, an attribute, or a namespace.
///
/// ```
/// use consomme_xpath::{Item, XPath, XPathExt};
///
/// let document = consomme::parse_fragment("div", "<a href=/menu>Menu</a>");
/// let items = document.xpath_items(&XPath::parse("//a/@href | //a/text()")?)?;
/// let texts: Vec<_> = items.iter().map(|item| item.string_value()).collect();
/// assert_eq!(texts, ["/menu", "Menu"]);
/// match items.first() {
///     Some(Item::Attribute(attribute)) => assert_eq!(attribute.element().name(), "a"),
///     _ => panic!("attributes come before children"),
/// }
/// # Ok::<(), consomme_xpath::XPathError>(())
/// ```
///
/// <https://www.w3.org/TR/1999/REC-xpath-19991116/#data-model>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Item<'a> {
    /// A document, fragment, element, text, comment or processing instruction.
    Node(NodeRef<'a>),
    /// An attribute.
    Attribute(AttributeNode<'a>),
    /// A namespace that an element is in scope of.
    Namespace(NamespaceNode<'a>),
}

impl<'a> Item<'a> {
    pub(crate) fn from_entry(entry: Entry<'a>) -> Item<'a> {
        let element = if entry.is_node() { None } else { entry.node.as_element() };
        match (element, entry.part.attribute_index()) {
            (Some(element), Some(index)) => Item::Attribute(AttributeNode { element, index }),
            (Some(element), None) => Item::Namespace(NamespaceNode { element, part: entry.part }),
            (None, _) => Item::Node(entry.node),
        }
    }

    pub(crate) fn entry(self) -> Entry<'a> {
        match self {
            Item::Node(node) => Entry::new(node),
            Item::Attribute(AttributeNode { element, index }) => {
                Entry { node: element.as_node(), part: Part::attribute(index) }
            }
            Item::Namespace(NamespaceNode { element, part }) => {
                Entry { node: element.as_node(), part }
            }
        }
    }

    /// Returns the node of the tree; `None` for an attribute or namespace.
    pub fn as_node(self) -> Option<NodeRef<'a>> {
        match self {
            Item::Node(node) => Some(node),
            Item::Attribute(_) | Item::Namespace(_) => None,
        }
    }

    /// Returns the element; `None` for anything else.
    pub fn as_element(self) -> Option<ElementRef<'a>> {
        self.as_node().and_then(NodeRef::as_element)
    }

    /// Returns the attribute; `None` for anything else.
    pub fn as_attribute(self) -> Option<AttributeNode<'a>> {
        match self {
            Item::Attribute(attribute) => Some(attribute),
            Item::Node(_) | Item::Namespace(_) => None,
        }
    }

    /// Returns the string-value: the texts below a document, fragment or element, the value of an
    /// attribute, the data of a comment or processing instruction, the URL of a namespace.
    ///
    /// <https://www.w3.org/TR/1999/REC-xpath-19991116/#dt-string-value>
    pub fn string_value(self) -> Cow<'a, str> {
        let entry = self.entry();
        match entry.short_string_value() {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned(entry.node.text_content()),
        }
    }
}

/// An attribute of a result, with its element.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct AttributeNode<'a> {
    element: ElementRef<'a>,
    /// The index of the attribute in its element.
    index: usize,
}

impl<'a> AttributeNode<'a> {
    /// Returns the attribute of an element with that qualified name, as
    /// [`ElementRef::attr`] finds it: a node to evaluate expressions at.
    pub fn find(element: ElementRef<'a>, name: &str) -> Option<AttributeNode<'a>> {
        let value = element.attr(name)?;
        let index = element.attrs().position(|attribute| {
            // The value is the first attribute's, at the same place in memory.
            std::ptr::eq(attribute.value(), value)
                && attribute.qualified_name().eq_ignore_ascii_case(name)
        })?;
        Some(AttributeNode { element, index })
    }

    /// Returns the element.
    pub fn element(self) -> ElementRef<'a> {
        self.element
    }

    /// Returns the attribute.
    pub fn attr(self) -> Attr<'a> {
        // The element is borrowed, so its attributes have not changed since they were counted.
        self.element.attrs().nth(self.index).expect("the element has this attribute")
    }

    /// Returns the local name, as [`Attr::name`] does.
    pub fn name(self) -> &'a str {
        self.attr().name()
    }

    /// Returns the value.
    pub fn value(self) -> &'a str {
        self.attr().value()
    }
}

/// Writes the attribute.
impl fmt::Debug for AttributeNode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.attr().fmt(f)
    }
}

/// A namespace that an element is in scope of, from the axis `namespace`.
///
/// The declarations in the source of an HTML document are attributes without effect, so each
/// element has two: with the empty prefix, the namespace that it is in; and `xml`.
///
/// <https://www.w3.org/TR/1999/REC-xpath-19991116/#namespace-nodes>
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct NamespaceNode<'a> {
    element: ElementRef<'a>,
    part: Part,
}

impl<'a> NamespaceNode<'a> {
    /// Returns the element.
    pub fn element(self) -> ElementRef<'a> {
        self.element
    }

    /// Returns the prefix, `""` for the default namespace.
    pub fn prefix(self) -> &'static str {
        Item::Namespace(self).entry().prefix().unwrap_or_default()
    }

    /// Returns the URL.
    pub fn url(self) -> &'static str {
        Item::Namespace(self).entry().namespace_url().unwrap_or_default()
    }
}

/// Writes the declaration.
impl fmt::Debug for NamespaceNode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.prefix() {
            "" => write!(f, "xmlns={:?}", self.url()),
            prefix => write!(f, "xmlns:{prefix}={:?}", self.url()),
        }
    }
}

impl<'a> From<NodeRef<'a>> for Item<'a> {
    fn from(node: NodeRef<'a>) -> Item<'a> {
        Item::Node(node)
    }
}

impl<'a> From<ElementRef<'a>> for Item<'a> {
    fn from(element: ElementRef<'a>) -> Item<'a> {
        Item::Node(element.as_node())
    }
}

/// Returns the root of the document.
impl<'a> From<&'a Document> for Item<'a> {
    fn from(document: &'a Document) -> Item<'a> {
        Item::Node(document.root())
    }
}

impl<'a> From<AttributeNode<'a>> for Item<'a> {
    fn from(attribute: AttributeNode<'a>) -> Item<'a> {
        Item::Attribute(attribute)
    }
}
