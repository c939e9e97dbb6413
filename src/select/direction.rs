//! The pseudo-class `:dir()`.

use crate::dom::{ElementRef, NodeIndex, NodeRef};
use crate::names::{Namespace, known};

use super::states::type_of;

/// The direction of text that an element contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    LeftToRight,
    RightToLeft,
}

impl Direction {
    /// Returns the direction with this name in a selector. Any other name is valid and matches
    /// nothing.
    ///
    /// <https://drafts.csswg.org/selectors/#the-dir-pseudo>
    pub(super) fn named(name: &str) -> Option<Direction> {
        match &*name.to_ascii_lowercase() {
            "ltr" => Some(Direction::LeftToRight),
            "rtl" => Some(Direction::RightToLeft),
            _ => None,
        }
    }
}

/// The states of the attribute `dir`.
enum Declared {
    Is(Direction),
    Auto,
}

/// Returns the directionality of an element.
///
/// <https://html.spec.whatwg.org/#the-directionality>
// Deviation: slots and shadow roots have no effect.
pub(super) fn direction_of(element: ElementRef<'_>) -> Direction {
    std::iter::once(element)
        .chain(element.ancestor_elements())
        .find_map(own_direction)
        .unwrap_or(Direction::LeftToRight)
}

/// Returns the directionality of an element unless it is that of its parent.
fn own_direction(element: ElementRef<'_>) -> Option<Direction> {
    let is_bdi = element.is_html_named(known::BDI);
    match declared(element) {
        Some(Declared::Is(direction)) => Some(direction),
        Some(Declared::Auto) => Some(auto_direction(element).unwrap_or(Direction::LeftToRight)),
        None if is_bdi => Some(auto_direction(element).unwrap_or(Direction::LeftToRight)),
        None if element.is_html_named(known::INPUT) && type_of(element) == "tel" => {
            Some(Direction::LeftToRight)
        }
        None => None,
    }
}

/// Returns the state of the attribute `dir` of an HTML element.
///
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

/// Returns the direction of the first strong character of the text or the value of an element.
///
/// <https://html.spec.whatwg.org/#auto-directionality>
fn auto_direction(element: ElementRef<'_>) -> Option<Direction> {
    if element.is_html_named(known::INPUT) {
        let with_text = [
            "hidden", "text", "search", "tel", "url", "email", "password", "submit", "reset",
            "button",
        ];
        let value = element.attr("value").filter(|_| with_text.contains(&type_of(element)));
        return value.and_then(direction_of_text);
    }
    if element.is_html_named(known::TEXTAREA) {
        return direction_of_text(&element.text_content());
    }
    contained_direction(element.as_node())
}

/// Returns the direction of the first strong character in the texts of a node.
///
/// <https://html.spec.whatwg.org/#contained-text-auto-directionality>
fn contained_direction(node: NodeRef<'_>) -> Option<Direction> {
    let tree = &node.document().tree;
    let scope = node.index();
    let mut at: Option<NodeIndex> = tree.following_in(scope, scope);
    while let Some(id) = at {
        let inner = NodeRef::new(node.document(), id);
        if inner.as_element().is_some_and(is_isolated) {
            at = tree.following_past(scope, id);
            continue;
        }
        if inner.as_text().is_some()
            && let Some(direction) = inner.as_text().and_then(direction_of_text)
        {
            return Some(direction);
        }
        at = tree.following_in(scope, id);
    }
    None
}

/// Whether the text of an element has no effect on the direction of those around it.
fn is_isolated(element: ElementRef<'_>) -> bool {
    [known::BDI, known::SCRIPT, known::STYLE, known::TEXTAREA]
        .iter()
        .any(|name| element.is_html_named(*name))
        || declared(element).is_some()
}

/// Returns the direction of the first strong character of a text.
// Deviation: letters count as strong, by their block; the bidirectional classes of the few other
// strong characters are not known here.
fn direction_of_text(text: &str) -> Option<Direction> {
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
