//! Counting what parsing does, for the test that it takes linear time.
//!
//! Every loop whose length the input controls counts its rounds, and so does what copies text. In
//! the crate's own tests the count is kept, for each thread; anywhere else, counting is nothing at
//! all.

#[cfg(test)]
use std::cell::Cell;

#[cfg(test)]
thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// Counts so many steps.
#[inline(always)]
pub(crate) fn count(_steps: usize) {
    #[cfg(test)]
    COUNT.set(COUNT.get() + _steps as u64);
}

/// How many steps something takes.
#[cfg(test)]
pub(crate) fn counted(run: impl FnOnce()) -> u64 {
    let before = COUNT.get();
    run();
    COUNT.get() - before
}
