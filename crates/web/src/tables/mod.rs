//! The table model: which cells a table has, where they are, and which header cells apply to them.
//!
//! - `cell.rs`: cells, row groups, columns and column groups
//! - `forming.rs`: "forming a table"
//! - `grid.rs`: the slots of a table that is not too large
//! - `headers.rs`: "forming relationships between data cells and header cells"
//! - `occupancy.rs`: which slots of the current row have a cell
//! - `rows.rs`: the texts of cells, row by row
//! - `scope.rs`: the cells that a header cell applies to
//! - `table.rs`: a table

mod cell;
mod forming;
mod grid;
mod headers;
mod occupancy;
mod rows;
mod scope;
mod table;

pub use cell::{Cell, ColumnGroup, Columns, RowGroup};
pub use headers::TableHeaders;
pub use rows::{Rows, Spans};
pub use table::{Table, tables};
