//! Whether nodes are in the document, in which elements, and whether in a `form`, for streams.

use crate::dom::{NodeIndex, Tree};
use crate::names::known;
use crate::steps;

use super::ancestor_chain::{AncestorChain, MAX_UNCACHED};

/// A cache of the places of nodes that have many ancestors.
#[derive(Debug, Default)]
pub(crate) struct Ancestry {
    chain: AncestorChain<Known>,
    /// The nodes of the last walk after the first ones, each with whether it is the root of the
    /// contents of a `template` or of a shadow tree.
    passed: Vec<(NodeIndex, bool)>,
}

/// The facts about a node that are cached.
#[derive(Clone, Copy, Debug)]
struct Known {
    is_in_document: bool,
    /// Whether it is a `form`, or in one of the same tree.
    is_in_form: bool,
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
        let mut is_in_form = false;
        while let Some(node) = next {
            // The first ones are walked: that takes less time than looking them up.
            if count >= MAX_UNCACHED
                && let Some(known) = self.chain.get(node)
            {
                (is_in_document, is_in_form) = (known.is_in_document, known.is_in_form);
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
                is_in_form &= !is_root_of_contents;
                is_in_form |= tree.is_html(node, known::FORM);
                (node, Known { is_in_document, is_in_form })
            });
            self.chain.keep(next, found);
        }
        (is_in_document && !is_in_contents, is_within)
    }

    /// Returns whether a node is a `form`, or in one of the same tree. The walk up is short for a
    /// node whose place was asked for.
    pub(crate) fn is_in_form(ancestry: Option<&Ancestry>, tree: &Tree, id: NodeIndex) -> bool {
        let (mut next, mut count) = (Some(id), 0);
        while let Some(node) = next {
            steps::count(1);
            if count >= MAX_UNCACHED
                && let Some(known) = ancestry.and_then(|ancestry| ancestry.chain.get(node))
            {
                return known.is_in_form;
            }
            if tree.is_html(node, known::FORM) {
                return true;
            }
            (next, count) = (tree.node(node).parent(), count + 1);
        }
        false
    }

    /// Drops the known facts about an element that gets another parent, and its descendants.
    #[inline]
    pub(super) fn forget(&mut self, id: NodeIndex) {
        self.chain.forget(id);
    }
}
