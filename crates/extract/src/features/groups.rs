//! Groups of blocks that are alike: in boxes with the same names and classes. The prices of a list
//! of products are one, and the posts of a forum.

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
    of: Vec<usize>,
    groups: Vec<Group>,
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

    pub(super) fn put(&self, at: usize, sink: &mut impl Sink) {
        self.near.put(
            at,
            ["g_blocks", "g_mean", "g_links", "g_stops", "g_digits", "g_first", "g_span"],
            sink,
        );
        self.far.put(
            at,
            ["h_blocks", "h_mean", "h_links", "h_stops", "h_digits", "h_first", "h_span"],
            sink,
        );
    }
}

impl Grouping {
    fn new(page: &Page<'_>, chains: &[Chain], outwards: usize) -> Self {
        let signature = |index: usize| chains[index].signature;
        let mut numbers: HashMap<[u32; 4], usize> = HashMap::new();
        let mut grouping = Grouping { of: Vec::new(), groups: Vec::new() };
        for (at, block) in page.blocks.iter().enumerate() {
            let mut key = [signature(block.inner), signature(block.outer), 0, 0];
            let mut index = block.outer;
            for key in &mut key[2..2 + outwards] {
                index = page.boxes[index].parent;
                *key = signature(index);
            }
            let number = *numbers.entry(key).or_insert_with(|| {
                grouping.groups.push(Group { first: at, ..Group::default() });
                grouping.groups.len() - 1
            });
            let group = &mut grouping.groups[number];
            group.blocks += 1;
            group.counts = group.counts.plus(&block.counts);
            group.last = at;
            grouping.of.push(number);
        }
        grouping
    }

    fn put(&self, at: usize, names: [&'static str; 7], sink: &mut impl Sink) {
        let group = &self.groups[self.of[at]];
        let blocks = self.of.len() as f32;
        sink.put(names[0], group.blocks as f32);
        sink.put(names[1], share(group.counts.chars, group.blocks));
        sink.put(names[2], share(group.counts.linked, group.counts.chars));
        sink.put(names[3], share(group.counts.stops, group.counts.words));
        sink.put(names[4], share(group.counts.digits, group.counts.chars));
        sink.put(names[5], group.first as f32 / blocks);
        sink.put(names[6], (group.last - group.first) as f32 / blocks);
    }
}
