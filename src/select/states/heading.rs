//! The pseudo-classes `:heading` and `:heading()`.

use crate::dom::ElementRef;
use crate::elements::ElementClass;
use crate::names::Namespace;
use crate::select::budget::Budget;

/// Whether the element is a heading.
///
/// <https://html.spec.whatwg.org/#selector-heading>
pub(in crate::select) fn is_heading(element: ElementRef<'_>) -> bool {
    level_of_name(element).is_some()
}

/// Returns the heading level of a heading, from 1 to 9.
///
/// <https://html.spec.whatwg.org/#heading-level>
pub(in crate::select) fn heading_level(element: ElementRef<'_>, budget: Budget<'_>) -> Option<u32> {
    Some(level_of_name(element)?.saturating_add(heading_offset(element, budget)).min(9))
}

/// Returns the number in the name of a heading.
fn level_of_name(element: ElementRef<'_>) -> Option<u32> {
    let is_heading = element.element_name().row().is_in(ElementClass::HEADING);
    if is_heading { element.name()[1..].parse().ok() } else { None }
}

/// Returns by how much the element and the elements around it raise the levels of headings.
///
/// <https://html.spec.whatwg.org/#get-an-element's-computed-heading-offset>
fn heading_offset(element: ElementRef<'_>, budget: Budget<'_>) -> u32 {
    let mut offset = 0_u32;
    let mut at = Some(element);
    while let Some(element) = at.filter(|_| budget.take(1)) {
        if element.namespace() == Namespace::Html {
            let own = element.attr("headingoffset").map_or(0, non_negative_integer);
            offset = offset.saturating_add(own);
            if element.has_attr("headingreset") {
                break;
            }
        }
        at = element.parent().and_then(|parent| {
            parent.as_shadow_root().map_or(parent.as_element(), |root| Some(root.host()))
        });
    }
    offset
}

/// Returns the number at the start of a text; 0 if there is none, or a negative one.
///
/// <https://html.spec.whatwg.org/#rules-for-parsing-non-negative-integers>
fn non_negative_integer(text: &str) -> u32 {
    let text = text.trim_ascii_start();
    let digits = text.strip_prefix('+').unwrap_or(text).bytes();
    digits.take_while(u8::is_ascii_digit).fold(0_u32, |number, digit| {
        number.saturating_mul(10).saturating_add(u32::from(digit - b'0'))
    })
}
