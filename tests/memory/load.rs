//! How much memory hostile input and long use take.

use std::hint::black_box;
use std::io::{self, Read};
use std::sync::Arc;

use consomme::{
    Document, Hints, Limits, ParseOptions, Parser, Recycler, parse_document, parse_str,
};
use consomme_test::heap::peak_above;
use consomme_test::patterns::{
    COPIES, COPYING_PATTERNS, LENGTHS, MALFORMED_PATTERNS, MAX_BESIDES, MAX_KEPT_PER_BYTE,
    MAX_KEPT_PER_COPY, MAX_PEAK_PER_BYTE, MAX_PEAK_PER_COPY, PATTERNS, Pattern,
};

use super::{HEAP, MEGABYTE};

/// A reader without end that repeats a few bytes, and counts how many it has given.
struct Endless {
    bytes: &'static [u8],
    given: u64,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for piece in buffer.chunks_mut(self.bytes.len()) {
            piece.copy_from_slice(&self.bytes[..piece.len()]);
        }
        self.given += buffer.len() as u64;
        Ok(buffer.len())
    }
}

pub(crate) fn is_bounded() {
    endless_input_is_read_to_the_limit();
    input_beyond_the_limit_takes_no_memory();
    a_long_text_is_copied_within_the_limit();
    a_shared_text_takes_no_memory_again();
    a_recycler_asks_for_little();
    lossless_takes_limited_memory_per_node();
    markup_takes_limited_memory_per_byte();
    parsed_documents_leave_no_memory_allocated();
}

/// A reader without end is read to the limit on input and no further, and the document takes memory
/// for the input that was read.
fn endless_input_is_read_to_the_limit() {
    for bytes in [&b"\0"[..], b"a", b"\x80", b"<p>", b"<!--", b"&amp;", b"\xC3\xA9 "] {
        for content_type in ["text/html", "text/html; charset=utf-8"] {
            let limit = 2 * MEGABYTE;
            let limits = Limits::default().input_bytes(Some(limit));
            let hints = Hints::new().content_type(content_type);
            let before = HEAP.allocated();
            let mut parser = Parser::new(&ParseOptions::new().limits(limits), &hints);
            let mut reader = Endless { bytes, given: 0 };
            let read = parser.read_from(&mut reader).expect("the reader has no errors");
            let document = black_box(parser.finish());
            assert!(document.limits_hit().input_bytes);
            assert_eq!(read, reader.given);
            assert!(read <= limit as u64 + 64 * 1024, "{read} bytes read for a limit of {limit}");
            assert_eq!(
                document.source().len() / 3,
                limit / 3,
                "as much as fits, up to a cut character"
            );
            let taken = HEAP.allocated() - before;
            assert!(taken <= MAX_KEPT_PER_BYTE * limit, "{taken} bytes for {bytes:?}");
        }
    }
}

/// Input beyond the limit takes no memory, even if there are more than 4 GiB of it.
fn input_beyond_the_limit_takes_no_memory() {
    let limits = Limits::default().input_bytes(Some(MEGABYTE));
    let mut parser = Parser::new(&ParseOptions::new().limits(limits), &Hints::new());
    let zeros = vec![0; MEGABYTE];
    let mut fed: u64 = 0;
    parser.feed(&zeros);
    parser.feed(&zeros);
    let before = HEAP.allocated();
    // Decoding so much takes time without optimization.
    let much: u64 = if cfg!(debug_assertions) { 1 << 28 } else { (1 << 32) + 1 };
    while fed < much {
        parser.feed(&zeros);
        fed += zeros.len() as u64;
    }
    let grown = HEAP.allocated().saturating_sub(before);
    assert!(grown <= MEGABYTE, "{grown} bytes more for {fed} bytes that are not parsed");
    let document = parser.finish();
    assert!(document.limits_hit().input_bytes);
    assert_eq!(document.source().len(), MEGABYTE);
}

