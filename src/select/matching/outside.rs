//! Which compounds of a selector match an element together with all compounds before them:
//! `h2 ~ p`, answered from the root down.
//!
//! The crate for matching looks at each sibling before an element until one matches, so that
//! `h2 ~ p` takes quadratic time in a list of `p` without `h2`. Here a step is a compound with the
//! combinator before it. It holds for an element that matches the compound, if the step before
//! holds for an element that is related to it as the combinator says. So each element is compared
//! once with each compound, after its parent and the siblings before it. For `h2 ~ p b` in
//! `<h2></h2><i></i><p><b>`:
//!
//! ```text
//! h2  is an `h2`: the first step holds
//! i   no step holds for it, but the first one holds for a sibling before the next element
//! p   is a `p`, and the first step holds for a sibling before it: the second step holds
//! b   is a `b`, and the second step holds for an ancestor: the last step holds, so it matches
//! ```

use selectors::matching::MatchingContext;
use selectors::parser::{Combinator, Component, Selector};

use crate::dom::{ElementRef, NodeIndex, NodeRef};
use crate::select::types::Html;
use crate::steps;

use super::inside::MAX_STEPS;
use super::subject::{Bounds, Subject};

/// The answers about one selector during a walk in tree order. They take memory for each open
/// element only.
#[derive(Default)]
pub(super) struct Outside {
    /// The elements from the root down to the element of the last call.
    path: Vec<Level>,
    /// The number of ancestors of the first element that was asked about, and its depth in the
    /// walk.
    first: Option<(usize, usize)>,
    /// The elements that [`matches`](Self::matches) has yet to add to the path. Empty between
    /// calls; kept for its capacity.
    missing: Vec<NodeIndex>,
}

/// An element, with a bit for each step, the first one's the lowest.
#[derive(Clone, Copy)]
struct Level {
    element: NodeIndex,
    held: Held,
}

/// The steps that hold for an element and around it.
#[derive(Clone, Copy, Default)]
struct Held {
    /// The steps that hold for the element.
    own: u64,
    /// The steps that hold for it or an ancestor.
    above: u64,
    /// The steps that hold for it or a sibling before it.
    before: u64,
}

/// Whether a selector asks about earlier siblings, and can be answered here: it has few enough
/// steps, and neither `:scope` nor `&`, which may stand for a document fragment.
pub(super) fn can_answer(selector: &Selector<Html>) -> bool {
    let combinators = || selector.iter_raw_match_order().filter_map(Component::as_combinator);
    combinators().any(|one| one == Combinator::LaterSibling)
        && combinators().all(|one| {
            use Combinator::{Child, Descendant, LaterSibling, NextSibling};
            matches!(one, Child | Descendant | LaterSibling | NextSibling)
        })
        && combinators().count() < MAX_STEPS
        && !selector.has_scope_selector()
        && !selector.has_parent_selector()
}

impl Outside {
    /// Whether an element matches. It must be the same as in the last call, or come after that one
    /// in tree order. `depth` is its depth in the walk.
    pub(super) fn matches(
        &mut self,
        selector: &Selector<Html>,
        element: ElementRef<'_>,
        depth: usize,
        bounds: &Bounds<'_>,
        context: &mut MatchingContext<'_, Html>,
    ) -> bool {
        let (ancestors, first_depth) =
            *self.first.get_or_insert_with(|| (element.ancestor_elements().count(), depth));
        let mut level = ancestors + depth - first_depth;
        let mut common = 0;
        self.missing.push(element.index());
        for ancestor in element.ancestor_elements() {
            level -= 1;
            if self.path.get(level).is_some_and(|known| known.element == ancestor.index()) {
                common = level + 1;
                break;
            }
            self.missing.push(ancestor.index());
        }
        // The path may have a sibling of the first missing element, which is answered already: keep
        // it.
        self.path.truncate(common + 1);
        while let Some(missing) = self.missing.pop() {
            let node = NodeRef::new(element.document(), missing);
            let answered = self.path.get(common).copied();
            let above = common.checked_sub(1).and_then(|level| self.path.get(level));
            let above = above.map_or(Held::default(), |level| level.held);
            let held = held_of(selector, node, answered, above, bounds, context);
            self.path.truncate(common);
            self.path.push(Level { element: missing, held });
            common += 1;
        }
        let last = selector.iter_raw_match_order().filter(|one| one.is_combinator()).count();
        self.path.last().is_some_and(|level| level.held.own >> last & 1 == 1)
    }
}

/// Returns the steps that hold for an element, given a sibling that is answered and the steps that
/// hold for the parent and above it.
fn held_of(
    selector: &Selector<Html>,
    node: NodeRef<'_>,
    answered: Option<Level>,
    above: Held,
    bounds: &Bounds<'_>,
    context: &mut MatchingContext<'_, Html>,
) -> Held {
    let (mut held, mut next) = match answered {
        Some(level) if level.element == node.index() => return level.held,
        Some(level) => (level.held, NodeRef::new(node.document(), level.element).next_sibling()),
        None => (Held::default(), Some(first_sibling(node))),
    };
    loop {
        let Some(sibling) = next else {
            // The answered sibling comes after the element: start from the first sibling.
            (held, next) = (Held::default(), Some(first_sibling(node)));
            continue;
        };
        next = sibling.next_sibling();
        steps::count(1);
        // A search that has no steps left ends as if nothing matched: the walk discards the answer.
        if !bounds.budget.take(1) {
            return Held::default();
        }
        if sibling.as_element().is_some() {
            let own = own_steps(selector, Subject::within(sibling, bounds), held, above, context);
            held = Held { own, above: above.above | own, before: held.before | own };
        }
        if sibling == node {
            return held;
        }
    }
}

