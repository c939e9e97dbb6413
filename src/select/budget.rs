//! A limit on the work that a walk does for its selectors.

use std::cell::Cell;

use selectors::parser::{Component, Selector};

use super::types::{Html, PseudoClass, RelativeSelector};

/// The steps that are left while one element is compared with one selector.
pub(super) struct StepsLeft {
    steps: Cell<u64>,
    /// Whether questions are refused when no step is left.
    ///
    /// In debug builds, the crate for matching asserts that it counts the same siblings twice for
    /// `:nth-child()`, so no answer may change in between. There, a walk with such a selector ends
    /// at the next element only.
    refuses: bool,
}

impl StepsLeft {
    pub(super) fn new(steps: u64, selector: &Selector<Html>) -> StepsLeft {
        let refuses = !cfg!(debug_assertions) || !counts_siblings(selector);
        StepsLeft { steps: Cell::new(steps), refuses }
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps.get()
    }

    #[inline(never)] // Most walks have no limit.
    fn take(&self, steps: usize) -> bool {
        self.steps.set(self.steps().saturating_sub(steps as u64));
        self.steps() > 0 || !self.refuses
    }
}

/// The steps that a walk may still take. Without a limit, to count is to see that there is none.
#[derive(Clone, Copy)]
pub(super) struct Budget<'b>(Option<&'b StepsLeft>);

impl<'b> Budget<'b> {
    /// No limit.
    pub(super) const UNLIMITED: Budget<'static> = Budget(None);

    pub(super) fn of(left: &'b StepsLeft) -> Budget<'b> {
        Budget(Some(left))
    }

    /// Whether there is a limit.
    #[inline]
    pub(super) fn is_limited(self) -> bool {
        self.0.is_some()
    }

    /// Takes steps. Returns whether there are any left: if not, whoever asks gives up and answers
    /// something, because the walk drops the answer.
    #[inline]
    pub(super) fn take(self, steps: usize) -> bool {
        self.0.is_none_or(|left| left.take(steps))
    }

    /// Takes a step for each item, and ends where no step is left.
    pub(super) fn counted<I: Iterator>(self, items: I) -> impl Iterator<Item = I::Item> {
        items.take_while(move |_| self.take(1))
    }

    /// Takes the steps for reading a text of this many bytes.
    #[inline]
    pub(super) fn take_bytes(self, bytes: usize) -> bool {
        self.take(1 + bytes / BYTES_PER_STEP)
    }
}

/// Searches read at least as many bytes in the time of a step.
const BYTES_PER_STEP: usize = 16;

/// Returns how many steps it takes at most to compare a selector with the name and the attributes
/// of one element, whose attributes have this many bytes: one for each simple selector, more if the
/// attributes are long.
// The nesting of selectors is limited when they are parsed.
pub(super) fn comparing_steps(selector: &Selector<Html>, attribute_bytes: usize) -> usize {
    simple_selectors(selector).saturating_mul(1 + attribute_bytes / BYTES_PER_STEP)
}

/// Returns the number of simple selectors, with those in parentheses.
fn simple_selectors(selector: &Selector<Html>) -> usize {
    let components = selector.iter_raw_match_order();
    components.map(|one| 1 + in_parentheses(one).map(simple_selectors).sum::<usize>()).sum()
}

/// Whether a selector counts siblings, in parentheses or not.
fn counts_siblings(selector: &Selector<Html>) -> bool {
    selector.iter_raw_match_order().any(|component| {
        matches!(component, Component::Nth(_) | Component::NthOf(_))
            || in_parentheses(component).any(counts_siblings)
    })
}

/// Returns the selectors in the parentheses of a pseudo-class.
fn in_parentheses(component: &Component<Html>) -> impl Iterator<Item = &Selector<Html>> {
    let (list, relatives): (&[Selector<Html>], &[RelativeSelector]) = match component {
        Component::Is(list) | Component::Where(list) | Component::Negation(list) => {
            (list.slice(), &[])
        }
        Component::NthOf(nth) => (nth.selectors(), &[]),
        Component::NonTSPseudoClass(PseudoClass::Has(list)) => (&[], list),
        _ => (&[], &[]),
    };
    list.iter().chain(relatives.iter().map(|relative| &relative.selector))
}
