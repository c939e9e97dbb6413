//! Finds which selectors an element of a stream matches, in a document that grows and shrinks
//! between two calls.

use selectors::parser::Selector;

use crate::dom::{Document, ElementData, NodeIndex, NodeRef, Tree};
use crate::names::NameTable;
use crate::select::api::SelectorSet;
use crate::select::cost::comparing_steps;
use crate::select::matching::{Matcher, Prepared, SetIndex, SetNumbers, Visited};
use crate::select::types::{HasCache, Html};
use crate::text::Strings;

use super::compounds::CompoundMatcher;
use super::rules::Needs;
use super::sibling_counts::SiblingCounts;

/// Compares elements of one document with the parts of a set, whose names it has looked up in the
/// document.
pub(super) struct Finder {
    /// The names of the set, as numbers of the document.
    numbers: SetNumbers,
    /// How many names the document had when the names of the set were looked up.
    known_names: usize,
    /// For each part of the set, the prepared part, if it was compared with an element since the
    /// names were looked up.
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
            has: HasCache::default(),
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
        self.has = HasCache::default();
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

    /// Replaces `found` by the indices of the selectors that an element matches. If the element
    /// `is_open`, its content does not count, and `found` gets the selectors that it may match.
    /// `needs` has an entry for each part of the set.
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
            // The only part is compared anyway.
            self.candidates.clear();
            self.candidates.push(0);
        } else {
            set.index.candidates(&self.numbers, tree, strings, data, &mut self.candidates);
        }
        let asked = Asked { document, visited: Visited { id, data, depth: 0 }, is_open };
        let mut matcher = None;
        for candidate in 0..self.candidates.len() {
            let number = self.candidates[candidate] as usize;
            let (part, needs) = (&set.parts[number], &needs[number]);
            if found.last() == Some(&part.of) {
                continue;
            }
            let counts = counts.as_deref_mut();
            let is_found =
                self.is_found((number, &part.selector, needs), &asked, counts, &mut matcher);
            if self.is_cut() {
                // The last answer means nothing, and the answers before it are not all.
                found.clear();
                break;
            }
            if is_found {
                found.push(part.of);
            }
        }
        if let Some(mut matcher) = matcher {
            matcher.swap_has(&mut self.has);
        }
    }

    /// Whether an element matches a part of the set, which has this number and these needs.
    fn is_found(
        &mut self,
        (number, selector, needs): (usize, &Selector<Html>, &Needs),
        asked: &Asked<'_>,
        counts: Option<&mut SiblingCounts>,
        matcher: &mut Option<Matcher>,
    ) -> bool {
        let Asked { document, visited, is_open } = asked;
        let prepared = self.prepared[number]
            .get_or_insert_with(|| Prepared::without_filter(selector, document));
        if let Some(left) = &mut self.steps_left {
            let attributes = document.tree.attributes_of(visited.data).iter();
            let bytes = attributes.map(|one| document.strings.get(one.value).len()).sum();
            *left = left.saturating_sub(comparing_steps(selector, bytes) as u64);
        }
        // Most elements are decided without a matcher, which takes longer to make than all the
        // rest.
        if let Some(answer) = prepared.decides(selector, document, visited) {
            return answer;
        }
        let matcher = matcher.get_or_insert_with(|| {
            let mut matcher = new_matcher(document);
            matcher.swap_has(&mut self.has);
            matcher
        });
        matcher.limit_steps(self.steps_left);
        let asks_for_content = *is_open && needs.content;
        let element = visited.element(document);
        let is_match = if needs.places || asks_for_content {
            matcher.within_steps(selector, element, |matcher, subject| {
                let mut compounds = CompoundMatcher { matcher, counts };
                compounds.matches(selector, subject, asks_for_content)
            })
        } else {
            matcher.matches(selector, element)
        };
        self.steps_left = matcher.steps_left();
        is_match
    }
}

/// The element that a set is asked about.
struct Asked<'d> {
    document: &'d Document,
    visited: Visited<'d>,
    /// Whether its content is yet to come.
    is_open: bool,
}

/// Returns a matcher for the document as it is now. Its caches are valid only until the document
/// changes.
fn new_matcher(document: &Document) -> Matcher {
    Matcher::new(NodeRef::new(document, document.tree.root_index()))
}
