//! The pseudo-class `:contains()` and its variants, without reading a text again for each element
//! that contains it.
//!
//! At first, each element is searched by itself. Once these searches have read more than eight
//! nodes or bytes of text for each node of the document, the whole tree is searched in one pass,
//! which marks every element that contains the text.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use memchr::{memchr, memchr2};

use crate::dom::{ElementRef, NodeIndex, NodeRef};
use crate::select::budget::Budget;
use crate::steps;

/// How many nodes and bytes, for each node of the document, are read one element at a time before
/// the whole tree is searched.
const READ_PER_NODE: usize = 8;

/// A text to find, with each run of whitespace as one space and none at its ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::select) struct Needle {
    text: Box<str>,
    /// Whether the case of letters makes no difference. Then the text is [folded](fold).
    ignores_case: bool,
    /// For each byte of the text, the length of the longest proper prefix of the text that ends
    /// with it: the table of Knuth, Morris and Pratt.
    prefixes: Box<[u32]>,
}

/// The answers about texts during a walk over a document that doesn't change, by the addresses of
/// the needles. The selectors of the walk keep the needles, so no address is used again.
#[derive(Default)]
pub(in crate::select) struct TextCache(HashMap<usize, TextAnswers>);

/// The answers about one text.
#[derive(Default)]
struct TextAnswers {
    /// The nodes and bytes that were read one element at a time.
    read: usize,
    /// The elements that contain the text, once they have been marked.
    marks: Option<HashSet<NodeIndex>>,
    /// Whether the texts that are children of an element contain the text, for the elements that
    /// were asked about.
    own: HashMap<NodeIndex, bool>,
}

impl Needle {
    pub(in crate::select) fn new(text: &str, ignores_case: bool) -> Needle {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let text = words.join(" ");
        let text: Box<str> =
            if ignores_case { text.chars().flat_map(fold).collect() } else { text.into() };
        let mut prefixes = vec![0_u32; text.len()].into_boxed_slice();
        let bytes = text.as_bytes();
        let mut length = 0;
        for end in 1..bytes.len() {
            while length > 0 && bytes[length] != bytes[end] {
                length = prefixes[length - 1] as usize;
            }
            length += usize::from(bytes[length] == bytes[end]);
            prefixes[end] = length as u32;
        }
        Needle { text, ignores_case, prefixes }
    }

    pub(in crate::select) fn text(&self) -> &str {
        &self.text
    }

    pub(in crate::select) fn ignores_case(&self) -> bool {
        self.ignores_case
    }

    /// Returns whether the needle is in these texts, joined, and how many bytes and texts were
    /// read.
    fn is_in<'a>(&self, texts: impl Iterator<Item = &'a str>) -> (bool, usize) {
        let mut finder = Finder::new(self);
        let (mut is_found, mut read) = (false, 0);
        for text in texts {
            steps::count(1);
            read += 1 + text.len();
            finder.read(text, |_| is_found = true);
            if is_found {
                break;
            }
        }
        (is_found, read)
    }
}

/// Returns the characters by which letters are compared if their case makes no difference: the
/// lowercase of the uppercase, so that `ß` is `ss`, and the two small sigmas are one.
fn fold(c: char) -> impl Iterator<Item = char> {
    c.to_uppercase().flat_map(char::to_lowercase)
}

impl TextCache {
    fn answers_about(&mut self, needle: &Arc<Needle>) -> &mut TextAnswers {
        self.0.entry(Arc::as_ptr(needle).addr()).or_default()
    }

    /// Whether the text content of an element contains the needle.
    pub(in crate::select) fn contains(
        &mut self,
        needle: &Arc<Needle>,
        element: ElementRef<'_>,
        budget: Budget<'_>,
    ) -> bool {
        let answers = self.answers_about(needle);
        if answers.marks.is_none()
            && answers.read > READ_PER_NODE * element.document().tree.nodes().len()
        {
            answers.marks = Some(marks(needle, element.root(), budget));
        }
        if let Some(marks) = &answers.marks {
            return marks.contains(&element.index());
        }
        // A node without text counts as read, too.
        let texts = element.as_node().below().map(|node| node.as_text().unwrap_or(""));
        let (is_found, read) = needle.is_in(texts);
        answers.read += 1 + read;
        budget.take_bytes(read);
        is_found
    }

