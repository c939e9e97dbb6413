//! The model: tables of constants that `fit/fit.py` makes, and how they are used.
//!
//! - `mod.rs`: the tables
//! - `words.rs`: words with their weights
//! - `trees.rs`: decision trees, whose sum is a score
//! - `batch.rs`: the features of blocks that are scored together
//! - `kinds.rs`: the kind of a page from its words and numbers
//! - `numbers.rs`: numbers of the tables as text
//! - `../../data/`: the tables as text

mod batch;
mod kinds;
mod numbers;
mod trees;
mod words;

use std::sync::{LazyLock, OnceLock};

use words::WordTable;

pub(crate) use batch::{BATCH, Batch};
pub(crate) use kinds::{KIND_COUNT, KindScores, Kinds};
pub(crate) use trees::Trees;

static ATTRIBUTE_WORDS: WordTable = WordTable::new(include_str!("../../data/attribute_words.txt"));

static PHRASE_WORDS: WordTable = WordTable::new(include_str!("../../data/phrase_words.txt"));

const KINDS_TEXT: &str = include_str!("../../data/kinds.txt");

static KINDS: LazyLock<kinds::KindTable> = LazyLock::new(|| kinds::KindTable::new(KINDS_TEXT));

const TREES_TEXT: &str = include_str!("../../data/trees.txt");

static TREES: OnceLock<Trees> = OnceLock::new();

/// Returns the number and the weight of a word in an attribute.
pub(crate) fn attribute_word(word: &str) -> Option<(u16, f32)> {
    ATTRIBUTE_WORDS.get(word)
}

/// Returns the number and the weight of a word, or of a whole text, in a short block.
pub(crate) fn phrase_word(word: &str) -> Option<(u16, f32)> {
    PHRASE_WORDS.get(word)
}

/// Returns scores of kinds, to which the facts of a page are added.
pub(crate) fn kind() -> KindScores<'static> {
    KindScores::new(&KINDS)
}

/// Returns the trees, whose sum says whether a block is main content. The first call reads them;
/// it needs the names of the features in their order.
pub(crate) fn trees(names: impl FnOnce() -> Vec<&'static str>) -> &'static Trees {
    TREES.get_or_init(|| Trees::new(TREES_TEXT, &names()))
}

/// Returns the lines of a table that are not comments.
fn rows(table: &str) -> impl Iterator<Item = &str> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}
