//! Documents made from the vocabulary of the standard.
//!
//! Every name, attribute and construct that a rule mentions has a share: elements of all kinds
//! nested in scopes, foreign content, tables, `select`, `<template for>` with its markers, CDATA,
//! processing instructions, odd doctypes, references and broken pieces of markup. A document
//! depends on nothing but the bytes that it is made from, so that a fuzzer, a property or a seed
//! can provide these.

mod vocabulary;

use std::borrow::Cow;

use arbitrary::Unstructured;

use vocabulary as names;

/// The first byte of an input that [`expand`] replaces. No text in UTF-8 has it.
const MARK: u8 = 0xFE;

/// How many constructs a document has at most. Half of the documents are small: a check that needs
/// a stable tree has none where anything in a document is unstable.
const MAX_CONSTRUCTS: [usize; 2] = [48, 6];

/// How many bytes stand for the choices of an input at most. An edit takes more than a parse, and
/// so do a parse that is driven and the shape of a document.
const MAX_CHOICES: usize = 48;
const MAX_CHOICES_OF_STEPS: usize = 400;

/// How many bytes choose the configuration of a sanitizer at most.
pub const MAX_SECTION: usize = 40;

/// How many documents in succession share the configuration of a sanitizer, which takes longer to
/// make than to use.
const DOCUMENTS_PER_CONFIGURATION: u64 = 32;

/// How many texts the scripts of a page write at most; each can write scripts for those after it.
const MAX_CONSTANTS: usize = 6;

/// Replaces an input that starts with [`MARK`] by the document and choices made from the rest of
/// its bytes, in the form in which all targets take their inputs. Any other input stays as it is.
pub fn expand<'a>(target: &str, input: &'a [u8]) -> Cow<'a, [u8]> {
    let Some((&MARK, bytes)) = input.split_first() else { return Cow::Borrowed(input) };
    let mut bytes = Bytes(Unstructured::new(bytes));
    let max_choices = match target {
        "driver" | "edit" | "flat_tree" | "memory" | "xml" => MAX_CHOICES_OF_STEPS,
        _ => MAX_CHOICES,
    };
    let choices: Vec<u8> = (0..bytes.number(max_choices))
        // 0xFF separates the choices from the markup.
        .map(|_| bytes.0.arbitrary::<u8>().unwrap_or_default().min(0xFE))
        .collect();
    let mut text = String::new();
    if target == "selectors" {
        text += &bytes.selector();
        text.push('\n');
    }
    text += &if target == "driver" { bytes.scripted_page() } else { bytes.document() };
    let mut expanded = text.into_bytes();
    expanded.push(0xFF);
    expanded.extend(choices);
    Cow::Owned(expanded)
}

/// An input that [`expand`] makes a document of, another one for each seed.
pub fn input(seed: u64) -> Vec<u8> {
    /// More than the longest document takes.
    const LENGTH: usize = 2048;
    // SplitMix64.
    let mut state = seed;
    let words = std::iter::repeat_with(|| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    });
    let bytes = words.flat_map(u64::to_le_bytes).take(LENGTH);
    std::iter::once(MARK).chain(bytes).collect()
}

/// The document and choices of a seed for a target, in the form in which all targets take their
/// inputs. The sanitizer's choices start with a configuration, which a few seeds in succession
/// share.
pub fn generated(target: &str, seed: u64) -> Vec<u8> {
    let mut generated = expand(target, &input(seed)).into_owned();
    if matches!(target, "sanitizer" | "sanitizer_html5ever" | "sanitizer_stream") {
        let shared = input(!(seed / DOCUMENTS_PER_CONFIGURATION));
        let length = shared[1] % (MAX_SECTION as u8 + 1);
        let section = shared[2..][..usize::from(length)].iter().map(|&byte| byte.min(0xFE));
        let at = generated.iter().rposition(|&byte| byte == 0xFF).map_or(0, |at| at + 1);
        generated.splice(at..at, std::iter::once(length).chain(section));
    }
    generated
}

/// A document made from these bytes.
pub fn document(bytes: &[u8]) -> String {
    Bytes(Unstructured::new(bytes)).document()
}

/// A page and the texts that its scripts write, made from these bytes.
pub fn scripted_page(bytes: &[u8]) -> String {
    Bytes(Unstructured::new(bytes)).scripted_page()
}

/// The bytes that a document is made from. When they are used up, every choice is the first one.
struct Bytes<'a>(Unstructured<'a>);

/// A document as far as it is made.
#[derive(Default)]
struct Document {
    html: String,
    /// The names of the elements whose start tags have no end tag yet.
    open: Vec<&'static str>,
}

