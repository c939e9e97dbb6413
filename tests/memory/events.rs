//! How much memory reading events takes.

use consomme::events::Events;

use super::{HEAP, MEGABYTE};

/// How much is read of the rows of a table: more than 32 bits can count, if the crate is optimized.
const ROWS: usize = if cfg!(debug_assertions) { 4 * MEGABYTE } else { 4096 * MEGABYTE };

/// How many bytes an open element takes at most, while the list of them grows.
const BYTES_PER_ELEMENT: usize = 150;

/// How much is read of anything else.
const OTHERS: usize = 2 * MEGABYTE;

pub(crate) fn do_not_grow_with_the_input() {
    read("<tr><td class=soup>Broth &amp; bread<td><a href='/soups/1'>1</a>\r\n", ROWS);
    for pattern in [
        "text without end ",
        "a&lt;",
        "<!-- a --><b c></b>",
        "<p><a href=/soups/1>1</a>",
        "<svg/>",
        "</p>",
        "\r",
        "\0",
        "<table>",
        "<select><option>",
    ] {
        read(pattern, OTHERS);
    }
    read_after("<table><tr>", " ", OTHERS, 0);
    read_after("<frameset>", "x", OTHERS, 0);
    read_names();
    read_formatting();
    // An element that is open is remembered.
    for pattern in ["<svg>", "<div>", "<b c>"] {
        read_after("", pattern, OTHERS, BYTES_PER_ELEMENT * OTHERS / pattern.len());
    }
}

/// Reads a pattern in memory that does not grow.
fn read(pattern: &str, length: usize) {
    read_after("", pattern, length, 0);
}

/// Reads a pattern again and again, in pieces of about 32 KiB that are cut anywhere in it. Takes
/// less than a megabyte more than `remembered` bytes.
fn read_after(before_all: &str, pattern: &str, length: usize, remembered: usize) {
    let period = pattern.repeat(64 * 1024 / pattern.len());
    let size = 32 * 1024 - 1;
    let (before, mut peak) = (HEAP.allocated(), 0);
    let mut events = Events::new();
    let (mut start, mut count, mut end) = (0, 0_u64, 0);
    events.feed_str(before_all);
    for _ in 0..length / size + 1 {
        events.feed_str(&period[start..start + size]);
        start = (start + size) % pattern.len();
        while let Some(event) = events.next_event() {
            count += 1;
            assert_eq!(event.span.start, end, "{pattern:?}: events tile the input");
            end = event.span.end;
        }
        peak = peak.max(HEAP.allocated() - before);
    }
    assert!(end + 32 * 1024 > length as u64, "{pattern:?}: {end} of {length} bytes were read");
    assert!(count > length as u64 / 65_536, "{pattern:?}: there are {count} events");
    assert!(peak < MEGABYTE + remembered, "{pattern:?} takes {peak} bytes");
}

/// Reads formatting elements whose attributes are remembered as long as they are active.
fn read_formatting() {
    let before = HEAP.allocated();
    let mut events = Events::new();
    for number in 0..10_000 {
        events.feed_str(&format!("<p><a href={number}{}>", "x".repeat(200)));
        while events.next_event().is_some() {}
        let kept = HEAP.allocated() - before;
        assert!(kept < MEGABYTE, "{number} links take {kept} bytes");
    }
}

/// Reads 50,000 tags and attributes, each with a name of its own.
fn read_names() {
    let before = HEAP.allocated();
    let mut events = Events::new();
    for number in 0..50_000 {
        events.feed_str(&format!("<x-{number} a{number}></x-{number}>"));
        while events.next_event().is_some() {}
        let kept = HEAP.allocated() - before;
        assert!(kept < MEGABYTE, "{number} names take {kept} bytes");
    }
}
