//! The slots of a table that is not too large.

use super::table::Table;

/// The slot has no cell, or more than one.
const NOTHING: u32 = 0;
const SEVERAL: u32 = u32::MAX;

/// Which cell covers each slot of a table, and which rows and columns have data cells.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    width: usize,
    /// By row: the index of the cell plus 1, or one of the values above.
    slots: Vec<u32>,
    /// How many of the rows up to each one have a data cell.
    data_rows: Vec<u32>,
    /// How many of the columns up to each one have a data cell.
    data_columns: Vec<u32>,
}

impl Grid {
    /// Creates the grid of a table. `None` if it has more slots than that, or if cells cover slots
    /// four times as often.
    pub(super) fn of(table: &Table<'_>, max_slots: usize) -> Option<Grid> {
        let (width, height) = (table.width(), table.height());
        let count = width.checked_mul(height).filter(|&count| count <= max_slots)?;
        let area = |cell: &super::Cell<'_>| cell.width.saturating_mul(cell.height);
        let covered = table.cells().iter().map(area).fold(0, usize::saturating_add);
        if covered > max_slots.saturating_mul(4) {
            return None;
        }
        let mut slots = vec![NOTHING; count];
        let (mut data_rows, mut data_columns) = (vec![0; height + 1], vec![0; width + 1]);
        for (index, cell) in table.cells().iter().enumerate() {
            let name = u32::try_from(index + 1).ok()?;
            for y in cell.y..cell.y + cell.height {
                for slot in &mut slots[y * width + cell.x..][..cell.width] {
                    *slot = if *slot == NOTHING { name } else { SEVERAL };
                }
            }
            if !cell.is_header() {
                data_rows[cell.y + 1..=cell.y + cell.height].fill(1);
                data_columns[cell.x + 1..=cell.x + cell.width].fill(1);
            }
        }
        for counts in [&mut data_rows, &mut data_columns] {
            let mut sum = 0;
            for count in counts {
                sum += *count;
                *count = sum;
            }
        }
        Some(Grid { width, slots, data_rows, data_columns })
    }

    /// Returns the index of the only cell that covers a slot.
    pub(super) fn cell_at(&self, x: usize, y: usize) -> Option<usize> {
        match self.slots[y * self.width + x] {
            NOTHING | SEVERAL => None,
            name => Some(name as usize - 1),
        }
    }

    /// Whether a data cell covers a slot of these rows.
    pub(super) fn rows_have_data(&self, y: usize, height: usize) -> bool {
        self.data_rows[y + height] > self.data_rows[y]
    }

    /// Whether a data cell covers a slot of these columns.
    pub(super) fn columns_have_data(&self, x: usize, width: usize) -> bool {
        self.data_columns[x + width] > self.data_columns[x]
    }
}
