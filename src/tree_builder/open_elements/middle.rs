//! Changes in the middle of the stack of open elements.
//!
//! Three things make some: the adoption agency algorithm, the end tag of a `form`, and an `a` in an
//! `a`. The first moves things between a formatting element and its furthest block, which is the
//! next special element below it: this takes as many places as before, at most, and what is left
//! over becomes a gap. So no element below changes its index.

use crate::steps;
use crate::tree_builder::active_formatting::EntryId;
use crate::tree_builder::element_sets::ElementClass;

use super::{OpenElement, OpenElements, Special, SpecialId};

/// How many formatting elements between itself and the furthest block the adoption agency algorithm
/// keeps, at most.
const MOST_KEPT: usize = 3;

impl<H: Copy + Eq> OpenElements<H> {
    /// The index of the lowest element at that index or above it, if there is any.
    ///
    /// In a run of gaps, the last one knows where the run starts, and the first where it ends.
    pub(super) fn last_up_to(&self, mut index: usize) -> Option<usize> {
        while self.entries[index].class.intersects(ElementClass::GAP) {
            steps::count(1);
            index = (self.entries[index].links.above as usize).checked_sub(1)?;
        }
        Some(index)
    }

    /// Removes the gaps below the lowest element.
    #[cold]
    pub(super) fn drop_gaps_at_the_bottom(&mut self) {
        let lowest = self.entries.len().checked_sub(1).and_then(|last| self.last_up_to(last));
        let length = lowest.map_or(0, |lowest| lowest + 1);
        self.gaps -= self.entries.len() - length;
        self.entries.truncate(length);
    }

    /// Makes a gap of an entry, which is to be part of a [run](Self::join_gaps).
    fn make_gap(&mut self, index: usize) {
        self.entries[index].class = ElementClass::GAP;
        self.gaps += 1;
    }

    /// Makes a run of the gaps from `start` on up to `end`, that not included, with those right
    /// before and behind them.
    fn join_gaps(&mut self, start: usize, end: usize) {
        let is_gap = |entry: &OpenElement<H>| entry.class.intersects(ElementClass::GAP);
        let before = start.checked_sub(1).filter(|&before| is_gap(&self.entries[before]));
        let first = before.map_or(start, |before| self.entries[before].links.above as usize);
        let after = self.entries.get(end).filter(|after| is_gap(after));
        let last = after.map_or(end - 1, |after| after.links.below as usize);
        self.entries[last].links.above = first as u32;
        self.entries[first].links.below = last as u32;
    }

    /// Takes the element at that index off the stack, wherever it is.
    pub(crate) fn remove(&mut self, index: usize) -> OpenElement<H> {
        let entry = self.entries[index];
        self.unclosed -= !entry.class.intersects(ElementClass::OPEN_AT_END) as usize;
        if entry.class.intersects(ElementClass::SPECIAL) {
            self.remove_special(index);
        } else {
            self.unlink(index);
        }
        self.make_gap(index);
        self.join_gaps(index, index + 1);
        self.drop_gaps_at_the_bottom();
        entry
    }

    /// Takes the special element at that index out of the list of those, and answers anew what is
    /// in scope below it.
    ///
    /// The time that this takes grows with the special elements below. It is a `form` that is
    /// removed, or a `head` just put on the stack; those below a `form` were put there after it,
    /// and there is never more than one `form` that can be removed. So no element takes part in
    /// this more than once.
    fn remove_special(&mut self, index: usize) {
        let removed = self.specials.partition_point(|special| (special.index as usize) < index);
        let below = self.specials.split_off(removed);
        steps::count(below.len());
        for special in below.iter().rev() {
            let entry = &self.entries[special.index as usize];
            if entry.is_in_html_namespace() {
                self.names.set_lowest(entry.name, entry.links.above);
            }
        }
        for special in &below[1..] {
            let number = self.specials.len();
            let entry = &mut self.entries[special.index as usize];
            if entry.is_in_html_namespace() {
                entry.links.above = self.names.replace_lowest(entry.name, number as u32 + 1);
            }
            let (name, class) = (entry.name, entry.class);
            let scopes = self.lowest_scopes().below(name, class, number, self.by_revision);
            self.specials.push(Special { scopes, ..*special });
        }
    }

    /// Takes the formatting element at that index off the stack, and puts another one of its name
    /// right below the furthest block. Gives the index from which on elements have another index
    /// than before; that of the new one is the one that the furthest block had.
    ///
    /// All that is still between the formatting element and the furthest block was kept by the
    /// adoption agency algorithm. The first of these elements has `level` now, each of the others
    /// one more than the one before.
    pub(crate) fn move_below(
        &mut self,
        formatting_element: usize,
        furthest_block: SpecialId,
        handle: H,
        formatting: EntryId,
        level: u32,
    ) -> usize {
        let end = self.index_of_special(furthest_block);
        let block = self.entries[end];
        // From the bottom up, each is taken out of those of its name, with the next of these
        // downwards.
        let mut kept: [Option<(OpenElement<H>, u32)>; MOST_KEPT] = [None; MOST_KEPT];
        let mut count = 0;
        let mut index = self.above(end);
        while let Some(position) = index.filter(|&position| position > formatting_element) {
            let entry = self.entries[position];
            kept[count] = Some((entry, self.unlink(position)));
            self.make_gap(position);
            count += 1;
            index = self.above(position);
        }
        let old = self.entries[formatting_element];
        let below = self.unlink(formatting_element);
        self.make_gap(formatting_element);
        // They take the last places, the new one that of the furthest block.
        let first = end - 1 - count;
        let level_at = |index: usize| level + (index - first) as u32;
        for (index, (entry, below)) in (first..).zip(kept.into_iter().rev().flatten()) {
            self.put(index, OpenElement { level: level_at(index), ..entry });
            self.link_above(below, index);
        }
        self.put(end - 1, OpenElement { level: level_at(end - 1), ..block });
        self.specials[furthest_block.0 as usize].index -= 1;
        let new = OpenElement { handle, formatting: Some(formatting), level: level_at(end), ..old };
        self.put(end, new);
        self.link_above(below, end);
        if first > formatting_element {
            self.join_gaps(formatting_element, first);
        }
        first
    }

    /// Puts an element into the place at that index.
    fn put(&mut self, index: usize, entry: OpenElement<H>) {
        self.gaps -= self.entries[index].class.intersects(ElementClass::GAP) as usize;
        self.entries[index] = entry;
    }
}
