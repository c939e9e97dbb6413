//! The order of all nodes, computed once.

use std::cmp::Ordering;
use std::fmt;

use crate::dom::arena::{NodeIndex, Tree};
use crate::steps;

use super::document::Document;
use super::node_ref::NodeRef;

/// The places of all nodes of a document, from [`Document::document_order`]: it compares any two in
/// constant time, however deep they are and however many siblings they have.
///
/// It takes 12 bytes for each node. For a few comparisons,
/// [`NodeRef::compare_position`] and [`NodeRef::contains`] need none.
///
/// ```
/// let document = consomme::parse_fragment("div", "<p>1</p><p>2<b>3</b></p>");
/// let order = document.document_order();
/// let mut found: Vec<_> = document.descendants().collect();
/// found.reverse();
/// found.sort_by_key(|node| order.position(*node));
/// assert!(found.into_iter().eq(document.descendants()));
///
/// let p = document.root().last_child().unwrap();
/// assert!(order.contains(p, p.last_child().unwrap()));
/// ```
///
/// <https://dom.spec.whatwg.org/#concept-tree-order>
#[derive(Clone)]
pub struct DocumentOrder<'a> {
    document: &'a Document,
    /// By the index of the node.
    places: Vec<Extent>,
}

/// The extent of a node and its descendants among all nodes, in which one tree follows another.
#[derive(Clone, Copy, Default)]
struct Extent {
    /// The number of nodes before it.
    start: u32,
    /// The number of nodes before the one that follows its descendants.
    end: u32,
    /// The place of the root of its tree.
    tree: u32,
}

/// Document order.
impl Document {
    /// Returns the order of all nodes, in time linear in their number: the nodes of the document,
    /// and of other trees, such as the contents of templates and detached trees.
    pub fn document_order(&self) -> DocumentOrder<'_> {
        DocumentOrder { document: self, places: places(&self.tree) }
    }
}

impl<'a> DocumentOrder<'a> {
    /// Returns the number of nodes before a node in tree order, the root of the document being the
    /// first: a key to sort nodes by. `None` for a node of another document, even of a clone.
    ///
    /// Nodes of other trees come after the document's nodes, tree by tree, in the order in which
    /// the roots of these trees were created.
    pub fn position(&self, node: impl Into<NodeRef<'a>>) -> Option<usize> {
        Some(self.place(node.into())?.start as usize)
    }

    /// Compares the places of two nodes in tree order: the result is `Less` if `a` comes before
    /// `b`. A node comes before its descendants. `None` if the nodes are not in the same tree, as
    /// for [`NodeRef::compare_position`].
    pub fn compare(
        &self,
        a: impl Into<NodeRef<'a>>,
        b: impl Into<NodeRef<'a>>,
    ) -> Option<Ordering> {
        let (a, b) = (self.place(a.into())?, self.place(b.into())?);
        (a.tree == b.tree).then(|| a.start.cmp(&b.start))
    }

    /// Returns whether `node` is `ancestor` or one of its descendants, as
    /// [`NodeRef::contains`] does.
    pub fn contains(&self, ancestor: impl Into<NodeRef<'a>>, node: impl Into<NodeRef<'a>>) -> bool {
        let (ancestor, node) = (self.place(ancestor.into()), self.place(node.into()));
        // Each tree has a range of its own, so this does not hold for nodes of different trees.
        ancestor.zip(node).is_some_and(|(a, b)| (a.start..a.end).contains(&b.start))
    }

    fn place(&self, node: NodeRef<'a>) -> Option<Extent> {
        let is_of_document = std::ptr::eq(node.document(), self.document);
        is_of_document.then(|| self.places[node.index().to_usize()])
    }
}

impl fmt::Debug for DocumentOrder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DocumentOrder").finish_non_exhaustive()
    }
}

/// Returns the places of all nodes.
fn places(tree: &Tree) -> Vec<Extent> {
    let mut places = vec![Extent::default(); tree.nodes().len()];
    let mut count = 0;
    for index in (1..tree.nodes().len()).map(NodeIndex::new) {
        steps::count(1);
        if tree.node(index).parent().is_none() {
            count = place_tree(tree, index, count, &mut places);
        }
    }
    places
}

