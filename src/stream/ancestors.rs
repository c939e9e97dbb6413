//! Walks from a node of a stream up to the root, without taking long for deep nodes.

use crate::document_builder::Observer;
use crate::dom::{NodeIndex, Tree};
use crate::parse::PausingParse;

/// How many ancestors are walked before the cache of places is asked.
pub(super) const NEAR: usize = 16;

/// How many open elements or ancestors are looked at, where there is no cache. With more of them,
/// an edit counts as inexact, so that its time does not depend on the depth.
pub(super) const MAX_AROUND: usize = 600;

/// Returns a node and its ancestors. The contents of a `template` count as its child here.
pub(super) fn ancestors(tree: &Tree, id: NodeIndex) -> impl Iterator<Item = NodeIndex> {
    let parent = |node: &NodeIndex| tree.node(*node).parent().or_else(|| tree.host_of(*node));
    std::iter::successors(Some(id), parent)
}

/// Whether a node of the tree, which is lent, is in the document: neither in the contents of a
/// `template` nor in a shadow tree, and not detached.
pub(super) fn is_in_document<O: Observer>(
    parse: &mut PausingParse<O>,
    tree: &Tree,
    id: NodeIndex,
) -> bool {
    let mut top = id;
    for _ in 0..NEAR {
        let Some(parent) = tree.node(top).parent() else { return top == tree.root_index() };
        top = parent;
    }
    is_deep_in_document(parse, tree, top)
}

#[cold]
fn is_deep_in_document<O: Observer>(
    parse: &mut PausingParse<O>,
    tree: &Tree,
    id: NodeIndex,
) -> bool {
    parse.ancestry().place(tree, id, id).0
}

/// Whether a node of the tree, which is lent, is in an element or in its contents.
pub(super) fn is_in<O: Observer>(
    parse: &mut PausingParse<O>,
    tree: &Tree,
    id: NodeIndex,
    element: NodeIndex,
) -> bool {
    let decides = |node: &NodeIndex| *node == element || *node == tree.root_index();
    match ancestors(tree, id).take(NEAR).find(decides) {
        Some(node) => node == element,
        None => parse.ancestry().place(tree, id, element).1,
    }
}
