//! Which selectors can be matched while the tree still grows, and which parts of it they need.
//!
//! When an element is complete, a stream has its ancestors with their attributes, everything in it,
//! the elements right before it, and the number of elements before it. It has nothing after it, has
//! freed elements long before it, and its ancestors are not complete. For an element inside the
//! complete one, it has the siblings on both sides, too.

use selectors::parser::{Combinator, Component, NthSelectorData, NthType, Selector};

use crate::select::types::{Html, PseudoClass, Reach, RelativeSelector};

/// The parts of the tree that matching a selector reads, besides the element and its ancestors with
/// their attributes.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Needs {
    /// How many elements back among its siblings matching goes at most from the element, or from
    /// one of its ancestors: one for each `+` and each `:first-child`.
    pub(super) siblings_before: usize,
    /// Whether the content of the element counts, so that nothing is decided before its end.
    pub(super) content: bool,
    /// Whether the number of elements before the element counts, or before one of its ancestors.
    pub(super) places: bool,
    /// Whether that number counts for one type of elements: `:nth-of-type()`.
    pub(super) types: bool,
}

impl Needs {
    /// Returns the needs of two selectors together.
    pub(super) fn or(self, other: Needs) -> Needs {
        Needs {
            siblings_before: self.siblings_before.max(other.siblings_before),
            content: self.content || other.content,
            places: self.places || other.places,
            types: self.types || other.types,
        }
    }
}

/// Why a selector cannot be matched in a stream, and what to write instead.
pub(super) type Refusal = &'static str;

const EARLIER_SIBLINGS: Refusal = "asks about all elements before the element, which a stream has \
     freed: use `+`, or match what is on its left as well, which comes before the element";
const NUMBER_OF_MATCHES: Refusal = "counts the siblings that match a selector, which a stream has \
     freed: match all of them, and count them in your program";
const LATER_SIBLINGS: Refusal = "depends on later siblings, which a stream does not have when the element is complete: match the \
     parent, and select its children in the match";
const BEYOND: Refusal = "follows what depends on siblings, such as `:nth-child()` or `~`: in \
     parentheses inside `:has()`, a stream can decide these for the last compound only";
const CONTENT: Refusal = "follows a pseudo-class that depends on content, such as `:has()`, which \
     a stream can decide for the last compound only: an ancestor is not complete, and what was \
     before is freed; match what has the content, and select the rest in the match";
/// For selectors that are matched at start tags.
pub(super) const NO_CONTENT_YET: Refusal = "depends on the content of the element, which is not there at its start tag: match it when it is \
     complete, by `RewriteSelectors::elements`";
const LATER_CONTENT: Refusal =
    "depends on content that may come later in the document: parse it as a whole";

/// How much of the element of a compound a stream has, in increasing order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Known {
    /// Inside `:has(…)`, left of a combinator: the element may be the subject of `:has` or above
    /// it. A stream has as much of it as at [`Start`](Self::Start), but for the number: inside
    /// `:has(…)` the crate for matching counts, and it does not count freed elements.
    Beyond,
    /// Its attributes, its ancestors, and the number of elements before it.
    Start,
    /// Its content: it is complete.
    Content,
    /// All of its siblings, with their content: it is in the subject of a `:has`.
    Siblings,
}

/// Returns what matching a selector needs.
///
/// # Errors
///
/// The reason why a stream does not have it.
pub(super) fn needs(selector: &Selector<Html>) -> Result<Needs, Refusal> {
    let mut needs = Needs::default();
    add(selector, Known::Content, &mut needs)?;
    Ok(needs)
}

/// Adds the needs of a selector. `known` is how much a stream has of the element of its last
/// compound.
// The nesting of selectors is limited when they are parsed.
fn add(selector: &Selector<Html>, known: Known, needs: &mut Needs) -> Result<(), Refusal> {
    let mut known = known;
    for component in selector.iter_raw_match_order() {
        if let Component::Combinator(combinator) = component {
            known = match (known, combinator) {
                (Known::Siblings, Combinator::NextSibling | Combinator::LaterSibling) => known,
                (Known::Beyond, Combinator::LaterSibling) => return Err(BEYOND),
                (_, Combinator::LaterSibling) => return Err(EARLIER_SIBLINGS),
                (Known::Siblings | Known::Beyond, _) => Known::Beyond,
                (Known::Content | Known::Start, _) => Known::Start,
            };
            needs.siblings_before += usize::from(*combinator == Combinator::NextSibling);
            continue;
        }
        let reads_content = add_component(component, known, needs)?;
        if reads_content && known < Known::Content {
            return Err(CONTENT);
        }
        needs.content |= reads_content;
    }
    Ok(())
}

