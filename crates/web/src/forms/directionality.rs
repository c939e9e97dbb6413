//! The direction of the text of a control.

use std::collections::HashMap;

use consomme::{ElementRef, Namespace, NodeId, Visit};

use super::control::input_type;
use crate::steps;

/// A direction of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    LeftToRight,
    RightToLeft,
}

impl Direction {
    /// Returns the value of a `dirname` entry.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Direction::LeftToRight => "ltr",
            Direction::RightToLeft => "rtl",
        }
    }
}

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

/// Answers in which direction the texts of controls run. It remembers the answers for the elements
/// around them, whose text can be of any length.
#[derive(Clone, Debug, Default)]
pub(super) struct Directions {
    of_ancestors: HashMap<NodeId, Direction>,
}

impl Directions {
    /// Returns the directionality of a control that [has a text](has_text).
    ///
    /// <https://html.spec.whatwg.org/#the-directionality>
    // Deviation: slots and shadow roots have no effect.
    pub(super) fn of(&mut self, control: ElementRef<'_>, value: &str) -> Direction {
        match declared(control) {
            Some(Declared::Is(direction)) => direction,
            Some(Declared::Auto) => direction_of(value).unwrap_or(Direction::LeftToRight),
            // "If element is an input element whose type attribute is in the Telephone state, then
            // return 'ltr'."
            None if control.is_html("input") && input_type(control) == "tel" => {
                Direction::LeftToRight
            }
            None => control
                .ancestor_elements()
                .find_map(|ancestor| self.of_ancestor(ancestor))
                .unwrap_or(Direction::LeftToRight),
        }
    }

    /// Returns the direction that an element gives to those in it. `None` if its own parent gives
    /// one.
    fn of_ancestor(&mut self, element: ElementRef<'_>) -> Option<Direction> {
        match declared(element) {
            Some(Declared::Is(direction)) => Some(direction),
            None if !element.is_html("bdi") => None,
            Some(Declared::Auto) | None => {
                Some(*self.of_ancestors.entry(element.id()).or_insert_with(|| {
                    contained_direction(element).unwrap_or(Direction::LeftToRight)
                }))
            }
        }
    }
}

/// The states of the attribute `dir`.
enum Declared {
    Is(Direction),
    Auto,
}

/// <https://html.spec.whatwg.org/#attr-dir>
fn declared(element: ElementRef<'_>) -> Option<Declared> {
    if element.namespace() != Namespace::Html {
        return None;
    }
    match &*element.attr("dir")?.to_ascii_lowercase() {
        "ltr" => Some(Declared::Is(Direction::LeftToRight)),
        "rtl" => Some(Declared::Is(Direction::RightToLeft)),
        "auto" => Some(Declared::Auto),
        _ => None,
    }
}

/// Returns the direction of the first strong character in an element.
///
/// <https://html.spec.whatwg.org/#contained-text-auto-directionality>
fn contained_direction(element: ElementRef<'_>) -> Option<Direction> {
    let mut walk = element.traverse();
    while let Some(visit) = walk.next() {
        steps::count(1);
        let Visit::Enter(node) = visit else { continue };
        if let Some(direction) = node.as_text().and_then(direction_of) {
            return Some(direction);
        }
        let is_isolated = |inner: ElementRef<'_>| {
            ["bdi", "script", "style", "textarea"].iter().any(|name| inner.is_html(name))
                || declared(inner).is_some()
        };
        if node.as_element().is_some_and(|inner| inner != element && is_isolated(inner)) {
            walk.skip_children();
        }
    }
    None
}

/// Returns the direction of the first strong character of a text.
// Deviation: letters count as strong, by their block; the bidirectional classes of the few other
// strong characters are not known here.
fn direction_of(text: &str) -> Option<Direction> {
    text.chars().find_map(|c| match c {
        '\u{200E}' => Some(Direction::LeftToRight),
        '\u{200F}' | '\u{61C}' => Some(Direction::RightToLeft),
        _ if !c.is_alphabetic() => None,
        '\u{590}'..='\u{8FF}'
        | '\u{FB1D}'..='\u{FDFF}'
        | '\u{FE70}'..='\u{FEFF}'
        | '\u{10800}'..='\u{10FFF}'
        | '\u{1E800}'..='\u{1EFFF}' => Some(Direction::RightToLeft),
        _ => Some(Direction::LeftToRight),
    })
}
