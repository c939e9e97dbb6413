//! How much memory sanitizing takes. One test, so that no other allocates meanwhile.

use std::alloc::System;

use cap::Cap;
use consomme_sanitizer::{SanitizeOptions, Sanitizer};
use consomme_test::heap::peak_above;
use consomme_test::patterns::{
    COPIES, COPYING_PATTERNS, LENGTHS, MAX_BESIDES, MAX_PEAK_PER_COPY, PATTERNS, Pattern,
};

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

/// Sanitizing a text keeps within the promise, and writes no more than it says.
#[test]
fn sanitizing_takes_limited_memory_per_byte() {
    /// As `SECURITY.md` promises: as if everything grew six times.
    const MAX_PEAK_PER_BYTE: usize = 700;
    /// Patterns that take a second parse and grow most without copies.
    const GROWING: &[(&str, &str, &str)] = &[
        ("<!---->", "<table><td>", ""),
        ("<!----><p title='", "\"", "'>"),
        ("<!---->", "\u{A0}", ""),
        ("<!---->", "<x>", ""),
    ];

    let options = SanitizeOptions::new();
    let sanitizers = [Sanitizer::new(), Sanitizer::allow_everything()];
    // A configuration is compiled when it is first used.
    sanitizers.iter().for_each(|sanitizer| drop(sanitizer.sanitize_str("")));
    let patterns = PATTERNS.iter().chain(GROWING).map(|pattern| (pattern, false));
    let copying = COPYING_PATTERNS.iter().map(|pattern| (pattern, true));
    let max_length = if cfg!(debug_assertions) { 9_000 } else { usize::MAX };
    for (&(before, unit, after), is_copying) in patterns.chain(copying) {
        for &length in LENGTHS.iter().filter(|&&length| length <= max_length) {
            let html = Pattern { before, unit, after }.markup(length);
            let html = String::from_utf8(html).expect("only malformed patterns are not UTF-8");
            let max_html = 16 * html.len() + 64 * 1024;
            let copies = if is_copying { html.len() + COPIES } else { 0 };
            let max_peak =
                MAX_PEAK_PER_BYTE * html.len() + MAX_PEAK_PER_COPY * copies + MAX_BESIDES;
            for sanitizer in &sanitizers {
                let sanitize = || options.sanitize(sanitizer, "div", &html);
                let (sanitized, excess) = peak_above(&HEAP, max_peak, sanitize);
                let what = format!("{} bytes of {before:?} {unit:?}", html.len());
                assert_eq!(excess, 0, "bytes above {max_peak} at the peak for {what}");
                assert!(sanitized.html().len() <= max_html + unit.len(), "{what}");
            }
        }
    }
}
