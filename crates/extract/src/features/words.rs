//! The words of a text: its letters and digits.

/// The classes of the characters in a word, a bit each.
const LETTER: u8 = 1;
const CAPITAL: u8 = 2;
const DIGIT: u8 = 4;
/// Letters and digits that are not in ASCII.
const OTHER: u8 = 8;

/// The class of each byte of ASCII; 0 between words. Most characters of pages are in ASCII, where
/// this answers in two instructions whether a character is in a word.
const ASCII: [u8; 128] = {
    let mut classes = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' => LETTER,
            b'A'..=b'Z' => CAPITAL,
            b'0'..=b'9' => DIGIT,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// A word as it is written.
#[derive(Clone, Copy)]
pub(super) struct Word<'t> {
    pub(super) written: &'t str,
    /// The classes that it has. A part of a word may have less.
    classes: u8,
}

impl<'t> Word<'t> {
    /// Returns the word in small letters, which are in the buffer if it is not written so.
    pub(super) fn lowercase<'b>(&self, buffer: &'b mut String) -> &'b str
    where
        't: 'b,
    {
        if self.classes & (CAPITAL | OTHER) == 0 {
            return self.written;
        }
        buffer.clear();
        if self.classes & OTHER == 0 {
            buffer.push_str(self.written);
            buffer.make_ascii_lowercase();
        } else {
            // A capital sigma becomes another letter at the end of a word.
            buffer.push_str(&self.written.to_lowercase());
        }
        buffer
    }

    /// Returns whether it is in ASCII and has no digit.
    pub(super) fn is_plain(&self) -> bool {
        self.classes & (DIGIT | OTHER) == 0
    }

    /// Returns the parts between digits.
    pub(super) fn without_digits(&self) -> impl Iterator<Item = Word<'t>> {
        let classes = self.classes;
        let parts = self.written.split(|c: char| !c.is_alphabetic());
        parts.filter(|part| !part.is_empty()).map(move |written| Word { written, classes })
    }
}

/// Returns the words of a text.
pub(super) fn words(text: &str) -> Words<'_> {
    Words { text, at: 0 }
}

/// The words of a text, from [`words`].
pub(super) struct Words<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Iterator for Words<'t> {
    type Item = Word<'t>;

    #[inline]
    fn next(&mut self) -> Option<Word<'t>> {
        let (text, mut start) = (self.text, self.at);
        let mut classes = 0;
        while let Some(byte) = text.as_bytes().get(start) {
            let (class, length) = class_of(text, start, *byte);
            if class != 0 {
                break;
            }
            start += length;
        }
        let mut end = start;
        while let Some(byte) = text.as_bytes().get(end) {
            let (class, length) = class_of(text, end, *byte);
            if class == 0 {
                break;
            }
            classes |= class;
            end += length;
        }
        self.at = end;
        (end > start).then(|| Word { written: &text[start..end], classes })
    }
}

/// Returns the class of a character, and its length in bytes.
#[inline]
fn class_of(text: &str, at: usize, byte: u8) -> (u8, usize) {
    match ASCII.get(usize::from(byte)) {
        Some(class) => (*class, 1),
        None => class_of_other(&text[at..]),
    }
}

/// Returns the class of the first character of a text, and its length in bytes.
fn class_of_other(text: &str) -> (u8, usize) {
    let first = text.chars().next();
    let class = if first.is_some_and(char::is_alphanumeric) { OTHER } else { 0 };
    (class, first.map_or(1, char::len_utf8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_split_by_characters() {
        let texts = ["", " ", "a", "Onion soup, 4 l", "«Ærø»-42ème", "x²y ÀÉ…ΑΣ", "e\u{301}t 日本"];
        for text in texts {
            let expected = text.split(|c: char| !c.is_alphanumeric());
            let expected: Vec<_> = expected.filter(|word| !word.is_empty()).collect();
            let found: Vec<_> = words(text).map(|word| word.written).collect();
            assert_eq!(found, expected);
            let mut buffer = String::new();
            for word in words(text) {
                assert_eq!(word.lowercase(&mut buffer), word.written.to_lowercase());
                let parts: Vec<_> = word.without_digits().map(|part| part.written).collect();
                assert!(!word.is_plain() || parts == [word.written]);
            }
        }
    }
}
