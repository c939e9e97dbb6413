//! An allocator that counts, while it is told to: bytes in use, their peak, and allocations.

#![allow(unsafe_code, reason = "a global allocator cannot be written without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ops::AddAssign;

/// The system's allocator. While nothing is counted, one flag is read per call, the same for
/// everyone.
struct CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

// Each thread counts for itself. None of these allocates or has anything to drop, so an allocator
// may use them.
thread_local! {
    static COUNTS: Cell<bool> = const { Cell::new(false) };
    static HEAP: Cell<Heap> = const { Cell::new(Heap { peak: 0, live: 0, allocations: 0 }) };
}

/// Counts a change of the bytes in use, if counting is on.
#[inline]
fn count(allocations: u64, bytes: i64) {
    if COUNTS.get() {
        let Heap { peak, live, allocations: before } = HEAP.get();
        let live = live + bytes;
        HEAP.set(Heap { peak: peak.max(live), live, allocations: before + allocations });
    }
}

// SAFETY: every call is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(1, layout.size() as i64);
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(1, layout.size() as i64);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(0, -(layout.size() as i64));
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count(1, new_size as i64 - layout.size() as i64);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

/// Counts for one document, or sums over several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heap {
    /// The greatest number of bytes in use at once.
    pub peak: i64,
    /// The bytes in use at the end.
    pub live: i64,
    /// Calls that asked for memory; a reallocation is one.
    pub allocations: u64,
}

impl AddAssign for Heap {
    fn add_assign(&mut self, other: Self) {
        self.peak += other.peak;
        self.live += other.live;
        self.allocations += other.allocations;
    }
}

/// Counts what `make` does to the heap, up to where its result is there and not yet dropped. What
/// was allocated before and is freed in between counts as negative.
pub fn measure<T>(make: impl FnOnce() -> T) -> (T, Heap) {
    HEAP.set(Heap::default());
    COUNTS.set(true);
    let made = make();
    COUNTS.set(false);
    (made, HEAP.get())
}
