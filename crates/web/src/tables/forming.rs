//! Forming a table.
//!
//! <https://html.spec.whatwg.org/#forming-a-table>

use consomme::ElementRef;

use super::cell::{Cell, ColumnGroup, Columns, RowGroup};
use super::occupancy::Occupancy;
use crate::text::parse_non_negative_integer;

/// The largest number of columns that a cell, a `col` or a `colgroup` spans.
const MAX_COLUMNS: usize = 1000;

/// The largest number of rows that a cell spans.
const MAX_ROWS: usize = 65534;

/// A table while it is formed.
#[derive(Debug, Default)]
pub(super) struct Forming<'a> {
    /// The standard's *x_width*.
    pub(super) width: usize,
    /// The standard's *y_height*.
    pub(super) height: usize,
    pub(super) cells: Vec<Cell<'a>>,
    /// The `tr` elements with their rows.
    pub(super) rows: Vec<(usize, ElementRef<'a>)>,
    pub(super) row_groups: Vec<RowGroup<'a>>,
    pub(super) columns: Vec<Columns<'a>>,
    pub(super) column_groups: Vec<ColumnGroup<'a>>,
    pub(super) has_overlaps: bool,
    /// The standard's *y_current*.
    y: usize,
    /// The *list of downward-growing cells*, as indices of cells.
    growing: Vec<usize>,
    occupancy: Occupancy,
}

impl<'a> Forming<'a> {
    /// Forms the table of a `table` element.
    pub(super) fn of(table: ElementRef<'a>) -> Self {
        let mut forming = Forming::default();
        let mut pending_tfoots = Vec::new();
        let mut is_before_rows = true;
        for child in table.child_elements() {
            let is = |name| child.is_html(name);
            if is("colgroup") && is_before_rows {
                forming.column_group(child);
            } else if is("tr") {
                is_before_rows = false;
                forming.row(child);
            } else if is("thead") || is("tbody") || is("tfoot") {
                is_before_rows = false;
                forming.end_row_group();
                if is("tfoot") {
                    pending_tfoots.push(child);
                } else {
                    forming.row_group(child);
                }
            }
        }
        // "End: For each tfoot element in the list of pending tfoot elements, in tree order, run
        // the algorithm for processing row groups."
        for tfoot in pending_tfoots {
            forming.row_group(tfoot);
        }
        // No row group has ended after rows that are in none.
        forming.stop_growing(forming.y);
        forming
    }

    /// "Column groups: Process the current element according to the appropriate case below".
    fn column_group(&mut self, colgroup: ElementRef<'a>) {
        let start = self.width;
        for element in colgroup.child_elements().filter(|child| child.is_html("col")) {
            let width = span(element, "span").clamp(1, MAX_COLUMNS);
            self.columns.push(Columns { element, x: self.width, width });
            self.width += width;
        }
        if self.width == start {
            self.width += span(colgroup, "span").clamp(1, MAX_COLUMNS);
        }
        let width = self.width - start;
        self.column_groups.push(ColumnGroup { element: colgroup, x: start, width });
    }

    /// <https://html.spec.whatwg.org/#algorithm-for-processing-row-groups>
    fn row_group(&mut self, element: ElementRef<'a>) {
        let start = self.height;
        for row in element.child_elements().filter(|child| child.is_html("tr")) {
            self.row(row);
        }
        // "If y_height > y_start, then let all the last rows […] form a new row group".
        if self.height > start {
            self.row_groups.push(RowGroup { element, y: start, height: self.height - start });
        }
        self.end_row_group();
    }

    /// <https://html.spec.whatwg.org/#algorithm-for-ending-a-row-group>
    fn end_row_group(&mut self) {
        self.stop_growing(self.height);
        self.y = self.height;
        // No cell reaches further, since the table is at least as high as each cell.
        self.occupancy.clear();
    }

    /// Lets the downward-growing cells end at a row. The standard makes them one row taller at a
    /// time.
    ///
    /// <https://html.spec.whatwg.org/#algorithm-for-growing-downward-growing-cells>
    fn stop_growing(&mut self, end: usize) {
        for cell in self.growing.drain(..) {
            let cell = &mut self.cells[cell];
            cell.height = (end - cell.y).max(1);
        }
    }

    /// <https://html.spec.whatwg.org/#algorithm-for-processing-rows>
    fn row(&mut self, row: ElementRef<'a>) {
        let y = self.y;
        // "If y_height is equal to y_current, then increase y_height by 1."
        self.height = self.height.max(y + 1);
        self.rows.push((y, row));
        self.occupancy.advance(y);
        let mut x = 0;
        for element in
            row.child_elements().filter(|child| child.is_html("td") || child.is_html("th"))
        {
            // "Cells: While x_current is less than x_width and the slot […] already has a cell
            // assigned to it, increase x_current by 1."
            x = self.occupancy.first_free(x);
            let width = span(element, "colspan").clamp(1, MAX_COLUMNS);
            let rowspan = element.attr("rowspan").and_then(parse_non_negative_integer);
            // "If rowspan is zero, then set cell grows downward to true and set rowspan to 1."
            let grows = rowspan == Some(0);
            let height =
                usize::try_from(rowspan.unwrap_or(1)).unwrap_or(MAX_ROWS).clamp(1, MAX_ROWS);
            self.width = self.width.max(x + width);
            self.height = self.height.max(y + height);
            if grows {
                self.growing.push(self.cells.len());
            }
            self.cells.push(Cell { element, x, y, width, height });
            let until = if grows { usize::MAX } else { y + height };
            // "If any of the slots involved already had a cell covering them, then this is a table
            // model error."
            self.has_overlaps |= self.occupancy.cover(x, width, until);
            x += width;
        }
        self.y += 1;
    }
}

/// Returns the number in an attribute, 1 if there is none.
fn span(element: ElementRef<'_>, attribute: &str) -> usize {
    let value = element.attr(attribute).and_then(parse_non_negative_integer);
    value.map_or(1, |value| usize::try_from(value).unwrap_or(usize::MAX))
}
