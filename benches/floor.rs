//! Measures the share of parsing that no parser with a tree can save: the time that is left when
//! every rule of the standard is left out.
//!
//! A parser that is no HTML parser reads the pages, in steps that build on each other:
//!
//! 1. `input`: checks that the bytes are UTF-8, looks for carriage returns and NULs, copies them.
//! 2. `split`: finds the ends of texts, tags, names and values, and adds up their lengths.
//! 3. `tree`: makes a node of each piece, with links and attributes, and a stack of open elements.
//!
//! Its names are numbers by hashing, without a table that could tell two with one hash apart. It
//! knows void elements and those that contain text only. It decodes no references, has no scopes,
//! no formatting elements and no insertion modes, moves no misplaced content, counts nothing
//! against limits, and cannot go on where a piece of input ends.
//!
//! `parse_document` does the same and all else. The medians of the rounds are compared by their
//! sums over the pages; each round passes over all pages with one step after the other.

mod support;

use std::hint::black_box;
use std::time::{Duration, Instant};

use consomme::Hints;
use memchr::{memchr, memchr2, memmem};

/// How many rounds the medians are of.
const ROUNDS: usize = 21;

/// How many bytes are checked and copied at a time, as by `parse_document`.
const PIECE: usize = 64 * 1024;

/// A step that is timed, with its name.
type Step<'a> = (&'static str, &'a dyn Fn(&[u8]));

fn main() {
    let pages = support::pages();
    let utf8 = pages.into_iter().filter(|page| str::from_utf8(&page.bytes).is_ok());
    let pages: Vec<Vec<u8>> = utf8.map(|page| page.bytes).collect();
    if pages.is_empty() {
        return;
    }
    let tags: usize = pages.iter().map(|page| memchr::memchr_iter(b'<', page).count()).sum();
    let hints = Hints::new();
    let steps: [Step<'_>; 4] = [
        ("input", &|page| drop(black_box(input(page)))),
        ("split", &|page| drop(black_box(split(page)))),
        ("tree", &|page| drop(black_box(tree(page)))),
        ("parse_document", &|page| drop(black_box(consomme::parse_document(page, &hints)))),
    ];
    let mut times = [const { Vec::<Duration>::new() }; 4];
    for _ in 0..ROUNDS {
        for ((_, step), times) in steps.iter().zip(&mut times) {
            let start = Instant::now();
            pages.iter().for_each(|page| step(black_box(page)));
            times.push(start.elapsed());
        }
    }
    let times = times.map(|mut times| {
        times.sort_unstable();
        times[ROUNDS / 2].as_secs_f64()
    });
    println!("{} pages, {tags} `<`", pages.len());
    for ((name, _), time) in steps.iter().zip(times) {
        let (part, each) = (100.0 * time / times[3], 1e9 * time / tags as f64);
        println!("{name:>15} {:>8.2} ms {part:>6.1} % {each:>7.1} ns for each `<`", 1e3 * time);
    }
}

/// Checks and copies the input.
fn input(page: &[u8]) -> String {
    let mut source = String::with_capacity(page.len());
    let mut rest = page;
    while !rest.is_empty() {
        let mut end = rest.len().min(PIECE);
        while rest.get(end).is_some_and(|byte| matches!(byte, 0x80..=0xBF)) {
            end -= 1;
        }
        let (piece, after) = rest.split_at(end);
        let (text, _) = encoding_rs::UTF_8.decode_without_bom_handling(piece);
        black_box(memchr2(b'\r', 0, piece));
        source.push_str(&text);
        rest = after;
    }
    source
}

/// Receives the pieces that the splitter finds.
trait Sink {
    fn text(&mut self, start: usize, end: usize);
    fn attribute(&mut self, name: u32, start: usize, end: usize);
    fn start_tag(&mut self, name: u32);
    fn end_tag(&mut self, name: u32);
}

/// Adds up lengths.
#[derive(Default)]
struct Sum(usize);

