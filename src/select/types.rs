//! The types that the crate for matching is generic over.
//!
//! They refer to each other: the selector type has a type for pseudo-classes, a `:has` holds
//! selectors, and matching carries the cache of `:has`. So they are defined in one file, and their
//! methods are where they belong: `pseudo_class.rs`, `has.rs`.

use std::collections::HashMap;
use std::sync::Arc;

use selectors::parser::{Combinator, Component, Selector, SelectorImpl, SelectorKey};

use crate::dom::{Directionality, NodeIndex};
use crate::select::states::{FormAnswers, Needle, TextCache};
use crate::select::strings::{Identifier, Name, NamespaceUrl, Value};

/// Selectors that match elements of this crate's documents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Html;

impl SelectorImpl for Html {
    type ExtraMatchingData<'a> = Extra<'a>;
    type AttrValue = Value;
    type Identifier = Identifier;
    type LocalName = Name;
    type NamespaceUrl = NamespaceUrl;
    type NamespacePrefix = Identifier;
    type BorrowedNamespaceUrl = NamespaceUrl;
    type BorrowedLocalName = Name;
    type NonTSPseudoClass = PseudoClass;
    type PseudoElement = PseudoElement;
}

/// A pseudo-class that depends on more than the structure of the tree.
///
/// <https://html.spec.whatwg.org/#pseudo-classes>
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PseudoClass {
    /// Matches the same elements as `:link`, because no link has been visited.
    AnyLink,
    Link,
    Checked,
    Disabled,
    Enabled,
    Required,
    Optional,
    Defined,
    ReadOnly,
    ReadWrite,
    PlaceholderShown,
    Default,
    Indeterminate,
    InRange,
    OutOfRange,
    Open,
    Heading,
    /// With the levels that the arguments name.
    HeadingLevel(Box<[i32]>),
    /// With the direction that the argument names, if it names one, and the argument.
    Dir(Option<Directionality>, Box<str>),
    /// With its language ranges.
    Lang(Box<[Box<str>]>),
    Has(Arc<[RelativeSelector]>),
    /// An extension: the text content, or only the own text, contains a text.
    Contains {
        needle: Arc<Needle>,
        is_own: bool,
    },
    /// `:state()`, with the argument. It depends on the states that a script gives to a custom
    /// element, so it matches nothing.
    State(Box<str>),
    /// A pseudo-class that depends on a user or a browser, by name: `hover`. It matches nothing.
    Never(&'static str),
}

/// A pseudo-element, by name. It matches nothing, because the tree contains none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PseudoElement(pub(super) Box<str>);

/// A selector in the parentheses of `:has`. It is matched relative to an anchor, the element that
/// `:has` is asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RelativeSelector {
    pub(super) selector: Selector<Html>,
    pub(super) reach: Reach,
    /// The compounds, from the anchor on.
    pub(super) steps: Box<[RelativeStep]>,
    /// Whether a candidate is compared with elements near it only, so that it takes no longer in a
    /// deep tree or after many siblings.
    pub(super) is_near: bool,
    /// Whether the selector contains no selectors in parentheses, which could ask about elements
    /// above the anchor.
    pub(super) is_flat: bool,
}

impl RelativeSelector {
    pub(super) fn new(selector: Selector<Html>) -> RelativeSelector {
        let mut combinators: Vec<Combinator> =
            selector.iter_raw_match_order().filter_map(Component::as_combinator).collect();
        let first = combinators.pop().unwrap_or(Combinator::Descendant);
        let (is_one, only_siblings) =
            (combinators.is_empty(), combinators.iter().all(Combinator::is_sibling));
        let reach = match first {
            Combinator::Child if only_siblings => Reach::Children,
            Combinator::NextSibling if is_one => Reach::NextSibling,
            Combinator::NextSibling | Combinator::LaterSibling if only_siblings => {
                Reach::FollowingSiblings
            }
            Combinator::NextSibling | Combinator::LaterSibling => Reach::FollowingSiblingsAndBelow,
            _ => Reach::Descendants,
        };
        let is_near = !combinators
            .iter()
            .any(|one| matches!(one, Combinator::Descendant | Combinator::LaterSibling));
        let is_flat = !selector.iter_raw_match_order().any(|component| {
            use Component::{Is, Negation, NthOf, Where};
            matches!(component, Is(_) | Where(_) | Negation(_) | NthOf(_))
        });
        let combinator_at = |(index, component): (usize, &Component<Html>)| {
            let combinator = component.as_combinator()?;
            Some(RelativeStep { combinator, compound: index + 1 })
        };
        let steps = selector.iter_raw_parse_order_from(0).enumerate().filter_map(combinator_at);
        let steps = steps.collect();
        RelativeSelector { selector, reach, steps, is_near, is_flat }
    }
}

/// A compound of a relative selector.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RelativeStep {
    /// How an element that matches the compound is related to the element of the step before, or to
    /// the anchor.
    pub(super) combinator: Combinator,
    /// The index of its first component, in the order in which the selector is written.
    pub(super) compound: usize,
}

/// The elements, relative to the anchor, that may match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    Children,
    Descendants,
    NextSibling,
    FollowingSiblings,
    /// The following siblings and their descendants.
    FollowingSiblingsAndBelow,
}

/// The state of a match, in addition to the state that the crate keeps.
#[derive(Default)]
pub(super) struct Extra<'a> {
    /// Absent while a relative selector is matched: a `:has` cannot contain another.
    pub(super) has: Option<&'a mut HasCache>,
    /// Present during every match.
    pub(super) forms: Option<&'a mut FormAnswers>,
    /// Present during every match.
    pub(super) texts: Option<&'a mut TextCache>,
}

/// The answers about relative selectors during a walk over a document that doesn't change, or about
/// complete elements of a stream.
#[derive(Default)]
pub(super) struct HasCache {
    pub(super) answers: HashMap<SelectorKey, HasAnswers>,
}

/// The answers about one relative selector.
#[derive(Default)]
pub(super) struct HasAnswers {
    /// Whether an element has a match, for the elements that were asked about.
    pub(super) answers: HashMap<NodeIndex, bool>,
    /// The number of nodes that were searched for a match of the selector.
    pub(super) searched: usize,
    /// The steps that match in each element whose content was looked at.
    pub(super) inside: HashMap<NodeIndex, Inside>,
}

/// The steps of a relative selector that match in an element, together with all steps after them: a
/// bit for each, the first one's the lowest.
#[derive(Clone, Copy, Default)]
pub(super) struct Inside {
    /// The steps that a child matches.
    pub(super) children: u64,
    /// The steps that a descendant matches.
    pub(super) below: u64,
}
