//! The words of a text: its letters and digits.

/// The classes of the characters in a word, a bit each.
const LETTER: u8 = 1;
const CAPITAL: u8 = 2;
const DIGIT: u8 = 4;
/// Bytes outside of ASCII.
const OTHER: u8 = 8;

/// The class of each byte; 0 for those of ASCII that stand between words.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' => LETTER,
            b'A'..=b'Z' => CAPITAL,
            b'0'..=b'9' => DIGIT,
            0x80.. => OTHER,
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
    /// The classes of its bytes. A part of a word may have less.
    classes: u8,
}

impl<'t> Word<'t> {
    /// Returns the word in small letters, which are in the buffer if it is not written so.
    #[inline]
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
    Words { rest: text, mixed: "" }
}

/// The words of a text, from [`words`].
pub(super) struct Words<'t> {
    rest: &'t str,
    /// The rest of a run that is not all in ASCII, so that it may have several words.
    mixed: &'t str,
}

impl<'t> Iterator for Words<'t> {
    type Item = Word<'t>;

    /// Takes seven instructions for a byte, but for runs that are not in ASCII.
    #[inline]
    fn next(&mut self) -> Option<Word<'t>> {
        loop {
            if !self.mixed.is_empty()
                && let Some(word) = self.next_of_mixed()
            {
                return Some(word);
            }
            let bytes = self.rest.as_bytes();
            let start = bytes.iter().position(|byte| CLASSES[usize::from(*byte)] != 0)?;
            let mut classes = 0;
            let is_between = |byte: &u8| {
                let class = CLASSES[usize::from(*byte)];
                classes |= class;
                class == 0
            };
            let length = bytes[start..].iter().position(is_between);
            let (run, rest) = self.rest[start..].split_at(length.unwrap_or(bytes.len() - start));
            self.rest = rest;
            if classes & OTHER == 0 {
                return Some(Word { written: run, classes });
            }
            self.mixed = run;
        }
    }
}

impl<'t> Words<'t> {
    /// Returns the next word of the run that is not all in ASCII.
    fn next_of_mixed(&mut self) -> Option<Word<'t>> {
        let start = self.mixed.find(char::is_alphanumeric).unwrap_or(self.mixed.len());
        let run = &self.mixed[start..];
        let length = run.find(|c: char| !c.is_alphanumeric()).unwrap_or(run.len());
        let (written, rest) = run.split_at(length);
        self.mixed = rest;
        let classes = written.bytes().fold(0, |all, byte| all | CLASSES[usize::from(byte)]);
        (!written.is_empty()).then_some(Word { written, classes })
    }
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
