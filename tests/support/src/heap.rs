//! How much memory a call takes at once.

use std::alloc::System;
use std::hint::black_box;

/// The allocator that counts.
pub use cap::Cap;

/// Calls `make`, and returns how many bytes more than `max_peak` it has held at once, besides its
/// result.
///
/// The allocator never forgets its greatest peak. So memory is taken, but not used, until only
/// `max_peak` bytes are missing to that peak: it grows if, and only if, `make` takes more.
pub fn peak_above<T>(heap: &Cap<System>, max_peak: usize, make: impl FnOnce() -> T) -> (T, usize) {
    if heap.max_allocated() < heap.allocated() + max_peak {
        drop(black_box(Vec::<u8>::with_capacity(max_peak)));
    }
    let peak = heap.max_allocated();
    let ballast = black_box(Vec::<u8>::with_capacity(peak - max_peak - heap.allocated()));
    let made = black_box(make());
    drop(ballast);
    (made, heap.max_allocated() - peak)
}
