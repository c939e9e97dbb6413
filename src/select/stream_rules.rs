//! Which selectors can be matched while the tree still grows, and what of the tree that takes.
//!
//! When an element is complete, a stream knows its ancestors with their attributes, everything in
//! it, the elements right before it, and how many of those before it match what is asked of them.
//! It knows nothing of what comes after it, has freed what came long before it, and its ancestors
//! are not complete. Of an element in it, it knows the siblings on both sides, too.

use selectors::parser::{Combinator, Component, NthType, Selector};

use super::types::{Html, PseudoClass, Reach, RelativeSelector};

/// What of the tree the matching of a selector reads, besides the element with its attributes and
/// its ancestors with theirs.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Needs {
    /// How many elements before the element, or before one of its ancestors.
    pub(super) siblings_before: usize,
    /// Whether what is in the element counts, so that nothing is decided before its end.
    pub(super) content: bool,
    /// Whether all elements before the element count, or before one of its ancestors.
    pub(super) earlier_siblings: bool,
}

/// Why a selector cannot be matched in a stream.
pub(super) type Refusal = &'static str;

const LATER_SIBLINGS: Refusal =
    "depends on later siblings, which a stream does not have when the element is complete";
const LATER_SIBLINGS_BEYOND: Refusal = "follows a pseudo-class that depends on later siblings, \
     which a stream can decide in parentheses in those of `:has()` for the last compound only";
const CONTENT: Refusal = "follows a pseudo-class that depends on content, such as `:has()`, which \
     a stream can decide for the last compound only: an ancestor is not complete, and what was \
     before is freed";
const CONTENT_OF_SIBLINGS: Refusal =
    "depends on the content of the siblings before the element, which a stream has freed";
/// For selectors that are matched at start tags.
pub(super) const NO_CONTENT_YET: Refusal =
    "depends on the content of the element, which is not there at its start tag";
const LATER_CONTENT: Refusal = "depends on content that may come later in the document";

/// What a stream has of the element that a compound is about. Each has what those before it have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Known {
    /// As [`Start`](Self::Start), in parentheses in those of a `:has`: it may be the subject of
    /// that, or above it.
    Beyond,
    /// Its attributes, its ancestors, and counts of the siblings before it.
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

/// Adds the needs of a selector. `known` is what is known of the element that its last compound is
/// about.
// The nesting of selectors is limited when they are parsed.
fn add(selector: &Selector<Html>, known: Known, needs: &mut Needs) -> Result<(), Refusal> {
    let mut known = known;
    for component in selector.iter_raw_match_order() {
        if let Component::Combinator(combinator) = component {
            match combinator {
                Combinator::NextSibling => needs.siblings_before += 1,
                Combinator::LaterSibling => needs.earlier_siblings = true,
                Combinator::Child
                | Combinator::Descendant
                | Combinator::PseudoElement
                | Combinator::SlotAssignment
                | Combinator::Part => {}
            }
            known = match (known, combinator) {
                (Known::Siblings, Combinator::NextSibling) => Known::Siblings,
                // The part before a `~` becomes a question, which may be asked early.
                (Known::Siblings | Known::Beyond, _) => Known::Beyond,
                (Known::Content | Known::Start, _) => Known::Start,
            };
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
        Component::Nth(nth) if nth.is_simple_edge() && nth.ty == NthType::Child => {
            needs.siblings_before += 1;
        }
        Component::Nth(nth) => add_siblings(nth.ty, known, needs)?,
        Component::NthOf(nth) => {
            add_siblings(nth.nth_data().ty, known, needs)?;
            if is_from_end(nth.nth_data().ty) {
                add_list(nth.selectors(), known, needs)?;
            } else if add_list(nth.selectors(), Known::Content, needs)? {
                return Err(CONTENT_OF_SIBLINGS);
            }
        }
        Component::Is(list) | Component::Where(list) | Component::Negation(list) => {
            for selector in list.slice() {
                add(selector, known, needs)?;
            }
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

/// Whether the selectors of `:nth-child(… of …)` in the parentheses of `:has` become a question:
/// they ask about earlier siblings themselves. Matching goes through the siblings backwards, in
/// which order it is slow to ask.
pub(super) fn becomes_question(kind: NthType, list: &[Selector<Html>]) -> bool {
    let asks = |selector: &Selector<Html>| {
        let mut needs = Needs::default();
        add(selector, Known::Siblings, &mut needs).is_ok() && needs.earlier_siblings
    };
    kind == NthType::Child && list.iter().any(asks)
}

/// Adds the needs of selectors in parentheses. Returns whether they depend on the content of what
/// they are about.
fn add_list(list: &[Selector<Html>], known: Known, needs: &mut Needs) -> Result<bool, Refusal> {
    let content = std::mem::take(&mut needs.content);
    list.iter().try_for_each(|selector| add(selector, known, needs))?;
    Ok(std::mem::replace(&mut needs.content, content))
}

fn add_siblings(kind: NthType, known: Known, needs: &mut Needs) -> Result<(), Refusal> {
    if !is_from_end(kind) {
        needs.earlier_siblings = true;
        return Ok(());
    }
    match known {
        Known::Siblings => Ok(()),
        Known::Beyond => Err(LATER_SIBLINGS_BEYOND),
        Known::Content | Known::Start => Err(LATER_SIBLINGS),
    }
}

/// Whether siblings after the element count.
fn is_from_end(kind: NthType) -> bool {
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
        | PseudoClass::Never(_)
        | PseudoClass::Earlier(_) => Ok(false),
    }
}

/// Adds the needs of a selector in the parentheses of `:has`. All that is in a complete element is
/// there, with its siblings. Only the parentheses in it may ask about something outside.
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
                add_list(list.slice(), Known::Siblings, needs)?;
            }
            Component::NthOf(nth) => {
                // It becomes a question, which may be asked early.
                let is_question = becomes_question(nth.nth_data().ty, nth.selectors());
                let known = if is_question { Known::Content } else { Known::Siblings };
                add_list(nth.selectors(), known, needs)?;
            }
            Component::NonTSPseudoClass(class) => {
                add_pseudo_class(class, needs)?;
            }
            _ => {}
        }
    }
    Ok(())
}
