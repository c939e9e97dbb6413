//! The words of the title and the descriptions of a page.

use foldhash::HashMap;

use super::words::words;

/// The words that a page states of itself: whether they are in the title, and in the descriptions.
#[derive(Default)]
pub(crate) struct Stated {
    places: HashMap<String, [bool; 2]>,
    /// For the first bytes of words, by their lowest five bits, the lengths of the words that begin
    /// so, a bit each. Nine of ten words of a text are not stated, and most of them are not hashed.
    lengths: [u32; 32],
}

impl Stated {
    pub(super) fn new(title: &str, description: &str) -> Self {
        let mut stated = Stated::default();
        let mut buffer = String::new();
        for (place, text) in [title, description].into_iter().enumerate() {
            for word in words(text) {
                let word = word.lowercase(&mut buffer);
                let (first, length) = signs(word);
                stated.lengths[first] |= length;
                match stated.places.get_mut(word) {
                    Some(places) => places[place] = true,
                    None => {
                        let mut places = [false; 2];
                        places[place] = true;
                        stated.places.insert(word.to_owned(), places);
                    }
                }
            }
        }
        stated
    }

    /// Returns whether a word in small letters is in the title, and in the descriptions.
    pub(super) fn places(&self, word: &str) -> [bool; 2] {
        let (first, length) = signs(word);
        if self.lengths[first] & length == 0 {
            return [false; 2];
        }
        self.places.get(word).copied().unwrap_or_default()
    }
}

/// Returns the place of a word in [`Stated::lengths`], and its bit there.
fn signs(word: &str) -> (usize, u32) {
    let first = word.as_bytes().first().copied().unwrap_or(0);
    (usize::from(first % 32), 1 << word.len().min(31))
}
