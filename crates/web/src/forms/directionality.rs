//! The direction of the text of a control.

use std::collections::HashMap;

use consomme::{Directionality, ElementRef, NodeId};

use super::control::input_type;

/// Whether the control has a text whose direction is sent.
///
/// <https://html.spec.whatwg.org/#auto-directionality-form-associated-elements>
pub(super) fn has_text(control: ElementRef<'_>) -> bool {
    control.is_html("textarea")
        || control.is_html("input")
            && matches!(
                input_type(control),
                "hidden"
                    | "text"
                    | "search"
                    | "tel"
                    | "url"
                    | "email"
                    | "password"
                    | "submit"
                    | "reset"
                    | "button"
            )
}

/// Finds the directions of controls' texts. It remembers the directions of the elements around
/// them, whose text can be of any length.
///
/// [`ElementRef::directionality`] decides the direction of an element, but does not know values
/// that were typed into a control, and searches the ancestors of each control. So this finds the
/// decisive ancestor itself and asks once for each.
#[derive(Clone, Debug, Default)]
pub(super) struct Directions {
    of_ancestors: HashMap<NodeId, Directionality>,
}

impl Directions {
    /// Returns the directionality of a control that [has a text](has_text) and this value.
    ///
    /// <https://html.spec.whatwg.org/#the-directionality>
    pub(super) fn of(&mut self, control: ElementRef<'_>, value: &str) -> Directionality {
        let default = Directionality::LeftToRight;
        if control.attr("dir").is_some_and(|dir| dir.eq_ignore_ascii_case("auto")) {
            // The direction of the value, which differs from the attribute once the user has
            // changed it.
            return Directionality::of_text(value).unwrap_or(default);
        }
        let is_telephone = control.is_html("input") && input_type(control) == "tel";
        if gives_direction(control) || is_telephone {
            return control.directionality();
        }
        let Some(ancestor) = control.ancestor_elements().find(|it| gives_direction(*it)) else {
            return default;
        };
        *self.of_ancestors.entry(ancestor.id()).or_insert_with(|| ancestor.directionality())
    }
}

/// Whether an element has a directionality of its own instead of its parent's, control or not.
fn gives_direction(element: ElementRef<'_>) -> bool {
    let is_valid = |dir: &str| ["ltr", "rtl", "auto"].iter().any(|it| it.eq_ignore_ascii_case(dir));
    element.is_html("bdi")
        || element.is_html(element.name()) && element.attr("dir").is_some_and(is_valid)
}