impl Bytes<'_> {
    /// A number from 0 to `max`.
    fn number(&mut self, max: usize) -> usize {
        self.0.int_in_range(0..=max).unwrap_or_default()
    }

    /// True once in `times`.
    fn once_in(&mut self, times: usize) -> bool {
        self.number(times - 1) == 1
    }

    fn one_of<T: Copy>(&mut self, these: &[T]) -> T {
        these[self.number(these.len() - 1)]
    }

    fn document(&mut self) -> String {
        let mut document = Document::default();
        if self.once_in(3) {
            let doctype = self.one_of(names::DOCTYPES);
            document.html += &format!("<!DOCTYPE {doctype}>");
        }
        // Each document prefers a vocabulary, so that its elements meet.
        let vocabulary = self.vocabulary();
        let max = self.one_of(&MAX_CONSTRUCTS);
        for _ in 0..=self.number(max) {
            if self.0.is_empty() {
                break;
            }
            self.construct(&mut document, vocabulary);
        }
        document.html
    }

    fn vocabulary(&mut self) -> &'static [&'static str] {
        self.one_of(&[
            names::HTML,
            names::HTML,
            names::FORMATTING,
            names::TABLE,
            names::SELECT,
            names::SVG,
            names::MATHML,
            names::CLOSED,
            names::TEXT,
            names::FRAMES,
        ])
    }

    /// Adds one construct to the document.
    fn construct(&mut self, document: &mut Document, vocabulary: &'static [&'static str]) {
        match self.number(31) {
            0..=8 => {
                let name = self.one_of(vocabulary);
                self.start_tag(document, name);
            }
            9..=12 => {
                let vocabulary = self.vocabulary();
                let name = self.one_of(vocabulary);
                self.start_tag(document, name);
            }
            13..=17 => self.end_tag(document),
            18..=20 => {
                for _ in 0..=self.number(2) {
                    document.html += self.one_of(names::TEXTS);
                }
            }
            21 => document.html += self.one_of(names::COMMENTS),
            22 => document.html += self.one_of(names::INSTRUCTIONS),
            23 => self.template(document),
            24 => self.text_element(document),
            25..=27 => self.scope(document),
            28 => {
                let name = self.one_of(names::FORMATTING);
                self.start_tag(document, name);
            }
            29 => {
                // Formatting elements that end in the wrong order.
                let names = [(); 2].map(|()| self.one_of(names::FORMATTING));
                let [outer, inner] = names;
                document.html += &format!("<{outer}><{inner}>x</{outer}>");
                document.open.push(inner);
            }
            30 => {
                let doctype = self.one_of(names::DOCTYPES);
                document.html += &format!("<!doctype {doctype}>");
            }
            _ => {
                document.html += self.one_of(&[
                    "<html a=b>",
                    "<head>",
                    "</head>",
                    "<body c=d>",
                    "</body>",
                    "</html>",
                    "</br>",
                    "</p>",
                    "<frameset>",
                    "</frameset>",
                ]);
            }
        }
    }

    fn start_tag(&mut self, document: &mut Document, name: &'static str) {
        document.html.push('<');
        let capitals = self.once_in(16);
        document.html += &if capitals { name.to_ascii_uppercase() } else { name.to_owned() };
        for _ in 0..self.number(5).saturating_sub(3) {
            document.html.push(self.one_of(&[' ', ' ', ' ', '\n', '/']));
            document.html += self.one_of(names::ATTRIBUTES);
        }
        document.html += match self.number(15) {
            1 => "/>",
            2 => " / >",
            3 if self.once_in(4) => "",
            _ => ">",
        };
        document.open.push(name);
        if document.html.ends_with('>') && self.once_in(5) {
            let texts = self.one_of(&[names::TEXTS, names::WHITESPACE]);
            document.html += self.one_of(texts);
        }
    }

    /// An end tag: of the current element, of another that is open, or of any.
    fn end_tag(&mut self, document: &mut Document) {
        let name = match (self.number(4), document.open.len()) {
            (0 | 1, 1..) => document.open.pop().unwrap_or_default(),
            (2 | 3, open @ 1..) => {
                let index = self.number(open - 1);
                document.open.remove(index)
            }
            _ => {
                let vocabulary = self.vocabulary();
                self.one_of(vocabulary)
            }
        };
        // The innermost element, for names such as `svg><desc`.
        let name = name.rsplit("><").next().unwrap_or_default();
        let name = name.split(' ').next().unwrap_or_default();
        let end = self.one_of(&[">", ">", ">", ">", ">", ">", " >", "/>", " a=b>", ""]);
        document.html += &format!("</{name}{end}");
        if end == ">" && self.once_in(5) {
            document.html += self.one_of(names::WHITESPACE);
        }
    }

    /// An element that a tag could close, an element that ends the scope, and then the tag.
    fn scope(&mut self, document: &mut Document) {
        let outer = self.one_of(names::CLOSED);
        let boundary = self.one_of(names::BOUNDARIES);
        let inner = if self.number(2) == 1 { outer } else { self.one_of(names::CLOSED) };
        self.start_tag(document, outer);
        self.start_tag(document, boundary);
        if self.number(2) == 1 {
            document.html += &format!("</{inner}>");
        } else {
            self.start_tag(document, inner);
        }
    }

    /// A `template`, which may be put in the place of markers before it or be a shadow root.
    fn template(&mut self, document: &mut Document) {
        let kind = self.number(5);
        if kind == 1 {
            let start = self.one_of(names::INSTRUCTIONS);
            document.html += start;
            document.html += self.one_of(&["", "x", "<b>", "<?end>", "<p>x</p><?end>", "<td>"]);
        }
        document.html += self.one_of(&["", "", "", "</svg>", "</table>", "</select>", "</p>"]);
        match kind {
            0 | 1 => document.html += "<template for=a>",
            2 => document.html += "<template>",
            _ => self.shadow_root(document),
        }
        document.open.push("template");
        if self.number(2) == 1 {
            self.text_element(document);
        } else {
            let vocabulary = self.vocabulary();
            let name = self.one_of(vocabulary);
            self.start_tag(document, name);
        }
        if self.number(1) == 1 {
            document.html += "</template>";
        }
    }

    /// The start tags of a host and of the template of its shadow root, perhaps in the contents of
    /// another template.
    fn shadow_root(&mut self, document: &mut Document) {
        if self.number(2) == 1 {
            document.html += "<template>";
            document.open.push("template");
        }
        let host = self.one_of(names::HOSTS);
        document.html += &format!("<{host}><template shadowrootmode=");
        document.open.push(host);
        document.html += self.one_of(&["open", "closed"]);
        for _ in 0..self.number(3) {
            document.html.push(' ');
            document.html += self.one_of(names::SHADOW_ROOT_ATTRIBUTES);
        }
        document.html.push('>');
    }

    /// An element whose content is text, with or without an end.
    fn text_element(&mut self, document: &mut Document) {
        let name = self.one_of(names::TEXT);
        self.start_tag(document, name);
        for _ in 0..self.number(4) {
            let texts = self.one_of(&[names::SCRIPTS, names::SCRIPTS, names::TEXTS]);
            document.html += self.one_of(texts);
        }
        if self.number(7) != 1 {
            document.html += &format!("</{name}>");
            document.open.pop();
        }
    }

    /// A page and the texts that its scripts write, as the target `driver` takes them.
    fn scripted_page(&mut self) -> String {
        let constants = self.number(MAX_CONSTANTS);
        let mut parts = Vec::new();
        for part in 0..=constants {
            let mut document = Document::default();
            if part == 0 && self.once_in(3) {
                let doctype = self.one_of(names::DOCTYPES);
                document.html += &format!("<!DOCTYPE {doctype}>");
            }
            let vocabulary = self.vocabulary();
            for _ in 0..=self.number(10) {
                if self.0.is_empty() {
                    break;
                }
                if part < constants && self.number(2) == 1 {
                    self.script(&mut document, part + 1, constants);
                }
                self.construct(&mut document, vocabulary);
            }
            if part > 0 && self.number(1) == 1 {
                document.html += self.one_of(names::UNFINISHED);
            }
            if self.once_in(6) {
                let characters = document.html.char_indices();
                let keep = self.number(document.html.chars().count());
                let end = characters.map(|(at, _)| at).nth(keep);
                document.html.truncate(end.unwrap_or(document.html.len()));
            }
            parts.push(document.html);
        }
        parts.join("\u{1D}")
    }

    /// A script that writes one of these constants, and markup that may continue the written text.
    fn script(&mut self, document: &mut Document, first: usize, last: usize) {
        let number = first + self.number(last - first);
        document.html += &match self.number(9) {
            0..=5 => format!("<script>{number}</script>"),
            6 => format!("<script src={number}></script a=b>"),
            7 => format!("<svg><script>{number}</SCRIPT >"),
            8 => format!("<svg><script src={number} />"),
            _ => format!("<template><script>{number}</script></template>"),
        };
        if self.number(1) == 1 {
            document.html += self.one_of(names::CONTINUATIONS);
        }
    }

    /// A selector, mostly one that is valid.
    fn selector(&mut self) -> String {
        let mut selector = String::new();
        for _ in 0..=self.number(5) {
            selector += self.one_of(names::SELECTORS);
            selector += self.one_of(names::COMBINATORS);
        }
        selector += "*";
        selector
    }
}
