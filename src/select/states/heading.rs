//! The pseudo-classes `:heading` and `:heading()`.

use crate::dom::ElementRef;
use crate::elements::ElementClass;
use crate::names::Namespace;
use crate::select::budget::Budget;
use crate::text::non_negative_integer;

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
            let own = element.attr("headingoffset").and_then(non_negative_integer);
            offset = offset.saturating_add(own.unwrap_or(0));
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