    /// Whether the text nodes among the children of an element contain the needle.
    pub(in crate::select) fn own_contains(
        &mut self,
        needle: &Arc<Needle>,
        element: ElementRef<'_>,
        budget: Budget<'_>,
    ) -> bool {
        let answers = self.answers_about(needle);
        *answers.own.entry(element.index()).or_insert_with(|| {
            let texts = element.children().map(|child| child.as_text().unwrap_or(""));
            let (is_found, read) = needle.is_in(texts);
            budget.take_bytes(read);
            is_found
        })
    }
}

/// Returns the elements of a tree whose text content contains the needle.
fn marks(needle: &Needle, root: NodeRef<'_>, budget: Budget<'_>) -> HashSet<NodeIndex> {
    let mut marked = HashSet::new();
    let mut finder = Finder::new(needle);
    // The ancestors of the current node, each with the position at which its text starts.
    let mut open: Vec<(NodeIndex, usize)> = Vec::new();
    let tree = &root.document().tree;
    let mut at = tree.following_in(root.index(), root.index());
    while let Some(id) = at.filter(|_| budget.take(1)) {
        at = tree.following_in(root.index(), id);
        let node = NodeRef::new(root.document(), id);
        let parent = node.parent().map(NodeRef::index);
        while open.last().is_some_and(|last| Some(last.0) != parent) {
            open.pop();
        }
        if let Some(text) = node.as_text() {
            budget.take_bytes(text.len());
            finder.read(text, |start| {
                let around = open.partition_point(|ancestor| ancestor.1 <= start);
                // If an ancestor is already marked, so are all of its ancestors: stop.
                let mut around = open[..around].iter().rev();
                while around.next().is_some_and(|ancestor| marked.insert(ancestor.0)) {
                    steps::count(1);
                }
            });
        } else if node.as_element().is_some() {
            open.push((id, finder.position));
        }
        steps::count(1);
    }
    marked
}

/// Finds a needle in text that comes in pieces.
struct Finder<'n> {
    needle: &'n Needle,
    /// How many bytes of the needle the text read so far ends with.
    matched: usize,
    /// A position that only grows: by one for each byte that is compared with the needle, and for
    /// each byte that is skipped because no match can start there. A match starts at the position
    /// of its end minus the length of the needle.
    position: usize,
    /// Whether the last byte that was compared is whitespace. Further whitespace is skipped.
    is_after_space: bool,
}

impl<'n> Finder<'n> {
    fn new(needle: &'n Needle) -> Self {
        Finder { needle, matched: 0, position: 0, is_after_space: false }
    }

    /// Reads the next piece, and calls `found` with the position of the start of each match.
    fn read(&mut self, text: &str, mut found: impl FnMut(usize)) {
        steps::count(text.len());
        if self.needle.text.is_empty() {
            return;
        }
        if self.needle.ignores_case && !text.is_ascii() {
            for c in text.chars().flat_map(fold) {
                let mut bytes = [0; 4];
                for &byte in c.encode_utf8(&mut bytes).as_bytes() {
                    self.compare(byte, &mut found);
                }
            }
            return;
        }
        let mut rest = text.as_bytes();
        loop {
            if self.matched == 0 {
                let skipped = self.first_in(rest).unwrap_or(rest.len());
                self.position += skipped;
                rest = &rest[skipped..];
            }
            let Some((&byte, after)) = rest.split_first() else { return };
            self.compare(byte, &mut found);
            rest = after;
        }
    }

    /// Returns the offset of the first byte that may be the first of the needle.
    fn first_in(&self, text: &[u8]) -> Option<usize> {
        let first = self.needle.text.as_bytes()[0];
        if self.needle.ignores_case && first.is_ascii_lowercase() {
            memchr2(first, first.to_ascii_uppercase(), text)
        } else {
            memchr(first, text)
        }
    }

