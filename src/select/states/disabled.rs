//! Whether a form control is disabled: by its attribute, or by a `fieldset` or an `optgroup` around
//! it.

use crate::dom::ElementRef;
use crate::elements::Traits;
use crate::names::known;
use crate::select::budget::Budget;
use crate::steps;

use super::inherited::Inherited;

/// For elements of a document that doesn't change, whether they are in something disabled.
#[derive(Default)]
pub(in crate::select) struct DisabledAnswers {
    in_fieldset: Inherited,
    in_group: Inherited,
}

/// Returns whether the element is disabled, or `None` if it is of a kind that can't be.
///
/// <https://html.spec.whatwg.org/#concept-element-disabled>
pub(in crate::select) fn is_disabled(
    element: ElementRef<'_>,
    answers: &mut DisabledAnswers,
    budget: Budget<'_>,
) -> Option<bool> {
    let name = element.element_name();
    name.row().is(Traits::CAN_BE_DISABLED).then(|| {
        element.attr("disabled").is_some()
            || match name.local {
                known::OPTGROUP => false,
                known::OPTION => is_in_disabled_group(element, answers, budget),
                _ => is_in_disabled_fieldset(element, answers, budget),
            }
    })
}

/// Whether an ancestor is a disabled `fieldset`, unless the element is in its first `legend`.
///
/// <https://html.spec.whatwg.org/#concept-fe-disabled>
fn is_in_disabled_fieldset(
    element: ElementRef<'_>,
    answers: &mut DisabledAnswers,
    budget: Budget<'_>,
) -> bool {
    answers
        .in_fieldset
        .of(element, budget, |one, is_disabled| is_disabled || is_disabled_by_parent(one, budget))
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
fn is_in_disabled_group(
    option: ElementRef<'_>,
    answers: &mut DisabledAnswers,
    budget: Budget<'_>,
) -> bool {
    answers.in_group.of(option, budget, |one, is_disabled| match one.parent_element() {
        Some(group) if group.is_html_named(known::OPTGROUP) => group.attr("disabled").is_some(),
        Some(parent) if parent.is_html_named(known::SELECT) => false,
        Some(parent) => is_disabled && !parent.element_name().row().is(Traits::OPTION_BOUNDARY),
        None => false,
    })
}
