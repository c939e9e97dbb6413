//! What a node is made of.

use std::fmt;
use std::num::NonZeroU32;
use std::ops::Range;

use crate::names::{AttributeName, ElementName, LocalName, Namespace};
use crate::settings::MOST_ATTRIBUTES;
use crate::text::{Attribute, Span};

/// Stands for a node of a [`Document`](crate::Document): a small number, valid for that document
/// and its clones as long as they live, whatever is done to the tree. What it stands for in another
/// document means nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The id of the node at that index of the arena. Index 0 is never used, so that
    /// `Option<NodeId>` takes no more room than `NodeId`.
    #[inline]
    pub(crate) fn from_index(index: usize) -> NodeId {
        let index = u32::try_from(index).ok().and_then(NonZeroU32::new);
        NodeId(index.expect("the limit on nodes keeps indices between 1 and u32::MAX"))
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0.get() as usize
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NodeId({})", self.0)
    }
}

/// The number.
impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A node: its links and what it is.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) parent: Option<NodeId>,
    pub(crate) first_child: Option<NodeId>,
    pub(crate) last_child: Option<NodeId>,
    pub(crate) previous_sibling: Option<NodeId>,
    pub(crate) next_sibling: Option<NodeId>,
    pub(crate) data: NodeData,
}

impl Node {
    pub(crate) fn new(data: NodeData) -> Node {
        Node {
            parent: None,
            first_child: None,
            last_child: None,
            previous_sibling: None,
            next_sibling: None,
            data,
        }
    }
}

/// What a node is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NodeData {
    Document,
    /// Also the contents of a `template`, which stand right behind it in the arena.
    DocumentFragment,
    /// The index among the tree's doctypes.
    Doctype(u32),
    Element(ElementData),
    Text(Span),
    /// A text that is neither a piece of the source nor one of the tail: its index among the tree's
    /// long texts.
    LongText(u32),
    Comment(Span),
    /// The index among the tree's processing instructions.
    ProcessingInstruction(u32),
}

/// What an element is: its name, and where its attributes stand in the tree's list of them.
///
/// Two elements may share a range, so attributes in it are never changed in place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ElementData {
    local_name: LocalName,
    pub(crate) first_attribute: u32,
    /// In three bytes, so that there is room for what tells elements from other nodes.
    attribute_count: [u8; 3],
    namespace: Namespace,
}

impl ElementData {
    /// An element with that many attributes, at most [`MOST_ATTRIBUTES`].
    #[inline(always)]
    pub(crate) fn new(name: ElementName, first_attribute: u32, attribute_count: usize) -> Self {
        let mut element = ElementData {
            local_name: name.local,
            first_attribute,
            attribute_count: [0; 3],
            namespace: name.namespace,
        };
        element.set_attribute_count(attribute_count);
        element
    }

    #[inline(always)]
    pub(crate) fn name(&self) -> ElementName {
        ElementName { namespace: self.namespace, local: self.local_name }
    }

    pub(crate) fn set_name(&mut self, name: ElementName) {
        (self.local_name, self.namespace) = (name.local, name.namespace);
    }

    #[inline(always)]
    pub(crate) fn attribute_count(&self) -> usize {
        let [low, middle, high] = self.attribute_count;
        u32::from_le_bytes([low, middle, high, 0]) as usize
    }

    /// At most [`MOST_ATTRIBUTES`].
    #[inline(always)]
    pub(crate) fn set_attribute_count(&mut self, count: usize) {
        debug_assert!(count <= MOST_ATTRIBUTES);
        let [low, middle, high, _] = (count as u32).to_le_bytes();
        self.attribute_count = [low, middle, high];
    }

    /// Where its attributes stand in the tree's list.
    #[inline(always)]
    pub(crate) fn attribute_range(&self) -> Range<usize> {
        let first = self.first_attribute as usize;
        first..first + self.attribute_count()
    }
}

/// An attribute of an element: an [`Attribute`] in less room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AttributeData {
    pub(crate) value: Span,
    pub(crate) name: AttributeName,
}

impl From<Attribute> for AttributeData {
    #[inline(always)]
    fn from(attribute: Attribute) -> Self {
        let Attribute { value, name, namespace } = attribute;
        AttributeData { value, name: AttributeName::new(namespace, name) }
    }
}

/// A processing instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    pub(crate) target: LocalName,
    pub(crate) data: Span,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The speed of the tree depends on how many nodes fit a cache line.
    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<Option<NodeId>>(), 4);
        assert_eq!(size_of::<NodeData>(), 12);
        assert_eq!(size_of::<Node>(), 32);
        assert_eq!(size_of::<AttributeData>(), 12);
    }
}
