//! The slots of a table, by the standard's table model.

use std::collections::HashMap;
use std::ops::Range;

use consomme::{ElementRef, NodeId, steps};
use consomme_web::Table;

use crate::blocks::{Block, Grid, Slot};

/// Forms the grid of a table from the blocks between its start and its end. Rows are in the order
/// of the page: the standard has a `tfoot` last wherever it is.
///
/// Spans are ignored, and the second value is true, if cells would cover more than `max_slots`
/// slots besides one for each cell.
pub(super) fn form<'b, 'a>(
    table: ElementRef<'a>,
    blocks: &'b [Block<'a>],
    source: Option<Range<usize>>,
    max_slots: usize,
) -> (Grid<'b, 'a>, bool) {
    let written = rows(blocks);
    let has_header = has_header(&written);
    let cells = written.iter().flat_map(|row| &row.cells);
    let has_spans = cells.clone().any(|cell| is_span(cell.element));
    let placed = if has_spans { place(table, &written, max_slots) } else { None };
    let is_cut = has_spans && placed.is_none();
    let rows = placed.unwrap_or_else(|| {
        let slots = |row: &Row<'b, 'a>| row.cells.iter().map(Cell::slot).collect();
        written.iter().map(slots).collect()
    });
    (Grid { rows, has_header, source }, is_cut)
}

/// A row as it is in the page.
struct Row<'b, 'a> {
    element: ElementRef<'a>,
    cells: Vec<Cell<'b, 'a>>,
}

struct Cell<'b, 'a> {
    element: ElementRef<'a>,
    blocks: &'b [Block<'a>],
}

impl<'b, 'a> Cell<'b, 'a> {
    fn slot(&self) -> Slot<'b, 'a> {
        Slot { cell: Some((self.element, self.blocks)), is_repeated: false }
    }
}

/// Returns the rows with the blocks of each cell.
fn rows<'b, 'a>(blocks: &'b [Block<'a>]) -> Vec<Row<'b, 'a>> {
    let mut rows: Vec<Row<'b, 'a>> = Vec::new();
    let mut cell = None;
    for (at, block) in blocks.iter().enumerate() {
        match block {
            Block::RowStart(element) => rows.push(Row { element: *element, cells: Vec::new() }),
            Block::CellStart(element) => cell = Some((*element, at + 1)),
            Block::CellEnd => {
                let (Some(row), Some((element, start))) = (rows.last_mut(), cell.take()) else {
                    continue;
                };
                row.cells.push(Cell { element, blocks: &blocks[start..at] });
            }
            _ => {}
        }
    }
    rows.retain(|row| !row.cells.is_empty());
    rows
}

/// Whether the first row is a header: it is in a `thead`, or has header cells only.
fn has_header(rows: &[Row<'_, '_>]) -> bool {
    let Some(first) = rows.first() else { return false };
    let group = first.element.parent_element();
    group.is_some_and(|group| group.name() == "thead")
        || first.cells.iter().all(|cell| cell.element.name() == "th")
}

fn is_span(cell: ElementRef<'_>) -> bool {
    let is_several = |name| cell.attr(name).is_some_and(|span| span.trim() != "1");
    is_several("colspan") || is_several("rowspan")
}

/// Returns the slots of each row, or `None` if there are too many.
fn place<'b, 'a>(
    table: ElementRef<'a>,
    rows: &[Row<'b, 'a>],
    max_slots: usize,
) -> Option<Vec<Vec<Slot<'b, 'a>>>> {
    let table = Table::new(table)?;
    let mut index_of_row: HashMap<NodeId, usize> = HashMap::new();
    let mut cell_of: HashMap<NodeId, Slot<'b, 'a>> = HashMap::new();
    for (index, row) in rows.iter().enumerate() {
        index_of_row.insert(row.element.id(), index);
        cell_of.extend(row.cells.iter().map(|cell| (cell.element.id(), cell.slot())));
    }
    // The rows of the table that are written, by their place in the grid.
    let at = |&(y, row): &(usize, ElementRef<'a>)| Some((y, *index_of_row.get(&row.id())?));
    let index_at: HashMap<usize, usize> = table.row_elements().iter().filter_map(at).collect();
    let last = index_at.keys().max().map_or(0, |last| last + 1);
    let mut left = max_slots.saturating_add(table.cells().len());
    let mut placed: Vec<Vec<Slot<'b, 'a>>> = vec![Vec::new(); rows.len()];
    for cell in table.cells() {
        let Some(slot) = cell_of.get(&cell.element.id()) else { continue };
        let height = cell.height.min(last.saturating_sub(cell.y));
        left = left.checked_sub(height.checked_mul(cell.width)?)?;
        for y in cell.y..cell.y + height {
            let Some(&row) = index_at.get(&y) else { continue };
            let row = &mut placed[row];
            let end = cell.x + cell.width;
            // Slots that no cell covers.
            left = left.checked_sub(cell.x.saturating_sub(row.len()))?;
            if row.len() < end {
                row.resize(end, Slot::default());
            }
            for (x, place) in row[cell.x..end].iter_mut().enumerate() {
                steps::count(1);
                // Where cells overlap, none is lost that begins there.
                if place.cell.is_none() || x == 0 && y == cell.y && place.is_repeated {
                    *place = Slot { is_repeated: x > 0 || y > cell.y, ..*slot };
                }
            }
        }
    }
    Some(placed)
}
