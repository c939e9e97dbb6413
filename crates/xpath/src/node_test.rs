//! Node tests: which nodes of an axis a step selects.
//!
//! <https://www.w3.org/TR/1999/REC-xpath-19991116/#node-tests>

use consomme::{AttributeNamespace, ElementRef, Namespace, NodeKind, NodeRef};

use crate::axis::Axis;
use crate::entry::Entry;

/// A node test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NodeTest {
    /// `node()`
    Node,
    /// `text()`
    Text,
    /// `comment()`
    Comment,
    /// `processing-instruction()`, with or without a target.
    Instruction(Option<String>),
    /// `*`: elements, or attributes or namespaces on their axes.
    Any,
    /// `prefix:*`
    AnyOf(NamespaceName),
    /// `prefix:name`
    Qualified(NamespaceName, LocalName),
    /// `name`
    Unqualified(LocalName),
}

/// The namespace that a prefix stands for, as the namespace of elements or attributes of an HTML
/// document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NamespaceName {
    element: Option<Namespace>,
    /// The URL, if it is a namespace of attributes with a prefix.
    attribute: Option<&'static str>,
}

/// A name as it is written, and lowercased for HTML elements and their attributes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LocalName {
    written: String,
    lowercased: String,
}

impl NamespaceName {
    pub(crate) fn new(url: &str) -> NamespaceName {
        let elements = [Namespace::Html, Namespace::Svg, Namespace::MathMl];
        // The namespace of `xmlns` is left out: its attributes are not on the attribute axis.
        let attributes = [AttributeNamespace::XLink, AttributeNamespace::Xml];
        NamespaceName {
            element: elements.into_iter().find(|namespace| namespace.url() == url),
            attribute: attributes.iter().filter_map(|name| name.url()).find(|known| *known == url),
        }
    }
}

impl LocalName {
    pub(crate) fn new(name: &str) -> LocalName {
        LocalName { written: name.to_owned(), lowercased: name.to_ascii_lowercase() }
    }

    pub(crate) fn as_written(&self) -> &str {
        &self.written
    }

    /// Returns whether this is the name of an element, or of an attribute of it.
    #[inline]
    fn is(&self, name: &str, element: ElementRef<'_>) -> bool {
        // "If the element is an HTML element, lowercased": the names of SVG and MathML keep their
        // case.
        if element.namespace() == Namespace::Html {
            name == self.lowercased
        } else {
            name == self.written
        }
    }
}

impl NodeTest {
    /// Returns whether the nodes that match have no children, so that none is in another.
    pub(crate) fn selects_leaves(&self) -> bool {
        matches!(self, NodeTest::Text | NodeTest::Comment | NodeTest::Instruction(_))
    }

    /// Returns whether a node of an axis matches.
    pub(crate) fn matches(&self, axis: Axis, entry: Entry<'_>, any_namespace: bool) -> bool {
        if entry.is_node() {
            self.matches_node(entry.node, any_namespace)
        } else if matches!(axis, Axis::Attribute | Axis::Namespace) {
            self.matches_part(entry)
        } else {
            // "A node test that is a QName is true if and only if the type of the node is the
            // principal node type": on other axes, that is element.
            *self == NodeTest::Node
        }
    }

    /// Returns whether a node matches that is no attribute or namespace, on an axis whose principal
    /// node type is element.
    ///
    /// "If the QName has no prefix and the principal node type of the axis is element, then the
    /// default element namespace is used": HTML's.
    ///
    /// <https://html.spec.whatwg.org/#interactions-with-xpath-and-xslt>
    #[inline]
    pub(crate) fn matches_node(&self, node: NodeRef<'_>, any_namespace: bool) -> bool {
        match self {
            NodeTest::Unqualified(name) => node.as_element().is_some_and(|element| {
                (any_namespace || element.namespace() == Namespace::Html)
                    && name.is(element.name(), element)
            }),
            NodeTest::Any => node.as_element().is_some(),
            NodeTest::Text => node.as_text().is_some(),
            // A doctype is no node of XPath's data model.
            NodeTest::Node => node.as_doctype().is_none(),
            NodeTest::Comment => matches!(node.kind(), NodeKind::Comment(_)),
            NodeTest::Instruction(target) => {
                node.as_processing_instruction().is_some_and(|instruction| {
                    target.as_ref().is_none_or(|target| instruction.target() == target)
                })
            }
            NodeTest::AnyOf(namespace) => {
                let element = node.as_element();
                element.is_some_and(|element| namespace.element == Some(element.namespace()))
            }
            NodeTest::Qualified(namespace, name) => node.as_element().is_some_and(|element| {
                namespace.element == Some(element.namespace()) && name.is(element.name(), element)
            }),
        }
    }

    /// Returns whether an attribute or a namespace matches on its own axis.
    fn matches_part(&self, entry: Entry<'_>) -> bool {
        if let Some(attribute) = entry.attribute() {
            let url = attribute.namespace().url();
            match self {
                NodeTest::Node | NodeTest::Any => true,
                NodeTest::AnyOf(namespace) => url.is_some() && namespace.attribute == url,
                NodeTest::Qualified(namespace, name) => {
                    url.is_some()
                        && namespace.attribute == url
                        && entry.node.as_element().is_some_and(|e| name.is(attribute.name(), e))
                }
                NodeTest::Unqualified(name) => {
                    url.is_none()
                        && entry.node.as_element().is_some_and(|e| name.is(attribute.name(), e))
                }
                NodeTest::Text | NodeTest::Comment | NodeTest::Instruction(_) => false,
            }
        } else {
            match self {
                NodeTest::Node | NodeTest::Any => true,
                // A namespace has its prefix as its name, which is in no namespace.
                NodeTest::Unqualified(name) => entry.prefix() == Some(&*name.written),
                _ => false,
            }
        }
    }
}
