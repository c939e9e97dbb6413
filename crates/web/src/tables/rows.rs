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
    /// How many slots may still be returned.
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
        let mut row = vec![""; self.width];
        let mut is_taken = vec![false; self.width];
        // Active places are in the order of their cells.
        for place in &self.active {
            for x in place.x..place.x + place.width {
                let is_first = (x, y) == (place.x, place.y);
                if !is_taken[x] && (is_first || self.spans == Spans::Repeated) {
                    row[x] = &self.texts[place.cell];
                }
                is_taken[x] = true;
            }
        }
        Some(row)
    }
}

impl FusedIterator for Rows<'_> {}
