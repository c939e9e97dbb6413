//! Calls of fields, and the loop over the rows of a batch.

use std::fmt::Display;

use consomme::{Document, Hints, ParseOptions, Parser};
use datafusion::arrow::array::ArrayRef;
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::ColumnarValue;

use super::columns::{Input, pages, texts};
use super::hints::RowHints;
use crate::fields::{Argument, Field, Literals, Page, Values};
use crate::options::ConsommeOptions;
use crate::values::{Deadline, Reason};

/// A field with its arguments.
#[derive(Debug)]
pub(crate) struct Call {
    field: Field,
    literals: Literals,
    /// The addresses of the pages.
    address: Option<ArrayRef>,
}

impl Call {
    /// Takes the arguments of a field other than page and hints.
    ///
    /// # Errors
    ///
    /// If a selector or an expression is not a literal, or is wrong.
    pub(crate) fn new(field: Field, arguments: &[ColumnarValue], rows: usize) -> Result<Call> {
        let literals = field.compile(&arguments.iter().map(scalar).collect::<Vec<_>>())?;
        let mut both = field.arguments.iter().zip(arguments);
        let address = both.find(|(argument, _)| **argument == Argument::Address);
        let address = address.map(|(_, value)| value.to_array(rows)).transpose()?;
        Ok(Call { field, literals, address })
    }
}

/// Returns the value of an argument that is the same for all rows.
pub(crate) fn scalar(argument: &ColumnarValue) -> Option<&ScalarValue> {
    match argument {
        ColumnarValue::Scalar(value) => Some(value),
        ColumnarValue::Array(_) => None,
    }
}

/// A batch of pages, and the calls to answer for each of them.
#[derive(Debug)]
pub(crate) struct PageBatch<'a> {
    pub(crate) pages: ArrayRef,
    pub(crate) hints: Option<ArrayRef>,
    pub(crate) calls: &'a [Call],
    pub(crate) options: &'a ConsommeOptions,
}

/// Parses each page of a batch once, and returns an array for each call. At any time one page is in
/// memory as a tree.
///
/// # Errors
///
/// If the pages are neither bytes nor text. An error of a page makes its values null.
pub(crate) fn evaluate(batch: &PageBatch<'_>) -> Result<Vec<ArrayRef>> {
    let PageBatch { pages: inputs, hints, calls, options } = batch;
    let parse = Parse {
        options: options.parse_options(calls.iter().any(|call| call.field.wants_errors)),
        common_hints: options.hints(),
        hints: hints.as_ref().map(RowHints::new).transpose()?,
        max_bytes: options.max_page_bytes,
    };
    let milliseconds = options.max_page_milliseconds;
    let mut columns = Vec::new();
    for call in *calls {
        let addresses = call.address.as_ref().map(texts).transpose()?;
        columns.push((call, addresses, call.field.values()));
    }
    for (row, input) in pages(inputs)?.into_iter().enumerate() {
        let mut error = None;
        let deadline = Deadline::new(milliseconds);
        let document = input.and_then(|input| parse.page(input, row, deadline, &mut error));
        // Evaluate `html_error` last: all other fields add to it.
        for is_error in [false, true] {
            for (call, addresses, values) in &mut columns {
                if matches!(values, Values::Error(_)) != is_error {
                    continue;
                }
                let page = document.as_ref().map(|document| Page {
                    document,
                    address: addresses.as_ref().and_then(|column| column[row]),
                    literals: &call.literals,
                    options,
                    deadline,
                });
                if let Err(reason) = values.append(page.as_ref(), error.as_deref())
                    && page.is_some()
                {
                    note(&mut error, call.field.name, reason);
                }
            }
        }
    }
    Ok(columns.into_iter().map(|(_, _, mut values)| values.finish()).collect())
}

/// Notes why a value is null or not whole, after the reasons so far.
fn note(error: &mut Option<String>, field: &str, reason: impl Display) {
    let so_far = error.take().map_or_else(String::new, |so_far| so_far + "; ");
    *error = Some(format!("{so_far}{field}: {reason}"));
}

/// How pages are parsed.
#[derive(Debug)]
struct Parse<'a> {
    options: ParseOptions,
    /// The hints that hold for all pages.
    common_hints: Hints,
    hints: Option<RowHints<'a>>,
    max_bytes: usize,
}

impl Parse<'_> {
    /// Parses the page of a row. Sets the error if it is not whole, or too large to be parsed.
    fn page(
        &self,
        input: Input<'_>,
        row: usize,
        deadline: Deadline,
        error: &mut Option<String>,
    ) -> Option<Document> {
        let (bytes, max_bytes) = (input.len(), self.max_bytes);
        if bytes > max_bytes {
            *error = Some(format!(
                "the page has {bytes} bytes, more than consomme.max_page_bytes, {max_bytes}"
            ));
            return None;
        }
        let own_hints = self.hints.as_ref().map(|hints| hints.of(row, &self.common_hints));
        let hints = own_hints.as_ref().unwrap_or(&self.common_hints);
        let document = match input {
            _ if deadline.is_set() => self.parse_in_time(input, hints, deadline),
            Input::Text(text) => Ok(self.options.parse_str(text)),
            Input::Bytes(bytes) => Ok(self.options.parse_document(bytes, hints)),
        };
        let document = match document {
            Ok(document) => document,
            Err(reason) => {
                *error = Some(reason.into_owned());
                return None;
            }
        };
        let limits = document.limits_hit();
        if limits.any() {
            note(error, "page", format_args!("limits reached: {limits}"));
        }
        Some(document)
    }

    /// Parses a page piece by piece, as long as there is time.
    ///
    /// # Errors
    ///
    /// If there is none: the reason.
    fn parse_in_time(
        &self,
        input: Input<'_>,
        hints: &Hints,
        deadline: Deadline,
    ) -> Result<Document, Reason> {
        let mut parser = Parser::new(&self.options, hints);
        match input {
            Input::Bytes(bytes) => {
                for piece in bytes.chunks(PIECE_BYTES) {
                    parser.feed(piece);
                    deadline.check()?;
                }
            }
            Input::Text(mut text) => {
                while !text.is_empty() {
                    let (piece, rest) = text.split_at(text.floor_char_boundary(PIECE_BYTES));
                    parser.feed_str(piece);
                    deadline.check()?;
                    text = rest;
                }
            }
        }
        Ok(parser.finish())
    }
}

/// How many bytes of a page are parsed before the time is looked at. It takes a millisecond.
const PIECE_BYTES: usize = 1 << 18;
