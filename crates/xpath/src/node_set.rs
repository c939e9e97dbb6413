//! Sets of nodes.

use std::fmt;

use consomme::{ElementRef, NodeRef};

use crate::entry::Entry;
use crate::item::Item;

/// A set of nodes, in document order and without duplicates.
///
/// A set that the caller makes of [`Item`]s, for variables and results of functions, may have any
/// order and duplicates: an evaluation sorts it.
///
/// <https://www.w3.org/TR/1999/REC-xpath-19991116/#node-sets>
#[derive(Clone, PartialEq, Eq, Default)]
pub struct NodeSet<'a> {
    pub(crate) entries: Vec<Entry<'a>>,
}

impl<'a> NodeSet<'a> {
    /// Returns how many nodes there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the first node in document order.
    pub fn first(&self) -> Option<Item<'a>> {
        self.entries.first().copied().map(Item::from_entry)
    }

    /// Returns the node at an index, from 0.
    pub fn get(&self, index: usize) -> Option<Item<'a>> {
        self.entries.get(index).copied().map(Item::from_entry)
    }

    /// Returns the nodes.
    pub fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = Item<'a>> + ExactSizeIterator + Clone + use<'a, '_> {
        self.entries.iter().copied().map(Item::from_entry)
    }

    /// Returns the elements among the nodes.
    pub fn elements(
        &self,
    ) -> impl DoubleEndedIterator<Item = ElementRef<'a>> + Clone + use<'a, '_> {
        let nodes = self.entries.iter().filter(|entry| entry.is_node());
        nodes.filter_map(|entry| entry.node.as_element())
    }
}

impl<'a> FromIterator<Item<'a>> for NodeSet<'a> {
    fn from_iter<I: IntoIterator<Item = Item<'a>>>(items: I) -> NodeSet<'a> {
        NodeSet { entries: items.into_iter().map(Item::entry).collect() }
    }
}

impl<'a> FromIterator<NodeRef<'a>> for NodeSet<'a> {
    fn from_iter<I: IntoIterator<Item = NodeRef<'a>>>(nodes: I) -> NodeSet<'a> {
        nodes.into_iter().map(Item::from).collect()
    }
}

impl<'a> FromIterator<ElementRef<'a>> for NodeSet<'a> {
    fn from_iter<I: IntoIterator<Item = ElementRef<'a>>>(elements: I) -> NodeSet<'a> {
        elements.into_iter().map(Item::from).collect()
    }
}

impl<'a> IntoIterator for NodeSet<'a> {
    type Item = Item<'a>;
    type IntoIter = NodeSetIntoIter<'a>;

    fn into_iter(self) -> NodeSetIntoIter<'a> {
        NodeSetIntoIter { entries: self.entries.into_iter() }
    }
}

/// An iterator over the nodes of a [`NodeSet`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct NodeSetIntoIter<'a> {
    entries: std::vec::IntoIter<Entry<'a>>,
}

impl<'a> Iterator for NodeSetIntoIter<'a> {
    type Item = Item<'a>;

    fn next(&mut self) -> Option<Item<'a>> {
        self.entries.next().map(Item::from_entry)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.entries.size_hint()
    }
}

impl DoubleEndedIterator for NodeSetIntoIter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.entries.next_back().map(Item::from_entry)
    }
}

impl ExactSizeIterator for NodeSetIntoIter<'_> {}

impl std::iter::FusedIterator for NodeSetIntoIter<'_> {}

impl fmt::Debug for NodeSet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
