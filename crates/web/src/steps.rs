//! Counts the steps of the algorithms, for the test that their number grows linearly with the page.
//!
//! Every loop that a page controls and that is inside another one counts its rounds. The crate's
//! own tests keep a count for each thread; in other builds, counting compiles to nothing.
//!
//! The core counts its steps with the same lines. They are not shared: the count exists only in a
//! crate's own unit tests, and a dependency's count is not part of its API.

#[cfg(test)]
use std::cell::Cell;

#[cfg(test)]
thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// Counts `steps` more steps.
#[inline]
pub(crate) fn count(steps: usize) {
    #[cfg(test)]
    COUNT.set(COUNT.get() + steps as u64);
    #[cfg(not(test))]
    let _ = steps;
}

/// Returns the number of steps that `run` takes on this thread.
#[cfg(test)]
pub(crate) fn counted(run: impl FnOnce()) -> u64 {
    let before = COUNT.get();
    run();
    COUNT.get() - before
}
