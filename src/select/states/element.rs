//! The states of elements that pseudo-classes ask about, as the markup alone determines them.

use crate::dom::ElementRef;
use crate::names::{Namespace, known};

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
