//! How much memory is on the heap while a long page is read, counted by the allocator. It is one
//! test, so that nothing else allocates meanwhile.

use std::alloc::System;
use std::io::{self, Read};

use cap::Cap;
use consomme_schema::{PageOptions, Query};

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

const MEGABYTE: usize = 1 << 20;

/// How many bytes the page has.
const LENGTH: u64 = 8 * MEGABYTE as u64;

/// A card, again and again.
#[derive(Default)]
struct Cards {
    /// How many bytes of the next card were read.
    read: usize,
}

const CARD: &[u8] = b"<div class=card><h2 id=a>Leek</h2><p>4.50</p><a href=/leek>More</a></div>";

impl Read for Cards {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for byte in buffer.iter_mut() {
            *byte = CARD[self.read];
            self.read = (self.read + 1) % CARD.len();
        }
        Ok(buffer.len())
    }
}

/// A tree of all would take about 35 MB.
#[test]
fn a_page_without_a_match_takes_memory_that_does_not_grow() {
    for selector in
        ["video", "video::attr(src), p::attr(id)", "video::text", "div + video", "p > *"]
    {
        let query = Query::parse(selector).unwrap();
        let page = Cards::default().take(LENGTH);
        assert_eq!(query.read_first(page, &PageOptions::new()).unwrap(), None, "{selector}");
        let peak = HEAP.max_allocated();
        assert!(peak < 14 * MEGABYTE, "{selector}: {peak} bytes");
    }
}
