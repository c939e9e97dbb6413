//! All trees of a few nodes: each edit of each tree gives the tree that a model of lists gives.
//!
//! The trees are those that any number of edits can make of these nodes, so this holds for edits of
//! any length. An edit changes the links of at most six nodes.

use std::collections::HashSet;

use crate::dom::arena::NodeId;
use crate::dom::read::{Document, NodeRef};

/// How many of the nodes are document fragments: the root, and one that can be inserted. They come
/// before the elements.
const FRAGMENTS: usize = 2;

/// An edit of the nodes with these numbers.
#[derive(Clone, Copy, Debug)]
enum Edit {
    Append { parent: usize, node: usize },
    Prepend { parent: usize, node: usize },
    InsertBefore { sibling: usize, node: usize },
    InsertAfter { sibling: usize, node: usize },
    Replace { node: usize, new: usize },
    Wrap { node: usize, wrapper: usize },
    Unwrap(usize),
    Detach(usize),
    RemoveChildren(usize),
}

impl Edit {
    /// Returns all edits of a number of nodes.
    fn all(count: usize) -> Vec<Edit> {
        let pairs = (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
        let of_pairs = pairs.flat_map(|(a, node)| {
            [
                Edit::Append { parent: a, node },
                Edit::Prepend { parent: a, node },
                Edit::InsertBefore { sibling: a, node },
                Edit::InsertAfter { sibling: a, node },
                Edit::Replace { node, new: a },
                Edit::Wrap { node, wrapper: a },
            ]
        });
        let of_nodes = (0..count)
            .flat_map(|node| [Edit::Unwrap(node), Edit::Detach(node), Edit::RemoveChildren(node)]);
        of_pairs.chain(of_nodes).collect()
    }

    /// Edits the document. Returns whether the edit is valid.
    fn make(self, document: &mut Document, ids: &[NodeId]) -> bool {
        let result = match self {
            Edit::Append { parent, node } => document.append(ids[parent], ids[node]),
            Edit::Prepend { parent, node } => document.prepend(ids[parent], ids[node]),
            Edit::InsertBefore { sibling, node } => document.insert_before(ids[sibling], ids[node]),
            Edit::InsertAfter { sibling, node } => document.insert_after(ids[sibling], ids[node]),
            Edit::Replace { node, new } => document.replace_with(ids[node], ids[new]),
            Edit::Wrap { node, wrapper } => document.wrap_in(ids[node], ids[wrapper]),
            Edit::Unwrap(node) => document.unwrap_element(ids[node]),
            Edit::Detach(node) => document.detach(ids[node]),
            Edit::RemoveChildren(node) => document.remove_children(ids[node]),
        };
        result.is_ok()
    }
}

/// The children of each node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Model(Vec<Vec<usize>>);

impl Model {
    /// Returns the parent of a node, and the index of the node there.
    fn place(&self, node: usize) -> Option<(usize, usize)> {
        let parents = self.0.iter().enumerate();
        let mut places = parents.filter_map(|(parent, children)| {
            children.iter().position(|child| *child == node).map(|index| (parent, index))
        });
        places.next()
    }

    fn is_in(&self, mut node: usize, ancestor: usize) -> bool {
        loop {
            if node == ancestor {
                return true;
            }
            let Some((parent, _)) = self.place(node) else { return false };
            node = parent;
        }
    }

    fn detach(&mut self, node: usize) {
        if let Some((parent, index)) = self.place(node) {
            self.0[parent].remove(index);
        }
    }

    /// Inserts a node, or the children of a fragment, before a child or at the end.
    fn insert(&mut self, node: usize, parent: usize, before: Option<usize>) {
        let nodes = match node < FRAGMENTS {
            true => std::mem::take(&mut self.0[node]),
            false => {
                self.detach(node);
                vec![node]
            }
        };
        let children = &mut self.0[parent];
        let end = children.len();
        let at = before.map(|before| children.iter().position(|child| *child == before).unwrap());
        children.splice(at.unwrap_or(end)..at.unwrap_or(end), nodes);
    }

