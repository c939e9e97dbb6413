//! Matches `:has`, without recursion into the tree, and without searching a subtree again for each
//! of its ancestors.
//!
//! There are two ways. At first, each anchor searches the elements in its reach for a match. That
//! is done only if a candidate is compared with elements near it; and, unless the reach is the
//! children or the next sibling, only until the anchors together have searched more nodes than the
//! document has. After that, and for `:has(a b)` from the start, [`inside`] finds out which
//! compounds match in the anchor. It looks at each element once, so all anchors together take
//! linear time.
//!
//! In a stream, `:has` is matched when its anchor is complete, while the tree around it still
//! grows. So neither way looks at elements outside of the anchor; streams refuse `:has(~ x)`, which
//! would.
//!
//! <https://drafts.csswg.org/selectors/#relational>

use selectors::Element;
use selectors::matching::{MatchingContext, matches_selector};
use selectors::parser::SelectorKey;

use crate::dom::NodeRef;
use crate::select::types::{HasAnswers, HasCache, Html, Reach, RelativeSelector};
use crate::steps;

use super::inside;
use super::subject::{Bounds, Subject};

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
            self.answers.entry(key).or_default().matches(relative, anchor, context)
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
        let answer = context.nest_for_relative_selector(anchor.opaque(), |context| {
            if self.is_searched(relative, anchor) {
                self.search(relative, anchor, context)
            } else {
                self.look_inside(relative, anchor, context)
            }
        });
        self.answers.insert(anchor.node.index(), answer);
        answer
    }

    /// Whether the elements in the anchor's reach are compared with the whole selector, instead of
    /// step by step by `look_inside`.
    fn is_searched(&self, relative: &RelativeSelector, anchor: Subject<'_>) -> bool {
        let has_few = matches!(relative.reach, Reach::Children | Reach::NextSibling);
        // `Inside` has no bits for more steps.
        relative.steps.len() > inside::MAX_STEPS
            || relative.is_near
                && (has_few || self.searched <= anchor.node.document().tree.nodes().len())
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
        // Texts and comments between the elements take time, too. A search that has no steps left
        // ends as if it had found a match.
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
