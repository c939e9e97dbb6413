//! Finds which selectors an element of a stream matches, in a document that grows and shrinks
//! between two calls.

use selectors::parser;

use crate::dom::{Document, ElementData, NodeIndex, NodeRef, Tree};
use crate::names::NameTable;
use crate::text::Strings;

use super::earlier_siblings::Asker;
use super::elements::Visited;
use super::matcher::Matcher;
use super::set_index::{SetIndex, SetNumbers};
use super::types::Html;
use super::walk::Prepared;

/// A selector without commas at its top level, as a stream matches it.
pub(super) struct StreamPart {
    pub(super) selector: parser::Selector<Html>,
    /// The number of the selector that it belongs to.
    pub(super) of: usize,
    /// What an open element must match that may match when it is complete, if the selector asks
    /// for its content.
    pub(super) while_open: Option<parser::Selector<Html>>,
}

impl StreamPart {
    fn selector(&self, is_open: bool) -> &parser::Selector<Html> {
        self.while_open.as_ref().filter(|_| is_open).unwrap_or(&self.selector)
    }
}

/// What is known of the parts of a set in one document.
pub(super) struct Finder {
    /// The names of the set, as numbers of the document.
    numbers: SetNumbers,
    /// How many names the document had when the set's were looked up.
    known_names: usize,
    /// What is known about each part that was compared with a complete element since then.
    prepared: Vec<Option<Prepared>>,
    /// What is known about each part that was compared with an open element since then.
    prepared_open: Vec<Option<Prepared>>,
    /// The parts that the current element may match.
    candidates: Vec<u32>,
}

impl Finder {
    pub(super) fn new(index: &SetIndex, parts: &[StreamPart], names: &NameTable) -> Finder {
        Finder {
            numbers: index.numbers_in(names),
            known_names: names.index_bound(),
            prepared: vec![None; parts.len()],
            prepared_open: vec![None; parts.len()],
            candidates: Vec::new(),
        }
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
        if self.is_empty() {
            return false;
        }
        self.look_up_names(index, &strings.names);
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
        self.prepared_open.fill(None);
    }

    /// Replaces `found` by the numbers of the selectors that an element matches. Of an element that
    /// `is_open`, the content does not count: then `found` has those that it may match.
    pub(super) fn find(
        &mut self,
        (index, parts): (&SetIndex, &[StreamPart]),
        document: &Document,
        (id, is_open): (NodeIndex, bool),
        mut earlier: Option<Asker<'_>>,
        found: &mut Vec<usize>,
    ) {
        found.clear();
        let Some(data) = document.tree.element(id) else { return };
        let Document { tree, strings, .. } = document;
        self.look_up_names(index, &strings.names);
        if parts.len() == 1 {
            // It is compared anyway.
            self.candidates.clear();
            self.candidates.push(0);
        } else {
            index.candidates(&self.numbers, tree, strings, data, &mut self.candidates);
        }
        let visited = Visited { id, data, depth: 0 };
        let known = if is_open { &mut self.prepared_open } else { &mut self.prepared };
        let mut matcher = None;
        for &number in &self.candidates {
            let part = &parts[number as usize];
            if found.last() == Some(&part.of) {
                continue;
            }
            let selector = part.selector(is_open);
            let prepared = known[number as usize]
                .get_or_insert_with(|| Prepared::without_filter(selector, document));
            let is_found = if prepared.is_plain() {
                // Without a matcher, which takes longer to make than all the rest.
                prepared.may_match(selector, document, &visited)
            } else {
                let matcher = matcher.get_or_insert_with(|| new_matcher(document));
                let earlier = earlier.as_mut().map(Asker::reborrow);
                prepared.matches_in_stream(selector, document, &visited, matcher, earlier)
            };
            if is_found {
                found.push(part.of);
            }
        }
    }
}

/// Returns a matcher for the document as it is now. Its caches are not valid longer than that.
fn new_matcher(document: &Document) -> Matcher {
    Matcher::new(NodeRef::new(document, document.tree.root_index()))
}
