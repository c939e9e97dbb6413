//! Which compounds of a relative selector match in an element: `:has(a b > c)`, answered from the
//! leaves up.
//!
//! A step is a compound with the combinator before it. It holds for an element that matches the
//! compound, if the next step holds for an element that is related to it as the next combinator
//! says. So each element is compared once with each compound, after its content and its following
//! siblings. For `:has(a b)` in `<p><a><i><b>`:
//!
//! ```text
//! b  is a `b`: the second step holds for it
//! i  the second step holds for a child of it
//! a  is an `a`, and the second step holds for a descendant: the first step holds for it
//! p  the first step holds for a child of it: it has a match
//! ```

use selectors::matching::MatchingContext;
use selectors::parser::Combinator;

use crate::dom::NodeRef;
use crate::select::types::{HasAnswers, Html, Inside, Reach, RelativeSelector};
use crate::steps;

use super::subject::{Bounds, Subject};

/// How many steps a selector may have: each has a bit.
pub(super) const MAX_STEPS: usize = u64::BITS as usize;

/// The steps that hold for the siblings after an element, as bits like those of [`Inside`].
#[derive(Clone, Copy, Default)]
struct Following {
    /// The steps that hold for the next element.
    next: u64,
    /// The steps that hold for any sibling after it.
    any: u64,
}

/// The order in which children are looked at.
#[derive(Clone, Copy)]
enum Order {
    /// The order in which the crate for matching caches the numbers of `:nth-child()`.
    FirstToLast,
    /// The order for combinators between siblings: a step needs the answers for later siblings.
    LastToFirst,
}

impl Order {
    fn of(relative: &RelativeSelector) -> Order {
        match relative.steps.iter().any(|step| step.combinator.is_sibling()) {
            true => Order::LastToFirst,
            false => Order::FirstToLast,
        }
    }

    fn first_child<'d>(self, node: NodeRef<'d>) -> Option<NodeRef<'d>> {
        match self {
            Order::FirstToLast => node.first_child(),
            Order::LastToFirst => node.last_child(),
        }
    }

    fn next_sibling<'d>(self, node: NodeRef<'d>) -> Option<NodeRef<'d>> {
        match self {
            Order::FirstToLast => node.next_sibling(),
            Order::LastToFirst => node.previous_sibling(),
        }
    }
}

/// An element whose children are looked at.
struct Open<'d> {
    node: NodeRef<'d>,
    next_child: Option<NodeRef<'d>>,
    inside: Inside,
    /// The steps that hold for the children after the next one, if siblings are asked for.
    following: Following,
}

impl<'d> Open<'d> {
    fn new(node: NodeRef<'d>, order: Order) -> Open<'d> {
        Open {
            node,
            next_child: order.first_child(node),
            inside: Inside::default(),
            following: Following::default(),
        }
    }
}

impl HasAnswers {
    /// Whether an anchor has a match.
    pub(super) fn look_inside(
        &mut self,
        relative: &RelativeSelector,
        anchor: Subject<'_>,
        context: &mut MatchingContext<'_, Html>,
    ) -> bool {
        let bounds = Bounds { ceiling: None, budget: anchor.budget() };
        if matches!(relative.reach, Reach::Children | Reach::Descendants) {
            let inside = self.inside(relative, anchor.node, &bounds, context);
            return holds_for_related(relative, 0, inside, Following::default());
        }
        let Some(parent) = anchor.node.parent() else { return false };
        self.inside(relative, parent, &bounds, context);
        self.answers.get(&anchor.node.index()).is_some_and(|answer| *answer)
    }

    /// Returns the steps that hold in a node. If `:has` asks about siblings after its anchor, also
    /// stores the answers for the children of the node as anchors.
    fn inside(
        &mut self,
        relative: &RelativeSelector,
        root: NodeRef<'_>,
        bounds: &Bounds<'_>,
        context: &mut MatchingContext<'_, Html>,
    ) -> Inside {
        let is_about_siblings = !matches!(relative.reach, Reach::Children | Reach::Descendants);
        let order = Order::of(relative);
        let mut open = vec![Open::new(root, order)];
        loop {
            let is_outermost = open.len() == 1;
            let Some(current) = open.last_mut() else { return Inside::default() };
            let (child, inside) = match current.next_child {
                Some(child) => {
                    current.next_child = order.next_sibling(child);
                    steps::count(1);
                    // A search that has no steps left ends as if it had found a match.
                    if !bounds.budget.take(1) {
                        return Inside { children: u64::MAX, below: u64::MAX };
                    }
                    if child.as_element().is_none() {
                        continue;
                    }
                    let Some(inside) = self.inside.get(&child.index()) else {
                        open.push(Open::new(child, order));
                        continue;
                    };
                    (child, *inside)
                }
                None => {
                    let (node, inside) = (current.node, current.inside);
                    self.inside.insert(node.index(), inside);
                    if is_outermost {
                        return inside;
                    }
                    open.pop();
                    (node, inside)
                }
            };
            let is_outermost = open.len() == 1;
            let Some(parent) = open.last_mut() else { return inside };
            if is_about_siblings && is_outermost {
                let answer = holds_for_related(relative, 0, inside, parent.following);
                self.answers.insert(child.index(), answer);
            }
            let subject = Subject::within(child, bounds);
            let held = held_by(relative, subject, inside, parent.following, context);
            parent.inside.children |= held;
            parent.inside.below |= held | inside.below;
            parent.following.next = held;
            parent.following.any |= held;
        }
    }
}

/// Returns the steps that hold for an element, given the steps that hold in it and for the siblings
/// after it.
fn held_by(
    relative: &RelativeSelector,
    subject: Subject<'_>,
    inside: Inside,
    following: Following,
    context: &mut MatchingContext<'_, Html>,
) -> u64 {
    let mut held = 0;
    for (index, step) in relative.steps.iter().enumerate() {
        let is_last = index + 1 == relative.steps.len();
        if is_last || holds_for_related(relative, index + 1, inside, following) {
            steps::count(1);
            let is_match = subject.matches_compound(&relative.selector, step.compound, context);
            held |= u64::from(is_match) << index;
        }
    }
    held
}

/// Whether a step holds for an element that is related to this one as its combinator says.
fn holds_for_related(
    relative: &RelativeSelector,
    index: usize,
    inside: Inside,
    following: Following,
) -> bool {
    let related = match relative.steps[index].combinator {
        Combinator::Descendant => inside.below,
        Combinator::Child => inside.children,
        Combinator::NextSibling => following.next,
        Combinator::LaterSibling => following.any,
        // No tree has elements that these lead to.
        Combinator::PseudoElement | Combinator::SlotAssignment | Combinator::Part => 0,
    };
    related >> index & 1 == 1
}
