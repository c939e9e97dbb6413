//! The text of a block and what is counted in it.

/// The text of a block, and its counts.
#[derive(Clone, Default, Debug)]
pub(crate) struct Text {
    /// Whitespace is collapsed, but for preformatted text. A `br` is a newline.
    pub(crate) text: String,
    pub(crate) counts: TextCounts,
    /// Whether the last character is in a link.
    pub(crate) ends_with_link: bool,
    needs_space: bool,
}

/// Counts of characters, which are those that are no whitespace, and words.
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
    /// Adds whitespace, unless nothing follows.
    pub(crate) fn space(&mut self) {
        self.needs_space = true;
    }

    /// Adds the end of a line.
    pub(crate) fn break_line(&mut self) {
        self.text.push('\n');
        self.needs_space = false;
    }

    /// Adds the text of a node.
    pub(crate) fn push(&mut self, piece: &str, around: Around) {
        self.ends_with_link = around.link;
        if around.preformatted {
            self.text.push_str(piece);
            for word in piece.split_whitespace() {
                self.counts.add(word, around);
            }
            return;
        }
        self.needs_space |= piece.starts_with(char::is_whitespace);
        for word in piece.split_whitespace() {
            if self.needs_space && !self.text.is_empty() && !self.text.ends_with('\n') {
                self.text.push(' ');
            }
            self.text.push_str(word);
            self.counts.add(word, around);
            self.needs_space = true;
        }
        self.needs_space = piece.ends_with(char::is_whitespace);
    }
}

impl TextCounts {
    /// Counts a text without whitespace.
    fn add(&mut self, word: &str, around: Around) {
        let mut was_in_word = false;
        let mut chars = 0;
        for c in word.chars() {
            let is_in_word = c.is_alphanumeric() || c == '_';
            self.words += u32::from(is_in_word && !was_in_word);
            was_in_word = is_in_word;
            chars += 1;
            match c {
                'a'..='z' => {}
                '0'..='9' => self.digits += 1,
                'A'..='Z' => self.upper += 1,
                ',' | '，' | '、' => self.commas += 1,
                '.' | '!' | '?' | '。' => self.stops += 1,
                '$' | '€' | '£' | '¥' | '₹' => self.currency += 1,
                '|' | '»' | '›' | '•' | '·' | '/' => self.separators += 1,
                _ if !c.is_ascii() && c.is_uppercase() => self.upper += 1,
                _ => {}
            }
        }
        self.chars += chars;
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

/// Returns the start of a text, at most so many bytes.
pub(crate) fn start_of(text: &str, max: usize) -> &str {
    let mut end = max.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
