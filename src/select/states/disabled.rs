//! Whether a form control is disabled: by its attribute, or by a `fieldset` or an `optgroup` around
//! it.

use std::collections::HashMap;

use crate::dom::{ElementRef, NodeIndex};
use crate::elements::Traits;
use crate::names::known;
use crate::select::budget::Budget;
use crate::steps;

/// For elements of a document that doesn't change, whether they are in a disabled `fieldset`: for
/// the elements that were asked about and their ancestors.
#[derive(Default)]
pub(in crate::select) struct InDisabledFieldset(HashMap<NodeIndex, bool>);

/// Returns whether the element is disabled, or `None` if it is of a kind that can't be.
///
/// <https://html.spec.whatwg.org/#concept-element-disabled>
pub(in crate::select) fn is_disabled(
    element: ElementRef<'_>,
    answers: &mut InDisabledFieldset,
    budget: Budget<'_>,
) -> Option<bool> {
    let name = element.element_name();
    name.row().is(Traits::CAN_BE_DISABLED).then(|| {
        element.attr("disabled").is_some()
            || match name.local {
                known::OPTGROUP => false,
                known::OPTION => is_in_disabled_group(element, budget),
                _ => is_in_disabled_fieldset(element, answers, budget),
            }
    })
}

/// Whether an ancestor is a disabled `fieldset`, unless the element is in its first `legend`.
///
/// <https://html.spec.whatwg.org/#concept-fe-disabled>
// The answer for an element is the answer for its parent, or follows from the element and its
// parent alone. It is kept for each element on the way, so that all controls together take linear
// time.
fn is_in_disabled_fieldset(
    element: ElementRef<'_>,
    answers: &mut InDisabledFieldset,
    budget: Budget<'_>,
) -> bool {
    let mut unknown = Vec::new();
    let mut is_disabled = false;
    for one in std::iter::once(element).chain(budget.counted(element.ancestor_elements())) {
        steps::count(1);
        if let Some(known) = answers.0.get(&one.index()) {
            is_disabled = *known;
            break;
        }
        unknown.push(one);
    }
    for one in unknown.into_iter().rev() {
        is_disabled = is_disabled || is_disabled_by_parent(one, budget);
        answers.0.insert(one.index(), is_disabled);
    }
    is_disabled
}

/// Whether the parent is a disabled `fieldset`, and the element is not its first `legend`.
fn is_disabled_by_parent(element: ElementRef<'_>, budget: Budget<'_>) -> bool {
    let is_in_disabled = element.parent_element().is_some_and(|parent| {
        parent.is_html_named(known::FIELDSET) && parent.attr("disabled").is_some()
    });
    is_in_disabled && !is_first_legend(element, budget)
}

fn is_first_legend(element: ElementRef<'_>, budget: Budget<'_>) -> bool {
    let is_legend = |one: ElementRef<'_>| one.is_html_named(known::LEGEND);
    let mut before = budget.counted(element.as_node().preceding_siblings().rev());
    is_legend(element)
        && !before.any(|node| {
            steps::count(1);
            node.as_element().is_some_and(is_legend)
        })
}

/// Whether the nearest `optgroup` of an option is disabled.
///
/// <https://html.spec.whatwg.org/#option-element-nearest-ancestor-optgroup>
fn is_in_disabled_group(option: ElementRef<'_>, budget: Budget<'_>) -> bool {
    for above in budget.counted(option.ancestor_elements()) {
        if above.is_html_named(known::OPTGROUP) {
            return above.attr("disabled").is_some();
        }
        if above.is_html_named(known::SELECT)
            || above.element_name().row().is(Traits::OPTION_BOUNDARY)
        {
            return false;
        }
    }
    false
}
