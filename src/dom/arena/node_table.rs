//! Values and sets by node, for the few nodes that have something that others have not.
//!
//! All of them find a node by one search tree with one type of value. Each type of a `BTreeMap` is
//! one more copy of its code to compile, some 8,000 lines of LLVM: eight of them were 7 % of a
//! build of this crate.

use std::collections::BTreeMap;

use super::id::NodeIndex;

/// Values of some nodes.
#[derive(Clone, Debug)]
pub(crate) struct NodeTable<T> {
    /// The index in `entries` of the value of each node.
    places: BTreeMap<NodeIndex, u32>,
    entries: Vec<(NodeIndex, T)>,
}

impl<T> NodeTable<T> {
    pub(crate) fn get(&self, id: NodeIndex) -> Option<&T> {
        let place = *self.places.get(&id)?;
        Some(&self.entries[place as usize].1)
    }

    pub(crate) fn get_mut(&mut self, id: NodeIndex) -> Option<&mut T> {
        let place = *self.places.get(&id)?;
        Some(&mut self.entries[place as usize].1)
    }

    pub(crate) fn has(&self, id: NodeIndex) -> bool {
        self.places.contains_key(&id)
    }

    /// Gives a node a value, and returns the one that it had.
    pub(crate) fn insert(&mut self, id: NodeIndex, value: T) -> Option<T> {
        match self.get_mut(id) {
            Some(old) => Some(std::mem::replace(old, value)),
            None => {
                self.push(id, value);
                None
            }
        }
    }

    /// Returns the value of a node, which gets that of `new` if it has none.
    pub(crate) fn get_or_insert_with(&mut self, id: NodeIndex, new: impl FnOnce() -> T) -> &mut T {
        let place = match self.places.get(&id) {
            Some(&place) => place as usize,
            None => {
                self.push(id, new());
                self.entries.len() - 1
            }
        };
        &mut self.entries[place].1
    }

    fn push(&mut self, id: NodeIndex, value: T) {
        // There are fewer values than nodes, whose indices are `u32`.
        self.places.insert(id, self.entries.len() as u32);
        self.entries.push((id, value));
    }

    /// Removes the value of a node, and returns it.
    pub(crate) fn remove(&mut self, id: NodeIndex) -> Option<T> {
        let place = self.places.remove(&id)?;
        let (_, value) = self.entries.swap_remove(place as usize);
        if let Some((moved, _)) = self.entries.get(place as usize) {
            self.places.insert(*moved, place);
        }
        Some(value)
    }

    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.entries.clear();
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    #[cfg(feature = "stream")]
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the nodes and their values, in order of id.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (NodeIndex, &T)> {
        self.places.iter().map(|(&id, &place)| (id, &self.entries[place as usize].1))
    }

    /// Returns the values, in any order.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.entries.iter_mut().map(|(_, value)| value)
    }
}

impl<T> Default for NodeTable<T> {
    fn default() -> Self {
        NodeTable { places: BTreeMap::new(), entries: Vec::new() }
    }
}

impl<T> FromIterator<(NodeIndex, T)> for NodeTable<T> {
    fn from_iter<I: IntoIterator<Item = (NodeIndex, T)>>(entries: I) -> Self {
        let mut table = NodeTable::default();
        for (id, value) in entries {
            table.insert(id, value);
        }
        table
    }
}

/// A set of some nodes.
#[derive(Clone, Default, Debug)]
pub(crate) struct NodeSet {
    /// The nodes. The numbers mean nothing: they make the type that of [`NodeTable::places`].
    nodes: BTreeMap<NodeIndex, u32>,
}

impl NodeSet {
    pub(crate) fn has(&self, id: NodeIndex) -> bool {
        self.nodes.contains_key(&id)
    }

    /// Adds a node. Returns whether it is a new one.
    pub(crate) fn insert(&mut self, id: NodeIndex) -> bool {
        self.nodes.insert(id, 0).is_none()
    }

    #[cfg(feature = "stream")]
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the nodes in order of id.
    pub(crate) fn iter(&self) -> impl Iterator<Item = NodeIndex> {
        self.nodes.keys().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(index: usize) -> NodeIndex {
        NodeIndex::new(index)
    }

    #[test]
    fn a_removed_value_leaves_the_others_where_they_are_found() {
        let mut table: NodeTable<usize> = (1..=5).rev().map(|index| (id(index), index)).collect();
        assert_eq!(table.remove(id(4)), Some(4));
        assert_eq!(table.remove(id(4)), None);
        assert_eq!(table.remove(id(1)), Some(1));
        assert_eq!(table.insert(id(3), 30), Some(3));
        assert_eq!(*table.get_or_insert_with(id(9), || 9), 9);
        let entries: Vec<_> = table.iter().map(|(id, value)| (id.to_usize(), *value)).collect();
        assert_eq!(entries, [(2, 2), (3, 30), (5, 5), (9, 9)]);
        for (index, value) in entries {
            assert_eq!(table.get(id(index)), Some(&value));
        }
    }

    #[test]
    fn a_set_has_each_node_once() {
        let mut set = NodeSet::default();
        assert!(set.insert(id(7)) && set.insert(id(2)) && !set.insert(id(7)));
        assert_eq!(set.iter().map(NodeIndex::to_usize).collect::<Vec<_>>(), [2, 7]);
    }
}
