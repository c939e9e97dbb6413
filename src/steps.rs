//! Counts the steps of parsing, for the test that their number grows linearly with the input.
//!
//! Every loop whose length the input controls counts its rounds, and every copy of text counts its
//! bytes. The crate's own tests keep a count for each thread; in other builds, counting compiles to
//! nothing. So there is nothing here that `crates/web`, which counts its own steps, could use.

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
