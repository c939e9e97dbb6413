//! Compares tables with tables that are formed slot by slot.

use consomme::Document;
use consomme_web::{Ids, Spans, Table, tables};

use super::reference_table::ReferenceTable;

/// Tables of more slots are not compared.
const MAX_SLOTS: usize = 3_000;

pub(super) fn check(document: &Document) {
    let ids = Ids::new(document);
    for table in tables(document) {
        let area: usize = table.cells().iter().map(|cell| cell.width * cell.height).sum();
        let slots = table.width().saturating_mul(table.height());
        check_rows(&table);
        if area <= MAX_SLOTS && slots <= MAX_SLOTS {
            check_slots(&table, &ids);
        }
    }
}

fn check_rows(table: &Table<'_>) {
    for spans in [Spans::Repeated, Spans::Once] {
        let rows =
            table.rows_within(spans, 10_000).inspect(|row| assert_eq!(row.len(), table.width()));
        assert!(rows.count() <= table.row_elements().len());
    }
}

fn check_slots<'a>(table: &Table<'a>, ids: &Ids<'a>) {
    let reference = ReferenceTable::of(table.element());
    assert_eq!((table.width(), table.height()), (reference.width, reference.height));
    assert_eq!(table.cells().len(), reference.cells.len());
    for (cell, other) in table.cells().iter().zip(&reference.cells) {
        assert_eq!(cell.element, other.element);
        let place = (cell.x, cell.y, cell.width, cell.height);
        assert_eq!(place, (other.x, other.y, other.width, other.height), "{cell:?}");
    }
    assert!(table.has_errors() || !reference.has_overlaps());
    let mut headers = table.headers(ids).expect("it is small");
    for (index, cell) in table.cells().iter().enumerate() {
        let found = headers.of(cell).expect("it takes few steps");
        let expected = reference.headers(index, ids);
        let expected: Vec<_> = expected.into_iter().map(|at| &table.cells()[at]).collect();
        assert_eq!(found, expected, "the headers of {cell:?}");
    }
    let rows: Vec<_> = table.rows(Spans::Repeated).collect();
    for ((y, _), row) in table.row_elements().iter().zip(&rows) {
        for (x, text) in row.iter().enumerate() {
            let cell = table.cells_at(x, *y).next();
            let expected = cell.map_or(String::new(), |cell| cell.element.inner_text());
            assert_eq!(*text, expected.trim(), "column {x} of row {y}");
        }
    }
}
