//! Features: the facts about a block that the model sees, each with a name.
//!
//! - `mod.rs`: the facts of a page that features are made of, and the order of the features
//! - `attributes.rs`: weights of the words in classes and other attributes
//! - `chain.rs`: what a box has from the boxes around it
//! - `sums.rs`: counts of any range of blocks
//! - `whole.rs`: features of the whole page
//! - `block.rs`: features of a block
//! - `groups.rs`: blocks that are alike
//! - `wording.rs`: features of the words of a block
//! - `stated.rs`: the words of the title and the descriptions
//! - `phrases.rs`: weights of the words in short blocks
//! - `words.rs`: the words of a text

mod attributes;
mod block;
mod chain;
mod groups;
mod phrases;
mod stated;
mod sums;
mod whole;
mod wording;
mod words;

use consomme::Document;

use crate::model::Batch;
use crate::page::{Page, Tag};

pub(crate) use attributes::attribute_words;
pub(crate) use chain::Chain;
pub(crate) use sums::Sums;
pub(crate) use whole::Whole;

/// The number of features of a block.
pub(crate) const FEATURES: usize = 173;

/// Takes the features of some blocks, always in the same order.
pub(crate) trait Sink {
    /// Takes features with their names: a row of values for each block.
    fn put<const N: usize>(
        &mut self,
        names: [&'static str; N],
        rows: impl Iterator<Item = [f32; N]>,
    );

    /// Takes features that are the same for all blocks.
    fn put_same<const N: usize>(&mut self, names: [&'static str; N], row: [f32; N]) {
        self.put(names, std::iter::once(row));
    }
}

/// Keeps the values for the trees.
impl Sink for Batch {
    #[inline]
    fn put<const N: usize>(&mut self, _: [&'static str; N], rows: impl Iterator<Item = [f32; N]>) {
        self.push(rows);
    }

    #[inline]
    fn put_same<const N: usize>(&mut self, _: [&'static str; N], row: [f32; N]) {
        self.push_same(row);
    }
}

/// Keeps the values of one block.
#[cfg(feature = "_fit")]
impl Sink for Vec<f32> {
    fn put<const N: usize>(&mut self, _: [&'static str; N], rows: impl Iterator<Item = [f32; N]>) {
        self.extend(rows.flatten());
    }
}

/// Keeps the names.
impl Sink for Vec<&'static str> {
    fn put<const N: usize>(&mut self, names: [&'static str; N], _: impl Iterator<Item = [f32; N]>) {
        self.extend(names);
    }
}

/// The facts of a page.
pub(crate) struct Facts<'p, 'a> {
    pub(crate) page: &'p Page<'a>,
    /// For each box.
    pub(crate) chains: Vec<Chain>,
    pub(crate) sums: Sums,
    pub(crate) whole: Whole,
    /// For each box, its features.
    boxes: Vec<[f32; 8]>,
    groups: groups::Groups,
    /// For each block, the features of its words.
    wordings: Vec<[f32; 5]>,
    /// For each block, how many have its text.
    repeats: Vec<u32>,
    /// The first block in an `h1`.
    first_h1: Option<usize>,
}

impl<'p, 'a> Facts<'p, 'a> {
    pub(crate) fn new(document: &Document, page: &'p Page<'a>) -> Self {
        let sums = Sums::new(page);
        let chains = chain::chains(page, &sums);
        let first_h1 = page.blocks.iter().position(|block| chains[block.inner].heading == 1);
        let groups = groups::Groups::new(page, &chains);
        let whole = Whole::new(document, page, &sums, &chains);
        let boxes = block::boxes(page, &sums, &chains);
        let wordings = wording::wordings(page, &whole.stated);
        let repeats = block::repeats(page);
        Facts { page, chains, sums, whole, boxes, groups, wordings, repeats, first_h1 }
    }
}

impl Facts<'_, '_> {
    /// Returns the names of the features of a block. There must be one.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        self.put_blocks(0..1, &mut names);
        names
    }

    /// Returns whether a block is in a table or in preformatted text.
    pub(crate) fn is_in_table_or_code(&self, at: usize) -> bool {
        let chain = &self.chains[self.page.blocks[at].inner];
        [Tag::Table, Tag::Code].into_iter().any(|tag| chain.is_in(tag))
    }
}

/// Returns a part of a whole as a number from 0 to 1; 0 if there is no whole.
pub(crate) fn share(part: u32, whole: u32) -> f32 {
    if whole == 0 { 0.0 } else { part as f32 / whole as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model;

    #[test]
    fn the_trees_ask_about_features_that_exist() {
        let document = consomme::parse_str("<p>Soup");
        let page = Page::new(&document);
        let mut names = Facts::new(&document, &page).names();
        // Reads the trees, which takes each name and each number.
        model::trees(|| names.clone());
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "names are unique");
        assert_eq!(count, FEATURES);
    }
}
