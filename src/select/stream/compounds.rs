//! Matches a selector compound by compound, where the tree of a stream is not enough: some of the
//! siblings that `:nth-child()` counts are freed, or the content of an open element is not there
//! yet.
//!
//! The crate for matching counts siblings in the tree. But in its mode for invalidation, it takes
//! `:nth-child()` for true (in `:not()`, for false) and decides the rest of a compound. So this
//! file walks from compound to compound, lets the crate decide the rest of each, and decides
//! `:nth-child()` by its own counts. `ul li:nth-child(2) > b` on the `b` of `<ul><li>…<li><b>` goes
//! like this:
//!
//! 1. The crate says that the element is a `b`.
//! 2. `>` leads to its parent. The crate says that the parent is a `li`, whatever its number. One
//!    sibling is before it, so it is the second one: `:nth-child(2)` holds.
//! 3. The space leads to its ancestors, from the nearest on, until the crate finds a `ul`.

use std::ops::Range;

use selectors::Element;
use selectors::matching::{MatchingForInvalidation, matches_selector};
use selectors::parser::{AnPlusB, Combinator, Component, NthSelectorData, Selector};

use crate::select::matching::{Matcher, Subject};
use crate::select::types::{Html, PseudoClass};

use super::rules;
use super::sibling_counts::{Counted, SiblingCounts};

/// Matches the selectors of a stream with one element, its ancestors and siblings.
pub(super) struct CompoundMatcher<'a> {
    pub(super) matcher: &'a mut Matcher,
    pub(super) counts: Option<&'a mut SiblingCounts>,
}

