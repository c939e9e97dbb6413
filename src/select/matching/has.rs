//! Matches `:has`, without recursion into the tree, and without searching a subtree again for each
//! of its ancestors.
//!
//! The first anchors that are asked about search for a match among the elements in their reach.
//! Once they have searched more nodes than the document has, all elements that match the
//! relative selector are found in one walk, and every anchor that may reach one of them is marked.
//! From then on, an anchor without a mark needs no search. For `:has(x)` and `:has(~ x)`, an anchor
//! with a mark needs none either.
//!
//! In a stream, an element is asked about when it is complete, after its descendants, while the
//! tree around it still grows. There, a search for `:has(x)` skips elements that were searched
//! before.
//!
//! <https://drafts.csswg.org/selectors/#relational>

use std::collections::HashSet;

use selectors::Element;
use selectors::matching::{MatchingContext, matches_selector};
use selectors::parser::SelectorKey;

use crate::dom::{NodeIndex, NodeRef};
use crate::select::budget::Budget;
use crate::select::types::{HasAnswers, HasCache, Html, Reach, RelativeSelector};
use crate::steps;

use super::subject::{Bounds, Subject};

impl Reach {
    /// Whether the elements are descendants of the anchor.
    fn is_down(self) -> bool {
        matches!(self, Reach::Children | Reach::Descendants)
    }
}

impl HasCache {
    /// Whether the anchor has a match of one of these selectors.
    pub(in crate::select) fn matches(
        &mut self,
        list: &[RelativeSelector],
        anchor: Subject<'_>,
        context: &mut MatchingContext<'_, Html>,
    ) -> bool {
        list.iter().any(|relative| {
            let key = SelectorKey::new(&relative.selector);
            let answers = self.answers.entry(key).or_default();
            if self.in_order_of_ends {
                answers.matches_complete(relative, anchor, context)
            } else {
                answers.matches(relative, anchor, context)
            }
        })
    }
}

impl HasAnswers {
    fn matches(
        &mut self,
        relative: &RelativeSelector,
        anchor: Subject<'_>,
        context: &mut MatchingContext<'_, Html>,
    ) -> bool {
        if let Some(&answer) = self.answers.get(&anchor.node.index()) {
            return answer;
        }
        let is_costly = relative.is_decided_by_marks
            || !matches!(relative.reach, Reach::Children | Reach::NextSibling);
        if self.marks.is_none()
            && is_costly
            && self.searched > anchor.node.document().tree.nodes().len()
        {
            self.marks = Some(marks(relative, anchor.node.root(), anchor.budget(), context));
        }
        let is_marked = self.marks.as_ref().map(|marks| marks.contains(&anchor.node.index()));
        let answer = match is_marked {
            Some(false) => false,
            Some(true) if relative.is_decided_by_marks => true,
            _ => context.nest_for_relative_selector(anchor.opaque(), |context| {
                self.search(relative, anchor, context)
            }),
        };
        self.answers.insert(anchor.node.index(), answer);
        answer
    }

    /// As [`matches`](Self::matches), where elements are asked about in the order of their ends.
    fn matches_complete(
        &mut self,
        relative: &RelativeSelector,
        anchor: Subject<'_>,
        context: &mut MatchingContext<'_, Html>,
    ) -> bool {
        if let Some(&answer) = self.answers.get(&anchor.node.index()) {
            return answer;
        }
        let reuses = relative.is_decided_by_marks && relative.reach == Reach::Descendants;
        let answer = context.nest_for_relative_selector(anchor.opaque(), |context| {
            if reuses {
                self.search_unanswered(relative, anchor, context)
            } else {
                self.search(relative, anchor, context)
            }
        });
        self.answers.insert(anchor.node.index(), answer);
        answer
    }

