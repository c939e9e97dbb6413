//! The words of short blocks, and what they say of the content: `Share`, `Related articles`.

use consomme::steps;

use super::Sink;
use crate::model::tables;

/// Blocks with more words are judged by other features.
const MAX_WORDS: u32 = 20;

/// Calls a function with each word of a text, in small letters, and with the whole text, as
/// `=share this post`, if it has up to four words.
pub(crate) fn phrase_words(text: &str, words: u32, mut each: impl FnMut(&str)) {
    if words > MAX_WORDS {
        return;
    }
    steps::count(text.len());
    let mut whole = String::from("=");
    let mut count = 0;
    let mut seen: Vec<String> = Vec::new();
    for word in text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
        // Words that are too long are names of files and the like.
        if word.chars().count() >= 16 {
            continue;
        }
        let word = word.to_lowercase();
        count += 1;
        if count <= 4 {
            if count > 1 {
                whole.push(' ');
            }
            whole.push_str(&word);
        }
        // Words are few, but marks between letters make many of one.
        if seen.len() < 64 && !seen.contains(&word) {
            each(&word);
            seen.push(word);
        }
    }
    if (1..=4).contains(&count) {
        each(&whole);
    }
}

pub(super) fn put(text: &str, words: u32, sink: &mut impl Sink) {
    let (mut sum, mut count, mut smallest) = (0.0, 0, 0.0_f32);
    let mut largest = 0.0_f32;
    phrase_words(text, words, |word| {
        if let Some(weight) = tables().phrase_word(word) {
            if count == 0 {
                (smallest, largest) = (weight, weight);
            }
            smallest = smallest.min(weight);
            largest = largest.max(weight);
            sum += weight;
            count += 1;
        }
    });
    sink.put("w_mean", if count > 0 { sum / count as f32 } else { 0.0 });
    sink.put("w_min", smallest);
    sink.put("w_max", largest);
}