impl CompoundMatcher<'_> {
    /// Whether an element matches. If it `is_open`, its content is not complete: then, whether it
    /// may match once that is. The caller has already compared the name and the attributes of an
    /// open element.
    ///
    /// Between two descendant combinators, each compound is about one certain element: a parent, or
    /// the element before. If these compounds match at several ancestors, the nearest one leaves
    /// the most ancestors for the rest of the selector. So no other is tried, and nothing is tried
    /// twice.
    // The nesting of selectors is limited when they are parsed.
    pub(super) fn matches(
        &mut self,
        selector: &Selector<Html>,
        subject: Subject<'_>,
        is_open: bool,
    ) -> bool {
        let (mut at, mut first) = (0, subject);
        loop {
            let next = match self.part_from(selector, at, first, is_open && at == 0) {
                Some(Part { rest: None, .. }) => return true,
                Some(Part { rest: Some(rest), leftmost }) => {
                    at = rest;
                    parent_of(leftmost)
                }
                None if at == 0 => return false,
                None => parent_of(first),
            };
            let Some(next) = next else { return false };
            first = next;
        }
    }

    /// Matches the compounds from component `at` on, in matching order, up to the next descendant
    /// combinator. `None` if one of them does not match.
    fn part_from<'d>(
        &mut self,
        selector: &Selector<Html>,
        mut at: usize,
        mut subject: Subject<'d>,
        is_open: bool,
    ) -> Option<Part<'d>> {
        let components = selector.iter_raw_match_order().as_slice();
        let mut is_open = is_open;
        loop {
            let end = components[at..].iter().position(Component::is_combinator);
            let end = end.map_or(components.len(), |length| at + length);
            if !self.is_compound(selector, at..end, subject, std::mem::take(&mut is_open)) {
                return None;
            }
            let Some(combinator) = components.get(end).and_then(Component::as_combinator) else {
                return Some(Part { leftmost: subject, rest: None });
            };
            at = end + 1;
            subject = match combinator {
                Combinator::Descendant => {
                    return Some(Part { leftmost: subject, rest: Some(at) });
                }
                Combinator::Child => parent_of(subject)?,
                Combinator::NextSibling => subject.prev_sibling_element()?,
                // Streams refuse `~`, and no tree has elements that the others lead to.
                Combinator::LaterSibling
                | Combinator::PseudoElement
                | Combinator::SlotAssignment
                | Combinator::Part => return None,
            };
        }
    }

    /// Whether an element matches the compound of these components.
    fn is_compound(
        &mut self,
        selector: &Selector<Html>,
        compound: Range<usize>,
        subject: Subject<'_>,
        is_open: bool,
    ) -> bool {
        let components = selector.iter_raw_match_order().as_slice();
        if subject.is_fragment() {
            let is_first = compound.end == components.len();
            return is_first && self.matches_fragment(selector, compound.start, subject);
        }
        if is_open {
            return components[compound].iter().all(|component| match component {
                // An element that has content will not be empty.
                Component::Empty => subject.is_empty(),
                component if rules::reads_content(component) => true,
                Component::NonTSPseudoClass(class) => self.matches_class(class, subject),
                component => self.is_so(component, subject),
            });
        }
        let mut context = self.matcher.context(MatchingForInvalidation::Yes);
        let start = components.len() - compound.end; // Counted from the other end.
        subject.matches_compound(selector, start, &mut context)
            && components[compound].iter().all(|component| self.is_so(component, subject))
    }

    /// Decides the components that the mode for invalidation takes for true. The crate has decided
    /// all others.
    fn is_so(&mut self, component: &Component<Html>, subject: Subject<'_>) -> bool {
        match component {
            Component::Nth(nth) => self.is_nth(nth, subject),
            Component::Is(list) | Component::Where(list) => {
                list.slice().iter().any(|one| self.matches(one, subject, false))
            }
            Component::Negation(list) => {
                !list.slice().iter().any(|one| self.matches(one, subject, false))
            }
            Component::Scope | Component::ImplicitScope => {
                let scope = self.matcher.context(MatchingForInvalidation::No).scope_element;
                scope.map_or_else(|| subject.is_root(), |scope| scope == subject.opaque())
            }
            Component::NonTSPseudoClass(class @ PseudoClass::Has(_)) => {
                self.matches_class(class, subject)
            }
            _ => true,
        }
    }

    fn matches_class(&mut self, class: &PseudoClass, subject: Subject<'_>) -> bool {
        let mut context = self.matcher.context(MatchingForInvalidation::No);
        subject.match_non_ts_pseudo_class(class, &mut context)
    }

    /// Whether a document fragment matches the leftmost compound, which starts at this offset. Few
    /// compounds match a fragment: it is there to be the `:scope`.
    fn matches_fragment(
        &mut self,
        selector: &Selector<Html>,
        start: usize,
        subject: Subject<'_>,
    ) -> bool {
        let mut context = self.matcher.context(MatchingForInvalidation::No);
        context.with_featureless(true, |context| {
            matches_selector(selector, start, None, subject, context)
        })
    }

    fn is_nth(&mut self, nth: &NthSelectorData, subject: Subject<'_>) -> bool {
        debug_assert!(!rules::is_from_end(nth.ty), "a stream refuses it here");
        if rules::is_first_child(nth) {
            return subject.prev_sibling_element().is_none();
        }
        let counted = if nth.ty.is_of_type() { Counted::SameType } else { Counted::All };
        let tree = &subject.node.document().tree;
        let Some(counts) = &mut self.counts else {
            debug_assert!(false, "a selector that needs places has counts");
            return false;
        };
        is_one_of(nth.an_plus_b, counts.before(tree, subject.node.index(), counted))
    }
}

/// Matching compounds, up to a descendant combinator.
struct Part<'d> {
    /// The element that matches the leftmost compound.
    leftmost: Subject<'d>,
    /// The offset of the rest of the selector in matching order; `None` if there is no more.
    rest: Option<usize>,
}

/// Returns the parent: an element, or the document fragment that `:scope` stands for.
fn parent_of(subject: Subject<'_>) -> Option<Subject<'_>> {
    subject.parent_element().or_else(|| subject.containing_shadow_host())
}

/// Whether An+B stands for the place of an element with this many elements before it.
fn is_one_of(AnPlusB(step, offset): AnPlusB, before: u64) -> bool {
    let above = i128::from(before) + 1 - i128::from(offset);
    match i128::from(step) {
        0 => above == 0,
        step => above % step == 0 && above / step >= 0,
    }
}
