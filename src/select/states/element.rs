//! The states of elements that pseudo-classes ask about, as the markup alone determines them.

use crate::dom::{ElementRef, NodeRef};
use crate::elements::Traits;
use crate::names::{Namespace, known};
use crate::select::budget::Budget;

/// Whether the element is a checked checkbox or radio button, or a selected option.
///
/// <https://html.spec.whatwg.org/#selector-checked>
// Deviation (Selectors): an option counts as selected only if it has the attribute `selected`.
// Without one, browsers select an option by default.
pub(in crate::select) fn is_checked(element: ElementRef<'_>) -> bool {
    if element.is_html_named(known::INPUT) {
        return element.has_keyword("type", &["checkbox", "radio"])
            && element.attr("checked").is_some();
    }
    element.is_html_named(known::OPTION) && element.attr("selected").is_some()
}

/// Returns whether the element is disabled, or `None` if it is of a kind that can't be.
///
/// <https://html.spec.whatwg.org/#concept-element-disabled>
pub(in crate::select) fn is_disabled(element: ElementRef<'_>, budget: Budget<'_>) -> Option<bool> {
    let name = element.element_name();
    name.row().is(Traits::CAN_BE_DISABLED).then(|| {
        element.attr("disabled").is_some()
            || match name.local {
                known::OPTGROUP => false,
                known::OPTION => is_in_disabled_group(element, budget),
                _ => is_in_disabled_fieldset(element, budget),
            }
    })
}

/// Whether an ancestor is a disabled `fieldset`, unless the element is in its first `legend`.
///
/// <https://html.spec.whatwg.org/#concept-fe-disabled>
fn is_in_disabled_fieldset(element: ElementRef<'_>, budget: Budget<'_>) -> bool {
    let mut below = element;
    for above in budget.counted(element.ancestor_elements()) {
        if above.is_html_named(known::FIELDSET) && above.attr("disabled").is_some() {
            let mut children = budget.counted(above.children()).filter_map(NodeRef::as_element);
            let legend = children.find(|child| child.is_html_named(known::LEGEND));
            if legend != Some(below) {
                return true;
            }
        }
        below = above;
    }
    false
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

/// Returns whether the element is required, or `None` if it is of a kind that can't be.
///
/// <https://html.spec.whatwg.org/#selector-required>
pub(in crate::select) fn is_required(element: ElementRef<'_>) -> Option<bool> {
    let has_attribute = element.attr("required").is_some();
    if element.is_html_named(known::INPUT) {
        let without = ["hidden", "range", "color", "submit", "image", "reset", "button"];
        return (!element.has_keyword("type", &without)).then_some(has_attribute);
    }
    (element.is_html_named(known::SELECT) || element.is_html_named(known::TEXTAREA))
        .then_some(has_attribute)
}

/// Whether the element is defined. Custom elements are not: there is no script to define them.
///
/// <https://html.spec.whatwg.org/#selector-defined>
pub(in crate::select) fn is_defined(element: ElementRef<'_>) -> bool {
    element.namespace() != Namespace::Html
        || (element.attr("is").is_none() && !element.has_custom_name())
}

/// Returns the type of an `input`: `text` if it has no valid one.
///
/// <https://html.spec.whatwg.org/#attr-input-type>
pub(super) fn type_of(input: ElementRef<'_>) -> &'static str {
    const TYPES: [&str; 22] = [
        "hidden",
        "text",
        "search",
        "tel",
        "url",
        "email",
        "password",
        "date",
        "month",
        "week",
        "time",
        "datetime-local",
        "number",
        "range",
        "color",
        "checkbox",
        "radio",
        "file",
        "submit",
        "image",
        "reset",
        "button",
    ];
    let own = input.attr("type").unwrap_or("text");
    TYPES.iter().find(|known| own.eq_ignore_ascii_case(known)).copied().unwrap_or("text")
}
