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

/// Whether the element is a button: it acts when a user clicks it, and sends its value only if it
/// is the submitter.
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
// Deviation: only scripts know which elements are form-associated custom elements, and their
// values.
pub(super) fn is_submittable(element: ElementRef<'_>) -> bool {
    ["input", "button", "select", "textarea"].iter().any(|name| element.is_html(name))
}
