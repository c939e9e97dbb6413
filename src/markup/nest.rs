//! The elements that are open where the next tag is written.

use crate::names::{ElementName, LocalName, Namespace, known};

use super::level::{Around, Level};
use super::place::Place;

/// How many levels up a rule looks for an element. If it is farther away, the effect is [unsure].
/// The bound keeps the time linear.
///
/// [unsure]: super::Effect::Unsure
pub(crate) const MAX_SEARCHED: usize = 64;

/// The elements that are open where the next tag is written, the innermost last: the stack of open
/// elements that the tree builder will have after parsing the markup so far.
///
/// The owner says which elements open and end, and keeps a value `T` for each.
///
/// ```
/// use consomme::markup::{Effect, Nest};
/// use consomme::sink::{ElementName, known_names};
///
/// let [p, b, div] = [known_names::P, known_names::B, known_names::DIV].map(ElementName::html);
/// let mut nest = Nest::new();
/// for name in [div, p, b] {
///     assert_eq!(nest.effect(name), Effect::Inserts);
///     nest.push(name, ());
/// }
/// assert_ne!(nest.effect(div), Effect::Inserts, "it would end the `p`");
/// nest.pop();
/// assert_eq!(nest.current(), Some(p));
/// ```
#[derive(Clone, Debug)]
pub struct Nest<T = ()> {
    pub(super) open: Vec<Level<T>>,
    /// Whether the reader is in quirks mode, in which a `table` closes no `p`. `None` if that is
    /// not known.
    pub(super) quirks: Option<bool>,
    /// Whether the outermost level is a context element, around which others may be.
    pub(super) has_context: bool,
}

impl<T> Default for Nest<T> {
    fn default() -> Self {
        Nest::new()
    }
}

impl<T> Nest<T> {
    /// Returns a nest without open elements, in a place where any element can be: the content of an
    /// unknown context, in an unknown mode.
    pub fn new() -> Nest<T> {
        Nest { open: Vec::new(), quirks: None, has_context: false }
    }

    /// Sets whether the reader is in quirks mode, if that is known.
    pub(crate) fn set_quirks(&mut self, quirks: Option<bool>) {
        self.quirks = quirks;
    }

    /// Returns the number of open elements.
    pub(crate) fn len(&self) -> usize {
        self.open.len()
    }

    /// Returns the name of the current node: the innermost open element.
    pub fn current(&self) -> Option<ElementName> {
        self.open.last().map(|level| level.name)
    }

    /// Returns the name of the element at a level.
    pub(crate) fn name(&self, level: usize) -> Option<ElementName> {
        self.open.get(level).map(|level| level.name)
    }

    /// Returns the element `levels` levels above the current node, and the value that the owner
    /// keeps for it.
    #[inline]
    pub(crate) fn above(&self, levels: usize) -> Option<(ElementName, &T)> {
        self.level_above(levels).map(|level| (level.name, &level.of_owner))
    }

    /// Returns the value that the owner keeps for the current node.
    pub fn last(&self) -> Option<&T> {
        self.open.last().map(|level| &level.of_owner)
    }

    /// Returns the names of the open elements with the values that the owner keeps for them, from
    /// the innermost out.
    pub(crate) fn of_owner(&self) -> impl Iterator<Item = (ElementName, &T)> {
        self.open.iter().rev().map(|level| (level.name, &level.of_owner))
    }

    /// Opens an element.
    #[inline(always)] // It is a row of a table, and a few operations on bits.
    pub fn push(&mut self, name: ElementName, of_owner: T) {
        let around = self.open.last().map_or(Around::NOTHING, |level| level.around);
        self.open.push(Level::inside(around, name, of_owner));
    }

    /// Ends the current node. Returns its name and the value that the owner keeps for it.
    pub fn pop(&mut self) -> Option<(ElementName, T)> {
        self.open.pop().map(|level| (level.name, level.of_owner))
    }

    /// Ends the current node, if the value that the owner keeps for it passes the test. Returns its
    /// name.
    #[inline]
    pub fn pop_if(&mut self, is_ended: impl FnOnce(&T) -> bool) -> Option<ElementName> {
        self.open.pop_if(|level| is_ended(&level.of_owner)).map(|level| level.name)
    }

    /// Ends the open elements from a level on.
    pub(crate) fn truncate(&mut self, level: usize) {
        self.open.truncate(level);
    }

    /// Whether text other than whitespace stays where it is written. It is moved out of tables, and
    /// ends a `head`.
    #[inline]
    pub fn keeps_text(&self) -> bool {
        self.open.last().is_none_or(|level| level.place.keeps_text())
    }

    /// Whether the current node is an element of SVG or MathML in which HTML doesn't go on.
    pub(crate) fn is_in_foreign_content(&self) -> bool {
        self.open.last().is_some_and(|level| {
            level.name.namespace != Namespace::Html && level.place != Place::Flow
        })
    }

    /// Returns the level that is `closed` levels above the current node.
    #[inline]
    pub(super) fn level_above(&self, closed: usize) -> Option<&Level<T>> {
        self.open.len().checked_sub(closed + 1).and_then(|index| self.open.get(index))
    }

    /// Returns the elements around the place that is left when the innermost `closed` elements end.
    #[inline]
    pub(super) fn around(&self, closed: usize) -> Around {
        self.level_above(closed).map_or(Around::NOTHING, |level| level.around)
    }

    /// Returns how many elements end if the innermost of the elements that pass the test ends,
    /// without the `closed` elements that have ended before. `None` if it is too far away.
    pub(super) fn count_to(&self, closed: usize, is: impl Fn(&Level<T>) -> bool) -> Option<usize> {
        let inside = self.open.iter().rev().skip(closed).take(MAX_SEARCHED).position(is)?;
        Some(closed + inside + 1)
    }

    /// Whether the current node is HTML's element with that name.
    pub(super) fn is_current(&self, closed: usize, name: LocalName) -> bool {
        self.level_above(closed).is_some_and(|level| level.is_html(name))
    }

    /// Whether no element but `html`, `head` and `body` is open.
    pub(crate) fn is_outermost(&self) -> bool {
        self.open.last().is_none_or(|level| level.is_html(known::HTML))
    }
}
