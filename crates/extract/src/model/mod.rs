//! The model: tables of constants that `fit/fit.py` makes, and how they are used.
//!
//! - `mod.rs`: the tables, read once
//! - `trees.rs`: decision trees, whose sum is a score
//! - `kinds.rs`: the kind of a page from its words and numbers
//! - `../../data/`: the tables as text

mod kinds;
mod trees;

use std::collections::HashMap;
use std::sync::LazyLock;

pub(crate) use kinds::{KIND_COUNT, KindScores, Kinds};
pub(crate) use trees::Trees;

/// All tables.
pub(crate) struct Tables {
    attribute_words: HashMap<&'static str, (u32, f32)>,
    phrase_words: HashMap<&'static str, f32>,
    kinds: kinds::KindTable,
    /// Their sum says whether a block is main content.
    pub(crate) trees: Trees,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables {
    attribute_words: weights(include_str!("../../data/attribute_words.txt"))
        .enumerate()
        .map(|(index, (word, weight))| (word, (index as u32, weight)))
        .collect(),
    phrase_words: weights(include_str!("../../data/phrase_words.txt")).collect(),
    kinds: kinds::KindTable::new(include_str!("../../data/kinds.txt")),
    trees: Trees::new(include_str!("../../data/trees.txt")),
});

/// Returns the tables. The first call reads them.
pub(crate) fn tables() -> &'static Tables {
    &TABLES
}

/// Returns the words of a table with their weights: `-40 share` on each line.
fn weights(table: &'static str) -> impl Iterator<Item = (&'static str, f32)> {
    rows(table).filter_map(|row| {
        let (weight, word) = row.split_once(' ')?;
        Some((word, weight.parse().ok()?))
    })
}

/// Returns the lines of a table that are not comments.
fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

impl Tables {
    /// Returns the number and the weight of a word in an attribute.
    pub(crate) fn attribute_word(&self, word: &str) -> Option<(u32, f32)> {
        self.attribute_words.get(word).copied()
    }

    /// Returns the weight of a word, or of a whole text, in a short block.
    pub(crate) fn phrase_word(&self, word: &str) -> Option<f32> {
        self.phrase_words.get(word).copied()
    }

    /// Returns scores of kinds, to which the facts of a page are added.
    pub(crate) fn kind(&self) -> KindScores<'_> {
        KindScores::new(&self.kinds)
    }
}
