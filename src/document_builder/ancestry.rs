//! Whether nodes are in the document, and in which elements, for streams.

use crate::dom::{NodeIndex, Tree};
use crate::steps;

use super::ancestor_chain::{AncestorChain, MAX_UNCACHED};

/// A cache of the places of nodes that have many ancestors.
#[derive(Debug, Default)]
pub(crate) struct Ancestry {
    chain: AncestorChain<Connection>,
    /// The nodes of the last walk after the first ones, each with whether it is the root of the
    /// contents of a `template` or of a shadow tree.
    passed: Vec<(NodeIndex, bool)>,
}

/// Whether a node is connected to the document.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Connection {
    /// Whether it is in the document, not in the contents of a `template`, in a shadow tree, or
    /// nowhere.
    pub(crate) is_in_document: bool,
    /// Whether it is in the document or in the contents of something that is.
    pub(crate) is_below_document: bool,
}

impl Ancestry {
    /// Returns where a node is, and whether it is an element, or in that or its contents.
    pub(crate) fn place(
        &mut self,
        tree: &Tree,
        id: NodeIndex,
        element: NodeIndex,
    ) -> (Connection, bool) {
        self.passed.clear();
        let (mut next, mut count) = (Some(id), 0);
        // Whether one of the first, uncached ancestors is a template's contents or a shadow root.
        let mut is_in_contents = false;
        let mut is_within = false;
        let mut place = Connection::default();
        while let Some(node) = next {
            // The first ones are walked: that takes less time than looking them up.
            if count >= MAX_UNCACHED
                && let Some(known) = self.chain.get(node)
            {
                place = known;
                let above = self.chain.index(element);
                is_within |= above.is_some() && above <= self.chain.index(node);
                break;
            }
            is_within |= node == element;
            let parent = tree.node(node).parent();
            next = parent.or_else(|| tree.host_of(node));
            let is_root_of_contents = parent.is_none() && next.is_some();
            if count < MAX_UNCACHED {
                is_in_contents |= is_root_of_contents;
            } else {
                self.passed.push((node, is_root_of_contents));
            }
            if next.is_none() {
                let is_document = node == tree.root_index();
                place = Connection { is_in_document: is_document, is_below_document: is_document };
            }
            count += 1;
        }
        steps::count(count);
        if !self.passed.is_empty() {
            let found = self.passed.drain(..).rev().map(|(node, is_root_of_contents)| {
                place.is_in_document &= !is_root_of_contents;
                (node, place)
            });
            self.chain.keep(next, found);
        }
        place.is_in_document &= !is_in_contents;
        (place, is_within)
    }

    /// Drops the known facts about an element that gets another parent, and its descendants.
    #[inline]
    pub(super) fn forget(&mut self, id: NodeIndex) {
        self.chain.forget(id);
    }
}