    /// Compares a byte with the next one of the needle.
    fn compare(&mut self, byte: u8, found: &mut impl FnMut(usize)) {
        let is_space = byte.is_ascii_whitespace();
        if is_space && self.is_after_space {
            return;
        }
        self.is_after_space = is_space;
        self.position += 1;
        let byte = match byte {
            _ if is_space => b' ',
            _ if self.needle.ignores_case => byte.to_ascii_lowercase(),
            _ => byte,
        };
        let text = self.needle.text.as_bytes();
        while self.matched > 0 && text[self.matched] != byte {
            self.matched = self.needle.prefixes[self.matched - 1] as usize;
        }
        if text[self.matched] == byte {
            self.matched += 1;
        }
        if self.matched == text.len() {
            found(self.position - text.len());
            self.matched = self.needle.prefixes[self.matched - 1] as usize;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::SelectorOptions;
    use crate::{Document, Limits, ParseOptions};

    fn parse(html: &str) -> Document {
        ParseOptions::new().limits(Limits::unlimited()).parse_fragment("div", html)
    }

    /// The definition, without caches.
    fn is_in(text: &str, needle: &str, ignores_case: bool) -> bool {
        let folded = |text: &str| -> String {
            if ignores_case { text.chars().flat_map(fold).collect() } else { text.to_owned() }
        };
        let mut spaced = String::new();
        for c in folded(text).chars() {
            let c = if c.is_ascii_whitespace() { ' ' } else { c };
            if c != ' ' || !spaced.ends_with(' ') {
                spaced.push(c);
            }
        }
        let needle = folded(&needle.split_ascii_whitespace().collect::<Vec<_>>().join(" "));
        !needle.is_empty() && spaced.contains(&needle)
    }

    /// Both ways of asking about an element agree with the definition: one at a time, and marked.
    #[test]
    fn an_element_contains_what_its_text_contains() {
        let html = "<p>Clear <b>broth</b></p><p>aaba<i>aa<b>ba</b></i>ab</p><u> \n x<b> <i> y</i></b></u>\
            <p>STRA\u{df}e \u{212a}elvin \u{3c3}\u{3c2}</p><p><i></i>a<i><i>b</i></i>\tc<!--d-->d</p><p>\u{130}i\u{307}</p>";
        let document = parse(html);
        for text in [
            "a",
            "aa",
            "aab",
            "aabaaab",
            "abaab",
            "Clear broth",
            "clear broth",
            "x y",
            "x  y",
            " x ",
            "y",
            "strasse",
            "KELVIN",
            "\u{3a3}\u{3a3}",
            "\u{df}",
            "ss",
            "ab c",
            "cd",
            "\u{130}",
            "",
            " ",
            "b\tc",
        ] {
            for ignores_case in [false, true] {
                let needle = Arc::new(Needle::new(text, ignores_case));
                let marked = marks(&needle, document.root(), Budget::UNLIMITED);
                for element in document.descendant_elements() {
                    let mut cache = TextCache::default();
                    let expected = is_in(&element.text_content(), text, ignores_case);
                    assert_eq!(
                        cache.contains(&needle, element, Budget::UNLIMITED),
                        expected,
                        "{text} {element:?}"
                    );
                    let is_marked = marked.contains(&element.index());
                    assert_eq!(is_marked, expected, "{text} {element:?} marked");
                    let expected = is_in(&element.own_text(), text, ignores_case);
                    assert_eq!(
                        cache.own_contains(&needle, element, Budget::UNLIMITED),
                        expected,
                        "{text} {element:?}"
                    );
                }
            }
        }
    }

    /// Neither nested elements, nor a text that nearly matches everywhere, nor ancestors that are
    /// asked about again and again are read more than a few times.
    #[test]
    fn the_steps_grow_with_the_size() {
        /// A selector, a page of a size, and whether an element matches.
        type Family = (&'static str, fn(usize) -> String, bool);
        let families: [Family; 7] = [
            (":contains(absent)", |n| "<div>text".repeat(n), false),
            (":contains(text)", |n| "<div>text".repeat(n), true),
            (":icontains(TEXTT)", |n| "<div>text".repeat(n), true),
            (":contains(text) :contains(absent)", |n| "<div>text<p>x</p>".repeat(n), false),
            (":contains(aaaaaaaaaaaaaaab)", |n| "<div>a".repeat(n) + "b", true),
            (":containsOwn(absent) p", |n| "text<!----><p></p>".repeat(n), false),
            (":has(:contains(absent))", |n| "<div>text<p>x</p>".repeat(n), false),
        ];
        for (text, html, is_match) in families {
            let selector = SelectorOptions::new().extensions(true).parse(text).unwrap();
            let steps = |n: usize| {
                let document = parse(&format!("<div>{}</div>", html(n)));
                steps::counted(|| assert_eq!(document.select(&selector).count() > 0, is_match))
            };
            let counts = [steps(500), steps(1_000), steps(2_000), steps(4_000)];
            for pair in counts.windows(2) {
                assert!(pair[1] * 10 <= pair[0] * 23, "{text}: {counts:?}");
            }
            assert!(counts[3] < 40 * 4_000 * 4, "{text}: {counts:?}");
        }
    }
}
