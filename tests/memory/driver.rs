//! Texts that scripts write.

use consomme::driver::{Driver, Step};
use consomme::{Document, Hints, ParseOptions};
use consomme_test::heap::peak_above;
use consomme_test::patterns::{MAX_BESIDES, MAX_KEPT_PER_BYTE, MAX_PEAK_PER_BYTE};

use super::HEAP;

/// How many bytes a document keeps at most for each call of [`Driver::write`], besides those for
/// the bytes of its text.
const MAX_KEPT_PER_WRITE: usize = 24;

/// How many bytes a driver holds at most at once for each such call.
const MAX_PEAK_PER_WRITE: usize = 64;

/// One more than a power of two: a list with an item for each has just doubled. Without
/// optimization, many take long.
const WRITES: usize = if cfg!(debug_assertions) { (1 << 12) + 1 } else { (1 << 16) + 1 };

/// The texts that a script writes, one byte after the other.
const TEXTS: &[&str] = &["a", "<p>", "a<!>\r", "<i a></i>&lt;</p>"];

pub(crate) fn is_bounded() {
    for text in TEXTS {
        for noted in [false, true] {
            let options = ParseOptions::new().errors(noted).positions(noted).scripting(true);
            for write in [write_each, write_while_blocked] {
                // Each call writes one byte.
                let max_kept = WRITES * (MAX_KEPT_PER_BYTE + MAX_KEPT_PER_WRITE) + MAX_BESIDES;
                let max_peak = WRITES * (MAX_PEAK_PER_BYTE + MAX_PEAK_PER_WRITE) + MAX_BESIDES;
                let before = HEAP.allocated();
                let (document, excess) = peak_above(&HEAP, max_peak, || write(&options, text));
                let kept = HEAP.allocated() - before;
                println!("{text:?}: {} bytes kept for each call", kept / WRITES);
                assert!(kept <= max_kept, "{kept} bytes kept, {max_kept} allowed, for {text:?}");
                assert_eq!(excess, 0, "bytes above {max_peak} at the peak for {text:?}");
                assert_eq!(document.written_ranges().count(), WRITES, "{text:?}");
            }
        }
    }
}

/// A script writes a text byte by byte.
fn write_each(options: &ParseOptions, text: &str) -> Document {
    let mut driver = Driver::new(options, &Hints::new());
    driver.feed_str("<script></script>");
    assert!(matches!(driver.step(), Step::Script(_)));
    for index in 0..WRITES {
        assert_eq!(driver.write(byte(text, index)), Ok(Step::NeedsInput));
    }
    assert_eq!(driver.end_script(), Step::NeedsInput);
    driver.finish_document()
}

/// A script writes a text byte by byte after another one that is blocked, so that all of it waits.
fn write_while_blocked(options: &ParseOptions, text: &str) -> Document {
    let mut driver = Driver::new(options, &Hints::new());
    driver.feed_str("<script></script>");
    assert!(matches!(driver.step(), Step::Script(_)));
    assert!(matches!(driver.write("<script></script>"), Ok(Step::Script(_))));
    driver.block();
    assert_eq!(driver.end_script(), Step::Blocked);
    for index in 1..WRITES {
        assert_eq!(driver.write(byte(text, index)), Ok(Step::Blocked));
    }
    assert_eq!(driver.end_script(), Step::Blocked);
    assert!(matches!(driver.unblock(), Step::Script(_)));
    assert_eq!(driver.end_script(), Step::NeedsInput);
    driver.finish_document()
}

/// Returns a byte of a text that is repeated.
fn byte(text: &str, index: usize) -> &str {
    let start = index % text.len();
    &text[start..start + 1]
}
