//! Walking the tree: iterative, fused, from either end where the order allows.

use std::iter::FusedIterator;

use super::node_ref::NodeRef;

/// Children or siblings in tree order, from [`NodeRef::children`] and others.
#[derive(Clone, Debug)]
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
pub struct Descendants<'a> {
    /// The next from the front and from the back; both or neither.
    ends: Option<(NodeRef<'a>, NodeRef<'a>)>,
}

impl<'a> Descendants<'a> {
    pub(crate) fn new(root: NodeRef<'a>) -> Self {
        Descendants { ends: root.first_child().zip(root.last_child().map(last_inclusive_descendant)) }
    }
}

impl<'a> Iterator for Descendants<'a> {
    type Item = NodeRef<'a>;

    fn next(&mut self) -> Option<NodeRef<'a>> {
        let (front, back) = self.ends.take()?;
        if front != back {
            // Not at the end, so something follows below the root: going up never leaves it.
            let mut next = front.first_child();
            let mut node = Some(front);
            while let (None, Some(up)) = (next, node) {
                next = up.next_sibling();
                node = up.parent();
            }
            self.ends = next.map(|next| (next, back));
        }
        Some(front)
    }
}

impl DoubleEndedIterator for Descendants<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let (front, back) = self.ends.take()?;
        if front != back {
            let previous = back.previous_sibling().map(last_inclusive_descendant).or_else(|| back.parent());
            self.ends = previous.map(|previous| (front, previous));
        }
        Some(back)
    }
}

impl FusedIterator for Descendants<'_> {}

/// The last node in tree order of a node and its descendants.
fn last_inclusive_descendant(mut node: NodeRef<'_>) -> NodeRef<'_> {
    while let Some(last) = node.last_child() {
        node = last;
    }
    node
}
