//! The words of short blocks, and what they say of the content: `Share`, `Related articles`.

use super::words::Word;
use crate::model;

/// Known words that count. They are few, but marks between letters make many words of one, and each
/// is compared with the others.
const MAX_KNOWN: usize = 64;

/// The words of a text that is a phrase as a whole.
const MAX_PHRASE: usize = 4;

/// Characters of a word. Longer ones are names of files and the like.
const MAX_CHARS: usize = 15;

/// The words of a text, and the weights of the known ones. Its memory serves one text
/// after the other.
#[derive(Default)]
pub(super) struct Phrase {
    /// The whole text, as `=share this post`.
    whole: String,
    words: usize,
    weights: Weights,
    buffer: String,
}

/// Weights of words.
#[derive(Default)]
struct Weights {
    /// The numbers of the words: each counts once.
    known: Vec<u16>,
    sum: f32,
    smallest: f32,
    largest: f32,
}

impl Phrase {
    /// Adds a word of the text.
    pub(super) fn add(&mut self, word: Word<'_>, lowercase: &str) {
        if word.is_plain() {
            if lowercase.len() <= MAX_CHARS {
                self.add_letters(lowercase);
            }
            return;
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        for part in word.without_digits() {
            let written = part.written;
            if written.len() <= MAX_CHARS || written.chars().count() <= MAX_CHARS {
                self.add_letters(part.lowercase(&mut buffer));
            }
        }
        self.buffer = buffer;
    }

    fn add_letters(&mut self, word: &str) {
        self.words += 1;
        if self.words <= MAX_PHRASE {
            self.whole.push(if self.words == 1 { '=' } else { ' ' });
            self.whole.push_str(word);
        }
        self.weights.add(word);
    }

    /// Ends the text, and begins another. Returns the mean, the smallest and the largest weight of
    /// its words and, if it has up to four, of the whole text.
    pub(super) fn finish(&mut self) -> [f32; 3] {
        if (1..=MAX_PHRASE).contains(&self.words) {
            self.weights.add(&self.whole);
        }
        let Weights { known, sum, smallest, largest } = &self.weights;
        let mean = if known.is_empty() { 0.0 } else { sum / known.len() as f32 };
        let result = [mean, *smallest, *largest];
        self.whole.clear();
        self.words = 0;
        self.weights.clear();
        result
    }
}

impl Weights {
    fn add(&mut self, word: &str) {
        let Some((number, weight)) = model::phrase_word(word) else { return };
        if self.known.len() == MAX_KNOWN || self.known.contains(&number) {
            return;
        }
        if self.known.is_empty() {
            (self.smallest, self.largest) = (weight, weight);
        }
        self.smallest = self.smallest.min(weight);
        self.largest = self.largest.max(weight);
        self.sum += weight;
        self.known.push(number);
    }

    fn clear(&mut self) {
        self.known.clear();
        (self.sum, self.smallest, self.largest) = (0.0, 0.0, 0.0);
    }
}
