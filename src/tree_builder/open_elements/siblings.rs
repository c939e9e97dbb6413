//! Removing elements that are open beside the others, not around them: siblings that the limit on
//! depth has made.
//!
//! A group is an element and the elements in it. In the example, the `i`, the `u` and the first
//! table are groups that the last `td` is not in, by their levels:
//!
//! ```text
//! level   1     2     7  7  4      5      6   7   4      5      6   7
//! entry   html  body  i  u  table  tbody  tr  td  table  tbody  tr  td
//! ```

use crate::elements::ElementClass;
use crate::names::known;
use crate::steps;

use super::names::NameLists;
use super::{OpenElement, OpenElements, SpecialId, Stack, own_tag_set};

/// An element on the way down to the current node, while the groups are looked for.
struct Around {
    index: usize,
    /// Whether all elements in it so far may be removed.
    may_go: bool,
    has_table: bool,
}

impl<H: Copy + Eq> OpenElements<H> {
    /// Removes the groups that the current node is not in, but for those among the lowest elements.
    /// Returns the elements, the lowest first, each with the handle of the next lower element that
    /// stays. All others get another index.
    ///
    /// Elements that decide the insertion mode, here parts of tables, go with a whole table only,
    /// and not with the lowest one. A `template` stays, and so does a `select`.
    pub(crate) fn remove_siblings(&mut self) -> Vec<(OpenElement<H>, Option<H>)> {
        let all: Vec<OpenElement<H>> = self.iter().copied().collect();
        let goes = groups_that_go(&all);
        self.entries = Stack::new();
        self.specials = Stack::new();
        self.names = NameLists::new();
        self.foreign_roots.clear();
        (self.gaps, self.unclosed) = (0, 0);
        let mut lower = None;
        let mut removed = Vec::new();
        for (entry, goes) in all.iter().zip(&goes).rev() {
            match goes {
                true => removed.push((*entry, lower)),
                false => lower = Some(entry.handle),
            }
        }
        for (entry, _) in all.into_iter().zip(goes).filter(|(_, goes)| !goes) {
            let name = entry.name.unpack();
            let own = own_tag_set(name);
            self.push_with_sets(entry.handle, name, entry.class, own, entry.level, entry.tag);
            if let Some(formatting) = entry.formatting {
                self.set_formatting(self.len() - 1, formatting);
            }
        }
        removed
    }

    /// Returns the number of the special element with this handle.
    pub(crate) fn special_with(&self, handle: H) -> Option<SpecialId> {
        let is_it =
            |special: &super::Special| self.entries[special.index as usize].handle == handle;
        let number = self.specials.iter().position(is_it)?;
        Some(SpecialId(number as u32))
    }
}

/// Returns for each element whether it is in a group that is removed.
fn groups_that_go<H: Copy>(all: &[OpenElement<H>]) -> Vec<bool> {
    // The lowest quarter stays: their end tags are the likeliest to come.
    let end = all.len() - all.len() / 4;
    let last_table = all.iter().rposition(|entry| entry.is_html(known::TABLE)).unwrap_or(0);
    // How many more groups there are from each element on than at the one before.
    let mut starts = vec![0_i32; all.len() + 1];
    let mut around: Vec<Around> = Vec::new();
    for (index, entry) in all.iter().enumerate() {
        while let Some(group) = around.pop_if(|group| all[group.index].level >= entry.level) {
            steps::count(1);
            let root = &all[group.index];
            let is_table_part = root.class.intersects(ElementClass::DECIDES_MODE);
            let may_go = group.may_go && group.index < end && may_go(root);
            let is_decided = !group.has_table || index <= last_table;
            let is_whole = !is_table_part || root.is_html(known::TABLE);
            if may_go && is_decided && is_whole {
                starts[group.index] += 1;
                starts[index] -= 1;
            } else if let Some(outer) = around.last_mut() {
                outer.may_go &= may_go && is_decided;
                outer.has_table |= group.has_table;
            }
        }
        let has_table = entry.class.intersects(ElementClass::DECIDES_MODE);
        around.push(Around { index, may_go: true, has_table });
    }
    let mut groups = 0;
    let mut is_in_group = |start: &i32| {
        groups += start;
        groups > 0
    };
    starts[..all.len()].iter().map(&mut is_in_group).collect()
}

/// Whether an element may leave the stack together with all in it. An `option` that does is copied.
fn may_go<H: Copy>(entry: &OpenElement<H>) -> bool {
    const STAYS: ElementClass = ElementClass::TEMPLATE.union(ElementClass::SELECT);
    !entry.class.intersects(STAYS) && !entry.is_html(known::OPTION)
}
