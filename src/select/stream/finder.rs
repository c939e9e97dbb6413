//! Finds which selectors an element of a stream matches, in a document that grows and shrinks
//! between two calls.

use crate::dom::{Document, ElementData, NodeIndex, NodeRef, Tree};
use crate::names::NameTable;
use crate::select::api::{SelectorPart, SelectorSet};
use crate::select::cost::comparing_steps;
use crate::select::matching::{Matcher, Prepared, SetIndex, SetNumbers, Visited};
use crate::select::types::HasCache;
use crate::text::Strings;

use super::compounds::CompoundMatcher;
use super::rules::Needs;
use super::sibling_counts::SiblingCounts;

/// The parts of a set in one document, with the names that are looked up so far.
pub(super) struct Finder {
    /// The names of the set, as numbers of the document.
    numbers: SetNumbers,
    /// How many names the document had when the set's were looked up.
    known_names: usize,
    /// The parts that were compared with an element since then.
    prepared: Vec<Option<Prepared>>,
    /// The parts that the current element may match.
    candidates: Vec<u32>,
    /// The answers about `:has()` for elements that are complete.
    has: HasCache,
    /// The steps that are left in this stream, if there is a limit.
    steps_left: Option<u64>,
}

impl Finder {
    pub(super) fn new(set: &SelectorSet, names: &NameTable, max_steps: Option<u64>) -> Finder {
        Finder {
            numbers: set.index.numbers_in(names),
            known_names: names.index_bound(),
            prepared: vec![None; set.parts.len()],
            candidates: Vec::new(),
            has: in_order_of_ends(),
            steps_left: max_steps,
        }
    }

    /// Whether no steps are left.
    #[inline]
    pub(super) fn is_cut(&self) -> bool {
        self.steps_left == Some(0)
    }

    /// Forgets the answers about elements, which are freed or have new indices.
    pub(super) fn after_sweep(&mut self) {
        self.has = in_order_of_ends();
    }

    /// Whether there are no selectors.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.prepared.is_empty()
    }

    /// Whether an element may match, by its name and its attributes.
    #[inline]
    pub(super) fn may_match(
        &mut self,
        index: &SetIndex,
        element: &ElementData,
        tree: &Tree,
        strings: &Strings,
    ) -> bool {
        if self.is_empty() || self.is_cut() {
            return false;
        }
        self.look_up_names(index, strings.names());
        index.has_candidates(&self.numbers, tree, strings, element)
    }

    /// Looks up the names again if the document has new ones.
    #[inline]
    fn look_up_names(&mut self, index: &SetIndex, names: &NameTable) {
        if names.index_bound() != self.known_names {
            self.look_up_new_names(index, names);
        }
    }

    #[cold] // A document has few names, and most of them early.
    fn look_up_new_names(&mut self, index: &SetIndex, names: &NameTable) {
        self.known_names = names.index_bound();
        self.numbers = index.numbers_in(names);
        self.prepared.fill(None);
    }

    /// Replaces `found` by the numbers of the selectors that an element matches. Of an element that
    /// `is_open`, the content does not count: then `found` has the ones that it may match. `needs`
    /// has an entry for each part of the set.
    pub(super) fn find(
        &mut self,
        (set, needs): (&SelectorSet, &[Needs]),
        document: &Document,
        (id, is_open): (NodeIndex, bool),
        mut counts: Option<&mut SiblingCounts>,
        found: &mut Vec<usize>,
    ) {
        found.clear();
        let Some(data) = document.tree.element(id).filter(|_| !self.is_cut()) else { return };
        let Document { tree, strings, .. } = document;
        self.look_up_names(&set.index, strings.names());
        if set.parts.len() == 1 {
            // It is compared anyway.
            self.candidates.clear();
            self.candidates.push(0);
        } else {
            set.index.candidates(&self.numbers, tree, strings, data, &mut self.candidates);
        }
        let visited = Visited { id, data, depth: 0 };
        let mut matcher = None;
        for &number in &self.candidates {
            let SelectorPart { selector, of } = &set.parts[number as usize];
            if found.last() == Some(of) {
                continue;
            }
            let prepared = self.prepared[number as usize]
                .get_or_insert_with(|| Prepared::without_filter(selector, document));
            if let Some(left) = &mut self.steps_left {
                let attributes = tree.attributes_of(data).iter();
                let bytes = attributes.map(|one| strings.get(one.value).len()).sum();
                *left = left.saturating_sub(comparing_steps(selector, bytes) as u64);
            }
            // Most are decided without a matcher, which takes longer to make than all the rest.
            let is_found = prepared.decides(selector, document, &visited).unwrap_or_else(|| {
                let matcher = matcher.get_or_insert_with(|| {
                    let mut matcher = new_matcher(document);
                    matcher.swap_has(&mut self.has);
                    matcher
                });
                matcher.limit_steps(self.steps_left);
                let needs = &needs[number as usize];
                let asks_for_content = is_open && needs.content;
                let element = visited.element(document);
                let is_match = if needs.places || asks_for_content {
                    let counts = counts.as_deref_mut();
                    matcher.within_steps(selector, element, |matcher, subject| {
                        let mut compounds = CompoundMatcher { matcher, counts };
                        compounds.matches(selector, subject, asks_for_content)
                    })
                } else {
                    matcher.matches(selector, element)
                };
                self.steps_left = matcher.steps_left();
                is_match
            });
            if self.is_cut() {
                // The last answer means nothing, and the ones before are not all.
                found.clear();
                break;
            }
            if is_found {
                found.push(*of);
            }
        }
        if let Some(mut matcher) = matcher {
            matcher.swap_has(&mut self.has);
        }
    }
}

/// Returns no answers about `:has()`, for elements that are complete in their order.
fn in_order_of_ends() -> HasCache {
    HasCache { in_order_of_ends: true, ..HasCache::default() }
}

/// Returns a matcher for the document as it is now. Its caches are not valid longer than that.
fn new_matcher(document: &Document) -> Matcher {
    Matcher::new(NodeRef::new(document, document.tree.root_index()))
}
