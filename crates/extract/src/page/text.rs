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

    /// Adds the text of a node, which is not blank. Collapses whitespace, but for preformatted text.
    pub(super) fn push(&mut self, texts: &mut String, piece: &str, around: Around) {
        self.ends_with_link = around.link;
        let after_space = trim_start(piece);
        let inner = trim_end(after_space);
        let is_collapsed = self.counts.add(inner, around);
        if around.preformatted {
            texts.push_str(piece);
            return;
        }
        self.needs_space |= after_space.len() < piece.len();
        if is_collapsed && !inner.is_empty() {
            self.push_words(texts, inner);
        } else {
            inner.split_whitespace().for_each(|word| self.push_words(texts, word));
        }
        self.needs_space = inner.len() < after_space.len() || inner.is_empty();
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

/// Returns whether a text has no other characters than whitespace of ASCII. Looks at 16 bytes at a
/// time, for which compilers find fast instructions: three of four texts are the indentation of a
/// tag, of 35 bytes on average.
pub(super) fn is_blank(text: &str) -> bool {
    let bytes = text.as_bytes();
    // The last 16 bytes are often looked at twice.
    match bytes.last_chunk() {
        Some(last) => is_blank_chunk(last) && bytes.as_chunks().0.iter().all(is_blank_chunk),
        None => bytes.iter().all(u8::is_ascii_whitespace),
    }
}

fn is_blank_chunk(chunk: &[u8; 16]) -> bool {
    let others = chunk.iter().fold(0, |others, byte| {
        let b = *byte;
        let is_space = (b == b' ') | (b == b'\t') | (b == b'\n') | (b == b'\r') | (b == b'\x0c');
        others | u8::from(!is_space)
    });
    others == 0
}

/// Removes whitespace from the start of a text. Decodes characters only if it is not in ASCII.
fn trim_start(text: &str) -> &str {
    let trimmed = text.trim_ascii_start();
    match trimmed.bytes().next() {
        Some(b'!'..=b'~') => trimmed,
        _ => text.trim_start(),
    }
}

/// Removes whitespace from the end of a text, in the same way.
fn trim_end(text: &str) -> &str {
    let trimmed = text.trim_ascii_end();
    match trimmed.bytes().next_back() {
        Some(b'!'..=b'~') => trimmed,
        _ => text.trim_end(),
    }
}

// Characters are counted by addition of integers that have seven bits for each class, so that a
// character takes eight instructions whatever its class. 127 of them fit in.
const SPACE: u64 = 1;
/// Whitespace other than a space.
const OTHER_SPACE: u64 = 1 << 7;
const UPPER: u64 = 1 << 14;
const DIGIT: u64 = 1 << 21;
const COMMA: u64 = 1 << 28;
const STOP: u64 = 1 << 35;
const CURRENCY: u64 = 1 << 42;
const SEPARATOR: u64 = 1 << 49;
/// A character of a word.
const WORD: u64 = 1 << 56;

/// The characters that are added up.
const MAX_RUN: usize = 127;

/// The classes of the characters of ASCII.
const ASCII: [u64; 128] = {
    let mut classes = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b' ' => SPACE,
            b'\t'..=b'\r' => OTHER_SPACE,
            b'a'..=b'z' | b'_' => WORD,
            b'A'..=b'Z' => WORD | UPPER,
            b'0'..=b'9' => WORD | DIGIT,
            b',' => COMMA,
            b'.' | b'!' | b'?' => STOP,
            b'$' => CURRENCY,
            b'|' | b'/' => SEPARATOR,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// Returns the classes of a character.
fn classes(c: char) -> u64 {
    match c {
        '\0'..='\x7f' => ASCII[c as usize],
        '，' | '、' => COMMA,
        '。' => STOP,
        '€' | '£' | '¥' | '₹' => CURRENCY,
        '»' | '›' | '•' | '·' => SEPARATOR,
        _ if c.is_uppercase() => WORD | UPPER,
        _ if c.is_alphanumeric() => WORD,
        _ if c.is_whitespace() => OTHER_SPACE,
        _ => 0,
    }
}

/// The classes of up to [`MAX_RUN`] characters.
#[derive(Default)]
struct Run {
    /// The sum of the classes of each character.
    sum: u64,
    /// The sum of the classes that a character has in common with the one before.
    pairs: u64,
    /// The classes of the last character.
    last: u64,
}

impl Run {
    #[inline]
    fn add(&mut self, classes: u64) {
        self.sum += classes;
        self.pairs += classes & self.last;
        self.last = classes;
    }

    /// Begins the next run, after the last character of this one.
    fn clear(&mut self) {
        (self.sum, self.pairs) = (0, 0);
    }

    /// Returns the number of characters of a class.
    fn count(&self, class: u64) -> u32 {
        (self.sum / class % 128) as u32
    }

    /// Returns the number of characters of a class after another of that class.
    fn count_pairs(&self, class: u64) -> u32 {
        (self.pairs / class % 128) as u32
    }
}

impl TextCounts {
    /// Adds the characters and words of a text. Returns whether all whitespace is one space between
    /// others.
    fn add(&mut self, text: &str, around: Around) -> bool {
        let (mut run, mut rest) = (Run::default(), text);
        let (mut chars, mut is_collapsed) = (0, true);
        while !rest.is_empty() {
            let (some, others) = rest.split_at(start_of(rest, MAX_RUN).len());
            run.clear();
            if some.is_ascii() {
                some.bytes().for_each(|byte| run.add(ASCII[usize::from(byte % 128)]));
                chars += some.len() as u32;
            } else {
                some.chars().for_each(|c| run.add(classes(c)));
                chars += some.chars().count() as u32;
            }
            chars -= run.count(SPACE) + run.count(OTHER_SPACE);
            is_collapsed &= run.count(OTHER_SPACE) + run.count_pairs(SPACE) == 0;
            self.add_run(&run);
            rest = others;
        }
        self.chars += chars;
        self.linked += if around.link { chars } else { 0 };
        self.strong += if around.strong { chars } else { 0 };
        self.controls += if around.control { chars } else { 0 };
        is_collapsed
    }

    fn add_run(&mut self, run: &Run) {
        self.words += run.count(WORD) - run.count_pairs(WORD);
        self.digits += run.count(DIGIT);
        self.upper += run.count(UPPER);
        self.commas += run.count(COMMA);
        self.stops += run.count(STOP);
        self.currency += run.count(CURRENCY);
        self.separators += run.count(SEPARATOR);
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