impl Sink for Sum {
    fn text(&mut self, start: usize, end: usize) {
        self.0 += end - start;
    }

    fn attribute(&mut self, name: u32, start: usize, end: usize) {
        self.0 += end - start + name as usize;
    }

    fn start_tag(&mut self, name: u32) {
        self.0 += name as usize;
    }

    fn end_tag(&mut self, name: u32) {
        self.0 += name as usize;
    }
}

fn split(page: &[u8]) -> (String, usize) {
    let source = input(page);
    let mut sum = Sum::default();
    read(source.as_bytes(), &mut sum);
    (source, sum.0)
}

/// A node of 32 bytes, as in a document.
#[derive(Clone, Copy, Default)]
#[expect(dead_code, reason = "nobody reads the tree")]
struct Node {
    parent: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    previous_sibling: u32,
    /// The name of an element; 0 for a text.
    name: u32,
    /// Where the text or the list of attributes starts.
    start: u32,
    length: u32,
}

/// An attribute of 12 bytes, as in a document.
#[derive(Clone, Copy)]
#[expect(dead_code, reason = "nobody reads the tree")]
struct Attribute {
    name: u32,
    start: u32,
    length: u32,
}

/// Makes the tree.
struct Tree {
    nodes: Vec<Node>,
    attributes: Vec<Attribute>,
    /// The first attribute of the current tag.
    first_attribute: usize,
    open: Vec<(u32, u32)>,
    void: [u32; 13],
}

impl Tree {
    fn append(&mut self, name: u32, start: usize, length: usize) -> u32 {
        let index = self.nodes.len() as u32;
        let parent = self.open.last().map_or(0, |open| open.0);
        let above = &mut self.nodes[parent as usize];
        let previous_sibling = std::mem::replace(&mut above.last_child, index);
        if previous_sibling == 0 {
            above.first_child = index;
        } else {
            self.nodes[previous_sibling as usize].next_sibling = index;
        }
        self.nodes.push(Node {
            parent,
            previous_sibling,
            name,
            start: start as u32,
            length: length as u32,
            ..Node::default()
        });
        index
    }
}

impl Sink for Tree {
    fn text(&mut self, start: usize, end: usize) {
        self.append(0, start, end - start);
    }

    fn attribute(&mut self, name: u32, start: usize, end: usize) {
        self.attributes.push(Attribute { name, start: start as u32, length: (end - start) as u32 });
    }

    fn start_tag(&mut self, name: u32) {
        let (first, end) = (self.first_attribute, self.attributes.len());
        self.first_attribute = end;
        let index = self.append(name, first, end - first);
        if !self.void.contains(&name) {
            self.open.push((index, name));
        }
    }

    fn end_tag(&mut self, name: u32) {
        self.attributes.truncate(self.first_attribute);
        if let Some(at) = self.open.iter().rposition(|open| open.1 == name) {
            self.open.truncate(at);
        }
    }
}

fn tree(page: &[u8]) -> (String, Vec<Node>, Vec<Attribute>) {
    const VOID: [&[u8]; 13] = [
        b"area", b"base", b"br", b"col", b"embed", b"hr", b"img", b"input", b"link", b"meta",
        b"source", b"track", b"wbr",
    ];
    let source = input(page);
    // As many as the estimate of `parse_document` gives for pages like these.
    let expected = page.len() / 64;
    let mut tree = Tree {
        nodes: Vec::with_capacity(expected),
        attributes: Vec::with_capacity(expected),
        first_attribute: 0,
        open: Vec::with_capacity(64),
        void: VOID.map(hash),
    };
    tree.nodes.push(Node::default());
    read(source.as_bytes(), &mut tree);
    (source, tree.nodes, tree.attributes)
}

