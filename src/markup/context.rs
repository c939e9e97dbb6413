//! Nests in a context element, around which any elements may be.
//!
//! Sanitized text, for example, is parsed as the content of a context element alone, and put into
//! pages with that element. The parser of such a page looks for elements that the fragment knows
//! nothing of. Where a nest in a context says that a start tag does not [reach
//! out](Effect::ReachesOut), the parser of the page does the same as that of the fragment.

use crate::elements::{StartTagRule, Traits};
use crate::names::{ElementName, LocalName, Namespace, known};

use super::effect::Effect;
use super::level::{Around, Level, Others};
use super::nest::Nest;
use super::place::Place;

/// The elements that may be around a context element.
///
/// ```
/// use consomme::markup::{Effect, Nest, Surroundings};
/// use consomme::sink::{ElementName, known_names};
///
/// let [div, li, a] = [known_names::DIV, known_names::LI, known_names::A].map(ElementName::html);
/// let nest = Nest::in_context(div, Surroundings::usual(), ());
/// assert_eq!(nest.effect(li), Effect::ReachesOut, "it would end an `li` around the `div`");
/// assert_eq!(nest.effect(a), Effect::Inserts);
/// let nest = Nest::in_context(div, Surroundings::usual().with(a), ());
/// assert_eq!(nest.effect(a), Effect::ReachesOut);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Surroundings(Around);

impl Surroundings {
    /// Returns the elements that are around many contexts: `li`, `dd` and `dt`, `p` and `ruby`.
    pub fn usual() -> Surroundings {
        let items = StartTagRule::CLOSES_LI.union(StartTagRule::CLOSES_DD_AND_DT);
        let closing = items.union(StartTagRule::CLOSES_P);
        Surroundings(Around { closing, others: Others::RUBY_IN_SCOPE, ..Around::NOTHING })
    }

    /// Returns surroundings without elements.
    pub fn none() -> Surroundings {
        Surroundings(Around::NOTHING)
    }

    /// Adds an element that may be there. Elements for which no start tag looks change nothing.
    #[must_use]
    pub fn with(self, name: ElementName) -> Surroundings {
        Surroundings(self.0.union(found(name)))
    }

    /// Takes away an element that is not there. `dd` and `dt` count as one.
    #[must_use]
    pub fn without(self, name: ElementName) -> Surroundings {
        Surroundings(self.0.without(found(name)))
    }
}

/// The [usual](Surroundings::usual) surroundings.
impl Default for Surroundings {
    fn default() -> Self {
        Surroundings::usual()
    }
}

/// Returns an element as rules find it.
fn found(name: ElementName) -> Around {
    Level::inside(Around::NOTHING, name, ()).around
}

impl<T> Nest<T> {
    /// Returns a nest whose outermost element is a context element in a page, with elements around
    /// it that may be there or not. The owner neither writes nor ends it.
    ///
    /// An `option` or `optgroup` is taken to be in a `select`, and nothing is around `html`, `head`
    /// and `body`.
    pub fn in_context(context: ElementName, surroundings: Surroundings, of_owner: T) -> Nest<T> {
        let mut around = surroundings.0;
        if context.is_html(known::OPTION) || context.is_html(known::OPTGROUP) {
            around = around.union(found(ElementName::html(known::SELECT)));
        }
        if context.namespace == Namespace::Html {
            // Its own start tag has closed them.
            around.closing = around.closing.without(context.row().start_tag);
            if context.row().is(Traits::IN_EVERY_DOCUMENT) {
                around = Around::NOTHING;
            }
        }
        let level = Level::inside(around, context, of_owner);
        Nest { open: vec![level], quirks: None, has_context: true }
    }

    /// Whether the current node is the [context](Nest::in_context).
    #[inline]
    pub fn is_at_context(&self) -> bool {
        self.has_context && self.open.len() == 1
    }

    /// Whether the context is one of the innermost `closed` elements.
    #[inline]
    pub(super) fn ends_context(&self, closed: usize) -> bool {
        self.has_context && closed >= self.open.len()
    }

    /// Returns the effect of a start tag that closes an element which is not found: it is far away,
    /// or around the context.
    pub(super) fn out_of_sight(&self) -> Effect {
        match self.has_context {
            true => Effect::ReachesOut,
            false => Effect::Unsure,
        }
    }

    /// Whether the next element with that name up from here is not known to be in the context.
    pub(super) fn may_be_around(&self, name: LocalName) -> bool {
        let closed = self.count_to(0, |level| level.is_html(name));
        self.has_context && closed.is_none_or(|closed| self.ends_context(closed))
    }

    /// Returns the effect of a start tag that does something to the next element with that name, or
    /// because of it: the one given, if that element is in the context.
    pub(super) fn in_place_of(&self, name: LocalName, effect: Effect) -> Effect {
        match self.may_be_around(name) {
            true => Effect::ReachesOut,
            false => effect,
        }
    }

    /// Returns the effect of a start tag that cannot stay in a place of that kind, which is that of
    /// the current node.
    pub(super) fn moves_from(&self, place: Place) -> Effect {
        // The parser ignores tags in a `frameset`.
        match self.is_at_context() && place != Place::Frameset {
            true => Effect::ReachesOut,
            false => Effect::Moves,
        }
    }
}
