//! The kind of a page: a logistic regression over its words and numbers.

use foldhash::HashMap;

use super::numbers::number;
use super::rows;

/// The number of kinds of pages.
pub(crate) const KIND_COUNT: usize = 7;

/// The probability of each kind, in the order of [`PageKind`](crate::PageKind).
pub(crate) type Kinds = [f32; KIND_COUNT];

/// The weight of each word, and of each number above a threshold, for each kind.
#[derive(Default)]
pub(super) struct KindTable {
    base: Kinds,
    words: HashMap<&'static str, (usize, Kinds)>,
    numbers: HashMap<&'static str, Vec<(f32, Kinds)>>,
}

impl KindTable {
    /// Reads a table. Its rows are `base`, `word WORD` or `above NAME NUMBER`, each with a weight
    /// for each kind.
    pub(super) fn new(table: &'static str) -> Self {
        let mut read = KindTable::default();
        for row in rows(table) {
            let mut parts = row.split_ascii_whitespace();
            let what = parts.next().unwrap_or("");
            let name = if what == "base" { "" } else { parts.next().unwrap_or("") };
            let mut numbers = parts.filter_map(number);
            let threshold = if what == "above" { numbers.next().unwrap_or(0.0) } else { 0.0 };
            let mut weights = Kinds::default();
            for (weight, number) in weights.iter_mut().zip(numbers) {
                *weight = number;
            }
            match what {
                "base" => read.base = weights,
                "word" => {
                    let number = read.words.len();
                    read.words.insert(name, (number, weights));
                }
                _ => read.numbers.entry(name).or_default().push((threshold, weights)),
            }
        }
        read
    }
}

/// Adds up the votes of the facts of a page.
pub(crate) struct KindScores<'t> {
    table: &'t KindTable,
    scores: Kinds,
    /// The words that were added: each counts once.
    seen: Vec<bool>,
}

impl<'t> KindScores<'t> {
    pub(super) fn new(table: &'t KindTable) -> Self {
        KindScores { table, scores: table.base, seen: vec![false; table.words.len()] }
    }

    /// Adds a number of the page.
    pub(crate) fn number(&mut self, name: &str, value: f32) {
        for (threshold, weights) in self.table.numbers.get(name).into_iter().flatten() {
            if value > *threshold {
                self.add(weights);
            }
        }
    }

    /// Adds a word of the page.
    pub(crate) fn word(&mut self, word: &str) {
        if let Some((number, weights)) = self.table.words.get(word)
            && !std::mem::replace(&mut self.seen[*number], true)
        {
            self.add(weights);
        }
    }

    fn add(&mut self, weights: &Kinds) {
        for (score, weight) in self.scores.iter_mut().zip(weights) {
            *score += weight;
        }
    }

    /// Returns the probabilities.
    pub(crate) fn finish(self) -> Kinds {
        let largest = self.scores.iter().copied().fold(f32::MIN, f32::max);
        let parts = self.scores.map(|score| (score - largest).exp());
        let sum: f32 = parts.iter().sum();
        parts.map(|part| part / sum)
    }
}
