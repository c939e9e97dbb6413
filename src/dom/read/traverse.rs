//! Walking the tree: iterative, fused, from either end where the order allows.

use std::iter::FusedIterator;

use super::element_ref::ElementRef;
use super::node_ref::NodeRef;

/// Children or siblings in tree order, from [`NodeRef::children`] and others.
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Children<'a> {
    /// The next from the front and from the back; both or neither.
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

/// The parent of a node, its parent and so on, from [`NodeRef::ancestors`].
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

/// All nodes below a node in tree order, from [`NodeRef::descendants`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Descendants<'a> {
    range: InOrder<'a>,
}

impl<'a> Descendants<'a> {
    pub(crate) fn new(root: NodeRef<'a>) -> Self {
        let last = root.last_child().map(last_inclusive_descendant);
        Descendants { range: InOrder { ends: root.first_child().zip(last) } }
    }
}

impl<'a> Iterator for Descendants<'a> {
    type Item = NodeRef<'a>;

    fn next(&mut self) -> Option<NodeRef<'a>> {
        self.range.next()
    }
}

impl DoubleEndedIterator for Descendants<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.range.next_back()
    }
}

impl FusedIterator for Descendants<'_> {}

/// All nodes after a node and its descendants in tree order, from [`NodeRef::following`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Following<'a> {
    range: InOrder<'a>,
}

impl<'a> Following<'a> {
    pub(crate) fn new(node: NodeRef<'a>) -> Self {
        let first = std::iter::once(node).chain(node.ancestors()).find_map(NodeRef::next_sibling);
        // Where nothing follows, the end need not be looked for.
        let ends = first.map(|first| (first, last_inclusive_descendant(node.root())));
        Following { range: InOrder { ends } }
    }
}

impl<'a> Iterator for Following<'a> {
    type Item = NodeRef<'a>;

    fn next(&mut self) -> Option<NodeRef<'a>> {
        self.range.next()
    }
}

impl DoubleEndedIterator for Following<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.range.next_back()
    }
}

impl FusedIterator for Following<'_> {}

/// All nodes from one to another in tree order.
#[derive(Clone, Debug)]
struct InOrder<'a> {
    /// The next from the front and from the back; both or neither.
    ends: Option<(NodeRef<'a>, NodeRef<'a>)>,
}

impl<'a> InOrder<'a> {
    fn next(&mut self) -> Option<NodeRef<'a>> {
        let (front, back) = self.ends.take()?;
        if front != back {
            self.ends = front.next_in_order().map(|next| (next, back));
        }
        Some(front)
    }

    fn next_back(&mut self) -> Option<NodeRef<'a>> {
        let (front, back) = self.ends.take()?;
        if front != back {
            self.ends = back.previous_in_order().map(|previous| (front, previous));
        }
        Some(back)
    }
}

/// The last node in tree order of a node and its descendants.
pub(crate) fn last_inclusive_descendant(mut node: NodeRef<'_>) -> NodeRef<'_> {
    while let Some(last) = node.last_child() {
        node = last;
    }
    node
}

/// The elements among the nodes of another iterator, from [`NodeRef::child_elements`] and others.
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
