//! Values for the nodes of a document.

use std::fmt;

use crate::dom::arena::{DocumentNumber, NodeId, NodeIndex};

/// A map from nodes to values, in a list by [`NodeId::index`]: faster than a hash map, and without
/// one value for each node.
///
/// A map is for one document and its clones: the document of the first inserted id. If it is asked
/// about an id of another document, a build with debug assertions panics, and any other build
/// answers as for a node without a value. Inserting such an id panics in every build. In clones
/// that were edited, one id may stand for different nodes: see [`NodeId`].
///
/// The map takes the size of an `Option<T>` for each index up to the largest that was inserted.
///
/// ```
/// use consomme::NodeMap;
///
/// // The length of the text in each element.
/// let document = consomme::parse_fragment("div", "<p>Clear <b>broth</b></p><p>Salt");
/// let mut lengths = NodeMap::new();
/// for text in document.descendants().filter(|node| node.as_text().is_some()) {
///     for element in text.ancestor_elements() {
///         *lengths.get_or_insert_with(element.id(), || 0) += text.text_content().len();
///     }
/// }
/// let lengths: Vec<_> = lengths.iter().map(|(id, length)| (document.node(id), *length)).collect();
/// assert_eq!(format!("{lengths:?}"), "[(<p>, 11), (<b>, 5), (<p>, 4)]");
/// ```
#[derive(Clone)]
pub struct NodeMap<T> {
    /// The document of the ids, once there is one.
    document: Option<DocumentNumber>,
    /// The value of the node of each index.
    values: Vec<Option<T>>,
}

impl<T> NodeMap<T> {
    /// Returns an empty map, which takes no memory.
    pub fn new() -> Self {
        NodeMap { document: None, values: Vec::new() }
    }

    /// Returns the value of a node.
    #[track_caller]
    pub fn get(&self, node: NodeId) -> Option<&T> {
        self.values.get(self.place(node)?)?.as_ref()
    }

    /// Returns the value of a node, to be changed.
    #[track_caller]
    pub fn get_mut(&mut self, node: NodeId) -> Option<&mut T> {
        let place = self.place(node)?;
        self.values.get_mut(place)?.as_mut()
    }

    /// Returns whether a node has a value.
    #[track_caller]
    pub fn contains(&self, node: NodeId) -> bool {
        self.get(node).is_some()
    }

    /// Gives a node a value. Returns the one that it had.
    ///
    /// # Panics
    ///
    /// If the id is of another document than those in the map.
    #[track_caller]
    pub fn insert(&mut self, node: NodeId, value: T) -> Option<T> {
        self.slot(node).replace(value)
    }

    /// Returns the value of a node, to be changed; if it has none, it gets the one that `value`
    /// returns.
    ///
    /// # Panics
    ///
    /// If the id is of another document than those in the map.
    #[track_caller]
    pub fn get_or_insert_with(&mut self, node: NodeId, value: impl FnOnce() -> T) -> &mut T {
        self.slot(node).get_or_insert_with(value)
    }

    /// Removes the value of a node and returns it.
    #[track_caller]
    pub fn remove(&mut self, node: NodeId) -> Option<T> {
        let place = self.place(node)?;
        self.values.get_mut(place)?.take()
    }

    /// Returns the nodes that have a value, each with its value, in the order in which the nodes
    /// were created: after parsing, nearly the order of the source.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (NodeId, &T)> {
        let document = self.document;
        let values = self.values.iter().enumerate();
        values.filter_map(move |(index, value)| {
            // No node has the index 0, so it never has a value.
            let value = value.as_ref()?;
            Some((NodeId::new(document?, NodeIndex::new(index)), value))
        })
    }

    /// Returns the index of a node; `None` if the map has no id of the same document.
    #[track_caller]
    fn place(&self, node: NodeId) -> Option<usize> {
        Some(node.index_in(self.document?)?.to_usize())
    }

    #[track_caller]
    fn slot(&mut self, node: NodeId) -> &mut Option<T> {
        let document = *self.document.get_or_insert(node.document());
        assert!(
            document == node.document(),
            "the id {node} is of another document than those in the map"
        );
        if node.index() >= self.values.len() {
            self.values.resize_with(node.index() + 1, || None);
        }
        &mut self.values[node.index()]
    }
}

impl<T> Default for NodeMap<T> {
    fn default() -> Self {
        NodeMap::new()
    }
}

/// The last value of a node counts. Panics if the ids are of several documents.
impl<T> FromIterator<(NodeId, T)> for NodeMap<T> {
    fn from_iter<I: IntoIterator<Item = (NodeId, T)>>(pairs: I) -> Self {
        let mut map = NodeMap::new();
        for (node, value) in pairs {
            map.insert(node, value);
        }
        map
    }
}

/// Compares which nodes have values, and these.
impl<T: PartialEq> PartialEq for NodeMap<T> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T: Eq> Eq for NodeMap<T> {}

impl<T: fmt::Debug> fmt::Debug for NodeMap<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_has_the_value_that_it_was_given_last() {
        let document = DocumentNumber::next();
        let [a, b] = [2, 9].map(|index| id(document, index));
        let mut map = NodeMap::new();
        assert!(map.get(b).is_none() && map.get_mut(b).is_none() && map.remove(b).is_none());
        assert_eq!((map.insert(b, 1), map.insert(b, 2), map.insert(a, 3)), (None, Some(1), None));
        *map.get_mut(a).unwrap() += 1;
        assert_eq!(map.iter().collect::<Vec<_>>(), [(a, &4), (b, &2)]);
        assert_eq!((map.remove(b), map.contains(b), map.contains(a)), (Some(2), false, true));
        assert_eq!(*map.get_or_insert_with(b, || 7), 7);
        assert_eq!([(b, 7), (a, 4)].into_iter().collect::<NodeMap<_>>(), map);
        map.remove(b);
        assert_eq!([(a, 4)].into_iter().collect::<NodeMap<_>>(), map);
    }

    fn id(document: DocumentNumber, index: usize) -> NodeId {
        NodeId::new(document, NodeIndex::new(index))
    }

    #[test]
    fn an_empty_map_is_of_no_document() {
        let map = NodeMap::<()>::new();
        assert!(map.get(id(DocumentNumber::next(), 1)).is_none());
        assert!(map.get(id(DocumentNumber::next(), 1)).is_none());
        assert_eq!(map.iter().count(), 0);
    }

    #[test]
    #[should_panic = "is of another document than those in the map"]
    fn a_value_for_a_node_of_another_document_is_a_panic() {
        let mut map = NodeMap::new();
        map.insert(id(DocumentNumber::next(), 1), ());
        map.insert(id(DocumentNumber::next(), 1), ());
    }

    #[cfg(debug_assertions)]
    #[test]
    #[should_panic = "is of another document"]
    fn asking_for_a_node_of_another_document_is_a_panic_with_debug_assertions() {
        let map = NodeMap::from_iter([(id(DocumentNumber::next(), 1), ())]);
        map.get(id(DocumentNumber::next(), 1));
    }

    #[cfg(not(debug_assertions))]
    #[test]
    fn a_node_of_another_document_has_no_value_without_debug_assertions() {
        let mut map = NodeMap::from_iter([(id(DocumentNumber::next(), 1), 1)]);
        let foreign = id(DocumentNumber::next(), 1);
        assert!(map.get(foreign).is_none() && !map.contains(foreign));
        assert!(map.get_mut(foreign).is_none() && map.remove(foreign).is_none());
        assert_eq!(map.iter().count(), 1);
    }
}
