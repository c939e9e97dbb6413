//! How much memory streams take, of documents without end and of hostile ones.

use std::fmt::Write;
use std::io::{self, Read};
use std::ops::ControlFlow;

use consomme::stream::{RewriteSelectors, StreamParser, StreamRewriter, StreamSelectors};
use consomme::{Hints, Limits, ParseOptions};
use consomme_test::heap::peak_above;

use super::{HEAP, MEGABYTE};

/// How many bytes a stream takes at most, whatever the length of the document, with a selector that
/// asks for its parts.
pub(super) const MAX_FLAT: usize = 8 * MEGABYTE;

/// How many bytes of text the limit of this test allows to be alive.
const MAX_ALIVE: usize = 4 * MEGABYTE;

/// How many bytes hostile input takes at most for each of these. A tag of many attributes takes
/// the most: the source is up to twice as long, and has a name and an entry for each few bytes.
const MAX_PER_ALIVE: usize = 20;

/// How many bytes hostile input takes at most for each, in a stream that is rewritten: it holds the
/// bytes of the input, too.
const MAX_PER_ALIVE_REWRITTEN: usize = 32;

/// How many bytes are generated. A gigabyte takes minutes without optimization. With it, a stream
/// that keeps an eighth of a byte for each byte of the document is found.
const LENGTH: usize = if cfg!(debug_assertions) { 8 * MEGABYTE } else { 64 * MEGABYTE };

/// A reader of parts that a function writes, up to a length.
pub(super) struct Generated<F> {
    write: F,
    part: String,
    read: usize,
    number: usize,
    left: usize,
}

impl<F: FnMut(usize, &mut String)> Generated<F> {
    pub(super) fn new(start: &str, length: usize, write: F) -> Self {
        Generated { write, part: start.to_owned(), read: 0, number: 0, left: length }
    }
}

impl<F: FnMut(usize, &mut String)> Read for Generated<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.part.len() {
            if self.left == 0 {
                return Ok(0);
            }
            (self.read, self.number) = (0, self.number + 1);
            self.part.clear();
            while self.part.len() < 4096 {
                (self.write)(self.number, &mut self.part);
                self.number += 1;
            }
            self.left = self.left.saturating_sub(self.part.len());
        }
        let length = buffer.len().min(self.part.len() - self.read);
        buffer[..length].copy_from_slice(&self.part.as_bytes()[self.read..self.read + length]);
        self.read += length;
        Ok(length)
    }
}

pub(super) fn selectors(all: &[&str]) -> StreamSelectors {
    StreamSelectors::new(all).unwrap()
}

pub(crate) fn is_flat() {
    rows_take_no_memory();
    rewritten_rows_take_no_memory();
    hostile_documents_are_limited();
}

fn rows_take_no_memory() {
    let of_places = [
        "tr:nth-child(odd)",
        "tr.row + tr:not(:nth-child(2n + 1))",
        "td:nth-of-type(2)",
        "tr:nth-child(2n + 1) td + td",
    ];
    // Open elements that the rest of the selector excludes keep nothing.
    let of_content = ["tr:has(b)", "tr > :has(b)", "tr > :not(:empty)", ":empty"];
    let others = ["tr.row", "td > a[href]", "td + td", "absent"];
    for selector in others.into_iter().chain(of_content).chain(of_places) {
        let mut found = 0;
        let rows = Generated::new("<!DOCTYPE html><table>", LENGTH, row);
        let ((), excess) = peak_above(&HEAP, MAX_FLAT, || {
            let stream =
                StreamParser::new(&ParseOptions::new(), &Hints::new(), &selectors(&[selector]));
            let read = stream.read_from(rows, |_| {
                found += 1;
                ControlFlow::Continue(())
            });
            assert!(read.unwrap().bytes as usize >= LENGTH);
        });
        assert_eq!(excess, 0, "bytes above {MAX_FLAT} with {selector}");
        assert!(
            found > 0 || matches!(selector, "absent" | "tr:has(b)" | "tr > :has(b)" | ":empty"),
            "{selector}"
        );
    }
}

fn row(number: usize, part: &mut String) {
    let row =
        format!("<tr class=row id=r{number}><td><a href=/{number}>Row</a><td>Some &amp; text\r\n");
    part.push_str(&row);
}

fn rewritten_rows_take_no_memory() {
    for (start_tags, elements) in [
        ("a[href]", "absent"),
        ("absent", "tr.row"),
        ("tr", "td, a"),
        ("tr:nth-child(odd)", "td + td"),
    ] {
        let mut found = 0;
        let mut written = Written(0);
        let rows = Generated::new("<!DOCTYPE html><table>", LENGTH / 4, row);
        let ((), excess) = peak_above(&HEAP, MAX_FLAT, || {
            let selectors = RewriteSelectors::new().start_tags(&[start_tags]).unwrap();
            let selectors = selectors.elements(&[elements]).unwrap();
            let rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &selectors);
            let read = rewriter.read_from(rows, &mut written, |element| {
                found += 1;
                element.set_attr("data-x", "1")?;
                if found % 100 == 0 && element.is_complete() {
                    element.append_html("<i>new</i>")?;
                }
                Ok(())
            });
            assert!(read.unwrap().bytes as usize >= LENGTH / 4);
        });
        assert_eq!(excess, 0, "bytes above {MAX_FLAT} with {start_tags} and {elements}");
        assert!(written.0 >= LENGTH / 4 + " data-x=\"1\"".len() * found && found > 0);
    }
}