/// Adds the needs of a part of a compound. Returns whether it depends on the content of the
/// element.
fn add_component(
    component: &Component<Html>,
    known: Known,
    needs: &mut Needs,
) -> Result<bool, Refusal> {
    match component {
        Component::Empty => return Ok(true),
        Component::Nth(nth) if is_first_child(nth) => needs.siblings_before += 1,
        Component::Nth(nth) => add_place(nth.ty, known, needs)?,
        Component::NthOf(nth) => {
            let kind = nth.nth_data().ty;
            if known != Known::Siblings && !is_from_end(kind) {
                return Err(NUMBER_OF_MATCHES);
            }
            add_place(kind, known, needs)?;
            add_in_content(nth.selectors(), needs)?;
        }
        Component::Is(list) | Component::Where(list) | Component::Negation(list) => {
            list.slice().iter().try_for_each(|selector| add(selector, known, needs))?;
        }
        Component::NonTSPseudoClass(class) => return add_pseudo_class(class, needs),
        _ => {}
    }
    Ok(false)
}

/// Whether a part of the last compound depends on the content of the element.
pub(super) fn reads_content(component: &Component<Html>) -> bool {
    let mut needs = Needs::default();
    add_component(component, Known::Content, &mut needs).is_ok_and(|reads| reads || needs.content)
}

/// Adds the needs of a pseudo-class that asks which sibling an element is.
fn add_place(kind: NthType, known: Known, needs: &mut Needs) -> Result<(), Refusal> {
    match known {
        Known::Siblings => {}
        Known::Beyond => return Err(BEYOND),
        Known::Content | Known::Start if is_from_end(kind) => return Err(LATER_SIBLINGS),
        Known::Content | Known::Start => {
            needs.places = true;
            needs.types |= kind.is_of_type();
        }
    }
    Ok(())
}

/// Whether this is `:first-child`, for which the element before is enough.
pub(super) fn is_first_child(nth: &NthSelectorData) -> bool {
    nth.is_simple_edge() && nth.ty == NthType::Child
}

/// Whether siblings after the element count.
pub(super) fn is_from_end(kind: NthType) -> bool {
    match kind {
        NthType::Child | NthType::OfType => false,
        NthType::LastChild | NthType::OnlyChild | NthType::LastOfType | NthType::OnlyOfType => true,
    }
}

/// Adds the needs of a pseudo-class. Returns whether it depends on the content of the element.
fn add_pseudo_class(class: &PseudoClass, needs: &mut Needs) -> Result<bool, Refusal> {
    match class {
        PseudoClass::Has(list) => {
            list.iter().try_for_each(|relative| add_relative(relative, needs))?;
            Ok(true)
        }
        PseudoClass::Contains { .. } | PseudoClass::PlaceholderShown => Ok(true),
        PseudoClass::Default | PseudoClass::Indeterminate | PseudoClass::Dir(..) => {
            Err(LATER_CONTENT)
        }
        PseudoClass::AnyLink
        | PseudoClass::Link
        | PseudoClass::Checked
        | PseudoClass::Disabled
        | PseudoClass::Enabled
        | PseudoClass::Required
        | PseudoClass::Optional
        | PseudoClass::Defined
        | PseudoClass::ReadOnly
        | PseudoClass::ReadWrite
        | PseudoClass::InRange
        | PseudoClass::OutOfRange
        | PseudoClass::Open
        | PseudoClass::Heading
        | PseudoClass::HeadingLevel(_)
        | PseudoClass::Lang(_)
        | PseudoClass::State(_)
        | PseudoClass::Never(_) => Ok(false),
    }
}

/// Adds the needs of a selector in the parentheses of `:has`. A stream has everything inside a
/// complete element, with the siblings there. Only selectors in nested parentheses may ask about
/// elements outside.
fn add_relative(relative: &RelativeSelector, needs: &mut Needs) -> Result<(), Refusal> {
    match relative.reach {
        Reach::Children | Reach::Descendants => {}
        Reach::NextSibling | Reach::FollowingSiblings | Reach::FollowingSiblingsAndBelow => {
            return Err(LATER_SIBLINGS);
        }
    }
    for component in relative.selector.iter_raw_match_order() {
        match component {
            Component::Is(list) | Component::Where(list) | Component::Negation(list) => {
                add_in_content(list.slice(), needs)?;
            }
            Component::NthOf(nth) => add_in_content(nth.selectors(), needs)?,
            Component::NonTSPseudoClass(class) => {
                add_pseudo_class(class, needs)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Adds the needs of selectors in parentheses that are about elements in the subject of a `:has`.
/// If they read the content of these elements, that is no need for the content of the subject.
fn add_in_content(list: &[Selector<Html>], needs: &mut Needs) -> Result<(), Refusal> {
    let content = needs.content;
    list.iter().try_for_each(|selector| add(selector, Known::Siblings, needs))?;
    needs.content = content;
    Ok(())
}
