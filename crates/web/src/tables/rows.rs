//! The texts of cells, row by row.

use std::iter::FusedIterator;

use super::table::Table;
use consomme::steps;

/// How many slots [`Table::rows`] returns at most.
pub(super) const MAX_SLOTS: usize = 1 << 22;

/// Where the text of a cell is that covers several slots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Spans {
    /// In each of its slots.
    Repeated,
    /// In its first slot. Its other slots are empty.
    Once,
}

/// An iterator over the rows of a table as texts, from [`Table::rows`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Rows<'t> {
    texts: &'t [String],
    /// The places of the cells, by row.
    places: Vec<PlacedCell>,
    /// The rows that have a `tr` element, the last one first.
    rows: Vec<usize>,
    width: usize,
    spans: Spans,
    /// How many slots may still be returned. Cells beyond one for each slot of a row, which overlap,
    /// count as slots.
    slots_left: usize,
    /// The next place that has not begun.
    next_place: usize,
    /// The places of the cells that cover the current row.
    active: Vec<PlacedCell>,
}

/// A cell with its place.
#[derive(Clone, Copy, Debug)]
struct PlacedCell {
    cell: usize,
    x: usize,
    y: usize,
    width: usize,
    /// The row after its last one.
    end: usize,
}

impl<'t> Rows<'t> {
    pub(super) fn new(
        table: &'t Table<'_>,
        texts: &'t [String],
        spans: Spans,
        max_slots: usize,
    ) -> Self {
        let mut places: Vec<_> = table
            .cells()
            .iter()
            .enumerate()
            .map(|(cell, &c)| PlacedCell {
                cell,
                x: c.x,
                y: c.y,
                width: c.width,
                end: c.y + c.height,
            })
            .collect();
        places.sort_by_key(|place| place.y);
        let mut rows: Vec<_> = table.row_elements().iter().map(|(y, _)| *y).collect();
        rows.sort_unstable_by(|a, b| b.cmp(a));
        Rows {
            texts,
            places,
            rows,
            width: table.width(),
            spans,
            slots_left: max_slots,
            next_place: 0,
            active: Vec::new(),
        }
    }
}

impl<'t> Iterator for Rows<'t> {
    type Item = Vec<&'t str>;

    fn next(&mut self) -> Option<Vec<&'t str>> {
        self.slots_left = self.slots_left.checked_sub(self.width)?;
        let y = self.rows.pop()?;
        self.active.retain(|place| place.end > y);
        while let Some(&place) = self.places.get(self.next_place).filter(|place| place.y <= y) {
            self.next_place += 1;
            if place.end > y {
                self.active.push(place);
            }
        }
        steps::count(self.width + self.active.len());
        let overlapping = self.active.len().saturating_sub(self.width);
        let Some(left) = self.slots_left.checked_sub(overlapping) else {
            self.rows.clear();
            return None;
        };
        self.slots_left = left;
        let mut row = vec![""; self.width];
        let mut free = FreeSlots((0..=self.width).collect());
        // Active places are in the order of their cells.
        for place in &self.active {
            let mut x = free.first_from(place.x);
            while x < place.x + place.width {
                if (x, y) == (place.x, place.y) || self.spans == Spans::Repeated {
                    row[x] = &self.texts[place.cell];
                }
                free.take(x);
                x = free.first_from(x);
            }
        }
        Some(row)
    }
}

/// For each slot of a row: itself if it is free, or a later one from which to look on. The last
/// entry is the end of the row.
struct FreeSlots(Vec<usize>);

impl FreeSlots {
    fn take(&mut self, x: usize) {
        self.0[x] = x + 1;
    }

    /// Returns the first free slot from a slot on, or the end of the row. The next search from
    /// there takes half as many steps.
    fn first_from(&mut self, mut x: usize) -> usize {
        while self.0[x] != x {
            steps::count(1);
            self.0[x] = self.0[self.0[x]];
            x = self.0[x];
        }
        x
    }
}

impl FusedIterator for Rows<'_> {}
