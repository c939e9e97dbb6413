//! Counts the steps of parsing, for the tests that their number grows linearly with the input. No
//! part of the public API: packages on this crate count their steps here, too.
//!
//! Every loop whose length the input controls counts its rounds, and every copy of text counts its
//! bytes. Unit tests and builds with the feature `_steps` keep a count for each thread; in other
//! builds, counting compiles to nothing.

#[cfg(any(test, feature = "_steps"))]
use std::cell::Cell;

#[cfg(any(test, feature = "_steps"))]
thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// Counts `steps` more steps.
#[inline]
pub fn count(steps: usize) {
    #[cfg(any(test, feature = "_steps"))]
    COUNT.set(COUNT.get() + steps as u64);
    #[cfg(not(any(test, feature = "_steps")))]
    let _ = steps;
}

/// Returns the number of steps that `run` takes on this thread.
#[cfg(any(test, feature = "_steps"))]
pub fn counted(run: impl FnOnce()) -> u64 {
    let before = COUNT.get();
    run();
    COUNT.get() - before
}