fn first_sibling(node: NodeRef<'_>) -> NodeRef<'_> {
    node.parent().and_then(NodeRef::first_child).unwrap_or(node)
}

/// Returns the steps that hold for an element, given the steps that hold for the element before it
/// and for its parent.
fn own_steps(
    selector: &Selector<Html>,
    subject: Subject<'_>,
    before: Held,
    above: Held,
    context: &mut MatchingContext<'_, Html>,
) -> u64 {
    let mut own = 0;
    // The number of the step, and where its compound starts among the components.
    let (mut index, mut start) = (0, 0);
    let mut is_possible = true;
    let components = selector.iter_raw_parse_order_from(0).enumerate();
    let ends = components.filter_map(|(at, one)| Some((at, Some(one.as_combinator()?))));
    for (end, combinator) in ends.chain([(selector.len(), None)]) {
        if is_possible {
            steps::count(1);
            own |= u64::from(subject.matches_compound(selector, start, context)) << index;
        }
        let related = match combinator {
            Some(Combinator::Descendant) => above.above,
            Some(Combinator::Child) => above.own,
            Some(Combinator::NextSibling) => before.own,
            Some(Combinator::LaterSibling) => before.before,
            // `can_answer` refuses all others.
            _ => 0,
        };
        is_possible = related >> index & 1 == 1;
        (index, start) = (index + 1, end + 1);
    }
    own
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use selectors::matching::{MatchingForInvalidation, matches_selector};

    use super::*;
    use crate::parse_str;
    use crate::select::budget::Budget;
    use crate::select::grammar::{SelectorOptions, parse};
    use crate::select::matching::{ElementWalk, Matcher};

    const UNLIMITED: Bounds<'_> = Bounds { ceiling: None, budget: Budget::UNLIMITED };

    /// Compounds with combinators between them.
    fn selectors() -> impl Strategy<Value = String> {
        let compound = prop::sample::select(vec![
            "p",
            "b",
            "i",
            "*",
            ".a",
            "p.a",
            ":not(b)",
            ":is(b ~ i)",
            ":nth-child(2)",
            ":empty",
            ":first-of-type",
            ":has(b)",
            "html",
            "body",
        ]);
        let combinator = prop::sample::select(vec![" ~ ", " ~ ", " + ", " > ", " "]);
        let more = prop::collection::vec((combinator, compound.clone()), 0..3);
        let both = |parts: Vec<(&str, &str)>| -> String {
            parts.iter().flat_map(|(combinator, compound)| [*combinator, *compound]).collect()
        };
        (compound.clone(), more.clone(), compound, more).prop_map(
            move |(first, more, last, rest)| {
                format!("{first}{} ~ {last}{}", both(more), both(rest))
            },
        )
    }

    fn documents() -> impl Strategy<Value = String> {
        let tags = ["<p>", "<b>", "</b>", "<i>", "</i>", "<div class=a>", "</div>", "x", "<!---->"];
        let tag = prop::sample::select(tags.to_vec());
        prop::collection::vec(tag, 0..40).prop_map(|tags| tags.concat())
    }

    proptest! {
        /// All elements in order, and some of them only, which skips siblings and whole subtrees.
        #[test]
        fn the_answers_are_those_of_the_crate_for_matching(
            text in selectors(),
            html in documents(),
            asked in any::<u64>(),
        ) {
            let document = parse_str(&html);
            let list = parse(&text, &SelectorOptions::new()).expect("it is valid");
            let selector = &list.slice()[0];
            prop_assert!(can_answer(selector));
            let (mut all, mut some) = (Outside::default(), Outside::default());
            let mut matcher = Matcher::new(document.root());
            let mut context = matcher.context(MatchingForInvalidation::No);
            for (index, visited) in ElementWalk::new(document.root()).enumerate() {
                let (element, depth) = (visited.element(&document), visited.depth);
                let subject = Subject::new(element.as_node());
                let expected = matches_selector(selector, 0, None, subject, &mut context);
                let found = all.matches(selector, element, depth, &UNLIMITED, &mut context);
                prop_assert_eq!(found, expected, "{} at {} of {}", text, index, html);
                if asked >> (index % 64) & 1 == 1 {
                    let found = some.matches(selector, element, depth, &UNLIMITED, &mut context);
                    prop_assert_eq!(found, expected, "{} at {} of {}, skipped", text, index, html);
                }
            }
        }
    }

    #[test]
    fn selectors_about_the_scope_are_left_to_the_crate_for_matching() {
        let can_answer = |text: &str| {
            let list = parse(text, &SelectorOptions::new()).expect("it is valid");
            can_answer(&list.slice()[0])
        };
        assert!(can_answer("a ~ b") && can_answer("a ~ b + c > d e"));
        assert!(!can_answer("a + b") && !can_answer(":scope ~ b") && !can_answer("& ~ b"));
        assert!(!can_answer("a ~ b::before"));
        assert!(can_answer(&["a"; 64].join(" ~ ")) && !can_answer(&["a"; 65].join(" ~ ")));
    }
}