    /// Searches the elements in an anchor for a match, but not in those that were asked about: what
    /// they have, the anchor has.
    fn search_unanswered(
        &mut self,
        relative: &RelativeSelector,
        anchor: Subject<'_>,
        context: &mut MatchingContext<'_, Html>,
    ) -> bool {
        let (anchor, budget) = (anchor.node, anchor.budget());
        let ceiling = anchor.parent().filter(|_| relative.is_flat).map(NodeRef::index);
        let bounds = Bounds { ceiling, budget };
        let mut next = anchor.first_child();
        while let Some(node) = next {
            steps::count(1);
            // A search without steps ends as if it had a match.
            if !budget.take(1) {
                return true;
            }
            let mut within = None;
            if node.as_element().is_some() {
                let subject = Subject::within(node, &bounds);
                let answer = self.answers.get(&node.index());
                if answer == Some(&true)
                    || matches_selector(&relative.selector, 0, None, subject, context)
                {
                    return true;
                }
                within = node.first_child().filter(|_| answer.is_none());
            }
            let mut at = node;
            next = within.or_else(|| {
                loop {
                    if let Some(sibling) = at.next_sibling() {
                        return Some(sibling);
                    }
                    at = at.parent().filter(|parent| parent.index() != anchor.index())?;
                }
            });
        }
        false
    }

    /// Searches the elements in reach of an anchor for a match.
    fn search(
        &mut self,
        relative: &RelativeSelector,
        anchor: Subject<'_>,
        context: &mut MatchingContext<'_, Html>,
    ) -> bool {
        let (anchor, budget) = (anchor.node, anchor.budget());
        // Matching stops at the anchor's parent. Otherwise, for an element at depth n, each of its
        // n ancestors as an anchor would walk up n levels.
        let ceiling = anchor.parent().filter(|_| relative.is_flat).map(NodeRef::index);
        let bounds = Bounds { ceiling, budget };
        // Texts and comments between the elements take time, too. A search without steps ends as
        // if it had a match.
        let mut is_match = |node: NodeRef<'_>| {
            steps::count(1);
            self.searched += 1;
            !budget.take(1)
                || node.as_element().is_some() && {
                    let subject = Subject::within(node, &bounds);
                    matches_selector(&relative.selector, 0, None, subject, context)
                }
        };
        match relative.reach {
            Reach::Children => anchor.children().any(is_match),
            Reach::Descendants => anchor.below().any(is_match),
            Reach::NextSibling => {
                anchor.next_element_sibling().is_some_and(|next| is_match(next.as_node()))
            }
            Reach::FollowingSiblings => anchor.following_siblings().any(is_match),
            Reach::FollowingSiblingsAndBelow => anchor
                .following_siblings()
                .any(|sibling| is_match(sibling) || sibling.below().any(&mut is_match)),
        }
    }
}

/// Returns the elements of a tree that may have a match.
fn marks(
    relative: &RelativeSelector,
    root: NodeRef<'_>,
    budget: Budget<'_>,
    context: &mut MatchingContext<'_, Html>,
) -> HashSet<NodeIndex> {
    let mut marked = HashSet::new();
    let mut seen = HashSet::new();
    let bounds = Bounds { ceiling: None, budget };
    for element in budget.counted(root.descendant_elements()) {
        // Without an anchor, the part of the selector that refers to it counts as matched.
        let subject = Subject::within(element.as_node(), &bounds);
        if !matches_selector(&relative.selector, 0, None, subject, context) {
            continue;
        }
        let mut above = element.ancestor_elements();
        if relative.reach.is_down() {
            // If an ancestor is already marked, so are all of its ancestors: stop.
            while above.next().is_some_and(|ancestor| marked.insert(ancestor.index())) {}
            continue;
        }
        let mut at = Some(element);
        while let Some(element) = at.filter(|element| seen.insert(element.index())) {
            let mut before = element.preceding_sibling_elements();
            while before.next_back().is_some_and(|sibling| marked.insert(sibling.index())) {}
            at = above.next().filter(|_| relative.reach == Reach::FollowingSiblingsAndBelow);
        }
    }
    marked
}
