//! The facts about nodes that decide which tokens come next.

use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use crate::sorting;
use crate::steps;
use crate::text::Strings;
use crate::tree_sink::NewElement;

use super::node_number::{NodeNumber, ROOT};

/// The number of formatting elements with attributes, and of bytes of these, from which on elements
/// that are not active are forgotten.
const MAX_FORMATTING: usize = 256;
const MAX_BYTES: usize = 64 * 1024;

/// The number of bytes of attributes that come for each active element before elements are
/// forgotten, so that looking at all active elements takes linear time.
const BYTES_PER_ELEMENT: usize = 16;

/// The nodes without their tree. The tree builder holds the open elements itself; all that it asks
/// for and that has an effect on tokens are the attributes of active formatting elements, for the
/// Noah's Ark clause. Parents decide only where nodes go.
#[derive(Debug)]
pub(crate) struct Outline {
    last: NodeNumber,
    /// The formatting elements that have attributes, in the order of their numbers.
    formatting: Vec<Formatting>,
    /// The attributes of these: names and values, each followed by a NUL, which no name and no
    /// value has.
    attributes: String,
    /// How long the two may be before some elements are forgotten.
    max_formatting: usize,
    max_bytes: usize,
}

/// A formatting element with attributes.
#[derive(Debug)]
struct Formatting {
    node: NodeNumber,
    /// Where its attributes are.
    attributes: Range<usize>,
}

impl Outline {
    pub(super) fn new() -> Outline {
        Outline {
            last: ROOT,
            formatting: Vec::new(),
            attributes: String::new(),
            max_formatting: MAX_FORMATTING,
            max_bytes: MAX_BYTES,
        }
    }

    /// Whether many attributes are kept, so that some should be [forgotten](Self::keep_only).
    pub(super) fn is_full(&self) -> bool {
        self.formatting.len() > self.max_formatting || self.attributes.len() > self.max_bytes
    }

    /// Forgets the attributes of all elements but these.
    pub(super) fn keep_only(&mut self, mut active: Vec<NodeNumber>) {
        sorting::sort(&mut active);
        let mut attributes = String::new();
        self.formatting.retain_mut(|one| {
            steps::count(1);
            let is_active = active.binary_search(&one.node).is_ok();
            if is_active {
                let start = attributes.len();
                attributes.push_str(&self.attributes[one.attributes.clone()]);
                one.attributes = start..attributes.len();
            }
            is_active
        });
        steps::count(attributes.len());
        self.attributes = attributes;
        self.max_formatting = MAX_FORMATTING.max(2 * active.len());
        self.max_bytes =
            MAX_BYTES.max(2 * self.attributes.len()).max(BYTES_PER_ELEMENT * active.len());
    }

    pub(super) fn add(&mut self) -> NodeNumber {
        self.last.0 += 1;
        self.last
    }

    fn range(&self, element: NodeNumber) -> Range<usize> {
        let index = self.formatting.binary_search_by_key(&element, |one| one.node);
        index.map_or(0..0, |index| self.formatting[index].attributes.clone())
    }

    fn attributes(&self, element: NodeNumber) -> &str {
        let attributes = &self.attributes[self.range(element)];
        steps::count(1 + attributes.len());
        attributes
    }

    pub(super) fn create_element(
        &mut self,
        element: &NewElement<'_>,
        strings: &Strings,
    ) -> NodeNumber {
        let node = self.add();
        if element.name.is_formatting() && !element.attributes.is_empty() {
            let start = self.attributes.len();
            for attribute in element.attributes {
                for part in [strings.name(attribute.name()), strings.get(attribute.value)] {
                    debug_assert!(!part.contains('\0'), "the tokenizer replaces each NUL");
                    self.attributes.push_str(part);
                    self.attributes.push('\0');
                }
            }
            self.formatting.push(Formatting { node, attributes: start..self.attributes.len() });
        }
        node
    }

    pub(super) fn clone_element(&mut self, element: NodeNumber) -> NodeNumber {
        let copy = self.add();
        let attributes = self.range(element);
        if !attributes.is_empty() {
            self.formatting.push(Formatting { node: copy, attributes });
        }
        copy
    }

    pub(super) fn has_same_attributes(&self, a: NodeNumber, b: NodeNumber) -> bool {
        let (a, b) = (self.attributes(a), self.attributes(b));
        a == b || a.len() == b.len() && sorted(a) == sorted(b)
    }

    pub(super) fn attributes_hash(&self, element: NodeNumber, state: &RandomState) -> u64 {
        let hashes = pairs(self.attributes(element)).map(|pair| state.hash_one(pair));
        hashes.fold(0, u64::wrapping_add)
    }
}

/// Returns names and values, in the order of the names.
fn sorted(attributes: &str) -> Vec<(&str, &str)> {
    let mut pairs: Vec<_> = pairs(attributes).collect();
    sorting::sort(&mut pairs);
    pairs
}

fn pairs(attributes: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut parts = attributes.split('\0');
    std::iter::from_fn(move || Some((parts.next()?, parts.next()?)))
}
