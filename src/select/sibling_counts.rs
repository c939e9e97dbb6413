//! How many siblings before an element match what is asked, also of those that are freed.
//!
//! For each parent there is a record, which passes its children in order, each once: the counts of
//! all that it has passed, and after which one it is. Elements are asked about in order, too, so
//! that a record is right before the next one, or a few steps away. When children are freed, the
//! record has passed them, and their part of the counts stays.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::mem::size_of;

use crate::dom::{NodeIndex, NodeMoves, Survivors, Tree};
use crate::names::{ElementName, LocalName, Namespace};
use crate::steps;

use super::sibling_questions::Counted;

/// About how many bytes an entry of a map takes.
const MAP_ENTRY: usize = 32;

/// The records of all parents that a selector has asked about or that have lost children.
#[derive(Default)]
pub(super) struct SiblingCounts {
    by_parent: BTreeMap<NodeIndex, Record>,
    /// How many of the last elements that a record has passed it knows one by one: as many as
    /// selectors go back by `+`.
    recent: usize,
    /// Whether siblings are counted by name.
    counts_types: bool,
}

/// What is known of the children of a parent.
#[derive(Default)]
struct Record {
    /// Of the children up to `start`, some of which are freed.
    before: Counts,
    start: Position,
    /// Of the children after `start` and up to `at`.
    since: Counts,
    at: Position,
    /// Whether children are about to be passed.
    is_moving: bool,
}

/// A place among the children of a parent.
#[derive(Clone, Default)]
struct Position {
    /// The last child that was passed, of those that are not freed.
    after: Option<NodeIndex>,
    /// The last elements that were passed.
    recent: VecDeque<Passed>,
}

/// An element that was passed.
#[derive(Clone)]
struct Passed {
    element: NodeIndex,
    name: ElementName,
    /// The questions that it matches.
    matches: Vec<usize>,
}

#[derive(Default)]
struct Counts {
    elements: u64,
    types: BTreeMap<(Namespace, LocalName), u64>,
    /// For each question, up to the last one that any element matched.
    matches: Vec<u64>,
}

/// The children that a record is to pass.
pub(super) struct Ahead {
    parent: NodeIndex,
    /// In reverse order.
    children: Vec<NodeIndex>,
    /// About which elements the next child has asked.
    asked: BTreeSet<NodeIndex>,
}

impl Ahead {
    pub(super) fn next(&self) -> Option<NodeIndex> {
        self.children.last().copied()
    }

    /// Notes that the next child asks about an element. Returns whether it has not done so before.
    pub(super) fn note_asked(&mut self, element: NodeIndex) -> bool {
        self.asked.insert(element)
    }
}

impl Counts {
    fn of(&self, counted: Counted, name: ElementName) -> u64 {
        match counted {
            Counted::Elements => self.elements,
            Counted::SameType => {
                self.types.get(&(name.namespace, name.local)).copied().unwrap_or_default()
            }
            Counted::Matches(question) => self.matches.get(question).copied().unwrap_or_default(),
        }
    }

    fn add(&mut self, name: ElementName, matches: &[usize], counts_types: bool) {
        self.elements += 1;
        if counts_types {
            *self.types.entry((name.namespace, name.local)).or_default() += 1;
        }
        for &question in matches {
            if self.matches.len() <= question {
                self.matches.resize(question + 1, 0);
            }
            self.matches[question] += 1;
        }
    }

    /// Adds other counts, which are zero then.
    fn take(&mut self, other: &mut Counts) {
        let Counts { elements, types, matches } = std::mem::take(other);
        self.elements += elements;
        for (name, count) in types {
            *self.types.entry(name).or_default() += count;
        }
        if self.matches.len() < matches.len() {
            self.matches.resize(matches.len(), 0);
        }
        self.matches.iter_mut().zip(matches).for_each(|(total, count)| *total += count);
    }

    fn bytes(&self) -> usize {
        self.types.len() * MAP_ENTRY + self.matches.capacity() * size_of::<u64>()
    }
}

impl Passed {
    fn count(&self, counted: Counted, name: ElementName) -> u64 {
        u64::from(match counted {
            Counted::Elements => true,
            Counted::SameType => self.name == name,
            Counted::Matches(question) => self.matches.contains(&question),
        })
    }
}

impl Record {
    fn count(&self, counted: Counted, name: ElementName) -> u64 {
        self.before.of(counted, name) + self.since.of(counted, name)
    }
}

impl SiblingCounts {
    pub(super) fn new(recent: usize, counts_types: bool) -> SiblingCounts {
        SiblingCounts { recent, counts_types, ..SiblingCounts::default() }
    }

