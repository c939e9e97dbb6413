//! The effects that a start tag can have, and that of closing elements before it.

use crate::elements::ElementClass;
use crate::names::{LocalName, known};

use super::nest::Nest;

/// The effect of a start tag: how the tree builder treats it where it is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Effect {
    /// It inserts the element as the last child of the current node, and nothing else changes. The
    /// end tag of the element only ends it.
    Inserts,
    /// It closes this number of innermost elements, and then [inserts](Self::Inserts).
    Closes(usize),
    /// It ignores the tag, moves an element, inserts another one, or opens formatting elements
    /// again.
    Moves,
    /// It depends on more than the names of the open elements.
    Unsure,
    /// It ends, or may end, the [context](Nest::in_context) of the nest or an element around that,
    /// is moved out of it, or does something else there than in a fragment. Only a nest that has a
    /// context says so.
    ReachesOut,
}

impl<T> Nest<T> {
    /// Returns the effect of a start tag that closes `closed` elements and inserts its own.
    #[inline]
    pub(super) fn closing(&self, closed: usize) -> Effect {
        if closed == 0 {
            return Effect::Inserts;
        }
        if self.ends_context(closed) {
            return Effect::ReachesOut;
        }
        let mut ended = self.open.iter().rev().take(closed);
        // "Reconstruct the active formatting elements", now or at the next text.
        if ended.any(|level| level.row().is_in(ElementClass::FORMATTING)) {
            return Effect::Moves;
        }
        match self.level_above(closed) {
            Some(parent) if !parent.place.has_flow() => Effect::Moves,
            _ => self.closing_any(closed),
        }
    }

    /// Returns the effect of closing `closed` elements. It is unsure if one is a `form`: without
    /// its end tag, the form element pointer keeps pointing to it.
    pub(super) fn closing_any(&self, closed: usize) -> Effect {
        if self.ends_context(closed) {
            return Effect::ReachesOut;
        }
        let mut ended = self.open.iter().rev().take(closed);
        match ended.any(|level| level.is_html(known::FORM)) {
            true => Effect::Unsure,
            false => Effect::Closes(closed),
        }
    }

    /// Returns the effect of closing the innermost element with that name, which is in scope.
    pub(super) fn closing_innermost(&self, name: LocalName) -> Effect {
        match self.count_to(0, |level| level.is_html(name)) {
            Some(closed) => self.closing(closed),
            None => self.out_of_sight(),
        }
    }
}