/// A writer that counts.
struct Written(usize);

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A family of hostile documents: the start, the repeated part, and whether a limit ends it.
type Family = (&'static str, &'static str, fn(usize, &mut String), bool);

fn hostile_documents_are_limited() {
    let families: [Family; 22] = [
        ("text", "<p>", |_, part| part.push_str("text "), false),
        ("text that is wanted", "<main>", |_, part| part.push_str("text "), true),
        ("references", "<p>", |_, part| part.push_str("&amp; &nGt;"), false),
        ("whitespace in a table", "<table>", |_, part| part.push_str("    \n"), true),
        ("an attribute value", "<p title='", |_, part| part.push_str("text "), true),
        ("attributes", "<p ", |n, part| write!(part, "a{n}=b ").unwrap(), true),
        ("a comment", "<!--", |_, part| part.push_str("text "), true),
        ("a doctype", "<!doctype ", |_, part| part.push_str("html"), true),
        ("comments", "", |_, part| part.push_str("<!-- text -->"), false),
        ("instructions", "", |_, part| part.push_str("<?marker name=a>"), false),
        ("elements that are open", "", |_, part| part.push_str("<div>"), false),
        ("formatting that is open", "", |n, part| write!(part, "<b a={n}>").unwrap(), false),
        ("formatting in paragraphs", "", |n, part| write!(part, "<p><b a={n}>").unwrap(), true),
        ("foster parenting", "<table>", |_, part| part.push_str("<b>text</b>"), false),
        ("foster parented text", "<table>", |_, part| part.push_str("text<tr>"), false),
        ("formatting that is wanted", "<main>", |_, part| part.push_str("<i>"), true),
        ("elements that are wanted", "<main>", |_, part| part.push_str("<p>"), true),
        ("rows that are wanted", "<main><table>", |_, part| part.push_str("x<tr>"), true),
        ("options", "<select>", |_, part| part.push_str("<option>text"), true),
        ("names", "", |n, part| write!(part, "<x-{n}></x-{n}>").unwrap(), true),
        ("names in open elements", "", names_in_open_elements, true),
        ("templates", "", |_, part| part.push_str("<template><p>text</template>"), false),
    ];
    let limits = Limits::default().input_bytes(Some(MAX_ALIVE));
    for (name, start, write, is_limited) in families {
        let length = LENGTH.min(32 * MEGABYTE);
        let (hit, excess) = peak_above(&HEAP, MAX_PER_ALIVE * MAX_ALIVE, || {
            let options = ParseOptions::new().limits(limits);
            let all = ["main", "i", "u:nth-of-type(7)", "b + u:nth-child(3n)"];
            let mut stream = StreamParser::new(&options, &Hints::new(), &selectors(&all));
            read_all(&mut stream, Generated::new(&format!("<i>One</i>{start}"), length, write));
            stream.limits_hit()
        });
        assert_eq!(excess, 0, "bytes above {MAX_PER_ALIVE} for each that can be alive, for {name}");
        if !cfg!(debug_assertions) {
            assert_eq!(hit.input_bytes || hit.nodes || hit.copies, is_limited, "{name}: {hit}");
        }
        let ((), excess) = peak_above(&HEAP, MAX_PER_ALIVE_REWRITTEN * MAX_ALIVE, || {
            let options = ParseOptions::new().limits(limits);
            let all = RewriteSelectors::new().elements(&["main", "i", "u:nth-of-type(7)"]).unwrap();
            let rows = Generated::new(&format!("<i>One</i>{start}"), length, write);
            let rewriter = StreamRewriter::new(&options, &Hints::new(), &all);
            let rewriter = rewriter.pass_rest_at_limit(true);
            let rewritten = rewriter.read_from(rows, io::sink(), |_| Ok(()));
            assert!(rewritten.unwrap().bytes as usize >= length, "{name}: the rest is written");
        });
        let per_alive = MAX_PER_ALIVE_REWRITTEN;
        assert_eq!(excess, 0, "bytes above {per_alive} for each that can be alive, for {name}");
    }
}

/// A thousand names in each of the open elements.
fn names_in_open_elements(number: usize, part: &mut String) {
    let name = number % 1000;
    let start = if name == 0 { "<div>" } else { "" };
    write!(part, "{start}<x-{name}></x-{name}>").unwrap();
}

/// Reads everything, and looks at each match.
fn read_all(stream: &mut StreamParser, mut reader: impl Read) {
    let mut buffer = vec![0; 64 * 1024];
    let mut texts = 0;
    loop {
        let length = reader.read(&mut buffer).unwrap();
        if length == 0 {
            stream.end();
        } else {
            stream.feed(&buffer[..length]);
        }
        while let Some(found) = stream.next_match() {
            texts += usize::from(found.text_content() == "One");
        }
        if length == 0 || stream.is_finished() {
            break;
        }
    }
    assert_eq!(texts, 1, "what was found before a limit stays");
}
