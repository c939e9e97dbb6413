//! Answers what selectors ask a stream about earlier siblings.

use std::sync::Arc;

use crate::dom::{Document, NodeIndex, NodeMoves, NodeRef, Survivors};
use crate::names::NameTable;
use crate::steps;

use super::sibling_counts::{Ahead, SiblingCounts};
use super::sibling_questions::{Asked, Questions};
use super::stream_finder::Finder;

/// What selectors ask while they are matched.
pub(super) enum Asker<'a> {
    /// While an element is matched.
    Element(&'a mut EarlierSiblings),
    /// While siblings are compared with questions.
    Sibling(&'a mut OpenCounts),
}

impl Asker<'_> {
    pub(super) fn reborrow(&mut self) -> Asker<'_> {
        match self {
            Asker::Element(earlier) => Asker::Element(earlier),
            Asker::Sibling(open) => Asker::Sibling(open),
        }
    }

    /// Whether what is asked about the siblings before an element is so.
    pub(super) fn holds(&mut self, asked: Asked, element: NodeRef<'_>) -> bool {
        let tree = &element.document().tree;
        let id = element.index();
        match self {
            Asker::Element(earlier) => asked.holds(earlier.count(asked, element)),
            Asker::Sibling(open) => match open.counts.count(tree, id, asked.counted) {
                Some(count) => asked.holds(count),
                None => {
                    open.asked_about.get_or_insert(id);
                    false
                }
            },
        }
    }
}

/// The counts of a stream, and how they are found.
pub(super) struct EarlierSiblings {
    questions: Arc<Questions>,
    finder: Finder,
    open: OpenCounts,
    /// The questions that the last sibling matches.
    found: Vec<usize>,
}

/// The counts while siblings are compared with questions, which may ask, too.
pub(super) struct OpenCounts {
    counts: SiblingCounts,
    /// The first element that was asked about and before which not all siblings are counted.
    asked_about: Option<NodeIndex>,
}

impl EarlierSiblings {
    /// Creates them for selectors that go back so many siblings by `+`.
    pub(super) fn new(questions: &Arc<Questions>, back: usize, names: &NameTable) -> Self {
        let Questions { parts, index, ask_for_types, .. } = &**questions;
        let counts = SiblingCounts::new(back, *ask_for_types);
        EarlierSiblings {
            questions: Arc::clone(questions),
            finder: Finder::new(index, parts, names),
            open: OpenCounts { counts, asked_about: None },
            found: Vec::new(),
        }
    }

    /// Returns how many siblings before an element count.
    fn count(&mut self, asked: Asked, element: NodeRef<'_>) -> u64 {
        let (document, id) = (element.document(), element.index());
        let tree = &document.tree;
        if let Some(count) = self.open.counts.count(tree, id, asked.counted) {
            return count;
        }
        let ahead = self.open.counts.ahead_of(tree, id);
        self.pass(document, ahead);
        let count = self.open.counts.count(tree, id, asked.counted);
        count.unwrap_or_else(|| self.open.counts.count_of_passed(tree, id, asked.counted))
    }

    /// Compares children with the questions and counts them. Where they ask about their ancestors,
    /// the siblings of these come first: on a stack, because there may be many.
    fn pass(&mut self, document: &Document, ahead: Option<Ahead>) {
        let tree = &document.tree;
        let Questions { parts, index, .. } = &*self.questions;
        let mut stack: Vec<Ahead> = ahead.into_iter().collect();
        while let Some(ahead) = stack.last_mut() {
            steps::count(1);
            let Some(child) = ahead.next() else {
                self.open.counts.arrive(ahead);
                stack.pop();
                continue;
            };
            self.found.clear();
            if !self.finder.is_empty() {
                self.open.asked_about = None;
                let asker = Asker::Sibling(&mut self.open);
                let child = (child, false);
                self.finder.find((index, parts), document, child, Some(asker), &mut self.found);
                if let Some(asked_about) = self.open.asked_about
                    && ahead.note_asked(asked_about)
                    && let Some(first) = self.open.counts.ahead_of(tree, asked_about)
                {
                    stack.push(first);
                    continue;
                }
            }
            self.open.counts.pass(tree, ahead, &self.found);
        }
    }

    /// Counts the nodes that are about to be freed, which are all but these.
    pub(super) fn count_others(&mut self, document: &Document, survivors: &Survivors) {
        let tree = &document.tree;
        for index in 1..tree.nodes.len() {
            let parent = NodeIndex::new(index);
            if !survivors.has(parent) || survivors.has_content_of(parent) {
                continue;
            }
            let before = |child: &NodeIndex| tree.node(*child).previous_sibling;
            let mut children = std::iter::successors(tree.node(parent).last_child, before);
            let Some(last) = children.find(|child| tree.element(*child).is_some()) else {
                self.open.counts.keep(tree, parent, survivors);
                continue;
            };
            // The last one may be open, and is compared when there is another one after it.
            let through =
                if survivors.has(last) { tree.node(last).previous_sibling } else { Some(last) };
            let ahead = self.open.counts.ahead_through(tree, parent, through);
            self.pass(document, ahead);
            self.open.counts.keep(tree, parent, survivors);
        }
    }

    /// Gives the nodes that have stayed their new indices.
    pub(super) fn move_nodes(&mut self, moves: &NodeMoves) {
        self.open.counts.move_nodes(moves);
    }

    /// Returns about how many bytes the counts take.
    pub(super) fn bytes(&self) -> usize {
        self.open.counts.bytes()
    }
}
