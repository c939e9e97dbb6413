//! A node of XPath's data model, as the evaluator has it.

use std::borrow::Cow;

use consomme::{Attr, AttributeNamespace, NodeKind, NodeRef};

/// A node, attribute or namespace.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Entry<'a> {
    /// The node, or the element that the attribute or namespace is of.
    pub(crate) node: NodeRef<'a>,
    pub(crate) part: Part,
}

/// The part of a node that an entry stands for: the node itself or, for an element, a namespace or
/// an attribute. They are compared in document order: "the namespace nodes are defined to occur
/// before the attribute nodes".
///
/// <https://www.w3.org/TR/1999/REC-xpath-19991116/#data-model>
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Part(u32);

impl Part {
    /// The node itself.
    pub(crate) const NODE: Part = Part(0);
    /// The default namespace of an element: its own.
    pub(crate) const DEFAULT_NAMESPACE: Part = Part(1);
    /// The namespace with the prefix `xml`.
    pub(crate) const XML_NAMESPACE: Part = Part(2);
    /// The number of the first attribute.
    const FIRST_ATTRIBUTE: u32 = 3;

    /// Returns the part for an attribute, by its index in its element, which has fewer than 2²⁴.
    pub(crate) fn attribute(index: usize) -> Part {
        Part(Part::FIRST_ATTRIBUTE + index as u32)
    }

    /// Returns the place of the attribute.
    pub(crate) fn attribute_index(self) -> Option<usize> {
        self.0.checked_sub(Part::FIRST_ATTRIBUTE).map(|index| index as usize)
    }
}

impl<'a> Entry<'a> {
    pub(crate) fn new(node: NodeRef<'a>) -> Entry<'a> {
        Entry { node, part: Part::NODE }
    }

    /// Returns whether this is a node itself, not an attribute or namespace of it.
    pub(crate) fn is_node(self) -> bool {
        self.part == Part::NODE
    }

    /// Returns the attribute; `None` for a node or namespace.
    pub(crate) fn attribute(self) -> Option<Attr<'a>> {
        self.node.as_element()?.attrs().nth(self.part.attribute_index()?)
    }

    /// Returns the prefix of a namespace, `""` for the default namespace; `None` for a node or
    /// attribute.
    pub(crate) fn prefix(self) -> Option<&'static str> {
        match self.part {
            Part::DEFAULT_NAMESPACE => Some(""),
            Part::XML_NAMESPACE => Some("xml"),
            _ => None,
        }
    }

    /// Returns the URL of a namespace; `None` for a node or attribute.
    pub(crate) fn namespace_url(self) -> Option<&'static str> {
        match self.part {
            Part::DEFAULT_NAMESPACE => Some(self.node.as_element()?.namespace().url()),
            Part::XML_NAMESPACE => AttributeNamespace::Xml.url(),
            _ => None,
        }
    }

    /// Returns the node whose child, attribute or namespace this is.
    pub(crate) fn parent(self) -> Option<NodeRef<'a>> {
        if self.is_node() { self.node.parent() } else { Some(self.node) }
    }

    /// Returns the local part of the name of an element or attribute, the target of a processing
    /// instruction, or the prefix of a namespace.
    ///
    /// <https://www.w3.org/TR/1999/REC-xpath-19991116/#function-local-name>
    pub(crate) fn local_name(self) -> &'a str {
        if let Some(attribute) = self.attribute() {
            return attribute.name();
        }
        if let Some(prefix) = self.prefix() {
            return prefix;
        }
        match self.node.kind() {
            NodeKind::Element(element) => element.name(),
            NodeKind::ProcessingInstruction(instruction) => instruction.target(),
            _ => "",
        }
    }

    /// Returns the name with its prefix, as the source has it: elements of a parsed document have
    /// none.
    ///
    /// <https://www.w3.org/TR/1999/REC-xpath-19991116/#function-name>
    pub(crate) fn name(self) -> Cow<'a, str> {
        match self.attribute() {
            Some(attribute) => attribute.qualified_name(),
            None => Cow::Borrowed(self.local_name()),
        }
    }

    /// Returns the URL of the namespace that the name is in, `""` for none.
    ///
    /// <https://www.w3.org/TR/1999/REC-xpath-19991116/#function-namespace-uri>
    pub(crate) fn namespace_uri(self) -> &'static str {
        if let Some(attribute) = self.attribute() {
            return attribute.namespace().url().unwrap_or_default();
        }
        match self.node.as_element() {
            Some(element) if self.is_node() => element.namespace().url(),
            _ => "",
        }
    }

    /// Returns the string-value if it is in one piece, which it is for all nodes but documents,
    /// fragments and elements with several texts.
    #[inline]
    pub(crate) fn short_string_value(self) -> Option<&'a str> {
        if !self.is_node() {
            return match self.attribute() {
                Some(attribute) => Some(attribute.value()),
                None => self.namespace_url(),
            };
        }
        match self.node.kind() {
            NodeKind::Text(text) | NodeKind::Comment(text) => Some(text),
            NodeKind::ProcessingInstruction(instruction) => Some(instruction.data()),
            NodeKind::Doctype(_) => Some(""),
            _ => match self.node.first_child() {
                None => Some(""),
                // The one child of most elements with text.
                Some(only) if only.next_sibling().is_none() => only.as_text(),
                Some(_) => None,
            },
        }
    }
}
