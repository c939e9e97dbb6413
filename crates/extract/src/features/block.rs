//! Features of a block.

use consomme::steps;
use foldhash::{HashMap, HashMapExt};

use super::{Chain, Facts, Sink, Sums, phrases, share};
use crate::page::{Page, TextCounts};

/// Returns for each block how many have the same text.
pub(super) fn repeats(page: &Page<'_>) -> Vec<u32> {
    let mut counts: HashMap<&str, u32> = HashMap::new();
    let texts = || (0..page.blocks.len()).map(|at| page.text(at));
    for text in texts() {
        *counts.entry(text).or_default() += 1;
    }
    texts().map(|text| counts[text]).collect()
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
    /// Puts the features of a block.
    pub(crate) fn put_block(&self, at: usize, sink: &mut impl Sink) {
        steps::count(1);
        self.put_text(at, sink);
        self.put_place(at, sink);
        self.put_boxes(at, sink);
        self.put_beside(at, sink);
        self.groups.put(at, sink);
        self.whole.put(sink);
    }

    fn put_text(&self, at: usize, sink: &mut impl Sink) {
        let block = &self.page.blocks[at];
        let counts = &block.counts;
        let text = self.page.text(at);
        sink.put("chars", counts.chars as f32);
        sink.put("words", counts.words as f32);
        sink.put("link_density", share(counts.linked, counts.chars));
        sink.put("links", counts.links as f32);
        sink.put("digit_share", share(counts.digits, counts.chars));
        sink.put("upper_share", share(counts.upper, counts.chars));
        sink.put("comma_rate", share(counts.commas, counts.words));
        sink.put("stop_count", counts.stops as f32);
        sink.put("separators", counts.separators as f32);
        sink.put("currency", counts.currency as f32);
        sink.put("strong_share", share(counts.strong, counts.chars));
        sink.put("control_share", share(counts.controls, counts.chars));
        sink.put("ends", end(text.trim_end()));
        sink.put("images", block.images as f32);
        sink.put("repeats", self.repeats[at] as f32);
        let (in_title, in_description) = self.whole.overlaps(text);
        sink.put("in_title", in_title);
        sink.put("in_description", in_description);
        phrases::put(text, counts.words, sink);
    }

    fn put_place(&self, at: usize, sink: &mut impl Sink) {
        let blocks = self.page.blocks.len();
        let (before, total) = (self.sums.of(0..at), self.sums.total());
        sink.put("index", at as f32);
        sink.put("index_from_end", (blocks - at) as f32);
        sink.put("place", at as f32 / blocks as f32);
        sink.put("chars_before", share(before.chars, total.chars));
        sink.put("text_before", share(before.unlinked(), total.unlinked()));
        sink.put("chars_after", (total.chars - before.chars) as f32);
        sink.put("after_h1", self.first_h1.map_or(-1000.0, |h1| at as f32 - h1 as f32));
        sink.put("depth", self.page.boxes[self.page.blocks[at].inner].depth as f32);
    }

    fn put_boxes(&self, at: usize, sink: &mut impl Sink) {
        let block = &self.page.blocks[at];
        let chain = &self.chains[block.inner];
        chain.put(sink);
        chain.weights.put(sink);
        sink.put("t_outer", self.chains[block.outer].weights.own);
        let mut index = block.outer;
        for names in AROUND {
            self.put_box(index, names, sink);
            index = self.box_around(index);
        }
        let others = [chain.item.unwrap_or(0), chain.big, chain.good];
        let [item, big, good] = others.map(|index| index as usize);
        self.put_box(item, ITEM, sink);
        self.put_box(self.page.boxes[item].parent, LIST, sink);
        sink.put("item_place", at.saturating_sub(self.page.boxes[item].blocks.start) as f32);
        self.put_box(big, BIG, sink);
        let depth = |index: usize| self.page.boxes[index].depth as f32;
        sink.put("below_big", depth(block.inner) - depth(big));
        self.put_box(good, GOOD, sink);
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

    fn put_box(&self, index: usize, names: BoxNames, sink: &mut impl Sink) {
        for (name, value) in names.into_iter().zip(self.boxes[index]) {
            sink.put(name, value);
        }
    }

    fn put_beside(&self, at: usize, sink: &mut impl Sink) {
        let blocks = &self.page.blocks;
        for (distance, names) in BESIDE {
            let other = at.checked_add_signed(distance).and_then(|other| blocks.get(other));
            let counts = other.map_or_else(TextCounts::default, |block| block.counts);
            let tag = other.map(|block| self.page.boxes[block.outer].tag.number() as f32);
            sink.put(names[0], counts.chars as f32);
            sink.put(names[1], share(counts.linked, counts.chars));
            sink.put(names[2], tag.unwrap_or(-1.0));
        }
        for (before, after, names) in WINDOWS {
            let range = at.saturating_sub(before)..(at + after + 1).min(blocks.len());
            let sum = self.sums.of(range.clone());
            sink.put(names[0], share(sum.chars, range.len() as u32));
            sink.put(names[1], share(sum.linked, sum.chars));
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
