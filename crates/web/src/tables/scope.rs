//! The cells that a header cell applies to.

use super::cell::Cell;
use super::grid::Grid;

/// The states of the attribute `scope`.
///
/// <https://html.spec.whatwg.org/#attr-th-scope>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    Row,
    Column,
    RowGroup,
    ColumnGroup,
    /// The "missing value default" and the "invalid value default".
    Auto,
}

impl Scope {
    pub(super) fn of(cell: &Cell<'_>) -> Scope {
        match &*cell.element.attr("scope").unwrap_or("").to_ascii_lowercase() {
            "row" => Scope::Row,
            "col" => Scope::Column,
            "rowgroup" => Scope::RowGroup,
            "colgroup" => Scope::ColumnGroup,
            _ => Scope::Auto,
        }
    }
}

/// Whether a header cell is a column header.
///
/// <https://html.spec.whatwg.org/#column-header>
pub(super) fn is_column_header(cell: &Cell<'_>, grid: &Grid) -> bool {
    match Scope::of(cell) {
        Scope::Column => true,
        // "there are no data cells in any of the cells covering slots with y-coordinates y ..
        // y+height-1"
        Scope::Auto => !grid.rows_have_data(cell.y, cell.height),
        Scope::Row | Scope::RowGroup | Scope::ColumnGroup => false,
    }
}

/// Whether a header cell is a row header.
///
/// <https://html.spec.whatwg.org/#row-header>
pub(super) fn is_row_header(cell: &Cell<'_>, grid: &Grid) -> bool {
    match Scope::of(cell) {
        Scope::Row => true,
        // "the cell is not a column header, and there are no data cells in any of the cells
        // covering slots with x-coordinates x .. x+width-1"
        Scope::Auto => {
            grid.rows_have_data(cell.y, cell.height) && !grid.columns_have_data(cell.x, cell.width)
        }
        Scope::Column | Scope::RowGroup | Scope::ColumnGroup => false,
    }
}
