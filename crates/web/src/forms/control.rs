//! Kinds of form controls, as the attributes in the tree determine them.

use consomme::ElementRef;

/// Returns the state of the attribute `type` of an `input`.
///
/// <https://html.spec.whatwg.org/#attr-input-type>
pub(crate) fn input_type(input: ElementRef<'_>) -> &'static str {
    /// The keywords but `text`, which is also the "missing value default" and the "invalid value
    /// default".
    const KEYWORDS: [&str; 21] = [
        "button",
        "checkbox",
        "color",
        "date",
        "datetime-local",
        "email",
        "file",
        "hidden",
        "image",
        "month",
        "number",
        "password",
        "radio",
        "range",
        "reset",
        "search",
        "submit",
        "tel",
        "time",
        "url",
        "week",
    ];
    let written = input.attr("type").unwrap_or("");
    let keyword = KEYWORDS.into_iter().find(|keyword| keyword.eq_ignore_ascii_case(written));
    keyword.unwrap_or("text")
}

/// Whether the element is a submit button: an `input` that is one or an image button, or a `button`
/// that is no other.
///
/// <https://html.spec.whatwg.org/#concept-submit-button>
pub(crate) fn is_submit_button(element: ElementRef<'_>) -> bool {
    if element.is_html("input") {
        return matches!(input_type(element), "submit" | "image");
    }
    if !element.is_html("button") {
        return false;
    }
    let is_type =
        |name: &str| element.attr("type").is_some_and(|value| value.eq_ignore_ascii_case(name));
    // In the Auto state, a button with a command submits nothing.
    is_type("submit")
        || !is_type("reset")
            && !is_type("button")
            && !element.has_attr("command")
            && !element.has_attr("commandfor")
}

/// Whether the element is a button: it does something when a user clicks it, and sends its value
/// only if it is what submits the form.
///
/// <https://html.spec.whatwg.org/#concept-button>
pub(super) fn is_button(element: ElementRef<'_>) -> bool {
    match element.name() {
        "button" => true,
        "input" => matches!(input_type(element), "submit" | "image" | "reset" | "button"),
        _ => false,
    }
}

/// Whether the element is one that a form can send.
///
/// <https://html.spec.whatwg.org/#category-submit>
// Deviation: which elements are form-associated custom elements, and what they send, only scripts
// know.
pub(super) fn is_submittable(element: ElementRef<'_>) -> bool {
    ["input", "button", "select", "textarea"].iter().any(|name| element.is_html(name))
}
