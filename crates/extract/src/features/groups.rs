//! Groups of blocks that are alike: in boxes with the same names and classes. The prices of a list
//! of products are one, and the posts of a forum.

use std::ops::Range;

use foldhash::{HashMap, HashMapExt};

use super::{Chain, Sink, share};
use crate::page::{Page, TextCounts};

/// The groups of a page, by two ways to say which blocks are alike.
pub(crate) struct Groups {
    /// By the box that holds the text and the one that is not in a line.
    near: Grouping,
    /// By these and the two boxes around.
    far: Grouping,
}

struct Grouping {
    /// The group of each block.
    of: Vec<u32>,
    /// The features of each group.
    rows: Vec<[f32; 7]>,
}

#[derive(Clone, Default)]
struct Group {
    blocks: u32,
    counts: TextCounts,
    first: usize,
    last: usize,
}

impl Groups {
    pub(super) fn new(page: &Page<'_>, chains: &[Chain]) -> Self {
        Groups { near: Grouping::new(page, chains, 0), far: Grouping::new(page, chains, 2) }
    }

    pub(super) fn put(&self, some: Range<usize>, sink: &mut impl Sink) {
        const NEAR: [&str; 7] =
            ["g_blocks", "g_mean", "g_links", "g_stops", "g_digits", "g_first", "g_span"];
        const FAR: [&str; 7] =
            ["h_blocks", "h_mean", "h_links", "h_stops", "h_digits", "h_first", "h_span"];
        sink.put(NEAR, self.near.rows(some.clone()));
        sink.put(FAR, self.far.rows(some));
    }
}

impl Grouping {
    fn new(page: &Page<'_>, chains: &[Chain], outwards: usize) -> Self {
        let signature = |index: usize| chains[index].signature;
        let mut numbers: HashMap<[u32; 4], u32> = HashMap::new();
        let mut of = Vec::with_capacity(page.blocks.len());
        let mut groups: Vec<Group> = Vec::new();
        for (at, block) in page.blocks.iter().enumerate() {
            let mut key = [signature(block.inner), signature(block.outer), 0, 0];
            let mut index = block.outer;
            for key in &mut key[2..2 + outwards] {
                index = page.boxes[index].parent;
                *key = signature(index);
            }
            let number = *numbers.entry(key).or_insert_with(|| {
                groups.push(Group { first: at, ..Group::default() });
                groups.len() as u32 - 1
            });
            let group = &mut groups[number as usize];
            group.blocks += 1;
            group.counts = group.counts.plus(&block.counts);
            group.last = at;
            of.push(number);
        }
        let rows = groups.iter().map(|group| group.row(page.blocks.len())).collect();
        Grouping { of, rows }
    }

    /// Returns the features of some blocks.
    fn rows(&self, some: Range<usize>) -> impl Iterator<Item = [f32; 7]> {
        self.of[some].iter().map(|number| self.rows[*number as usize])
    }
}

impl Group {
    /// Returns the features of the blocks of the group.
    fn row(&self, blocks: usize) -> [f32; 7] {
        let counts = &self.counts;
        [
            self.blocks as f32,
            share(counts.chars, self.blocks),
            share(counts.linked, counts.chars),
            share(counts.stops, counts.words),
            share(counts.digits, counts.chars),
            self.first as f32 / blocks as f32,
            (self.last - self.first) as f32 / blocks as f32,
        ]
    }
}