    /// Returns how many siblings before an element count; `None` if not all have been passed.
    pub(super) fn count(&self, tree: &Tree, id: NodeIndex, counted: Counted) -> Option<u64> {
        let node = tree.node(id);
        let (Some(parent), Some(element)) = (node.parent, tree.element(id)) else { return Some(0) };
        let Some(record) = self.by_parent.get(&parent) else {
            return node.previous_sibling.is_none().then_some(0);
        };
        let name = element.name();
        let mut count = record.count(counted, name);
        if record.at.after == node.previous_sibling {
            return Some(count);
        }
        for passed in record.at.recent.iter().rev() {
            count = count.saturating_sub(passed.count(counted, name));
            if passed.element == id {
                return Some(count);
            }
        }
        None
    }

    /// Returns how many siblings of an element count, as far as they have been passed: for one that
    /// the parser has moved to before those that are freed.
    pub(super) fn count_of_passed(&self, tree: &Tree, id: NodeIndex, counted: Counted) -> u64 {
        let parent = tree.node(id).parent;
        let record = parent.and_then(|parent| self.by_parent.get(&parent));
        let counts = record.zip(tree.element(id));
        counts.map_or(0, |(record, element)| record.count(counted, element.name()))
    }

    /// Returns the children to pass so that what is before an element is counted; `None` if that is
    /// not possible.
    pub(super) fn ahead_of(&mut self, tree: &Tree, id: NodeIndex) -> Option<Ahead> {
        let node = tree.node(id);
        self.ahead_through(tree, node.parent?, node.previous_sibling)
    }

    /// Returns the children of a parent to pass, up to and including one, or to none of them.
    pub(super) fn ahead_through(
        &mut self,
        tree: &Tree,
        parent: NodeIndex,
        through: Option<NodeIndex>,
    ) -> Option<Ahead> {
        let record = self.by_parent.entry(parent).or_default();
        if record.is_moving {
            return None;
        }
        let is_child = |id: &NodeIndex| tree.node(*id).parent == Some(parent);
        let start = record.start.after.filter(is_child);
        let mut children = Vec::new();
        let mut next = through;
        while next != record.at.after {
            // Back to the start, because the parser has moved something.
            if next == start {
                record.since = Counts::default();
                record.at = record.start.clone();
                break;
            }
            let id = next?;
            steps::count(1);
            children.push(id);
            next = tree.node(id).previous_sibling;
        }
        record.is_moving = true;
        Some(Ahead { parent, children, asked: BTreeSet::new() })
    }

    /// Passes the next child, which matches these questions if it is an element.
    pub(super) fn pass(&mut self, tree: &Tree, ahead: &mut Ahead, matches: &[usize]) {
        ahead.asked.clear();
        let (Some(id), Some(record)) =
            (ahead.children.pop(), self.by_parent.get_mut(&ahead.parent))
        else {
            return;
        };
        record.at.after = Some(id);
        let Some(element) = tree.element(id) else { return };
        record.since.add(element.name(), matches, self.counts_types);
        if self.recent > 0 {
            if record.at.recent.len() == self.recent {
                record.at.recent.pop_front();
            }
            let (name, matches) = (element.name(), matches.to_vec());
            record.at.recent.push_back(Passed { element: id, name, matches });
        }
    }

    /// Notes that all children are passed that were to be.
    pub(super) fn arrive(&mut self, ahead: &Ahead) {
        if let Some(record) = self.by_parent.get_mut(&ahead.parent) {
            record.is_moving = false;
        }
    }

    /// Keeps what has been passed, before all children of a parent are freed but these.
    pub(super) fn keep(&mut self, tree: &Tree, parent: NodeIndex, survivors: &Survivors) {
        let Some(record) = self.by_parent.get_mut(&parent) else { return };
        record.before.take(&mut record.since);
        while let Some(id) = record.at.after.filter(|id| !survivors.has(*id)) {
            steps::count(1);
            record.at.after = tree.node(id).previous_sibling;
        }
        record.at.recent.retain(|passed| survivors.has(passed.element));
        record.start = record.at.clone();
    }

    /// Gives the nodes that have stayed their new indices.
    pub(super) fn move_nodes(&mut self, moves: &NodeMoves) {
        for (parent, mut record) in std::mem::take(&mut self.by_parent) {
            let Some(parent) = moves.get(parent) else { continue };
            for position in [&mut record.start, &mut record.at] {
                position.after = position.after.and_then(|id| moves.get(id));
                for passed in &mut position.recent {
                    passed.element = moves.get(passed.element).unwrap_or(parent);
                }
            }
            self.by_parent.insert(parent, record);
        }
    }

    /// Returns about how many bytes the records take.
    pub(super) fn bytes(&self) -> usize {
        let of_position = |position: &Position| {
            let matches = position.recent.iter().map(|passed| passed.matches.capacity());
            position.recent.capacity() * size_of::<Passed>()
                + matches.sum::<usize>() * size_of::<usize>()
        };
        let of_record = |record: &Record| {
            size_of::<Record>()
                + MAP_ENTRY
                + record.before.bytes()
                + record.since.bytes()
                + of_position(&record.start)
                + of_position(&record.at)
        };
        self.by_parent.values().map(of_record).sum()
    }
}
