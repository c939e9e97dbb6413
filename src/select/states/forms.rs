//! The states of form controls, as the attributes in the tree determine them.

use std::collections::{HashMap, HashSet};

use crate::dom::{ElementRef, NodeIndex, NodeRef};
use crate::names::{Namespace, known};
use crate::select::budget::Budget;

use super::disabled::{DisabledAnswers, is_disabled};
use super::element::{is_checked, type_of};
use super::inherited::Inherited;

/// The answers about the forms of a document that doesn't change.
#[derive(Default)]
pub(in crate::select) struct FormAnswers {
    /// The form owner and name of each group of radio buttons in which one is checked, found in one
    /// walk when the first element asks.
    pub(super) checked_groups: Option<HashSet<(Option<NodeIndex>, Box<str>)>>,
    /// The first submit button of each form, found in the same way.
    pub(super) default_buttons: Option<HashSet<NodeIndex>>,
    pub(in crate::select) disabled: DisabledAnswers,
    /// Whether elements are in a `datalist`.
    pub(super) in_datalist: Inherited,
}

/// The types of `input` that the attribute `readonly` applies to.
const WITH_READONLY: [&str; 12] = [
    "text",
    "search",
    "url",
    "tel",
    "email",
    "password",
    "date",
    "month",
    "week",
    "time",
    "datetime-local",
    "number",
];

/// Whether a user could change the value or the content of an element.
///
/// <https://html.spec.whatwg.org/#selector-read-write>
pub(in crate::select) fn is_read_write(
    element: ElementRef<'_>,
    answers: &mut FormAnswers,
    budget: Budget<'_>,
) -> bool {
    let is_input = element.is_html_named(known::INPUT);
    if is_input || element.is_html_named(known::TEXTAREA) {
        return (!is_input || WITH_READONLY.contains(&type_of(element)))
            && !element.has_attr("readonly")
            && is_disabled(element, &mut answers.disabled, budget) != Some(true);
    }
    is_editable(element, budget)
}

/// Whether an element is an editing host, or editable.
///
/// <https://html.spec.whatwg.org/#editing-host>
fn is_editable(element: ElementRef<'_>, budget: Budget<'_>) -> bool {
    // In SVG and MathML, only the outermost `svg` and `math` are editable.
    if element.namespace() != Namespace::Html
        && !(matches!(element.name(), "svg" | "math")
            && element.parent_element().is_some_and(|above| above.namespace() == Namespace::Html))
    {
        return false;
    }
    for above in std::iter::once(element).chain(budget.counted(element.ancestor_elements())) {
        if above.namespace() != Namespace::Html {
            if above == element {
                continue;
            }
            return false;
        }
        match above.attr("contenteditable").map(str::to_ascii_lowercase).as_deref() {
            Some("" | "true" | "plaintext-only") => return true,
            Some("false") => return false,
            _ => {}
        }
    }
    false
}

/// Whether the placeholder of an `input` or a `textarea` is visible, because its value is empty.
///
/// <https://html.spec.whatwg.org/#selector-placeholder-shown>
pub(in crate::select) fn is_placeholder_shown(element: ElementRef<'_>) -> bool {
    if element.attr("placeholder").is_none_or(str::is_empty) {
        return false;
    }
    if element.is_html_named(known::INPUT) {
        let with_placeholder = ["text", "search", "url", "tel", "email", "password", "number"];
        return with_placeholder.contains(&type_of(element))
            && element.attr("value").is_none_or(str::is_empty);
    }
    element.is_html_named(known::TEXTAREA)
        && element.children().all(|child| child.as_text().is_none_or(str::is_empty))
}

/// Whether the element is a `details` or `dialog` with the attribute `open`.
///
/// <https://html.spec.whatwg.org/#selector-open>
// Deviation (Selectors): whether a picker is showing depends on the user, so no `select` or `input`
// is open.
pub(in crate::select) fn is_open(element: ElementRef<'_>) -> bool {
    (element.is_html_named(known::DETAILS) || element.is_html_named(known::DIALOG))
        && element.has_attr("open")
}

/// Whether the element is a `progress` without a value, or a radio button of a group in which none
/// is checked.
///
/// <https://html.spec.whatwg.org/#selector-indeterminate>
pub(in crate::select) fn is_indeterminate(
    element: ElementRef<'_>,
    answers: &mut FormAnswers,
    budget: Budget<'_>,
) -> bool {
    if element.is_html_named(known::PROGRESS) {
        return !element.has_attr("value");
    }
    if !element.is_html_named(known::INPUT) || type_of(element) != "radio" || is_checked(element) {
        return false;
    }
    let Some(name) = element.attr("name").filter(|name| !name.is_empty()) else { return true };
    let key = (owner_id(element, budget), Box::from(name));
    let groups = answers
        .checked_groups
        .get_or_insert_with(|| checked_groups(element.as_node().root(), budget));
    !groups.contains(&key)
}

/// Whether the element is the default button of its form, or checked or selected by an attribute.
///
/// <https://html.spec.whatwg.org/#selector-default>
pub(in crate::select) fn is_default(
    element: ElementRef<'_>,
    answers: &mut FormAnswers,
    budget: Budget<'_>,
) -> bool {
    if is_checked(element) {
        return true;
    }
    element.is_submit_button()
        && answers
            .default_buttons
            .get_or_insert_with(|| default_buttons(element.as_node().root(), budget))
            .contains(&element.index())
}

fn owner_id(element: ElementRef<'_>, budget: Budget<'_>) -> Option<NodeIndex> {
    // The attribute `form` is an id to find in the tree. Otherwise, an ancestor is the owner.
    let is_named = element.has_attr("form");
    if is_named && !budget.take(element.document().tree.nodes().len()) {
        return None;
    }
    element.form_owner().map(|form| form.index())
}

/// Returns the form owner and name of each group of radio buttons in which one is checked.
///
/// <https://html.spec.whatwg.org/#radio-button-group>
fn checked_groups(root: NodeRef<'_>, budget: Budget<'_>) -> HashSet<(Option<NodeIndex>, Box<str>)> {
    budget
        .counted(root.descendant_elements())
        .filter(|element| {
            element.is_html_named(known::INPUT)
                && type_of(*element) == "radio"
                && is_checked(*element)
        })
        .filter_map(|radio| Some((owner_id(radio, budget), Box::from(radio.attr("name")?))))
        .collect()
}

/// Returns the first submit button of each form.
///
/// <https://html.spec.whatwg.org/#default-button>
fn default_buttons(root: NodeRef<'_>, budget: Budget<'_>) -> HashSet<NodeIndex> {
    let mut of_form: HashMap<NodeIndex, NodeIndex> = HashMap::new();
    let elements = budget.counted(root.descendant_elements());
    for button in elements.filter(|element| element.is_submit_button()) {
        if let Some(form) = owner_id(button, budget) {
            of_form.entry(form).or_insert(button.index());
        }
    }
    of_form.into_values().collect()
}
