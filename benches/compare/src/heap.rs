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

/// Counts the allocations of `make`, until its result exists and is not yet dropped. Freeing an
/// earlier allocation counts as negative.
pub fn measure<T>(make: impl FnOnce() -> T) -> (T, Heap) {
    HEAP.set(Heap::default());
    COUNTS.set(true);
    let made = make();
    COUNTS.set(false);
    (made, HEAP.get())
}

#[cfg(test)]
mod tests {
    use consomme::{Hints, ParseOptions};

    use super::*;

    /// A fragment of a page, of 200 bytes.
    const FRAGMENT: &str = "<li class=\"item\"><a href=\"/soup/12\">Onion <b>soup</b></a> with bread\
        <p>One &amp; two</p><span title=\"x\">3</span></li><li><a href=\"/soup/13\">The next one\
        </a><br></li>Text at the very end of a fragment.";

    fn allocations<T>(parse: impl FnOnce() -> T) -> u64 {
        measure(parse).1.allocations
    }

    /// A fragment takes one allocation for its text and one for its nodes, one more for text with
    /// character references, and two more for up to eight names that are not known beforehand.
    #[test]
    fn a_small_fragment_takes_two_allocations() {
        let options = ParseOptions::new();
        let fragment = |html: &str| allocations(|| options.parse_fragment("div", html));
        let without_references = FRAGMENT.replace('&', "and").replace("amp;", "");
        assert_eq!(FRAGMENT.len(), 200);
        assert_eq!(fragment(&without_references), 2);
        assert_eq!(fragment(FRAGMENT), 3);
        assert_eq!(fragment(&without_references.replace("class", "data-class")), 4);
        let names = |tag: &str| tag.replace("class", "data-a=1 data-b=2 data-c=3 data-d=4 data-e");
        assert_eq!(fragment(&names(&without_references)), 4);
        assert_eq!(fragment(""), 1);
    }

    /// A document takes one more for its doctype, and from bytes one more for the report of its
    /// encoding.
    #[test]
    fn a_small_document_takes_at_most_four_allocations() {
        let options = ParseOptions::new();
        let page = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Soup</title>\
            <body><h1 id=\"a\">Onion soup</h1><p>One <b>two</b> and <a href=\"/\">three spoons</a>.</p>\
            Text at the end of the body, as long as it is on most pages.</body></html>";
        assert_eq!(allocations(|| options.parse_str(page)), 3);
        assert_eq!(allocations(|| options.parse_document(page.as_bytes(), &Hints::new())), 4);
        assert_eq!(allocations(|| options.parse_str("Onion soup with bread")), 2);
    }
}
