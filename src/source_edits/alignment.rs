//! Compares the children of a node with its parsed children: which have stayed, which are gone, and
//! which are new.

use std::collections::HashMap;

use crate::dom::NodeIndex;
use crate::steps;

use super::places::Places;

/// The children of a node, compared with its parsed children.
pub(super) struct Alignment {
    /// The gaps with changes between the children that have stayed.
    pub(super) gaps: Vec<Gap>,
}

/// The changes between two neighboring children that have stayed.
#[derive(Default)]
pub(super) struct Gap {
    /// The child before, if there is one.
    pub(super) before: Option<NodeIndex>,
    /// The child after, if there is one.
    pub(super) after: Option<NodeIndex>,
    /// The removed children, in their old order.
    pub(super) removed: Vec<NodeIndex>,
    /// The inserted children, in their new order.
    pub(super) inserted: Vec<NodeIndex>,
}

impl Alignment {
    /// Compares the children. As many as possible count as staying: a longest increasing
    /// subsequence.
    pub(super) fn of(places: &Places<'_>, holder: NodeIndex) -> Alignment {
        let old =
            children(places.original.node(holder).and_then(|node| node.first_child()), |id| {
                places.original.node(id).and_then(|node| node.next_sibling())
            });
        let new = children(places.tree.node(holder).first_child(), |id| {
            places.tree.node(id).next_sibling()
        });
        let indices: HashMap<NodeIndex, usize> =
            old.iter().enumerate().map(|(index, id)| (*id, index)).collect();
        let found: Vec<Option<usize>> = new.iter().map(|id| indices.get(id).copied()).collect();
        let stays = longest_increasing(&found);
        let mut gaps = Vec::new();
        let mut gap = Gap::default();
        let mut next_old = 0;
        for (position, &id) in new.iter().enumerate() {
            match found[position].filter(|_| stays[position]) {
                None => gap.inserted.push(id),
                Some(index) => {
                    gap.removed.extend(&old[next_old..index]);
                    gap.after = Some(id);
                    next_old = index + 1;
                    let done = std::mem::take(&mut gap);
                    gaps.extend(done.is_change().then_some(done));
                    gap.before = Some(id);
                }
            }
        }
        gap.removed.extend(&old[next_old..]);
        gaps.extend(gap.is_change().then_some(gap));
        Alignment { gaps }
    }
}

impl Gap {
    fn is_change(&self) -> bool {
        !self.removed.is_empty() || !self.inserted.is_empty()
    }
}

/// Returns a node and the siblings after it.
fn children(
    first: Option<NodeIndex>,
    next: impl Fn(NodeIndex) -> Option<NodeIndex>,
) -> Vec<NodeIndex> {
    std::iter::successors(first, |id| next(*id)).inspect(|_| steps::count(1)).collect()
}

/// Finds a longest increasing subsequence of some numbers. Returns for each number whether it is in
/// that.
fn longest_increasing(numbers: &[Option<usize>]) -> Vec<bool> {
    // At index n, the position of the smallest number that ends an increasing sequence of n + 1
    // numbers.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; numbers.len()];
    for (position, number) in numbers.iter().enumerate() {
        let Some(number) = number else { continue };
        let length = ends.partition_point(|&end| numbers[end].is_some_and(|end| end < *number));
        before[position] = length.checked_sub(1).map(|last| ends[last]);
        match ends.get_mut(length) {
            Some(end) => *end = position,
            None => ends.push(position),
        }
    }
    let mut is_in = vec![false; numbers.len()];
    let mut next = ends.last().copied();
    while let Some(position) = next {
        is_in[position] = true;
        next = before[position];
    }
    is_in
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_numbers_as_possible_are_in_order() {
        for (numbers, count) in [
            (vec![], 0),
            (vec![Some(0), Some(1), Some(2)], 3),
            (vec![Some(2), Some(0), Some(1)], 2),
            (vec![Some(3), None, Some(1), Some(2), None, Some(0)], 2),
        ] {
            let is_in = longest_increasing(&numbers);
            let kept: Vec<usize> =
                numbers.iter().zip(&is_in).filter_map(|(n, &is_in)| n.filter(|_| is_in)).collect();
            assert!(kept.is_sorted() && kept.len() == count, "{numbers:?} {is_in:?}");
        }
    }
}
