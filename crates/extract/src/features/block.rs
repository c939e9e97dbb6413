//! Features of a block.

use std::ops::Range;

use consomme::steps;
use foldhash::{HashMap, HashMapExt};

use super::{Chain, Facts, Sink, Sums, share, wording};
use crate::page::{Block, Page, TextCounts};

/// Returns for each block how many have the same text.
pub(super) fn repeats(page: &Page<'_>) -> Vec<u32> {
    let mut numbers: HashMap<&str, usize> = HashMap::with_capacity(page.blocks.len());
    let mut counts: Vec<u32> = Vec::new();
    let of_blocks = (0..page.blocks.len()).map(|at| {
        let number = *numbers.entry(page.text(at)).or_insert(counts.len());
        counts.resize(counts.len().max(number + 1), 0);
        counts[number] += 1;
        number
    });
    let of_blocks: Vec<usize> = of_blocks.collect();
    of_blocks.into_iter().map(|number| counts[number]).collect()
}

/// The names of the features of a box, for each of the boxes that are asked about.
type BoxNames = [&'static str; 8];

const AROUND: [BoxNames; 5] = [
    ["b0_tag", "b0_chars", "b0_links", "b0_share", "b0_mean", "b0_same", "b0_blocks", "b0_stops"],
    ["b1_tag", "b1_chars", "b1_links", "b1_share", "b1_mean", "b1_same", "b1_blocks", "b1_stops"],
    ["b2_tag", "b2_chars", "b2_links", "b2_share", "b2_mean", "b2_same", "b2_blocks", "b2_stops"],
    ["b3_tag", "b3_chars", "b3_links", "b3_share", "b3_mean", "b3_same", "b3_blocks", "b3_stops"],
    ["b4_tag", "b4_chars", "b4_links", "b4_share", "b4_mean", "b4_same", "b4_blocks", "b4_stops"],
];

const ITEM: BoxNames = [
    "item_tag",
    "item_chars",
    "item_links",
    "item_share",
    "item_mean",
    "item_same",
    "item_blocks",
    "item_stops",
];

const LIST: BoxNames = [
    "list_tag",
    "list_chars",
    "list_links",
    "list_share",
    "list_mean",
    "list_same",
    "list_blocks",
    "list_stops",
];

const BIG: BoxNames = [
    "big_tag",
    "big_chars",
    "big_links",
    "big_share",
    "big_mean",
    "big_same",
    "big_blocks",
    "big_stops",
];

const GOOD: BoxNames = [
    "good_tag",
    "good_chars",
    "good_links",
    "good_share",
    "good_mean",
    "good_same",
    "good_blocks",
    "good_stops",
];

/// Returns the features of each box, in the order of [`BoxNames`].
pub(super) fn boxes(page: &Page<'_>, sums: &Sums, chains: &[Chain]) -> Vec<[f32; 8]> {
    let boxes = page.boxes.iter().zip(chains).map(|(page_box, chain)| {
        let sum = sums.of(page_box.blocks.clone());
        [
            page_box.tag.number() as f32,
            sum.chars as f32,
            share(sum.linked, sum.chars),
            share(sum.unlinked(), sums.total().unlinked()),
            share(sum.chars, page_box.blocks.len() as u32),
            chain.same as f32,
            page_box.blocks.len() as f32,
            share(sum.stops, sum.words),
        ]
    });
    boxes.collect()
}

/// A block some places before or after: how far, and the names of its features.
const BESIDE: [(isize, [&str; 3]); 4] = [
    (-2, ["p2_chars", "p2_links", "p2_tag"]),
    (-1, ["p1_chars", "p1_links", "p1_tag"]),
    (1, ["n1_chars", "n1_links", "n1_tag"]),
    (2, ["n2_chars", "n2_links", "n2_tag"]),
];

/// The blocks within this distance before and after.
const WINDOWS: [(usize, usize, [&str; 2]); 4] = [
    (5, 5, ["w5_chars", "w5_links"]),
    (20, 20, ["w20_chars", "w20_links"]),
    (10, 0, ["wb_chars", "wb_links"]),
    (0, 10, ["wa_chars", "wa_links"]),
];

/// The boxes that hold nothing else and are passed over at most, on the way outwards.
const MAX_SKIPPED: usize = 8;

impl Facts<'_, '_> {
    /// Puts the features of some blocks that follow each other.
    pub(crate) fn put_blocks(&self, some: Range<usize>, sink: &mut impl Sink) {
        steps::count(some.len());
        self.put_texts(some.clone(), sink);
        self.put_places(some.clone(), sink);
        self.put_boxes(some.clone(), sink);
        self.put_beside(some.clone(), sink);
        self.groups.put(some, sink);
        self.whole.put(sink);
    }

    fn put_texts(&self, some: Range<usize>, sink: &mut impl Sink) {
        const CHARS: [&str; 7] =
            ["chars", "words", "link_density", "links", "digit_share", "upper_share", "comma_rate"];
        const OTHERS: [&str; 8] = [
            "stop_count",
            "separators",
            "currency",
            "strong_share",
            "control_share",
            "ends",
            "images",
            "repeats",
        ];
        let chars = self.page.blocks[some.clone()].iter().map(|block| {
            let counts = &block.counts;
            [
                counts.chars as f32,
                counts.words as f32,
                share(counts.linked, counts.chars),
                counts.links as f32,
                share(counts.digits, counts.chars),
                share(counts.upper, counts.chars),
                share(counts.commas, counts.words),
            ]
        });
        sink.put(CHARS, chars);
        let others = some.clone().map(|at| {
            let block = &self.page.blocks[at];
            let counts = &block.counts;
            [
                counts.stops as f32,
                counts.separators as f32,
                counts.currency as f32,
                share(counts.strong, counts.chars),
                share(counts.controls, counts.chars),
                end(self.page.text(at).trim_end()),
                block.images as f32,
                self.repeats[at] as f32,
            ]
        });
        sink.put(OTHERS, others);
        sink.put(wording::NAMES, self.wordings[some].iter().copied());
    }

    fn put_places(&self, some: Range<usize>, sink: &mut impl Sink) {
        const NAMES: [&str; 8] = [
            "index",
            "index_from_end",
            "place",
            "chars_before",
            "text_before",
            "chars_after",
            "after_h1",
            "depth",
        ];
        let blocks = self.page.blocks.len();
        let total = self.sums.total();
        let places = some.map(|at| {
            let before = self.sums.of(0..at);
            [
                at as f32,
                (blocks - at) as f32,
                at as f32 / blocks as f32,
                share(before.chars, total.chars),
                share(before.unlinked(), total.unlinked()),
                (total.chars - before.chars) as f32,
                self.first_h1.map_or(-1000.0, |h1| at as f32 - h1 as f32),
                self.page.boxes[self.page.blocks[at].inner].depth as f32,
            ]
        });
        sink.put(NAMES, places);
    }

    fn put_boxes(&self, some: Range<usize>, sink: &mut impl Sink) {
        let blocks = &self.page.blocks[some.clone()];
        let chain = |block: &Block<'_>| &self.chains[block.inner];
        Chain::put(blocks.iter().map(chain), sink);
        let outer = blocks.iter().map(|block| [self.chains[block.outer].weights.own]);
        sink.put(["t_outer"], outer);
        let mut around: Vec<usize> = blocks.iter().map(|block| block.outer).collect();
        for names in AROUND {
            self.put_box(names, &around, sink);
            around.iter_mut().for_each(|index| *index = self.box_around(*index));
        }
        let mut boxes = around;
        let mut put = |names, index: &dyn Fn(&Block<'_>) -> usize| {
            boxes.clear();
            boxes.extend(blocks.iter().map(index));
            self.put_box(names, &boxes, sink);
        };
        let item = |block: &Block<'_>| chain(block).item.unwrap_or(0) as usize;
        put(ITEM, &item);
        put(LIST, &|block| self.page.boxes[item(block)].parent);
        put(BIG, &|block| chain(block).big as usize);
        put(GOOD, &|block| chain(block).good as usize);
        let depth = |index: usize| self.page.boxes[index].depth as f32;
        let others = some.zip(blocks).map(|(at, block)| {
            let item_start = self.page.boxes[item(block)].blocks.start;
            let below_big = depth(block.inner) - depth(chain(block).big as usize);
            [at.saturating_sub(item_start) as f32, below_big]
        });
        sink.put(["item_place", "below_big"], others);
    }

    /// Returns the nearest box around another that holds more.
    pub(super) fn box_around(&self, index: usize) -> usize {
        let boxes = &self.page.boxes;
        let mut around = boxes[index].parent;
        for _ in 0..MAX_SKIPPED {
            if boxes[around].blocks != boxes[index].blocks {
                break;
            }
            around = boxes[around].parent;
        }
        around
    }

    /// Puts the features of the box of each block. Blocks beside each other have most boxes in
    /// common.
    fn put_box(&self, names: BoxNames, boxes: &[usize], sink: &mut impl Sink) {
        match boxes {
            [first, others @ ..] if others.iter().all(|other| other == first) => {
                sink.put_same(names, self.boxes[*first]);
            }
            _ => sink.put(names, boxes.iter().map(|index| self.boxes[*index])),
        }
    }

    fn put_beside(&self, some: Range<usize>, sink: &mut impl Sink) {
        let blocks = &self.page.blocks;
        for (distance, names) in BESIDE {
            let beside = some.clone().map(|at| {
                let other = at.checked_add_signed(distance).and_then(|other| blocks.get(other));
                let counts = other.map_or_else(TextCounts::default, |block| block.counts);
                let tag = other.map(|block| self.page.boxes[block.outer].tag.number() as f32);
                [counts.chars as f32, share(counts.linked, counts.chars), tag.unwrap_or(-1.0)]
            });
            sink.put(names, beside);
        }
        for (before, after, names) in WINDOWS {
            let windows = some.clone().map(|at| {
                let range = at.saturating_sub(before)..(at + after + 1).min(blocks.len());
                let sum = self.sums.of(range.clone());
                [share(sum.chars, range.len() as u32), share(sum.linked, sum.chars)]
            });
            sink.put(names, windows);
        }
    }
}

/// Returns a number for the last character.
fn end(text: &str) -> f32 {
    match text.chars().next_back() {
        Some('.' | '!' | '。' | '…') => 3.0,
        Some('?') => 2.0,
        Some(':') => 1.0,
        Some(')' | '"' | '”') => 0.5,
        _ => 0.0,
    }
}
