//! A limit on the work that a walk does for its selectors.

use std::cell::Cell;

/// The steps that are left while one element is compared with one selector.
pub(super) struct StepsLeft {
    steps: Cell<u64>,
    /// Whether `take` refuses further steps when none is left, so that matching stops at once.
    /// Otherwise the walk ends at the next element.
    refuses: bool,
}

impl StepsLeft {
    pub(super) fn new(steps: u64, refuses: bool) -> StepsLeft {
        StepsLeft { steps: Cell::new(steps), refuses }
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps.get()
    }

    #[inline(never)] // Most walks have no limit.
    fn take(&self, steps: usize) -> bool {
        self.steps.set(self.steps().saturating_sub(steps as u64));
        self.steps() > 0 || !self.refuses
    }
}

/// The steps that a walk may still take. Without a limit, taking steps only tests that there is
/// none.
#[derive(Clone, Copy)]
pub(super) struct Budget<'b>(Option<&'b StepsLeft>);

impl<'b> Budget<'b> {
    /// No limit.
    pub(super) const UNLIMITED: Budget<'static> = Budget(None);

    pub(super) fn of(left: &'b StepsLeft) -> Budget<'b> {
        Budget(Some(left))
    }

    /// Whether there is a limit.
    #[inline]
    pub(super) fn is_limited(self) -> bool {
        self.0.is_some()
    }

    /// Takes steps. Returns `false` if none is left and matching may stop: then the caller stops
    /// with any answer, because the walk discards it.
    #[inline]
    pub(super) fn take(self, steps: usize) -> bool {
        self.0.is_none_or(|left| left.take(steps))
    }

    /// Takes a step for each item, and ends where no step is left.
    pub(super) fn counted<I: Iterator>(self, items: I) -> impl Iterator<Item = I::Item> {
        items.take_while(move |_| self.take(1))
    }

    /// Takes the steps for reading a text of this many bytes.
    #[inline]
    pub(super) fn take_bytes(self, bytes: usize) -> bool {
        self.take(1 + bytes / BYTES_PER_STEP)
    }
}

/// How many bytes of text count as one step. Searches read at least as many in the time of a step.
pub(super) const BYTES_PER_STEP: usize = 16;
