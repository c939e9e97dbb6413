//! The facts that a box has from the boxes around it: passed on from each box to those in it, so
//! that it takes constant time for each.

use consomme::steps;
use foldhash::{HashMap, HashMapExt};

use super::attributes::{self, Classes, Weights};
use super::{Sink, Sums};
use crate::page::{Page, Tag};

/// The facts of a box and the boxes around it. Boxes are numbered by their indices: documents have
/// less than 2 GiB.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chain {
    /// Equal for boxes of the same name and class.
    pub(crate) signature: u32,
    /// The number of siblings with its signature, itself included.
    pub(crate) same: u32,
    /// The nearest box, from itself outwards, that is one of three or more alike.
    pub(crate) item: Option<u32>,
    /// The number of such boxes.
    items: u8,
    /// The innermost box around it with 40 % of the text outside of links.
    pub(crate) big: u32,
    /// The outermost box around it with at most 15 % of its text in links, or itself.
    pub(crate) good: u32,
    /// The level of the heading that it is in, or 0.
    pub(crate) heading: u8,
    pub(crate) weights: Weights,
    /// For each kind of element, the number of boxes up to the nearest one; [`FAR`] without one.
    distances: [u8; KINDS.len()],
}

/// There is no such element around.
const FAR: u8 = 255;

/// The kinds of elements whose distance is a feature.
const KINDS: [&str; 21] = [
    "d_nav",
    "d_header",
    "d_footer",
    "d_aside",
    "d_main",
    "d_article",
    "d_form",
    "d_table",
    "d_list",
    "d_quote",
    "d_section",
    "d_control",
    "d_dialog",
    "d_details",
    "d_link",
    "d_heading",
    "d_figure",
    "d_paragraph",
    "d_definition",
    "d_code",
    "d_noscript",
];

/// Returns the index of the kind of an element in [`KINDS`].
fn kind(tag: Tag) -> Option<usize> {
    Some(match tag {
        Tag::Navigation => 0,
        Tag::Header => 1,
        Tag::Footer => 2,
        Tag::Aside => 3,
        Tag::Main => 4,
        Tag::Article => 5,
        Tag::Form => 6,
        Tag::Table => 7,
        Tag::List => 8,
        Tag::Quote => 9,
        Tag::Section => 10,
        Tag::Control | Tag::Label => 11,
        Tag::Dialog => 12,
        Tag::Details => 13,
        Tag::Link => 14,
        Tag::Heading(_) => 15,
        Tag::Figure | Tag::Caption => 16,
        Tag::Paragraph => 17,
        Tag::DefinitionList => 18,
        Tag::Code => 19,
        Tag::Noscript => 20,
        _ => return None,
    })
}

/// Returns the chains of all boxes.
pub(super) fn chains(page: &Page<'_>, sums: &Sums) -> Vec<Chain> {
    let few_links = |index: u32| {
        let sum = sums.of(page.boxes[index as usize].blocks.clone());
        100 * u64::from(sum.linked) <= 15 * u64::from(sum.chars)
    };
    let total = sums.total().unlinked();
    let mut chains = own_facts(page);
    for (index, page_box) in page.boxes.iter().enumerate().skip(1) {
        steps::count(1);
        let (around, chain) = chains.split_at_mut(index);
        let chain = &mut chain[0];
        chain.inherit(&around[page_box.parent]);
        chain.go_to(page_box.tag);
        let number = index as u32;
        if chain.same >= 3 && !is_in_text(page_box.tag) {
            chain.item = Some(number);
            chain.items = chain.items.saturating_add(1);
        }
        let unlinked = sums.of(page_box.blocks.clone()).unlinked();
        if 10 * u64::from(unlinked) >= 4 * u64::from(total) {
            chain.big = number;
        }
        if !few_links(chain.good) {
            chain.good = number;
        }
    }
    chains
}

/// Returns chains with the facts that boxes have from themselves and their siblings.
fn own_facts(page: &Page<'_>) -> Vec<Chain> {
    // One box in four has a class of its own.
    let mut classes = Classes::with_capacity(page.boxes.len() / 4);
    // The boxes that are alike and beside each other have a number, and this many boxes.
    let mut numbers: HashMap<(u32, u32), u32> = HashMap::with_capacity(page.boxes.len());
    let mut same: Vec<u32> = Vec::new();
    let chains = page.boxes.iter().map(|page_box| {
        let Some(element) = page_box.element else { return Chain::root() };
        let (class, weights) = classes.read(element);
        // A document of 2 GiB has no 100 million classes.
        let tag = page_box.tag.number() as u32;
        let signature = class.wrapping_mul(Tag::COUNT as u32) + tag;
        let parent = page_box.parent as u32;
        let number = *numbers.entry((parent, signature)).or_insert(same.len() as u32);
        match same.get_mut(number as usize) {
            Some(count) => *count += 1,
            None => same.push(1),
        }
        Chain { signature, same: number, weights, ..Chain::root() }
    });
    let mut chains: Vec<Chain> = chains.collect();
    for chain in chains.iter_mut().skip(1) {
        chain.same = same[chain.same as usize];
    }
    chains
}

/// Returns whether several of an element are just a text.
fn is_in_text(tag: Tag) -> bool {
    matches!(tag, Tag::Paragraph | Tag::Inline | Tag::Strong | Tag::Link | Tag::Cell)
}

impl Chain {
    fn root() -> Self {
        Chain {
            // No other has it.
            signature: u32::MAX,
            same: 1,
            item: None,
            items: 0,
            big: 0,
            good: 0,
            heading: 0,
            weights: Weights::default(),
            distances: [FAR; KINDS.len()],
        }
    }

    /// Takes what a box has from the boxes around it.
    fn inherit(&mut self, around: &Chain) {
        let Chain { item, items, big, good, heading, distances, .. } = *around;
        self.weights.inherit(&around.weights);
        *self = Chain { item, items, big, good, heading, distances, ..*self };
    }

    fn go_to(&mut self, tag: Tag) {
        for distance in &mut self.distances {
            if *distance < FAR - 5 {
                *distance += 1;
            }
        }
        if let Some(kind) = kind(tag) {
            self.distances[kind] = 0;
        }
        if let Tag::Heading(level) = tag {
            self.heading = level;
        }
    }

    /// Returns whether the box is in an element like one of a tag, or is one.
    pub(crate) fn is_in(&self, tag: Tag) -> bool {
        kind(tag).is_some_and(|kind| self.distances[kind] < FAR)
    }

    /// Puts the features of the chains of some blocks.
    pub(super) fn put<'c>(chains: impl Iterator<Item = &'c Chain> + Clone, sink: &mut impl Sink) {
        sink.put(KINDS, chains.clone().map(|chain| chain.distances.map(f32::from)));
        let others =
            |chain: &Chain| [f32::from(chain.heading), chain.same as f32, f32::from(chain.items)];
        sink.put(["heading", "same", "items"], chains.clone().map(others));
        sink.put(attributes::NAMES, chains.map(|chain| chain.weights.row()));
    }
}
