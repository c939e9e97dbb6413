//! How many elements are before an element among its siblings, freed ones included.
//!
//! A sweep frees the first children of an open element and keeps the last ones. So the freed
//! children are before all that stay or come later, and their number is enough for each parent.
//! Between two sweeps, each parent remembers up to which child its children are counted: most
//! elements are asked about in order, so the next answer is a few steps away. Elements that are
//! siblings because of the limit on depth are all open at once, and are asked about in reverse
//! order. Each of them gets a number once, from the last counted child back to the element that is
//! asked about.

use std::collections::BTreeMap;
use std::mem::size_of;

use crate::dom::{ElementData, NodeIndex, NodeMoves, Survivors, Tree};
use crate::names::{ElementName, LocalName, Namespace};
use crate::steps;

/// About how many bytes an entry of a map takes.
const MAP_ENTRY: usize = 32;

/// Which siblings are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Counted {
    All,
    /// The siblings with the expanded name of the element, its *type* in CSS.
    SameType,
}

/// The counts of all parents whose children a selector has asked about or a sweep has freed.
pub(super) struct SiblingCounts {
    by_parent: BTreeMap<NodeIndex, Children>,
    /// How many elements selectors go back by `+`.
    back: usize,
    /// Whether siblings are counted by type, too.
    counts_types: bool,
}

#[derive(Default)]
struct Children {
    /// The children that sweeps have freed.
    freed: Counts,
    /// The children in the tree, up to and including `counted_to`.
    present: Counts,
    counted_to: Option<NodeIndex>,
    /// The numbers of children that were asked about in reverse order, and of the children between
    /// them.
    numbered: Numbered,
}

/// The numbers of children that were asked about after a later child.
#[derive(Default)]
struct Numbered {
    /// For each child, how many children in the tree are before it: all of them, and the ones of
    /// its type.
    numbers: BTreeMap<NodeIndex, [u64; 2]>,
    /// The first child that has a number, and the counts of the children before it.
    first: Option<(NodeIndex, Counts)>,
}

#[derive(Clone, Default)]
struct Counts {
    elements: u64,
    types: BTreeMap<(Namespace, LocalName), u64>,
}

impl Counts {
    fn add(&mut self, name: ElementName, counts_types: bool) {
        self.elements += 1;
        if counts_types {
            *self.types.entry((name.namespace, name.local)).or_default() += 1;
        }
    }

    fn remove(&mut self, name: ElementName) {
        self.elements = self.elements.saturating_sub(1);
        if let Some(count) = self.types.get_mut(&(name.namespace, name.local)) {
            *count = count.saturating_sub(1);
        }
    }

    fn remove_all(&mut self, others: &Counts) {
        self.elements = self.elements.saturating_sub(others.elements);
        for (name, count) in &others.types {
            if let Some(own) = self.types.get_mut(name) {
                *own = own.saturating_sub(*count);
            }
        }
    }

    fn add_all(&mut self, other: Counts) {
        self.elements += other.elements;
        for (name, count) in other.types {
            *self.types.entry(name).or_default() += count;
        }
    }

    fn of(&self, counted: Counted, name: ElementName) -> u64 {
        match counted {
            Counted::All => self.elements,
            Counted::SameType => {
                self.types.get(&(name.namespace, name.local)).copied().unwrap_or_default()
            }
        }
    }
}

impl SiblingCounts {
    pub(super) fn new(back: usize, counts_types: bool) -> SiblingCounts {
        SiblingCounts { by_parent: BTreeMap::new(), back, counts_types }
    }

    /// Returns how many elements are before an element among its siblings.
    ///
    /// The count is wrong where the parser inserts an element before siblings that are counted:
    /// foster parenting, the adoption agency algorithm. The documentation of streams says so.
    pub(super) fn before(&mut self, tree: &Tree, id: NodeIndex, counted: Counted) -> u64 {
        let node = tree.node(id);
        let (Some(parent), Some(element)) = (node.parent(), tree.element(id)) else { return 0 };
        let name = element.name();
        let children = self.by_parent.entry(parent).or_default();
        let from_here = children.counted_from(tree, id, counted, self.back);
        if from_here.is_none() {
            if let Some(number) = children.number_of(tree, id) {
                return children.freed.of(counted, name) + number[counted as usize];
            }
            children.count_to(tree, node.previous_sibling(), self.counts_types);
        }
        let all = children.freed.of(counted, name) + children.present.of(counted, name);
        all.saturating_sub(from_here.unwrap_or(0))
    }

