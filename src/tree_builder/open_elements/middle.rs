//! Changes in the middle of the stack of open elements.
//!
//! Removals from the middle leave gaps, so that the elements below keep their index. Four rules
//! remove elements: the adoption agency algorithm, the end tag `form`, the start tag `a` inside an
//! `a`, and a start tag after the `head` that belongs in it.
//!
//! The adoption agency algorithm also moves elements, between a formatting element and its furthest
//! block, which is the first special element below it. In the example, `b` is the formatting
//! element and `div` the furthest block; `u` and `s` are kept, `x` is not in the list of active
//! formatting elements. The kept elements move down to the furthest block, which moves up by one,
//! because the new `b` comes below it:
//!
//! ```text
//! index   1     2    3    4    5    6     7
//! before  body  b    u    x    s    div   p
//! after   body  gap  u    s    div  b     p
//! ```
//!
//! Each element takes one of the places from the formatting element down to the furthest block, and
//! the places left over at the top become a run of gaps. So no element below the furthest block
//! moves.
//!
//! Neighboring gaps form a run that is skipped in one step: the last gap of a run has the index of
//! the first one in `links.above`, and the first gap has the index of the last one in
//! `links.below`. The gaps between have no valid links.
//!
//! ```text
//! index        2      3     4      5
//! entry        gap    gap   gap    u
//! links.above  -      -     2
//! links.below  4      -     -
//! ```

use crate::elements::ElementClass;
use crate::steps;
use crate::tree_builder::active_formatting::EntryId;

use super::element::OpenElement;
use super::names::Link;
use super::{OpenElements, Special, SpecialId, own_tag_set};

/// The largest number of elements that the adoption agency algorithm keeps between the formatting
/// element and the furthest block: its inner loop removes all from the fourth on.
const MAX_KEPT: usize = 3;

impl<H: Copy + Eq> OpenElements<H> {
    /// Turns an entry into a gap, which the caller must join to a [run](Self::join_gaps).
    fn make_gap(&mut self, index: usize) {
        self.entries[index].class = ElementClass::GAP;
        self.gaps += 1;
    }

    /// Joins the gaps in `start..end`, and the runs right before and after them, to one run.
    fn join_gaps(&mut self, start: usize, end: usize) {
        let is_gap = |entry: &OpenElement<H>| entry.class.intersects(ElementClass::GAP);
        let before = start.checked_sub(1).filter(|&before| is_gap(&self.entries[before]));
        let first = before.map_or(Link::to_index(start), |before| self.entries[before].links.above);
        let after = self.entries.get(end).filter(|after| is_gap(after));
        let last = after.map_or(Link::to_index(end - 1), |after| after.links.below);
        let (Some(first_index), Some(last_index)) = (first.get(), last.get()) else {
            debug_assert!(false, "a run has its bounds at its ends");
            return;
        };
        self.entries[last_index].links.above = first;
        self.entries[first_index].links.below = last;
    }

    /// Removes the element at an index, wherever it is on the stack. Returns it, and the handle of
    /// the next lower element, if there is one.
    pub(crate) fn remove(&mut self, index: usize) -> (OpenElement<H>, Option<H>) {
        let entry = self.entries[index];
        let lower = self.below(index).map(|lower| self.entries[lower].handle);
        self.unclosed -= !entry.class.intersects(ElementClass::OPEN_AT_END) as usize;
        if entry.class.intersects(ElementClass::SPECIAL) {
            self.remove_special(index);
        } else {
            self.unlink(index);
        }
        self.make_gap(index);
        self.join_gaps(index, index + 1);
        self.drop_gaps_at_the_bottom();
        (entry, lower)
    }

    /// Returns the index of the element below the one at `index`, if there is any.
    fn below(&self, index: usize) -> Option<usize> {
        let next = self.entries.get(index + 1)?;
        if !next.class.intersects(ElementClass::GAP) {
            return Some(index + 1);
        }
        let last = next.links.below.get();
        debug_assert!(last.is_some(), "the first gap of a run has the index of the last one");
        last.map(|last| last + 1)
    }

    /// Removes the special element at an index from the list of special elements, renumbers the
    /// elements below it and recomputes the elements in scope at each.
    ///
    /// This takes time proportional to the number of special elements below. The element is a
    /// `form`, or a `head` that was just pushed again. Only the one `form` that the form element
    /// pointer points to can be removed, and the elements below it were pushed after it. So no
    /// element takes part in this more than once.
    fn remove_special(&mut self, index: usize) {
        let removed = self.specials.partition_point(|special| (special.index as usize) < index);
        let below: Vec<Special> = self.specials.iter().skip(removed).copied().collect();
        self.specials.truncate(removed);
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
                let link = Link::to_special(number);
                entry.links.above = self.names.replace_lowest(entry.name, link);
            }
            let (own, class) = (own_tag_set(entry.name.unpack()), entry.class);
            self.push_special(special.index, own, class);
        }
    }

    /// Removes the formatting element at an index, and inserts another one with its name right
    /// below the furthest block, at the index that the furthest block had. Returns the index of the
    /// first element that has moved.
    ///
    /// The elements still between the formatting element and the furthest block are the ones that
    /// the adoption agency algorithm kept. The first of the elements that have moved gets `level`,
    /// and each later one the next level.
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
        // From the bottom up, unlink the kept elements. Each is stored with the next one downwards
        // that has its name.
        let mut kept: [Option<(OpenElement<H>, Link)>; MAX_KEPT] = [None; MAX_KEPT];
        let mut count = 0;
        let mut index = self.above(end);
        while let Some(position) = index.filter(|&position| position > formatting_element) {
            debug_assert!(count < MAX_KEPT, "the inner loop has removed the others");
            let entry = self.entries[position];
            kept[count] = Some((entry, self.unlink(position)));
            self.make_gap(position);
            count += 1;
            index = self.above(position);
        }
        let old = self.entries[formatting_element];
        let below = self.unlink(formatting_element);
        self.make_gap(formatting_element);
        // From the top down, put them into the last places, the new element last.
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

    /// Puts an element at an index, into a gap or over another element.
    fn put(&mut self, index: usize, entry: OpenElement<H>) {
        self.gaps -= self.entries[index].class.intersects(ElementClass::GAP) as usize;
        self.entries[index] = entry;
    }
}
