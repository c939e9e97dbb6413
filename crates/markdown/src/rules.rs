//! Rules for elements: keep as HTML, drop, unwrap, or write something else.

use std::fmt;
use std::sync::Arc;

use consomme::ElementRef;

/// The way in which an element is written.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum Action {
    /// The element is converted as without a rule.
    #[default]
    Convert,
    /// The element is left out with its content.
    Drop,
    /// The tags of the element are left out. Its content is converted.
    Unwrap,
    /// The element is written as HTML. A part of a line keeps its tags, and its content is
    /// converted; a block is written as HTML as a whole. Without [`html`](crate::Markdown::html),
    /// this is the same as [`Convert`](Action::Convert).
    Html,
    /// The element and its content are replaced by this Markdown, which is written as it is: as a
    /// block of its own if the element is a block, otherwise as a part of the line.
    Markdown(String),
    /// The element and its content are replaced by this text.
    Text(String),
}

/// The rules of a converter. The last rule for a name decides, and a callback before all names.
#[derive(Clone, Default, Debug)]
pub(crate) struct Rules {
    pub(crate) names: Vec<(String, Action)>,
    pub(crate) callback: Option<Callback>,
}

impl Rules {
    /// Returns what becomes of an element.
    #[inline]
    pub(crate) fn action(&self, element: ElementRef<'_>) -> Action {
        if self.names.is_empty() && self.callback.is_none() {
            return Action::Convert;
        }
        self.decide(element)
    }

    fn decide(&self, element: ElementRef<'_>) -> Action {
        if let Some(callback) = &self.callback {
            let action = (callback.0)(element);
            if action != Action::Convert {
                return action;
            }
        }
        let rule = self.names.iter().rev().find(|(name, _)| *name == element.name());
        rule.map_or(Action::Convert, |(_, action)| action.clone())
    }
}

/// A function that decides about elements.
pub(crate) type Decide = dyn Fn(ElementRef<'_>) -> Action + Send + Sync;

/// A function that decides about elements, with a name for `Debug`.
#[derive(Clone)]
pub(crate) struct Callback(pub(crate) Arc<Decide>);

impl fmt::Debug for Callback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Callback")
    }
}
