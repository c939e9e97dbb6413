//! The data of a node.

use std::ops::Range;

use crate::names::{ElementName, LocalName, Namespace};
use crate::settings::MAX_ATTRIBUTES;
use crate::text::Span;

use super::id::NodeIndex;

/// A node: its links and its data, in 32 bytes. Only the arena writes them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Node {
    pub(super) parent: Option<NodeIndex>,
    pub(super) first_child: Option<NodeIndex>,
    pub(super) last_child: Option<NodeIndex>,
    pub(super) previous_sibling: Option<NodeIndex>,
    pub(super) next_sibling: Option<NodeIndex>,
    pub(in crate::dom) data: NodeData,
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

    #[inline]
    pub(crate) fn parent(&self) -> Option<NodeIndex> {
        self.parent
    }

    #[inline]
    pub(crate) fn first_child(&self) -> Option<NodeIndex> {
        self.first_child
    }

    #[inline]
    pub(crate) fn last_child(&self) -> Option<NodeIndex> {
        self.last_child
    }

    #[inline]
    pub(crate) fn previous_sibling(&self) -> Option<NodeIndex> {
        self.previous_sibling
    }

    #[inline]
    pub(crate) fn next_sibling(&self) -> Option<NodeIndex> {
        self.next_sibling
    }

    #[inline]
    pub(crate) fn data(&self) -> NodeData {
        self.data
    }

    /// Returns the data of an element; `None` for any other node.
    #[inline]
    pub(crate) fn element(&self) -> Option<&ElementData> {
        match &self.data {
            NodeData::Element(element) => Some(element),
            _ => None,
        }
    }
}

/// The kind of a node and its data, in 12 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NodeData {
    Document,
    /// The root of a fragment, the contents of a `template`, or a fragment that edits created.
    DocumentFragment,
    /// The index in `Tree::doctypes`.
    Doctype(u32),
    Element(ElementData),
    /// A text that is one span: nearly every text.
    Text(Span),
    /// A text that is no span: its index in `Tree::long_texts`.
    ///
    /// A span is contiguous. A text that gets another piece, from elsewhere in the source, is
    /// copied to the end of the tail, where it can grow. If something else was added to the tail
    /// before the next piece comes (foster parenting alternates between two texts, for example), it
    /// becomes a `String` of its own, and grows there.
    LongText(u32),
    Comment(Span),
    /// The index in `Tree::instructions`.
    ProcessingInstruction(u32),
}

/// The name of an element, and the range of its attributes in `Tree::attributes`.
///
/// Elements may share a range: see `RareData::attribute_capacities`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ElementData {
    local_name: LocalName,
    pub(super) first_attribute: u32,
    /// 24 bits, so that the enum's discriminant fits in the fourth byte and a [`Node`] stays at 32
    /// bytes.
    attribute_count: [u8; 3],
    namespace: Namespace,
}

impl ElementData {
    /// Returns the data of an element with `attribute_count` attributes, at most
    /// [`MAX_ATTRIBUTES`].
    #[inline]
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

    #[inline]
    pub(crate) fn name(&self) -> ElementName {
        ElementName { namespace: self.namespace, local: self.local_name }
    }

    pub(crate) fn set_name(&mut self, name: ElementName) {
        (self.local_name, self.namespace) = (name.local, name.namespace);
    }

    #[inline]
    pub(crate) fn attribute_count(&self) -> usize {
        let [low, middle, high] = self.attribute_count;
        u32::from_le_bytes([low, middle, high, 0]) as usize
    }

    /// Sets the number of attributes, at most [`MAX_ATTRIBUTES`].
    #[inline]
    pub(crate) fn set_attribute_count(&mut self, count: usize) {
        debug_assert!(count <= MAX_ATTRIBUTES);
        let [low, middle, high, _] = (count as u32).to_le_bytes();
        self.attribute_count = [low, middle, high];
    }

    /// Whether two elements have the same range of attributes.
    #[inline]
    pub(crate) fn shares_attributes_with(&self, other: &ElementData) -> bool {
        (self.first_attribute, self.attribute_count)
            == (other.first_attribute, other.attribute_count)
    }

    /// Returns the range of the attributes in `Tree::attributes`.
    #[inline]
    pub(crate) fn attribute_range(&self) -> Range<usize> {
        let first = self.first_attribute as usize;
        first..first + self.attribute_count()
    }
}

/// The data of a processing instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    pub(crate) target: LocalName,
    pub(crate) data: Span,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two nodes fit in a cache line.
    #[test]
    fn a_node_takes_32_bytes() {
        assert_eq!(size_of::<NodeData>(), 12);
        assert_eq!(size_of::<Node>(), 32);
    }
}