/// Documents that share their text keep only the tree.
fn a_shared_text_takes_no_memory_again() {
    let text: Arc<str> =
        Arc::from("<p>Clear broth, strained through <a href=/muslin>muslin</a>. ".repeat(20_000));
    let taken = |parse: &dyn Fn() -> Document| {
        let before = HEAP.allocated();
        let document = black_box(parse());
        let kept = HEAP.allocated() - before;
        drop(document);
        kept
    };
    let copied = taken(&|| parse_str(&*text));
    let shared = taken(&|| parse_str(&text));
    // Beside the tree, there is who owns the text.
    let max = copied - text.len() + 128;
    assert!(shared <= max, "{copied} bytes, and {shared} without the text");
}

/// Parsing in the memory of another document asks the allocator for less than a tenth of the input,
/// and the recycler holds no more than that document did.
fn a_recycler_asks_for_little() {
    let html =
        "<p class=a data-soup=leek>Clear &amp; hot <b>broth</b>, twice strained. ".repeat(9_000);
    let mut recycler = Recycler::new(&ParseOptions::new());
    let before = HEAP.allocated();
    recycler.recycle(parse_str(&*html));
    let held = HEAP.allocated() - before;
    let document = parse_str(&*html);
    assert!(held <= HEAP.allocated() - before - held + 1024, "{held} bytes are held");
    recycler.recycle(document);
    let total = HEAP.total_allocated();
    for _ in 0..10 {
        let document = recycler.parse_document(html.as_bytes(), &Hints::utf8());
        recycler.recycle(black_box(document));
    }
    let asked = (HEAP.total_allocated() - total) / 10;
    assert!(asked <= html.len() / 10, "{asked} bytes for each of the later documents");
}

/// Documents keep within the promise, and so does parsing them, at any length, with errors and
/// positions and without, from a text and from pieces.
fn markup_takes_limited_memory_per_byte() {
    let patterns = PATTERNS.iter().map(|pattern| (pattern, false));
    let copying = COPYING_PATTERNS.iter().map(|pattern| (pattern, true));
    let malformed = MALFORMED_PATTERNS.iter().map(|pattern| (pattern, false));
    // Without optimization, long markup takes too long.
    let max_length = if cfg!(debug_assertions) { 9_000 } else { usize::MAX };
    for (&(before, unit, after), is_copying) in patterns.chain(copying).chain(malformed) {
        let pattern = Pattern { before, unit, after };
        let mut worst: f64 = 0.0;
        for &length in LENGTHS.iter().filter(|&&length| length <= max_length) {
            let html = pattern.markup(length);
            let copies = if is_copying { html.len() + COPIES } else { 0 };
            let max_kept =
                MAX_KEPT_PER_BYTE * html.len() + MAX_KEPT_PER_COPY * copies + MAX_BESIDES;
            let max_peak =
                MAX_PEAK_PER_BYTE * html.len() + MAX_PEAK_PER_COPY * copies + MAX_BESIDES;
            for noted in [false, true] {
                let options = ParseOptions::new().errors(noted).positions(noted);
                for way in [parse_whole, parse_bytes, parse_in_pieces] {
                    let before = HEAP.allocated();
                    let (document, excess) = peak_above(&HEAP, max_peak, || way(&options, &html));
                    let kept = HEAP.allocated() - before;
                    let what =
                        format!("{} bytes of {before:?} {unit:?}, noted: {noted}", html.len());
                    assert!(kept <= max_kept, "{kept} bytes kept, {max_kept} allowed, for {what}");
                    assert_eq!(excess, 0, "bytes above {max_peak} at the peak for {what}");
                    worst = worst.max(kept.saturating_sub(MAX_BESIDES) as f64 / html.len() as f64);
                    drop(document);
                }
            }
        }
        println!("{before:10?} {unit:20?} keeps {worst:5.1} bytes for each byte at worst");
    }
}

