//! The facts that a box has from the boxes around it: passed on from each box to those in it, so
//! that it takes constant time for each.

use consomme::steps;
use foldhash::{HashMap, HashMapExt};

use super::attributes::{self, Values, Weights};
use super::{Sink, Sums};
use crate::page::{Page, Tag};

/// The facts of a box and the boxes around it. Boxes are numbered by their indices: documents have
/// less than 2 GiB.
#[derive(Clone, Debug)]
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
    let signatures = signatures(page);
    let mut same: HashMap<(usize, u32), u32> = HashMap::new();
    for (page_box, signature) in page.boxes.iter().zip(&signatures) {
        *same.entry((page_box.parent, *signature)).or_default() += 1;
    }
    let few_links = |index: usize| {
        let sum = sums.of(page.boxes[index].blocks.clone());
        100 * u64::from(sum.linked) <= 15 * u64::from(sum.chars)
    };
    let total = sums.total().unlinked();
    let mut values = Values::default();
    let mut chains: Vec<Chain> = Vec::with_capacity(page.boxes.len());
    for (index, page_box) in page.boxes.iter().enumerate() {
        steps::count(1);
        let mut chain = chains.get(page_box.parent).cloned().unwrap_or_else(Chain::root);
        chain.signature = signatures[index];
        chain.same = same[&(page_box.parent, chain.signature)];
        chain.go_to(page_box.tag);
        if chain.same >= 3 && !is_in_text(page_box.tag) {
            chain.item = Some(index as u32);
            chain.items = chain.items.saturating_add(1);
        }
        let sum = sums.of(page_box.blocks.clone());
        if 10 * u64::from(sum.unlinked()) >= 4 * u64::from(total) {
            chain.big = index as u32;
        }
        if index == 0 || !few_links(chain.good as usize) {
            chain.good = index as u32;
        }
        if let Some(element) = page_box.element {
            chain.weights.enter(element, &mut values);
        }
        chains.push(chain);
    }
    chains
}

/// Returns a number for each box: the same for boxes of the same name and class.
fn signatures(page: &Page<'_>) -> Vec<u32> {
    let mut numbers = HashMap::new();
    let signatures = page.boxes.iter().map(|page_box| {
        let class = page_box.element.map(|element| element.attr("class"));
        let next = numbers.len() as u32;
        // The root is like no other.
        *numbers.entry((page_box.tag, class)).or_insert(next)
    });
    signatures.collect()
}

/// Returns whether several of an element are just a text.
fn is_in_text(tag: Tag) -> bool {
    matches!(tag, Tag::Paragraph | Tag::Inline | Tag::Strong | Tag::Link | Tag::Cell)
}

impl Chain {
    fn root() -> Self {
        Chain {
            signature: 0,
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
