//! Fields of the source and of parsing.

use std::sync::LazyLock;

use consomme_sanitizer::{SanitizeOptions, Sanitizer};
use datafusion::arrow::array::StructBuilder;

use super::row::{FieldRow, Page, Value};
use crate::values::{Reason, Sink, TOO_LARGE};

pub(super) static FIELDS: [FieldRow; 5] = [
    FieldRow::new(
        "encoding",
        &[],
        Value::Text(|page| Ok(page.document.encoding().map(|it| it.name().to_owned()))),
    ),
    FieldRow::new(
        "encoding_source",
        &[],
        Value::Text(|page| Ok(page.document.encoding_source().map(|it| it.as_str().to_owned()))),
    ),
    FieldRow::new("sanitize", &[], Value::Text(sanitize)),
    FieldRow {
        wants_errors: true,
        ..FieldRow::new(
            "errors",
            &[],
            Value::Records(&["code", "message"], &["offset", "line", "column"], push_errors),
        )
    },
    FieldRow::new("error", &[], Value::Error),
];

/// The sanitizer of all pages. Compiling its configuration takes longer than sanitizing most pages.
static SANITIZER: LazyLock<Sanitizer> = LazyLock::new(Sanitizer::new);

/// Returns the source of the page, sanitized for a `div`.
fn sanitize(page: &Page<'_>) -> Result<Option<String>, Reason> {
    let sanitized = SanitizeOptions::new()
        .limits(page.options.parse_options(false).get_limits())
        .max_output(Some(page.options.max_value_bytes))
        .sanitize(&SANITIZER, "div", page.document.source());
    match sanitized.is_too_long() {
        true => Err(TOO_LARGE),
        false => Ok(Some(sanitized.into_html())),
    }
}

/// Adds the parse errors.
fn push_errors(page: &Page<'_>, records: &mut Sink<'_, StructBuilder>) -> Result<(), Reason> {
    let lines = page.document.line_index();
    page.document.errors().iter().try_for_each(|error| {
        let place = lines.line_column(error.offset());
        let offset = i64::try_from(error.offset()).unwrap_or(i64::MAX);
        records.push(
            &[Some(error.code().as_str()), Some(&error.message(page.document))],
            &[offset, i64::from(place.line), i64::from(place.column)],
        )
    })
}
