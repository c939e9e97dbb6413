//! The text of a block, and its counts.

/// The text of a block that has not ended: the end of the texts of the page.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// Where it begins in the texts of the page.
    pub(super) start: usize,
    pub(super) counts: TextCounts,
    /// Whether the last character is in a link.
    pub(super) ends_with_link: bool,
    needs_space: bool,
}

/// Counts of words, and of characters other than whitespace.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct TextCounts {
    pub(crate) chars: u32,
    pub(crate) words: u32,
    pub(crate) digits: u32,
    pub(crate) upper: u32,
    pub(crate) commas: u32,
    /// Characters that end a sentence.
    pub(crate) stops: u32,
    /// Signs of currencies.
    pub(crate) currency: u32,
    /// Signs that stand between links.
    pub(crate) separators: u32,
    /// Characters in links.
    pub(crate) linked: u32,
    /// Characters in `b` or `strong`.
    pub(crate) strong: u32,
    /// Characters in buttons and fields.
    pub(crate) controls: u32,
    pub(crate) links: u32,
}

/// The elements around a piece of text.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Around {
    pub(crate) link: bool,
    pub(crate) strong: bool,
    pub(crate) control: bool,
    pub(crate) preformatted: bool,
}

impl Text {
    /// Begins another text of a page.
    pub(super) fn new(texts: &str) -> Self {
        Text {
            start: texts.len(),
            counts: TextCounts::default(),
            ends_with_link: false,
            needs_space: false,
        }
    }

    /// Adds whitespace, unless nothing follows.
    pub(super) fn space(&mut self) {
        self.needs_space = true;
    }

    /// Adds the end of a line.
    pub(super) fn break_line(&mut self, texts: &mut String) {
        texts.push('\n');
        self.needs_space = false;
    }

    /// Adds the text of a node. Collapses whitespace, but for preformatted text.
    pub(super) fn push(&mut self, texts: &mut String, piece: &str, around: Around) {
        self.ends_with_link = around.link;
        let inner = piece.trim();
        let tally = Tally::of(inner);
        self.counts.add(&tally, around);
        if around.preformatted {
            texts.push_str(piece);
            return;
        }
        self.needs_space |= piece.starts_with(char::is_whitespace);
        if tally.is_collapsed && !inner.is_empty() {
            self.push_words(texts, inner);
        } else {
            inner.split_whitespace().for_each(|word| self.push_words(texts, word));
        }
        self.needs_space = piece.ends_with(char::is_whitespace);
    }

    /// Adds a word, or some with a space between them.
    fn push_words(&mut self, texts: &mut String, words: &str) {
        if self.needs_space && texts.len() > self.start && !texts.ends_with('\n') {
            texts.push(' ');
        }
        texts.push_str(words);
        self.needs_space = true;
    }
}

/// The class of a character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Other,
    Space,
    /// A letter that is not a capital one, or another character of words.
    Letter,
    Upper,
    Digit,
    Comma,
    Stop,
    Currency,
    Separator,
}

/// The number of classes.
const CLASSES: usize = 9;

/// The classes of the characters of ASCII.
const ASCII: [Class; 128] = {
    let mut classes = [Class::Other; 128];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'\t'..=b'\r' | b' ' => Class::Space,
            b'a'..=b'z' | b'_' => Class::Letter,
            b'A'..=b'Z' => Class::Upper,
            b'0'..=b'9' => Class::Digit,
            b',' => Class::Comma,
            b'.' | b'!' | b'?' => Class::Stop,
            b'$' => Class::Currency,
            b'|' | b'/' => Class::Separator,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

impl Class {
    fn of(c: char) -> Self {
        match c {
            '\0'..='\x7f' => ASCII[c as usize],
            '，' | '、' => Class::Comma,
            '。' => Class::Stop,
            '€' | '£' | '¥' | '₹' => Class::Currency,
            '»' | '›' | '•' | '·' => Class::Separator,
            _ if c.is_uppercase() => Class::Upper,
            _ if c.is_alphanumeric() => Class::Letter,
            _ if c.is_whitespace() => Class::Space,
            _ => Class::Other,
        }
    }

    fn is_in_word(self) -> bool {
        matches!(self, Class::Letter | Class::Upper | Class::Digit)
    }
}

/// The characters of each class, and the words, of a text.
struct Tally {
    classes: [u32; CLASSES],
    words: u32,
    /// Whether all whitespace is one space between others.
    is_collapsed: bool,
}

impl Tally {
    fn of(text: &str) -> Self {
        let mut tally = Tally { classes: [0; CLASSES], words: 0, is_collapsed: true };
        let mut before = Class::Other;
        for c in text.chars() {
            let class = Class::of(c);
            tally.classes[class as usize] += 1;
            tally.words += u32::from(class.is_in_word() && !before.is_in_word());
            if class == Class::Space && (c != ' ' || before == Class::Space) {
                tally.is_collapsed = false;
            }
            before = class;
        }
        tally
    }
}

impl TextCounts {
    fn add(&mut self, tally: &Tally, around: Around) {
        let of = |class: Class| tally.classes[class as usize];
        let chars = tally.classes.iter().sum::<u32>() - of(Class::Space);
        self.chars += chars;
        self.words += tally.words;
        self.digits += of(Class::Digit);
        self.upper += of(Class::Upper);
        self.commas += of(Class::Comma);
        self.stops += of(Class::Stop);
        self.currency += of(Class::Currency);
        self.separators += of(Class::Separator);
        self.linked += if around.link { chars } else { 0 };
        self.strong += if around.strong { chars } else { 0 };
        self.controls += if around.control { chars } else { 0 };
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        self.zip(other, u32::saturating_add)
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        self.zip(other, u32::saturating_sub)
    }

    /// Returns the characters that are not in links.
    pub(crate) fn unlinked(&self) -> u32 {
        self.chars - self.linked.min(self.chars)
    }

    fn zip(&self, other: &Self, with: impl Fn(u32, u32) -> u32) -> Self {
        TextCounts {
            chars: with(self.chars, other.chars),
            words: with(self.words, other.words),
            digits: with(self.digits, other.digits),
            upper: with(self.upper, other.upper),
            commas: with(self.commas, other.commas),
            stops: with(self.stops, other.stops),
            currency: with(self.currency, other.currency),
            separators: with(self.separators, other.separators),
            linked: with(self.linked, other.linked),
            strong: with(self.strong, other.strong),
            controls: with(self.controls, other.controls),
            links: with(self.links, other.links),
        }
    }
}

/// Returns the start of a text, at most this many bytes.
pub(crate) fn start_of(text: &str, max: usize) -> &str {
    let mut end = max.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
