//! Forming relationships between data cells and header cells.
//!
//! <https://html.spec.whatwg.org/#header-and-data-cell-semantics>

use std::collections::HashSet;

use consomme::NodeMap;

use super::cell::Cell;
use super::grid::Grid;
use super::rows::MAX_SLOTS;
use super::scope::{Scope, is_column_header, is_row_header};
use super::table::Table;
use crate::ids::Ids;

/// How many cells are looked at, for all questions about a table. It is enough for every cell of a
/// table of 250 by 250.
const MAX_STEPS: usize = 1 << 25;

/// The header cells of each cell of a table, from [`Table::headers`].
///
/// ```
/// use consomme_web::{Ids, Table};
///
/// let html = "<table><tr><th>Soup<th>Price<tr><th>Leek<td>4<tr><th>Onion<td>5</table>";
/// let document = consomme::parse_str(html);
/// let table = document.descendant_elements().find_map(Table::new).unwrap();
/// let ids = Ids::new(&document);
/// let mut headers = table.headers(&ids).unwrap();
/// let five = table.cells().last().unwrap();
/// let found = headers.of(five).unwrap();
/// let texts: Vec<_> = found.iter().map(|cell| cell.element.text_content()).collect();
/// assert_eq!(texts, ["Onion", "Price"]);
/// ```
///
/// <https://html.spec.whatwg.org/#algorithm-for-assigning-header-cells>
#[derive(Clone, Debug)]
pub struct TableHeaders<'t, 'a> {
    table: &'t Table<'a>,
    ids: &'t Ids<'a>,
    grid: Grid,
    /// The indices of cells by their elements.
    indices: NodeMap<usize>,
    /// The indices of row group headers and of column group headers.
    row_group_headers: Vec<usize>,
    column_group_headers: Vec<usize>,
    steps_left: usize,
}

/// In which direction header cells are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    Left,
    Up,
}

impl<'t, 'a> TableHeaders<'t, 'a> {
    pub(super) fn new(table: &'t Table<'a>, ids: &'t Ids<'a>) -> Option<Self> {
        let grid = Grid::of(table, MAX_SLOTS)?;
        let cells = table.cells();
        let with_scope = |scope| {
            let is_header =
                |index: &usize| cells[*index].is_header() && Scope::of(&cells[*index]) == scope;
            (0..cells.len()).filter(is_header).collect()
        };
        Some(TableHeaders {
            table,
            ids,
            grid,
            indices: cells.iter().enumerate().map(|(at, cell)| (cell.element.id(), at)).collect(),
            row_group_headers: with_scope(Scope::RowGroup),
            column_group_headers: with_scope(Scope::ColumnGroup),
            steps_left: MAX_STEPS,
        })
    }

    /// Returns the header cells that apply to a cell of the table: the cells that its attribute
    /// `headers` names, or else the header cells of its row, of its column, of its row group and of
    /// its column group, in this order. Empty cells don't count.
    ///
    /// By the standard this takes time linear in the number of cells to the left and above, and so
    /// quadratic time for all cells of a table. After 33,554,432 cells in all it returns `None`, as
    /// it does for a cell of another table.
    pub fn of(&mut self, cell: &Cell<'a>) -> Option<Vec<&'t Cell<'a>>> {
        let table = self.table;
        let &principal = self.indices.get(cell.element.id())?;
        let mut found = Vec::new();
        match cell.element.attr("headers") {
            Some(value) => self.named(value, &mut found)?,
            None => self.around(principal, &mut found)?,
        }
        // "Remove all the empty cells", "any duplicates" and "principal cell from the header list".
        let mut seen = HashSet::from([principal]);
        found.retain(|&index| seen.insert(index) && !table.cells()[index].is_empty());
        Some(found.into_iter().map(|index| &table.cells()[index]).collect())
    }

    fn count(&mut self, steps: usize) -> Option<()> {
        self.steps_left = self.steps_left.checked_sub(steps)?;
        Some(())
    }

