//! Fields of the content that readers see.

use consomme_web::Spans;
use datafusion::arrow::array::ListBuilder;

use super::row::{FieldRow, Page, Value};
use crate::values::{Reason, Sink, TOO_LARGE, Texts};

pub(super) static FIELDS: [FieldRow; 4] = [
    FieldRow::new("text", &[], Value::Text(|page| Ok(Some(page.document.inner_text())))),
    FieldRow::new("title", &[], Value::Text(|page| Ok(page.document.title()))),
    FieldRow::new("tables", &[], Value::Tables(push_tables)),
    FieldRow::new(
        "outline",
        &[],
        Value::Records(&["text"], &["level"], |page, records| {
            consomme_web::outline(page.document).try_for_each(|heading| {
                records.push(&[Some(&heading.text())], &[i64::from(heading.level)])
            })
        }),
    ),
];

fn push_tables(page: &Page<'_>, tables: &mut Sink<'_, ListBuilder<Texts>>) -> Result<(), Reason> {
    // A row is made before it is counted, so it must not be larger than all that is allowed.
    let max_slots = tables.texts_left();
    consomme_web::tables(page.document).try_for_each(|table| {
        let mut rows_left = table.row_elements().len();
        tables.list(|rows| {
            table.rows_within(Spans::Repeated, max_slots).try_for_each(|row| {
                rows_left = rows_left.saturating_sub(1);
                // An empty row takes memory, too.
                rows.count("")?;
                rows.list(|cells| row.into_iter().try_for_each(|cell| cells.push(cell)))
            })?;
            // A table that ends before its last row is too large.
            if rows_left == 0 { Ok(()) } else { Err(TOO_LARGE) }
        })
    })
}
