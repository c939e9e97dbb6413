//! Whether nodes are in the document, and in which elements, for streams.

use crate::dom::{NodeIndex, Tree};
use crate::steps;

use super::ancestor_chain::{AncestorChain, MAX_UNCACHED};

/// A cache of the places of nodes that have many ancestors.
#[derive(Debug, Default)]
pub(crate) struct Ancestry {
    chain: AncestorChain<bool>,
    /// The nodes of the last walk after the first ones, each with whether it is the root of the
    /// contents of a `template` or of a shadow tree.
    passed: Vec<(NodeIndex, bool)>,
}

impl Ancestry {
    /// Returns whether a node is in the document, not in the contents of a `template`, in a shadow
    /// tree, or nowhere; and whether it is an element, or in that or its contents.
    pub(crate) fn place(&mut self, tree: &Tree, id: NodeIndex, element: NodeIndex) -> (bool, bool) {
        self.passed.clear();
        let (mut next, mut count) = (Some(id), 0);
        // Whether one of the first, uncached ancestors is a template's contents or a shadow root.
        let mut is_in_contents = false;
        let mut is_within = false;
        let mut is_in_document = false;
        while let Some(node) = next {
            // The first ones are walked: that takes less time than looking them up.
            if count >= MAX_UNCACHED
                && let Some(known) = self.chain.get(node)
            {
                is_in_document = known;
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
                is_in_document = node == tree.root_index();
            }
            count += 1;
        }
        steps::count(count);
        if !self.passed.is_empty() {
            let found = self.passed.drain(..).rev().map(|(node, is_root_of_contents)| {
                is_in_document &= !is_root_of_contents;
                (node, is_in_document)
            });
            self.chain.keep(next, found);
        }
        (is_in_document && !is_in_contents, is_within)
    }

    /// Drops the known facts about an element that gets another parent, and its descendants.
    #[inline]
    pub(super) fn forget(&mut self, id: NodeIndex) {
        self.chain.forget(id);
    }
}