    /// Adds the cells that an attribute `headers` names.
    fn named(&mut self, value: &str, found: &mut Vec<usize>) -> Option<()> {
        for id in value.split_ascii_whitespace() {
            self.count(1)?;
            let element = self.ids.get(id);
            found.extend(element.and_then(|element| self.indices.get(element.id())));
        }
        Some(())
    }

    /// Adds the cells that apply by their places and scopes.
    fn around(&mut self, principal: usize, found: &mut Vec<usize>) -> Option<()> {
        let cell = self.table.cells()[principal];
        for y in cell.y..cell.y + cell.height {
            self.scan(principal, (cell.x, y), Direction::Left, found)?;
        }
        for x in cell.x..cell.x + cell.width {
            self.scan(principal, (x, cell.y), Direction::Up, found)?;
        }
        self.count(self.row_group_headers.len() + self.column_group_headers.len())?;
        let table = self.table;
        let is_before =
            |header: &Cell<'_>| header.x < cell.x + cell.width && header.y < cell.y + cell.height;
        let row_group = |y: usize| {
            let groups = table.row_groups();
            let after = groups.partition_point(|group| group.y <= y);
            after.checked_sub(1).filter(|&at| y < groups[at].y + groups[at].height)
        };
        let column_group = |x: usize| {
            let groups = table.column_groups();
            let after = groups.partition_point(|group| group.x <= x);
            after.checked_sub(1).filter(|&at| x < groups[at].x + groups[at].width)
        };
        if let Some(group) = row_group(cell.y) {
            found.extend(self.row_group_headers.iter().filter(|&&index| {
                let header = &table.cells()[index];
                row_group(header.y) == Some(group) && is_before(header)
            }));
        }
        if let Some(group) = column_group(cell.x) {
            found.extend(self.column_group_headers.iter().filter(|&&index| {
                let header = &table.cells()[index];
                column_group(header.x) == Some(group) && is_before(header)
            }));
        }
        Some(())
    }

    /// Adds the header cells to the left of or above a slot.
    ///
    /// The standard goes from slot to slot. This goes from cell to cell: all slots of a cell on the
    /// way have the same effect as the first one, or none, if another cell covers them, too.
    ///
    /// <https://html.spec.whatwg.org/#internal-algorithm-for-scanning-and-assigning-header-cells>
    fn scan(
        &mut self,
        principal: usize,
        (mut x, mut y): (usize, usize),
        direction: Direction,
        found: &mut Vec<usize>,
    ) -> Option<()> {
        let cells = self.table.cells();
        // The place in which headers above each other, or beside each other, agree.
        let place = |cell: &Cell<'_>| match direction {
            Direction::Left => (cell.y, cell.height),
            Direction::Up => (cell.x, cell.width),
        };
        // "opaque headers", by their places.
        let mut opaque = HashSet::new();
        // "headers from current header block", which are there if "in header block" is true.
        let mut block = Vec::new();
        if cells[principal].is_header() {
            block.push(place(&cells[principal]));
        }
        loop {
            self.count(1)?;
            // "If either x or y are less than 0, then abort this internal algorithm."
            let next = match direction {
                Direction::Left => x.checked_sub(1).map(|x| (x, y)),
                Direction::Up => y.checked_sub(1).map(|y| (x, y)),
            };
            let Some(next) = next else { return Some(()) };
            (x, y) = next;
            let Some(index) = self.grid.cell_at(x, y) else { continue };
            let cell = &cells[index];
            match direction {
                Direction::Left => x = cell.x,
                Direction::Up => y = cell.y,
            }
            if cell.is_header() {
                block.push(place(cell));
                let applies = match direction {
                    Direction::Left => is_row_header(cell, &self.grid),
                    Direction::Up => is_column_header(cell, &self.grid),
                };
                if applies && !opaque.contains(&place(cell)) {
                    found.push(index);
                }
            } else {
                opaque.extend(block.drain(..));
            }
        }
    }
}