    /// Counts the children that a sweep is about to free: all but `survivors`.
    pub(super) fn before_sweep(&mut self, tree: &Tree, survivors: &Survivors) {
        for children in self.by_parent.values_mut() {
            children.start_again();
        }
        for index in 1..tree.nodes().len() {
            let id = NodeIndex::new(index);
            let node = tree.node(id);
            if let Some(parent) = node.parent().filter(|parent| survivors.has(*parent))
                && let Some(element) = tree.element(id).filter(|_| !survivors.has(id))
            {
                let children = self.by_parent.entry(parent).or_default();
                children.freed.add(element.name(), self.counts_types);
            }
        }
    }

    /// Gives the parents that have stayed their new indices.
    pub(super) fn after_sweep(&mut self, moves: &NodeMoves) {
        let stayed = std::mem::take(&mut self.by_parent).into_iter();
        let stayed = stayed.filter_map(|(parent, children)| Some((moves.get(parent)?, children)));
        self.by_parent = stayed.filter(|(_, children)| children.freed.elements > 0).collect();
    }

    /// Returns about how many bytes the counts take.
    pub(super) fn bytes(&self) -> usize {
        let of_types = |counts: &Counts| counts.types.len() * MAP_ENTRY;
        let of_children = |children: &Children| {
            MAP_ENTRY
                + size_of::<Children>()
                + of_types(&children.freed)
                + of_types(&children.present)
                + children.numbered.numbers.len() * MAP_ENTRY
        };
        self.by_parent.values().map(of_children).sum()
    }
}

impl Children {
    /// Returns how many of the counted children are this element or come after it. `None` unless it
    /// is one of the last `back + 1` counted elements, to which selectors go back by `+`.
    fn counted_from(
        &self,
        tree: &Tree,
        id: NodeIndex,
        counted: Counted,
        back: usize,
    ) -> Option<u64> {
        let name = tree.element(id)?.name();
        let before = |child: &NodeIndex| tree.node(*child).previous_sibling();
        let elements = std::iter::successors(self.counted_to, before)
            .filter_map(|child| Some((child, tree.element(child)?.name())));
        let mut count = 0;
        for (child, own) in elements.take(back + 1) {
            steps::count(1);
            count += u64::from(counted == Counted::All || own == name);
            if child == id {
                return Some(count);
            }
        }
        None
    }

    /// Forgets the counts of the children in the tree.
    fn start_again(&mut self) {
        (self.present, self.counted_to) = (Counts::default(), None);
        self.numbered = Numbered::default();
    }

    /// Returns the numbers of an element that is before the last counted child. `None` if it comes
    /// after that child, or was created after it and moved before it by the parser.
    fn number_of(&mut self, tree: &Tree, id: NodeIndex) -> Option<[u64; 2]> {
        // Most children come in the order in which they were created.
        let last = self.counted_to.filter(|last| id < *last)?;
        let Numbered { numbers, first } = &mut self.numbered;
        if let Some(number) = numbers.get(&id) {
            return Some(*number);
        }
        // First number the children that were counted since the last call.
        let mut after = Counts::default();
        let mut next = Some(last);
        while let Some(child) = next.filter(|child| !numbers.contains_key(child)) {
            steps::count(1);
            if let Some(name) = tree.element(child).map(ElementData::name) {
                after.add(name, true);
                let of = |counted| {
                    let all: u64 = self.present.of(counted, name);
                    all.saturating_sub(after.of(counted, name))
                };
                numbers.insert(child, [Counted::All, Counted::SameType].map(of));
            }
            next = tree.node(child).previous_sibling();
            if child == id && first.is_none() {
                let mut before = self.present.clone();
                before.remove_all(&after);
                *first = Some((child, before));
                break;
            }
        }
        if let Some(number) = numbers.get(&id) {
            return Some(*number);
        }
        // Then number the children before the first one that has a number.
        let (first, before) = first.as_mut()?;
        while let Some(child) = tree.node(*first).previous_sibling() {
            steps::count(1);
            *first = child;
            let Some(name) = tree.element(child).map(ElementData::name) else { continue };
            before.remove(name);
            let number = [Counted::All, Counted::SameType].map(|of| before.of(of, name));
            numbers.insert(child, number);
            if child == id {
                return Some(number);
            }
        }
        None
    }

    /// Counts the children up to and including `last`; none without it.
    fn count_to(&mut self, tree: &Tree, last: Option<NodeIndex>, counts_types: bool) {
        let mut since = Counts::default();
        let mut next = last;
        while next != self.counted_to {
            let Some(id) = next else {
                // The parser has moved `counted_to`, or has moved this child to before it.
                self.start_again();
                break;
            };
            steps::count(1);
            if let Some(element) = tree.element(id) {
                since.add(element.name(), counts_types);
            }
            next = tree.node(id).previous_sibling();
        }
        self.present.add_all(since);
        self.counted_to = last;
    }
}
