//! The memory of streams in which nothing matches, of markup that repeats: the same at any length.
//!
//! Without optimization, the documents are short. With it they have 20 MB each, or as many as the
//! variable `CONSOMME_STREAM_MEGABYTES` says:
//!
//! ```sh
//! CONSOMME_STREAM_MEGABYTES=200 cargo test --release --features stream --test memory -- repeated
//! ```

use std::env;
use std::fmt::Write;
use std::io;
use std::ops::ControlFlow;

use consomme::stream::{RewriteMatch, RewriteSelectors, StreamParser, StreamRewriter};
use consomme::{Hints, LimitsHit, ParseOptions};
use consomme_test::heap::peak_above;

use super::stream::{Generated, selectors};
use super::{HEAP, MEGABYTE};

/// How many bytes a stream takes at most, whatever the length of the document, if nothing matches.
const MAX_WITHOUT_MATCHES: usize = 4 * MEGABYTE;

/// Markup without end tags, so that as many elements are open as can be.
const UNCLOSED: [&str; 20] = [
    "<b>cell",
    "<div>cell",
    "<span>cell",
    "<table><tr><td>cell",
    "<ul><li>cell",
    "<svg><g>cell",
    "<svg><foreignObject><p>cell",
    "<math><mi>cell",
    "<template>cell",
    "<template><td><b>cell",
    "<select><div>cell",
    "<option><optgroup>cell",
    "<frameset>",
    "<object><b>cell",
    "<a><div>cell",
    "<nobr><div>cell",
    "<button><b>cell",
    "<form><div></form>cell",
    "<b><i><x-y><u><div></b>cell",
    "<table><caption><b>cell",
];

/// Markup of which everything is closed by something.
const CLOSED: [&str; 18] = [
    "<p>cell",
    "<p><b>cell</p>",
    "<i>cell</i>",
    "<li><font color=red>cell",
    "<a>cell",
    "<b><p>cell</b>",
    "<table><b>cell</b><tr></table>",
    "<select><option>cell</select>",
    "<h1>cell",
    "<button>cell",
    "<form>cell",
    "<dl><dt>cell<dd>cell</dl>",
    "<p>cell<!-- comment --><br><img src=a>",
    "<script>cell</script><style>cell</style>",
    "<p><template>cell</template>",
    // The standard leaves a marker among the active formatting elements at each of these.
    "<template><td>cell</template>",
    "<template><table><caption>cell</template>",
    "<p><b>cell</p><template><td></template>",
];

pub(crate) fn are_flat() {
    let default = if cfg!(debug_assertions) { 1 } else { 20 };
    let megabytes = env::var("CONSOMME_STREAM_MEGABYTES").ok();
    let megabytes = megabytes.map_or(default, |text| text.parse().expect("a number of megabytes"));
    let length = megabytes * MEGABYTE;
    for part in UNCLOSED {
        let hit = is_flat(part, length);
        assert!(hit.depth, "{part} reaches the limit on depth");
    }
    for part in CLOSED {
        is_flat(part, length);
    }
    a_banner_takes_no_memory(length * 5 / 2);
    let count = if cfg!(debug_assertions) { 8 } else { 100 };
    for part in (0..count).map(generated_part) {
        is_flat(&part, length);
    }
}

/// Some tags and texts, always the same for a number.
fn generated_part(number: usize) -> String {
    const NAMES: [&str; 20] = [
        "p", "b", "i", "a", "div", "table", "tr", "td", "caption", "ul", "li", "form", "button",
        "select", "option", "svg", "h1", "template", "font", "span",
    ];
    let mut state = number * 7919 + 1;
    let mut part = String::new();
    for _ in 0..8 {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
        let name = NAMES[(state >> 8) % NAMES.len()];
        match (state >> 16) % 5 {
            0 | 1 => write!(part, "<{name}>").unwrap(),
            2 | 3 => write!(part, "</{name}>").unwrap(),
            _ => part.push_str("cell "),
        }
    }
    part
}

/// Appends to the `body`, of this length, at its start tag.
fn a_banner_takes_no_memory(length: usize) {
    let ((), excess) = peak_above(&HEAP, MAX_WITHOUT_MATCHES, || {
        let selectors = RewriteSelectors::new().start_tags(&["body"]).unwrap();
        let rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::utf8(), &selectors);
        let rows = |_, text: &mut String| text.push_str("<p class=row>cell <b>more</b></p>\n");
        let page = Generated::new("<!DOCTYPE html><body>", length, rows);
        let append = |body: &mut RewriteMatch<'_>| {
            assert!(body.append_html("<footer>Banner</footer>")?.is_empty(), "it is exact");
            Ok(())
        };
        let summary = rewriter.read_from(page, io::sink(), append).unwrap();
        assert!(summary.matches == 1 && summary.bytes as usize >= length);
    });
    assert_eq!(excess, 0, "bytes above {MAX_WITHOUT_MATCHES} for a banner");
}

/// Checks the memory for a document of this part, again and again. Returns the limits that it has
/// reached.
fn is_flat(part: &str, length: usize) -> LimitsHit {
    // The content of an open `select` stays: a `selectedcontent` may show any of it.
    let max = MAX_WITHOUT_MATCHES + if part.contains("<select>") { 20 * length } else { 0 };
    let (hit, excess) = peak_above(&HEAP, max, || {
        let options = ParseOptions::new();
        let stream = StreamParser::new(&options, &Hints::utf8(), &selectors(&["absent"]));
        let document = Generated::new("", length, |_, text| text.push_str(part));
        stream.read_from(document, |_| ControlFlow::Break(())).unwrap().limits_hit
    });
    assert_eq!(excess, 0, "bytes above {max} for {part}");
    hit
}