/// A text of many parts, which is no range of the source and is copied with all its bytes, counts
/// as many copies: without that, a `selectedcontent` could copy it again and again.
fn a_long_text_is_copied_within_the_limit() {
    const LENGTH: usize = 50_000;
    let html = format!(
        "<select><button><selectedcontent></selectedcontent></button>\
         <option selected>x&lt;<table><td>a&lt;</td>{}</table></option>{}",
        "y".repeat(LENGTH / 2),
        "<selectedcontent></selectedcontent>".repeat(LENGTH / 70)
    );
    let before = HEAP.allocated();
    let document = black_box(ParseOptions::new().parse_str(html.as_str()));
    let kept = HEAP.allocated() - before;
    assert!(document.limits_hit().copies);
    let max = MAX_KEPT_PER_BYTE * html.len() + MAX_KEPT_PER_COPY * (html.len() + COPIES);
    assert!(kept <= max, "{kept} bytes kept, {max} allowed");
}

/// A document that keeps its source takes 32 bytes more for each node, 44 for each processing
/// instruction, 16 for each byte of texts with references or of many parts, and 4 for each carriage
/// return, than one with positions.
fn lossless_takes_limited_memory_per_node() {
    /// Less unused capacity is not given back.
    const BESIDES: usize = 4096;
    // One more than a power of two: a list of carriage returns has just doubled.
    const RETURNS: usize = (1 << 13) + 1;
    let returns = ("", "<p>\r", "");
    let patterns = PATTERNS.iter().chain(COPYING_PATTERNS).chain([&returns]);
    let with_length = patterns.map(|pattern| (pattern, 9_000));
    for (&(before, unit, after), length) in with_length.chain([(&("", "\r", ""), RETURNS)]) {
        let html = Pattern { before, unit, after }.markup(length);
        let kept = |lossless| {
            let before = HEAP.allocated();
            let document =
                parse_whole(&ParseOptions::new().positions(true).lossless(lossless), &html);
            (HEAP.allocated() - before, document.index_bound())
        };
        let (with_positions, nodes) = kept(false);
        let (lossless, _) = kept(true);
        let returns = html.iter().filter(|byte| **byte == b'\r').count();
        let per_node = if unit.contains("<?") { 44 } else { 32 };
        let parts = if unit.contains(['\0', '&']) { 16 * html.len() } else { 0 };
        let max = with_positions + per_node * nodes + parts + 4 * returns + BESIDES;
        assert!(lossless <= max, "{lossless} bytes, {max} allowed, for {before:?} {unit:?}");
    }
}

fn parse_whole(options: &ParseOptions, html: &[u8]) -> Document {
    options.parse_str(&*String::from_utf8_lossy(html))
}

fn parse_bytes(options: &ParseOptions, html: &[u8]) -> Document {
    options.parse_document(html, &Hints::new().content_type("text/html; charset=utf-8"))
}

fn parse_in_pieces(options: &ParseOptions, html: &[u8]) -> Document {
    let mut parser = Parser::new(options, &Hints::utf8());
    html.chunks(1000).for_each(|piece| parser.feed(piece));
    parser.finish()
}

/// After the first few documents, none leaves memory allocated when it is dropped: no name, cache
/// or text.
fn parsed_documents_leave_no_memory_allocated() {
    let parse = |round: usize| {
        let html = format!(
            "<meta charset=shift_jis><x-{round} data-{round}=\"&eacute;\" class=a><p>{round}<b><table><td>\x01<svg>\
             <g-{round} viewbox=1></svg><template><li></template></x-{round}>"
        );
        let document = parse_document(html.as_bytes(), &Hints::new());
        black_box(document.inner_html().len());
        let options = ParseOptions::new().errors(true).positions(true);
        black_box(options.parse_fragment("div", html).errors().len());
    };
    (0..100).for_each(parse);
    let before = HEAP.allocated();
    (100..10_100).for_each(parse);
    let left = HEAP.allocated().saturating_sub(before);
    assert!(left <= 64 * 1024, "10,000 documents have left {left} bytes");
}
