//! Walks along the axes, one node at a time.

use consomme::iter::Preceding;
use consomme::{AttributeNamespace, ElementRef, NodeRef};

use crate::axis::Axis;
use crate::entry::{Entry, Part};

/// The nodes of an axis, in its order: the nearest first on a reverse axis.
///
/// Doctypes are among them, which are no nodes of XPath's data model: node tests leave them out.
pub(crate) enum AxisNodes<'a> {
    /// At most one node, attribute or namespace.
    One(Option<Entry<'a>>),
    /// A node and its following siblings.
    Siblings(Option<NodeRef<'a>>),
    /// A node and its preceding siblings.
    SiblingsBefore(Option<NodeRef<'a>>),
    /// An attribute or namespace, then its inclusive ancestors.
    Ancestors(Option<Entry<'a>>),
    /// The next node, and the node whose descendants are walked.
    Descendants(Option<NodeRef<'a>>, NodeRef<'a>),
    /// A node and all after it.
    After(Option<NodeRef<'a>>),
    Before(Preceding<'a>),
    /// The attributes of an element from an index.
    Attributes(ElementRef<'a>, usize),
    /// The namespaces of an element from a part.
    Namespaces(NodeRef<'a>, Option<Part>),
}

impl<'a> AxisNodes<'a> {
    /// Returns the nodes of an axis of a node.
    pub(crate) fn new(axis: Axis, entry: Entry<'a>) -> AxisNodes<'a> {
        let node = entry.node;
        match axis {
            Axis::Itself => AxisNodes::One(Some(entry)),
            Axis::Parent => AxisNodes::One(entry.parent().map(Entry::new)),
            Axis::Ancestor => AxisNodes::Ancestors(entry.parent().map(Entry::new)),
            Axis::AncestorOrSelf => AxisNodes::Ancestors(Some(entry)),
            Axis::Following if entry.is_node() => AxisNodes::After(next_after(node)),
            // The children of an element come after its attributes.
            Axis::Following => AxisNodes::After(node.next_in_order()),
            Axis::Preceding => AxisNodes::Before(node.preceding()),
            Axis::DescendantOrSelf if entry.is_node() => AxisNodes::Descendants(Some(node), node),
            Axis::DescendantOrSelf => AxisNodes::One(Some(entry)),
            // Attributes and namespaces have no children, siblings or attributes.
            _ if !entry.is_node() => AxisNodes::One(None),
            Axis::Child => AxisNodes::Siblings(node.first_child()),
            Axis::Descendant => AxisNodes::Descendants(node.first_child(), node),
            Axis::FollowingSibling => AxisNodes::Siblings(node.next_sibling()),
            Axis::PrecedingSibling => AxisNodes::SiblingsBefore(node.previous_sibling()),
            Axis::Attribute => match node.as_element() {
                Some(element) => AxisNodes::Attributes(element, 0),
                None => AxisNodes::One(None),
            },
            Axis::Namespace => {
                AxisNodes::Namespaces(node, node.as_element().map(|_| Part::DEFAULT_NAMESPACE))
            }
            // One pass over the tree, which does not count among siblings here.
            Axis::DescendantAmongSiblings => AxisNodes::Descendants(node.first_child(), node),
        }
    }
}

impl<'a> Iterator for AxisNodes<'a> {
    type Item = Entry<'a>;

    fn next(&mut self) -> Option<Entry<'a>> {
        match self {
            AxisNodes::One(entry) => entry.take(),
            AxisNodes::Siblings(next) => {
                let node = next.take()?;
                *next = node.next_sibling();
                Some(Entry::new(node))
            }
            AxisNodes::SiblingsBefore(next) => {
                let node = next.take()?;
                *next = node.previous_sibling();
                Some(Entry::new(node))
            }
            AxisNodes::Ancestors(next) => {
                let entry = next.take()?;
                *next = entry.parent().map(Entry::new);
                Some(entry)
            }
            AxisNodes::Descendants(next, root) => {
                let node = next.take()?;
                *next = next_within(node, *root);
                Some(Entry::new(node))
            }
            AxisNodes::After(next) => {
                let node = next.take()?;
                *next = node.next_in_order();
                Some(Entry::new(node))
            }
            AxisNodes::Before(nodes) => nodes.next().map(Entry::new),
            AxisNodes::Attributes(element, index) => {
                let mut attributes = element.attrs();
                let mut attribute = attributes.nth(*index)?;
                *index += 1;
                while is_declaration(attribute.namespace()) {
                    attribute = attributes.next()?;
                    *index += 1;
                }
                Some(Entry { node: element.as_node(), part: Part::attribute(*index - 1) })
            }
            AxisNodes::Namespaces(node, next) => {
                let part = next.take()?;
                *next = (part == Part::DEFAULT_NAMESPACE).then_some(Part::XML_NAMESPACE);
                Some(Entry { node: *node, part })
            }
        }
    }
}

/// Returns whether an attribute declares a namespace: "there are no attribute nodes corresponding
/// to attributes that declare namespaces".
///
/// <https://www.w3.org/TR/1999/REC-xpath-19991116/#attribute-nodes>
fn is_declaration(namespace: AttributeNamespace) -> bool {
    matches!(namespace, AttributeNamespace::Xmlns | AttributeNamespace::XmlnsPrefixed)
}

/// Returns the next node in document order among the descendants of `root`, in which `node` is or
/// which it is.
#[inline]
pub(crate) fn next_within<'a>(node: NodeRef<'a>, root: NodeRef<'a>) -> Option<NodeRef<'a>> {
    if let Some(child) = node.first_child() {
        return Some(child);
    }
    let mut node = node;
    while node != root {
        if let Some(next) = node.next_sibling() {
            return Some(next);
        }
        node = node.parent()?;
    }
    None
}

/// Returns the first node in document order after a node and its descendants.
fn next_after(mut node: NodeRef<'_>) -> Option<NodeRef<'_>> {
    loop {
        if let Some(next) = node.next_sibling() {
            return Some(next);
        }
        node = node.parent()?;
    }
}