/// Writes the places of the nodes of one tree. `count` is the number of nodes before it; returns
/// the number after it.
fn place_tree(tree: &Tree, root: NodeIndex, mut count: u32, places: &mut [Extent]) -> u32 {
    let start_of_tree = count;
    let mut at = root;
    loop {
        steps::count(1);
        let place = &mut places[at.to_usize()];
        (place.start, place.tree) = (count, start_of_tree);
        count += 1;
        if let Some(child) = tree.node(at).first_child() {
            at = child;
            continue;
        }
        // Up to the next node that has a sibling after it.
        at = loop {
            steps::count(1);
            places[at.to_usize()].end = count;
            let node = tree.node(at);
            match (at == root, node.next_sibling(), node.parent()) {
                (false, Some(next), _) => break next,
                (false, None, Some(parent)) => at = parent,
                _ => return count,
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree_sink::{ShadowRootInit, ShadowRootMode};
    use crate::{parse_fragment, parse_str};

    /// Returns all nodes of all trees.
    fn all_nodes(document: &Document) -> Vec<NodeRef<'_>> {
        let indices = (1..document.index_bound()).map(NodeIndex::new);
        let known = indices.filter(|index| document.tree.has(*index));
        known.map(|index| NodeRef::new(document, index)).collect()
    }

    fn check(document: &Document) {
        let order = document.document_order();
        for a in all_nodes(document) {
            for b in all_nodes(document) {
                assert_eq!(order.compare(a, b), a.compare_position(b), "{a:?} {b:?}");
                assert_eq!(order.contains(a, b), a.contains(b), "{a:?} {b:?}");
            }
        }
        let positions = document.root().inclusive_descendants().map(|node| order.position(node));
        assert!(positions.eq((0..).map(Some).take(document.descendants().count() + 1)));
    }

    #[test]
    fn places_are_those_that_walks_find() {
        for html in [
            "",
            "<!doctype html><p>1<b>2</b><!--3--><p>4<?t d?>",
            "<table>1<tr><td>2</table><b><p>3</b>4</p></body><!--5-->6",
            "<template>1<template><i>2</i></template></template>3",
            "<select><button><selectedcontent></button><option>a<option selected>b</select>",
        ] {
            check(&parse_str(html));
            check(&parse_fragment("div", html));
        }
    }

    #[test]
    fn trees_of_their_own_are_apart() {
        let mut document = parse_fragment("div", "<p>1</p><p>2<i>3</i></p>");
        let [first, last] = [document.root().first_child(), document.root().last_child()];
        let [first, last] = [first, last].map(|node| node.unwrap().id());
        let shadow_root =
            document.attach_shadow(first, ShadowRootInit::new(ShadowRootMode::Open)).unwrap();
        document.append_text(shadow_root, "4").unwrap();
        document.detach(last).unwrap();
        let discarded = document.create_comment("5").unwrap();
        document.discard(discarded).unwrap();
        document.prepend(first, document.node(last).last_child().unwrap().id()).unwrap();
        check(&document);
        let order = document.document_order();
        let [first, last] = [first, last].map(|id| document.node(id));
        assert_eq!((order.compare(first, last), order.contains(first, last)), (None, false));
        assert!(order.position(first) < order.position(last));
    }

    #[test]
    fn nodes_of_a_clone_have_no_place() {
        let document = parse_fragment("div", "<p>");
        let clone = document.clone();
        let order = document.document_order();
        assert_eq!(order.position(clone.root()), None);
        assert_eq!(order.compare(document.root(), clone.root()), None);
        assert!(!order.contains(clone.root(), document.root().first_child().unwrap()));
    }

    #[test]
    fn places_take_linear_time_in_deep_and_in_wide_trees() {
        for html in ["<b>", "<br>", "<template>", "<p><a>x"] {
            let steps = |count: usize| {
                let document = parse_fragment("div", html.repeat(count));
                steps::counted(|| drop(document.document_order()))
            };
            assert!(steps(400) <= 2 * steps(200) + 20, "{html}");
        }
    }
}
