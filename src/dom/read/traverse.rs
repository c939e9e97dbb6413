//! Iterators that walk the tree: all fused, and double-ended except for ancestors.

use std::iter::FusedIterator;

use super::element_ref::ElementRef;
use super::node_ref::NodeRef;

/// An iterator over children or siblings in tree order, from [`NodeRef::children`],
/// [`NodeRef::following_siblings`] and [`NodeRef::preceding_siblings`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Children<'a> {
    /// The next node from the front and the next from the back.
    ends: Option<(NodeRef<'a>, NodeRef<'a>)>,
}

impl<'a> Children<'a> {
    pub(crate) fn new(first: Option<NodeRef<'a>>, last: Option<NodeRef<'a>>) -> Self {
        Children { ends: first.zip(last) }
    }
}

impl<'a> Iterator for Children<'a> {
    type Item = NodeRef<'a>;

    fn next(&mut self) -> Option<NodeRef<'a>> {
        let (front, back) = self.ends.take()?;
        if front != back {
            self.ends = front.next_sibling().map(|next| (next, back));
        }
        Some(front)
    }
}

impl DoubleEndedIterator for Children<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let (front, back) = self.ends.take()?;
        if front != back {
            self.ends = back.previous_sibling().map(|previous| (front, previous));
        }
        Some(back)
    }
}

impl FusedIterator for Children<'_> {}

/// An iterator over the parent of a node, its parent and so on, from [`NodeRef::ancestors`] and
/// [`NodeRef::inclusive_ancestors`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Ancestors<'a> {
    next: Option<NodeRef<'a>>,
}

impl<'a> Ancestors<'a> {
    pub(crate) fn new(next: Option<NodeRef<'a>>) -> Self {
        Ancestors { next }
    }
}

impl<'a> Iterator for Ancestors<'a> {
    type Item = NodeRef<'a>;

    fn next(&mut self) -> Option<NodeRef<'a>> {
        let node = self.next?;
        self.next = node.parent();
        Some(node)
    }
}

impl FusedIterator for Ancestors<'_> {}

/// An iterator over all nodes from one to another in tree order, from [`NodeRef::descendants`],
/// [`NodeRef::inclusive_descendants`] and [`NodeRef::following`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct TreeOrder<'a> {
    /// The next node from the front and the next from the back.
    ends: Option<(NodeRef<'a>, NodeRef<'a>)>,
}

impl<'a> TreeOrder<'a> {
    pub(crate) fn of_descendants(root: NodeRef<'a>) -> Self {
        let last = root.last_child().map(last_inclusive_descendant);
        TreeOrder { ends: root.first_child().zip(last) }
    }

    pub(crate) fn of_inclusive_descendants(root: NodeRef<'a>) -> Self {
        TreeOrder { ends: Some((root, last_inclusive_descendant(root))) }
    }

    pub(crate) fn of_following(node: NodeRef<'a>) -> Self {
        let first = std::iter::once(node).chain(node.ancestors()).find_map(NodeRef::next_sibling);
        // If nothing follows, the search for the end is not needed.
        TreeOrder { ends: first.map(|first| (first, last_inclusive_descendant(node.root()))) }
    }
}

impl<'a> Iterator for TreeOrder<'a> {
    type Item = NodeRef<'a>;

    fn next(&mut self) -> Option<NodeRef<'a>> {
        let (front, back) = self.ends.take()?;
        if front != back {
            self.ends = front.next_in_order().map(|next| (next, back));
        }
        Some(front)
    }
}

impl DoubleEndedIterator for TreeOrder<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let (front, back) = self.ends.take()?;
        if front != back {
            self.ends = back.previous_in_order().map(|previous| (front, previous));
        }
        Some(back)
    }
}

impl FusedIterator for TreeOrder<'_> {}

/// An iterator over all nodes before a node in tree order except for its ancestors, the nearest
/// first, from [`NodeRef::preceding`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Preceding<'a> {
    /// The node returned last.
    current: NodeRef<'a>,
    /// The ancestor that comes next among the nodes before.
    ancestor: Option<NodeRef<'a>>,
}

impl<'a> Preceding<'a> {
    pub(crate) fn new(node: NodeRef<'a>) -> Self {
        Preceding { current: node, ancestor: node.parent() }
    }
}

impl<'a> Iterator for Preceding<'a> {
    type Item = NodeRef<'a>;

    fn next(&mut self) -> Option<NodeRef<'a>> {
        loop {
            self.current = self.current.previous_in_order()?;
            if self.ancestor != Some(self.current) {
                return Some(self.current);
            }
            self.ancestor = self.current.parent();
        }
    }
}

impl FusedIterator for Preceding<'_> {}

/// Returns the last node in tree order among a node and its descendants.
pub(crate) fn last_inclusive_descendant(mut node: NodeRef<'_>) -> NodeRef<'_> {
    while let Some(last) = node.last_child() {
        node = last;
    }
    node
}

/// An iterator over the elements among the nodes of another iterator, from
/// [`NodeRef::child_elements`], [`NodeRef::descendant_elements`] and the like.
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Elements<I> {
    nodes: I,
}

impl<I> Elements<I> {
    pub(crate) fn new(nodes: I) -> Self {
        Elements { nodes }
    }
}

impl<'a, I: Iterator<Item = NodeRef<'a>>> Iterator for Elements<I> {
    type Item = ElementRef<'a>;

    fn next(&mut self) -> Option<ElementRef<'a>> {
        self.nodes.find_map(NodeRef::as_element)
    }
}

impl<'a, I: DoubleEndedIterator<Item = NodeRef<'a>>> DoubleEndedIterator for Elements<I> {
    fn next_back(&mut self) -> Option<ElementRef<'a>> {
        self.nodes.by_ref().rev().find_map(NodeRef::as_element)
    }
}

impl<'a, I: FusedIterator<Item = NodeRef<'a>>> FusedIterator for Elements<I> {}

#[cfg(test)]
mod tests {
    #[test]
    fn what_precedes_and_what_follows_a_node_is_all_but_its_ancestors_and_descendants() {
        let html = "1<ul><li>2<b>3<i></i></b></li><!--4--><li></li></ul><p><i></i>5</p>";
        let document = crate::parse_fragment("div", html);
        let all: Vec<_> = document.root().inclusive_descendants().collect();
        for (index, node) in all.iter().enumerate() {
            let ancestors: Vec<_> = node.ancestors().collect();
            let mut before = all[..index].to_vec();
            before.retain(|other| !ancestors.contains(other));
            before.reverse();
            assert_eq!(node.preceding().collect::<Vec<_>>(), before, "{node:?}");
            let after = &all[index + node.inclusive_descendants().count()..];
            assert_eq!(node.following().collect::<Vec<_>>(), after, "{node:?}");
            let mut preceding = node.preceding();
            assert_eq!(preceding.by_ref().count(), before.len());
            assert_eq!(preceding.next(), None);
        }
    }
}
