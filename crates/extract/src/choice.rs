//! The choice of blocks by their scores.

use consomme::steps;
use foldhash::{HashSet, HashSetExt};

use crate::extractor::Options;
use crate::features::{FEATURES, Facts};
use crate::kind::PageKind;
use crate::model::{self, BATCH, Batch};

/// The blocks that were chosen.
#[derive(Debug)]
pub(crate) struct Choice {
    /// For each block, the probability that it is main content.
    pub(crate) scores: Vec<f32>,
    /// For each block.
    pub(crate) is_chosen: Vec<bool>,
    /// The F1 that is expected of the choice, from 0 to 1.
    pub(crate) expected: f32,
}

/// The part that counts of the words that are expected in the main content. The scores promise a
/// little too much: 0.85 is best on pages that were not in the fit.
const CAUTION: f64 = 0.85;

/// Texts with at least this many bytes appear once. Pages repeat them for narrow and wide screens.
const REPEATED_LENGTH: usize = 12;

/// Scores the blocks, and chooses those whose F1 is largest if the scores are right.
pub(crate) fn choose(facts: &Facts<'_, '_>, options: &Options) -> Choice {
    let scores = scores(facts);
    let order = order(&scores);
    let is_copy = copies(facts, &order, options);
    let counts = facts.page.blocks.iter().zip(&is_copy);
    let counts =
        counts.map(|(block, is_copy)| if *is_copy { 0.0 } else { f64::from(block.counts.words) });
    let counts: Vec<f64> = counts.collect();
    let wanted = scores.iter().zip(&counts).map(|(score, count)| f64::from(*score) * count);
    let wanted: f64 = wanted.sum();
    let mut choice = Choice { is_chosen: vec![false; scores.len()], scores, expected: 0.0 };
    // A third of a small page is enough: it may be a part of one.
    let least = (options.min_words as f64).min(counts.iter().sum::<f64>() / 3.0);
    if wanted < least.max(1.0) {
        return choice;
    }
    let recall = f64::from(options.focus.weight_of_recall());
    let (mut right, mut found, mut best, mut length) = (0.0, 0.0, -1.0, 0);
    for (place, at) in order.iter().enumerate() {
        right += f64::from(choice.scores[*at]) * counts[*at];
        found += counts[*at];
        let measure = (1.0 + recall) * right / (found + recall * CAUTION * wanted + 1e-9);
        if measure > best {
            (best, length) = (measure, place + 1);
        }
    }
    for at in &order[..length] {
        choice.is_chosen[*at] = !is_copy[*at];
    }
    choice.expected = best.clamp(0.0, 1.0) as f32;
    choice
}

/// Returns the probability of each block.
fn scores(facts: &Facts<'_, '_>) -> Vec<f32> {
    let blocks = facts.page.blocks.len();
    let mut scores = Vec::with_capacity(blocks);
    let mut batch = Batch::new(FEATURES);
    for start in (0..blocks).step_by(BATCH) {
        let some = start..blocks.min(start + BATCH);
        batch.start(some.len());
        facts.put_blocks(some.clone(), &mut batch);
        let trees = model::trees(|| facts.names());
        scores.extend(&trees.probabilities(&batch)[..some.len()]);
    }
    scores
}

/// Returns the blocks from the best score to the worst.
fn order(scores: &[f32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    order
}

/// Returns for each block whether its text has a better copy, or as good a one before it.
fn copies(facts: &Facts<'_, '_>, order: &[usize], options: &Options) -> Vec<bool> {
    let mut is_copy = vec![false; order.len()];
    let (kind, _) = PageKind::likeliest(&facts.whole.kinds);
    // Manuals repeat themselves.
    if options.repeats || kind == PageKind::Documentation {
        return is_copy;
    }
    let mut seen = HashSet::with_capacity(order.len());
    for at in order {
        let text = facts.page.text(*at).trim();
        steps::count(text.len());
        let may_repeat = text.len() < REPEATED_LENGTH || facts.is_in_table_or_code(*at);
        is_copy[*at] = !may_repeat && !seen.insert(text);
    }
    is_copy
}
