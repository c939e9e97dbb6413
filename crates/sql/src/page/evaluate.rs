//! The loop over the rows of a batch.

use consomme::{Document, Hints, ParseOptions};
use datafusion::arrow::array::ArrayRef;
use datafusion::common::Result;

use super::call::Call;
use super::columns::{Input, PageColumn};
use super::hints::RowHints;
use super::read;
use crate::functions::Field;
use crate::options::ConsommeOptions;
use crate::values::Values;

/// What is asked of the pages of a batch.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    pub(crate) pages: &'a ArrayRef,
    pub(crate) hints: RowHints,
    pub(crate) calls: &'a [Call],
    pub(crate) options: &'a ConsommeOptions,
}

/// A parsed page, and what went wrong with it so far.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) document: Document,
    /// Why values are null or not whole, one reason after the other.
    pub(crate) error: Option<String>,
}

impl Page {
    /// Notes why a value is null or not whole.
    pub(crate) fn note(&mut self, field: &str, reason: impl std::fmt::Display) {
        let note = format!("{field}: {reason}");
        match &mut self.error {
            Some(error) => {
                error.push_str("; ");
                error.push_str(&note);
            }
            None => self.error = Some(note),
        }
    }
}

/// Parses each page of a batch once, and returns an array for each call. At any time one page is in
/// memory as a tree.
///
/// # Errors
///
/// If the pages are neither bytes nor text. What is wrong with a page makes its values null.
pub(crate) fn evaluate(request: &Request<'_>) -> Result<Vec<ArrayRef>> {
    let Request { pages, hints, calls, options } = request;
    let column = PageColumn::new(pages)?;
    let parse = Parse {
        options: options.parse_options(calls.iter().any(|call| call.field == Field::Errors)),
        hints: options.hints(),
        max_bytes: options.max_page_bytes,
    };
    let mut values: Vec<_> = calls.iter().map(|call| Values::new(call.field)).collect();
    for row in 0..pages.len() {
        let Some(input) = column.get(row) else {
            values.iter_mut().try_for_each(Values::append_null)?;
            continue;
        };
        match parse.page(input, hints, row) {
            Ok(mut page) => {
                // What `html_error` says comes from the others.
                for last in [false, true] {
                    for (call, values) in calls.iter().zip(&mut values) {
                        if (call.field == Field::Error) == last {
                            read::append(&mut page, call, row, options, values)?;
                        }
                    }
                }
            }
            Err(error) => {
                for (call, values) in calls.iter().zip(&mut values) {
                    match values {
                        Values::Text(texts) if call.field == Field::Error => {
                            texts.append_value(&error);
                        }
                        _ => values.append_null()?,
                    }
                }
            }
        }
    }
    values.into_iter().map(Values::finish).collect()
}

/// How pages are parsed.
#[derive(Debug)]
struct Parse {
    options: ParseOptions,
    hints: Hints,
    max_bytes: usize,
}

impl Parse {
    /// Parses the page of a row.
    ///
    /// # Errors
    ///
    /// If it is too large: the reason.
    fn page(&self, input: Input<'_>, hints: &RowHints, row: usize) -> Result<Page, String> {
        if input.len() > self.max_bytes {
            return Err(format!(
                "the page has {} bytes, more than consomme.max_page_bytes, {}",
                input.len(),
                self.max_bytes
            ));
        }
        let document = match input {
            Input::Bytes(bytes) => self.options.parse_document(bytes, &hints.of(row, &self.hints)),
            Input::Text(text) => self.options.parse_str(text),
        };
        let mut page = Page { document, error: None };
        let limits = page.document.limits_hit();
        if limits.any() {
            page.note("page", format_args!("limits reached: {limits}"));
        }
        Ok(page)
    }
}
