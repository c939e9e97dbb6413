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

use super::observer::Closed;

/// The queue of closed elements, and the last match.
#[derive(Debug, Default)]
pub(super) struct Matches {
    /// The closed elements to look at, the next one first.
    queue: VecDeque<Closed>,
    /// The open elements that can no longer match, because some of their content may be freed.
    pub(super) unwanted: BTreeSet<NodeIndex>,
    /// The indices of the selectors that the last match matches.
    pub(super) found: Vec<usize>,
}

impl Matches {
    /// Adds elements in the order in which they have left the stack.
    pub(super) fn extend(&mut self, closed: impl Iterator<Item = Closed>) {
        self.queue.extend(closed);
    }

    /// Adds an element that no longer waits. It comes before the elements that the same token has
    /// closed, because it was closed earlier.
    pub(super) fn release(&mut self, closed: Closed) {
        self.queue.push_front(closed);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Returns the element to look at next.
    pub(super) fn first(&self) -> Option<Closed> {
        self.queue.front().copied()
    }

    /// Takes the first element out of the queue. Returns whether it may still match.
    pub(super) fn pop_first(&mut self) -> bool {
        self.queue.pop_front().is_some_and(|closed| !self.unwanted.remove(&closed.element))
    }

    pub(super) fn after_sweep(&mut self, swept: &Swept) {
        debug_assert!(
            self.queue.is_empty(),
            "a sweep comes when all closed elements are looked at"
        );
        self.unwanted = self.unwanted.iter().filter_map(|id| swept.moves.get(*id)).collect();
    }
}
