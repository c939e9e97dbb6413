//! The cost of a selector: the steps that it takes to compare an element with it.

use selectors::parser::{Component, Selector};

use super::budget::BYTES_PER_STEP;
use super::types::{Html, PseudoClass, RelativeSelector};

/// Returns how many steps it takes at most to compare a selector with the name and the attributes
/// of one element, whose attributes have this many bytes: one for each simple selector, more if the
/// attributes are long.
// The nesting of selectors is limited when they are parsed.
pub(super) fn comparing_steps(selector: &Selector<Html>, attribute_bytes: usize) -> usize {
    simple_selectors(selector).saturating_mul(1 + attribute_bytes / BYTES_PER_STEP)
}

/// Returns the number of simple selectors, including nested ones in parentheses.
fn simple_selectors(selector: &Selector<Html>) -> usize {
    let components = selector.iter_raw_match_order();
    components.map(|one| 1 + in_parentheses(one).map(simple_selectors).sum::<usize>()).sum()
}

/// Whether comparing an element with this selector may stop, with any answer, when no step is left.
///
/// In debug builds, the crate for matching counts siblings twice for `:nth-child()` and asserts
/// that the counts are equal, so no answer may change in between.
pub(super) fn may_be_refused(selector: &Selector<Html>) -> bool {
    !cfg!(debug_assertions) || !counts_siblings(selector)
}

/// Whether a selector counts siblings, in parentheses or not.
fn counts_siblings(selector: &Selector<Html>) -> bool {
    selector.iter_raw_match_order().any(|component| {
        matches!(component, Component::Nth(_) | Component::NthOf(_))
            || in_parentheses(component).any(counts_siblings)
    })
}

/// Whether a selector asks for the number of an element among the siblings of its type, in
/// parentheses or not.
pub(super) fn counts_types(selector: &Selector<Html>) -> bool {
    selector.iter_raw_match_order().any(|component| {
        matches!(component, Component::Nth(nth) if nth.ty.is_of_type())
            || in_parentheses(component).any(counts_types)
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