/// Returns a number for a name.
#[inline(always)]
fn hash(name: &[u8]) -> u32 {
    let word = match name.first_chunk::<8>() {
        Some(word) => u64::from_le_bytes(*word),
        None => name.iter().fold(0, |word, &byte| word << 8 | byte as u64),
    };
    ((word ^ name.len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32 | 1
}

/// Splits a page into its pieces.
fn read(bytes: &[u8], sink: &mut impl Sink) {
    let texts = [&b"script"[..], b"style", b"title", b"textarea"].map(hash);
    let mut at = 0;
    while at < bytes.len() {
        let end = memchr(b'<', &bytes[at..]).map_or(bytes.len(), |found| at + found);
        if at < end {
            sink.text(at, end);
        }
        at = match bytes.get(end + 1) {
            None => return,
            Some(b'/') => {
                let start = end + 2;
                let end = memchr(b'>', &bytes[start..]).map_or(bytes.len(), |found| start + found);
                sink.end_tag(hash(&bytes[start..end]));
                end + 1
            }
            Some(b'a'..=b'z' | b'A'..=b'Z') => {
                let (name, end) = read_start_tag(bytes, end + 1, sink);
                if !texts.contains(&name) {
                    end
                } else {
                    let text = memmem::find(&bytes[end..], b"</").map_or(bytes.len(), |i| end + i);
                    let mut text_end = text;
                    while text_end < bytes.len() {
                        let name_at = text_end + 2;
                        let is_end = |byte: &u8| !byte.is_ascii_alphabetic();
                        let length = bytes[name_at..].iter().position(is_end);
                        let name_end = length.map_or(bytes.len(), |length| name_at + length);
                        if hash(&bytes[name_at..name_end]) == name {
                            break;
                        }
                        text_end = memmem::find(&bytes[name_at..], b"</")
                            .map_or(bytes.len(), |found| name_at + found);
                    }
                    if end < text_end {
                        sink.text(end, text_end);
                    }
                    text_end
                }
            }
            Some(_) => {
                let comment = bytes[end..].starts_with(b"<!--");
                let needle = if comment { &b"-->"[..] } else { b">" };
                let close = memmem::find(&bytes[end..], needle);
                let close = close.map_or(bytes.len(), |found| end + found);
                sink.text(end, close);
                close + needle.len()
            }
        };
    }
}

/// Reads the start tag whose name is at byte `at`. Returns its name and its end.
#[inline(always)]
fn read_start_tag(bytes: &[u8], mut at: usize, sink: &mut impl Sink) -> (u32, usize) {
    let ends_name = |byte: &u8| matches!(byte, b'\t'..=b' ' | b'/' | b'>' | b'=');
    let start = at;
    while bytes.get(at).is_some_and(|byte| !ends_name(byte)) {
        at += 1;
    }
    let name = hash(&bytes[start..at]);
    loop {
        match bytes.get(at) {
            None => break,
            Some(b'>') => {
                at += 1;
                break;
            }
            Some(b'\t'..=b' ' | b'/' | b'=') => at += 1,
            Some(_) => {
                let start = at;
                while bytes.get(at).is_some_and(|byte| !ends_name(byte)) {
                    at += 1;
                }
                let attribute = hash(&bytes[start..at]);
                let (value, value_end) = match (bytes.get(at), bytes.get(at + 1)) {
                    (Some(b'='), Some(quote @ (b'"' | b'\''))) => {
                        let value = at + 2;
                        let end = memchr(*quote, &bytes[value..]);
                        let end = end.map_or(bytes.len(), |found| value + found);
                        at = end + 1;
                        (value, end)
                    }
                    (Some(b'='), _) => {
                        let value = at + 1;
                        at = value;
                        while bytes.get(at).is_some_and(|byte| !matches!(byte, b'\t'..=b' ' | b'>'))
                        {
                            at += 1;
                        }
                        (value, at)
                    }
                    _ => (at, at),
                };
                sink.attribute(attribute, value, value_end);
            }
        }
    }
    sink.start_tag(name);
    (name, at.min(bytes.len()))
}
