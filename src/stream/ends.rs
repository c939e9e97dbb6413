//! The ends of elements that a rewriter waits for.

use std::collections::{BTreeMap, VecDeque};

use crate::dom::NodeIndex;
use crate::parse::Swept;
use crate::tree_sink::ClosedBy;

/// The open elements whose ends are awaited, and the ends since the last pause.
#[derive(Debug, Default)]
pub(super) struct Ends {
    /// The elements, each with a number that stays the same when a sweep moves the element.
    awaited: BTreeMap<NodeIndex, usize>,
    next_number: usize,
    /// The ends since the last pause, in their order.
    ended: VecDeque<Ended>,
}

/// The end of an element that was awaited.
#[derive(Debug)]
pub(super) struct Ended {
    /// The number that [`Ends::await_end`] has returned.
    pub(super) number: usize,
    pub(super) element: NodeIndex,
    /// The token that has closed it.
    pub(super) by: ClosedBy,
}

impl Ends {
    /// Waits for the end of an element. Returns a number for it.
    pub(super) fn await_end(&mut self, element: NodeIndex) -> usize {
        self.next_number += 1;
        self.awaited.insert(element, self.next_number);
        self.next_number
    }

    /// Notes that a token closes an element. Returns whether that was awaited.
    #[inline] // Mostly nothing is awaited.
    pub(super) fn note(&mut self, element: NodeIndex, by: ClosedBy) -> bool {
        !self.awaited.is_empty() && self.note_awaited(element, by)
    }

    fn note_awaited(&mut self, element: NodeIndex, by: ClosedBy) -> bool {
        let Some(number) = self.awaited.remove(&element) else { return false };
        self.ended.push_back(Ended { number, element, by });
        true
    }

    /// Takes out the next end since the last pause.
    pub(super) fn pop(&mut self) -> Option<Ended> {
        self.ended.pop_front()
    }

    pub(super) fn after_sweep(&mut self, swept: &Swept) {
        debug_assert!(self.ended.is_empty(), "a sweep comes when all ends are looked at");
        let awaited = std::mem::take(&mut self.awaited).into_iter();
        self.awaited =
            awaited.filter_map(|(element, at)| Some((swept.moves.get(element)?, at))).collect();
    }
}
