//! Features of the words of a block. The words are found once, for the title of the page as well as
//! for the table of phrases: twice takes 4 million instructions more on ten pages.

use consomme::steps;

use super::phrases::Phrase;
use super::share;
use super::stated::Stated;
use super::words::words;
use crate::page::Page;

/// The names of the features.
pub(super) const NAMES: [&str; 5] = ["in_title", "in_description", "w_mean", "w_min", "w_max"];

/// The words that are compared with the title.
const MAX_COMPARED: usize = 30;

/// Blocks with more words are no phrases: other features judge them.
const MAX_WORDS: u32 = 20;

/// Returns the features of each block.
pub(super) fn wordings(page: &Page<'_>, stated: &Stated) -> Vec<[f32; 5]> {
    let mut phrase = Phrase::default();
    let mut buffer = String::new();
    let blocks = page.blocks.iter().enumerate();
    let wordings = blocks.map(|(at, block)| {
        let is_phrase = block.counts.words <= MAX_WORDS;
        wording(page.text(at), is_phrase, stated, &mut phrase, &mut buffer)
    });
    wordings.collect()
}

fn wording(
    text: &str,
    is_phrase: bool,
    stated: &Stated,
    phrase: &mut Phrase,
    buffer: &mut String,
) -> [f32; 5] {
    let (mut compared, mut in_title, mut in_description) = (0, 0, 0);
    steps::count(text.len());
    let most = if is_phrase { usize::MAX } else { MAX_COMPARED };
    for (place, word) in words(text).take(most).enumerate() {
        let lowercase = word.lowercase(buffer);
        if place < MAX_COMPARED {
            let [title, description] = stated.places(lowercase);
            compared += 1;
            in_title += u32::from(title);
            in_description += u32::from(description);
        }
        if is_phrase {
            phrase.add(word, lowercase);
        }
    }
    let [mean, smallest, largest] = phrase.finish();
    let (in_title, in_description) = (share(in_title, compared), share(in_description, compared));
    [in_title, in_description, mean, smallest, largest]
}
