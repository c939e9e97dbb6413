//! The words of short blocks, and what they say of the content: `Share`, `Related articles`.

use consomme::steps;

use super::Sink;
use super::words::lowercased;
use crate::model;

/// Blocks with more words are judged by other features.
const MAX_WORDS: u32 = 20;

/// Known words that count. They are few, but marks between letters make many words of one, and each
/// is compared with the others.
const MAX_KNOWN: usize = 64;

/// Puts the weights of the words of a text, and of the whole text, as `=share this post`, if it has
/// up to four words.
pub(super) fn put(text: &str, words: u32, sink: &mut impl Sink) {
    let mut weights = Weights::default();
    if words <= MAX_WORDS {
        steps::count(text.len());
        weights.add_text(text);
    }
    let Weights { known, sum, smallest, largest, .. } = weights;
    sink.put("w_mean", if known.is_empty() { 0.0 } else { sum / known.len() as f32 });
    sink.put("w_min", smallest);
    sink.put("w_max", largest);
}

/// The weights of the words that the table has.
#[derive(Default)]
struct Weights {
    /// The numbers of the words: each counts once.
    known: Vec<u16>,
    sum: f32,
    smallest: f32,
    largest: f32,
}

impl Weights {
    fn add_text(&mut self, text: &str) {
        // Longer words are names of files and the like.
        let is_short = |word: &&str| word.len() < 16 || word.chars().count() < 16;
        let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
        let mut whole = String::with_capacity(64);
        whole.push('=');
        let mut count = 0;
        lowercased(words.filter(is_short), |word| {
            count += 1;
            if count <= 4 {
                if count > 1 {
                    whole.push(' ');
                }
                whole.push_str(word);
            }
            self.add(word);
        });
        if (1..=4).contains(&count) {
            self.add(&whole);
        }
    }

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
}
