//! How much memory a stream takes. One test, so that no other allocates meanwhile.

use std::alloc::System;

use cap::Cap;
use consomme_sanitizer::{Preset, SanitizeOptions, Sanitizer};
use consomme_test::heap::peak_above;

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

/// The most memory that a stream takes with its default settings, in bytes.
const MAX_PEAK: usize = 8 << 20;

/// How many bytes are streamed: `CASES_TIMES=256` streams a gigabyte of each.
fn length() -> usize {
    let times = std::env::var("CASES_TIMES").map_or(1, |times| times.parse().expect("a number"));
    times * (4 << 20)
}

const ARTICLE: &str = "<div class=item><h2>Soup</h2><p onclick=a()>Hot <b>leek</b> &amp; <a \
    href=https://soup.example/>broth</a>, <i>with <em>bread</em></i>.<p>Second paragraph<ul><li>salt\
    <li>pepper</ul><script>track('<p>')</script><table><tr><td>1<td>2</table></div>\n";

const ROW: &str = "<tr><td>1<td class=x>two <b>three</b><td><a href=https://a.example/>four</a>";

#[test]
fn the_memory_of_a_stream_does_not_grow_with_the_text() {
    let sanitizer = Sanitizer::preset(Preset::Relaxed);
    // A configuration is compiled when it is first used.
    drop(sanitizer.sanitize_str(""));
    for (start, unit) in [
        ("", ARTICLE),
        // One element is open to the end; formatting elements and a table are, too.
        ("<div><section><b>", ARTICLE),
        ("<table>", ROW),
        ("", "<p>&quot;&nbsp;<br>"),
        ("", "word "),
    ] {
        let count = length() / unit.len();
        let stream = || {
            let mut stream = SanitizeOptions::new().stream(&sanitizer, "div").expect("decided");
            let (mut html, mut written) = (String::new(), 0_u64);
            let mut write = |text: &str| {
                html.clear();
                let result = stream.write(text, &mut html);
                written += html.len() as u64;
                result
            };
            write(start)?;
            for _ in 0..count {
                write(unit)?;
            }
            html.clear();
            stream.finish(&mut html)?;
            Ok::<u64, consomme_sanitizer::StreamError>(written)
        };
        let (written, excess) = peak_above(&HEAP, MAX_PEAK, stream);
        assert_eq!(excess, 0, "bytes above {MAX_PEAK} at the peak for {unit:?}");
        if unit == "word " {
            // Text without tags cannot be divided.
            assert!(written.is_err());
            continue;
        }
        let written = written.expect("nothing moves");
        assert!(written as usize > count * unit.len() / 3, "{written} bytes of {unit:?}");
    }
}
