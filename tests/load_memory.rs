//! What hostile input and long use take on the heap. One test, so that nothing else allocates in
//! the meantime.

use std::alloc::System;
use std::hint::black_box;
use std::io::{self, Read};

use cap::Cap;
use consomme::{Hints, Limits, ParseOptions, parse_document};

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

const MEGABYTE: usize = 1024 * 1024;

/// How many bytes a document takes at most for each byte of its text, the reserve that growing
/// leaves included, errors and positions noted.
const MOST_PER_BYTE: usize = 40;

/// How many it takes for each element that the standard's own rules copy.
const MOST_PER_COPY: usize = 64;

/// How many copies there can be by default, besides one for each byte.
const COPIES: usize = 1 << 16;

/// What it takes besides.
const MOST_BESIDES: usize = 64 * 1024;

/// Gives the same few bytes again and again, as long as anyone reads, and counts.
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

#[test]
fn endless_input_and_many_documents_take_what_they_may() {
    endless_input_is_refused();
    much_input_is_dropped();
    hostile_markup_takes_so_much_for_a_byte();
    markup_of_any_length_takes_so_much_for_a_byte();
    documents_leave_nothing_behind();
}

/// A reader without end is read to the limit and no further, whatever it gives; and takes memory
/// for what it gave.
fn endless_input_is_refused() {
    for bytes in [&b"\0"[..], b"a", b"\x80", b"<p>", b"<!--", b"&amp;", b"\xC3\xA9 "] {
        for content_type in ["text/html", "text/html; charset=utf-8"] {
            let limit = 2 * MEGABYTE;
            let limits = Limits::default().input_bytes(Some(limit));
            let hints = Hints::new().content_type(content_type);
            let before = HEAP.allocated();
            let mut parser = ParseOptions::new().limits(limits).parser_with_hints(&hints);
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
            assert!(taken <= MOST_PER_BYTE * limit, "{taken} bytes for {bytes:?}");
        }
    }
}

/// What is fed beyond the limit takes nothing, however much it is: 4 GiB and more.
fn much_input_is_dropped() {
    let limits = Limits::default().input_bytes(Some(MEGABYTE));
    let mut parser = ParseOptions::new().limits(limits).parser();
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

/// The patterns that make most nodes, attributes, names, texts and errors of the fewest bytes.
fn hostile_markup_takes_so_much_for_a_byte() {
    let each = |make: &dyn Fn(usize) -> String| (0..40_000).map(make).collect::<String>();
    let patterns = [
        ("elements", "<p>".repeat(100_000)),
        ("void elements", "<br>".repeat(100_000)),
        ("nested elements", "<i>".repeat(100_000)),
        ("comments", "<!>".repeat(100_000)),
        ("instructions", "<?a>".repeat(100_000)),
        ("texts", "a<p>".repeat(100_000)),
        ("foster-parented texts", "<table>".to_owned() + &"a<td>".repeat(50_000)),
        ("attributes", format!("<p{}>", each(&|n| format!(" a{n}")))),
        ("attributes of many elements", "<p a b c d e f g>".repeat(20_000)),
        ("element names", each(&|n| format!("<a{n}>"))),
        ("values with references", "<p a=&lt>".repeat(50_000)),
        ("texts with references", "&lt".repeat(100_000)),
        ("errors", "\x01".repeat(300_000)),
        ("nulls", "\0".repeat(300_000)),
        ("newlines", "\r\n".repeat(150_000)),
        ("templates", "<template>".repeat(30_000)),
        ("selects", "<select><option selected><button><selectedcontent>a</select>".repeat(5_000)),
    ];
    for (name, html) in patterns {
        for with in [false, true] {
            let before = HEAP.allocated();
            let document = black_box(
                ParseOptions::new().errors(with).positions(with).parse_str(html.as_str()),
            );
            let taken = HEAP.allocated() - before;
            let per_byte = taken as f64 / html.len() as f64;
            println!(
                "{name:30} {} {per_byte:5.1} bytes for each byte",
                if with { "noted" } else { "plain" }
            );
            let most = MOST_PER_BYTE * html.len() + MOST_BESIDES;
            assert!(taken <= most, "{taken} bytes for {} bytes of {name}", html.len());
            drop(document);
        }
    }
}

/// The same for lengths at which something has just grown, and for what makes copies.
fn markup_of_any_length_takes_so_much_for_a_byte() {
    let plain = [
        "<p>",
        "a<p>",
        "a<br>",
        "<!>",
        "a<!>",
        "<p a>",
        "<a b=&lt>",
        "\x01",
        "<b id=@><p></b>",
        "<a id=@><table>",
    ];
    let copying = ["<b><p>", "<p><b id=@>", "<u a=@><li>", "<table><b id=@><td></table>"];
    let many = if cfg!(debug_assertions) { 0 } else { 5 };
    let lengths = [1_000, 2_171, 8_623, 14_461, 34_236, 68_217, 104_961, 135_928];
    for (index, unit) in plain.into_iter().chain(copying).enumerate() {
        for n in &lengths[..3 + many] {
            let html: String = (0..*n).map(|i| unit.replace('@', &i.to_string())).collect();
            let copies = if index < plain.len() { 0 } else { html.len() + COPIES };
            let most = MOST_PER_BYTE * html.len() + MOST_PER_COPY * copies + MOST_BESIDES;
            for with in [false, true] {
                let options = ParseOptions::new().errors(with).positions(with);
                let before = HEAP.allocated();
                let document = black_box(options.parse_str(html.as_str()));
                let taken = HEAP.allocated() - before;
                assert!(taken <= most, "{taken} bytes for {} bytes of {unit}", html.len());
                drop(document);
                let mut parser = options.parser();
                html.as_bytes().chunks(1000).for_each(|piece| parser.feed(piece));
                let document = black_box(parser.finish());
                let taken = HEAP.allocated() - before;
                assert!(
                    taken <= most,
                    "{taken} bytes for {} bytes of {unit} in pieces",
                    html.len()
                );
                drop(document);
            }
        }
    }
}

/// After a first few, no document leaves anything on the heap: no name, no cache, no text.
fn documents_leave_nothing_behind() {
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
