//! The elements that may match, from the end of each to its loan.
//!
//! ```text
//! closed ──▶ next in the queue ──▶ found: it is lent
//!               │        ▲    └──▶ no match: it is dropped
//!               ▼        │
//!            waiting ────┘ released: all of its content is complete
//! ```
//!
//! Elements that wait are in [`Waiting`](super::waiting::Waiting), not in the queue, because
//! hundreds of them may wait while thousands of others pass.

use std::collections::{BTreeSet, VecDeque};

use crate::dom::NodeIndex;
use crate::parse::Swept;

use super::observer::{Closed, Event};

/// The queue of events, and the last match.
#[derive(Debug, Default)]
pub(super) struct Matches {
    /// The events to look at, the next one first.
    queue: VecDeque<Event>,
    /// The open elements that can no longer match, because some of their content may be freed.
    pub(super) unwanted: BTreeSet<NodeIndex>,
    /// The indices of the selectors that the last match matches.
    pub(super) found: Vec<usize>,
}

impl Matches {
    /// Adds events in their order.
    pub(super) fn extend(&mut self, events: impl Iterator<Item = Event>) {
        self.queue.extend(events);
    }

    /// Adds an element that has waited for the last event. The element comes before all others in
    /// the queue, because it was closed earlier.
    pub(super) fn release(&mut self, closed: Closed) {
        self.queue.push_front(Event::Closed(closed));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Returns the event to look at next.
    pub(super) fn first(&self) -> Option<Event> {
        self.queue.front().copied()
    }

    /// Takes the first event out of the queue.
    pub(super) fn pop_first(&mut self) {
        self.queue.pop_front();
    }

    /// Whether an element that has left the stack may still match.
    pub(super) fn may_match(&mut self, closed: &Closed) -> bool {
        closed.may_match && !self.unwanted.remove(&closed.element)
    }

    pub(super) fn after_sweep(&mut self, swept: &Swept) {
        debug_assert!(self.queue.is_empty(), "a sweep comes when all events are looked at");
        self.unwanted = self.unwanted.iter().filter_map(|id| swept.moves.get(*id)).collect();
    }
}
