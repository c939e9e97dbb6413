//! The walk over the elements that a selector may match.

use crate::dom::{Document, ElementData, ElementRef, NodeIndex, NodeRef};

/// The descendant elements of a node in tree order, each with its depth. Unlike
/// `descendant_elements`, this can only be walked forwards, so it takes constant time to create.
#[derive(Clone)]
pub(in crate::select) struct ElementWalk<'a> {
    document: &'a Document,
    scope: NodeIndex,
    /// The last node that was visited; `None` after the end.
    at: Option<NodeIndex>,
    /// The number of levels from the scope down to the last node.
    depth: usize,
}

/// An element in a walk.
#[derive(Clone, Copy)]
pub(in crate::select) struct Visited<'a> {
    pub(in crate::select) id: NodeIndex,
    pub(in crate::select) data: &'a ElementData,
    /// The number of levels below the node at which the walk started.
    pub(in crate::select) depth: usize,
}

impl<'a> ElementWalk<'a> {
    pub(in crate::select) fn new(scope: NodeRef<'a>) -> Self {
        let (document, scope) = (scope.document(), scope.index());
        ElementWalk { document, scope, at: Some(scope), depth: 0 }
    }

    /// Creates a walk over nothing.
    pub(in crate::select) fn empty(scope: NodeRef<'a>) -> Self {
        ElementWalk { at: None, ..ElementWalk::new(scope) }
    }

    /// Moves on to the next node, and returns it with its depth.
    pub(in crate::select) fn next_node(&mut self) -> Option<(NodeIndex, usize)> {
        self.at = self.following(self.at?);
        self.at.map(|id| (id, self.depth))
    }

    /// Returns the node after a node in tree order, and updates the depth.
    #[inline(always)] // As a part of `next`.
    fn following(&mut self, id: NodeIndex) -> Option<NodeIndex> {
        let tree = &self.document.tree;
        let mut node = tree.node(id);
        if node.first_child().is_some() {
            self.depth += 1;
            return node.first_child();
        }
        let mut id = id;
        while id != self.scope {
            if node.next_sibling().is_some() {
                return node.next_sibling();
            }
            id = node.parent()?;
            node = tree.node(id);
            self.depth -= 1;
        }
        None
    }
}

impl<'a> Iterator for ElementWalk<'a> {
    type Item = Visited<'a>;

    // Always inlined: most elements are rejected by their names right after it.
    #[inline(always)]
    fn next(&mut self) -> Option<Visited<'a>> {
        while let Some(id) = self.at {
            self.at = self.following(id);
            if let Some(id) = self.at
                && let Some(data) = self.document.tree.element(id)
            {
                return Some(Visited { id, data, depth: self.depth });
            }
        }
        None
    }
}

impl<'a> Visited<'a> {
    pub(in crate::select) fn element(&self, document: &'a Document) -> ElementRef<'a> {
        ElementRef::new(NodeRef::new(document, self.id), self.data)
    }
}