    /// Inserts a node before the child at an index. Returns whether that is valid.
    fn pre_insert(&mut self, node: usize, parent: usize, index: usize) -> bool {
        if self.is_in(parent, node) {
            return false;
        }
        // If that child is the node itself, the next one counts.
        let before = self.0[parent][index..].iter().find(|child| **child != node).copied();
        self.insert(node, parent, before);
        true
    }

    /// Makes an edit. Returns whether it is valid; otherwise nothing is changed.
    fn edit(&mut self, edit: Edit) -> bool {
        match edit {
            Edit::Append { parent, node } => self.pre_insert(node, parent, self.0[parent].len()),
            Edit::Prepend { parent, node } => self.pre_insert(node, parent, 0),
            Edit::InsertBefore { sibling, node } => match self.place(sibling) {
                Some((parent, index)) => self.pre_insert(node, parent, index),
                None => false,
            },
            Edit::InsertAfter { sibling, node } => match self.place(sibling) {
                Some((parent, index)) => self.pre_insert(node, parent, index + 1),
                None => false,
            },
            Edit::Replace { node, new } => match self.place(node) {
                Some((parent, _)) if self.is_in(parent, new) => false,
                Some((parent, index)) => {
                    let after = &self.0[parent][index + 1..];
                    let before = after.iter().find(|child| **child != new).copied();
                    self.detach(node);
                    self.insert(new, parent, before);
                    true
                }
                None => false,
            },
            Edit::Wrap { node, wrapper } => {
                let is_valid = node != wrapper
                    && wrapper >= FRAGMENTS
                    && self.place(node).is_some_and(|(parent, _)| !self.is_in(parent, wrapper));
                is_valid && self.edit(Edit::Replace { node, new: wrapper }) && {
                    self.insert(node, wrapper, None);
                    true
                }
            }
            Edit::Unwrap(node) => match self.place(node) {
                Some((parent, index)) => {
                    let children = std::mem::take(&mut self.0[node]);
                    self.0[parent].splice(index..=index, children);
                    true
                }
                None => false,
            },
            Edit::Detach(node) => {
                self.detach(node);
                true
            }
            Edit::RemoveChildren(node) => {
                self.0[node].clear();
                true
            }
        }
    }
}

/// Returns the tree of a document, read forward. Read backward and upward, it must be the same.
fn read(document: &Document, ids: &[NodeId]) -> Model {
    let number = |node: NodeRef<'_>| ids.iter().position(|id| *id == node.id()).unwrap();
    let lists = ids.iter().map(|id| {
        let node = document.node(*id);
        let children: Vec<NodeRef<'_>> = node.children().collect();
        assert!(children.iter().all(|child| child.parent() == Some(node)));
        let backward = std::iter::successors(node.last_child(), |child| child.previous_sibling());
        assert!(backward.eq(children.iter().rev().copied()));
        children.into_iter().map(number).collect()
    });
    Model(lists.collect())
}

/// Makes each edit of each tree of a number of elements. Returns the number of trees.
fn check_all(elements: usize) -> usize {
    let mut document = Document::new_fragment();
    let mut ids = vec![document.root().id(), document.create_document_fragment().unwrap()];
    ids.extend((0..elements).map(|_| document.create_element("b").unwrap()));
    let edits = Edit::all(ids.len());
    let first = read(&document, &ids);
    let mut seen = HashSet::from([first.clone()]);
    let mut left = vec![(first, document)];
    while let Some((before, document)) = left.pop() {
        for edit in &edits {
            let (mut edited, mut expected) = (document.clone(), before.clone());
            let is_valid = expected.edit(*edit);
            assert_eq!(edit.make(&mut edited, &ids), is_valid, "{edit:?} of {before:?}");
            assert_eq!(read(&edited, &ids), expected, "{edit:?} of {before:?}");
            edited.check_invariants().unwrap_or_else(|e| panic!("{e}: {edit:?} of {before:?}"));
            if seen.insert(expected.clone()) {
                left.push((expected, edited));
            }
        }
    }
    seen.len()
}

#[test]
#[cfg_attr(miri, ignore = "takes long")]
fn each_edit_of_each_tree_of_four_elements_is_that_of_the_model() {
    // With T = x / (1 - T) for trees, 4! times the coefficient of x⁴ in e^T / (1 - T)²: the trees in
    // no fragment have no order among themselves.
    assert_eq!(check_all(4), 1869);
}
