//! Records as batches.

use std::sync::{Arc, LazyLock};

use datafusion::arrow::array::{
    ArrayRef, Int32Builder, Int64Builder, LargeBinaryBuilder, LargeStringBuilder, RecordBatch,
    RecordBatchOptions,
};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::common::Result;

use super::records::Record;
use crate::values::TEXT;

/// How many bytes of bodies a batch has before it ends.
const BATCH_BYTES: usize = 16 << 20;

/// The columns of `read_warc`.
static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
    Arc::new(Schema::new(vec![
        Field::new("url", TEXT, true),
        Field::new("date", TEXT, true),
        Field::new("status", DataType::Int32, true),
        Field::new("content_type", TEXT, true),
        Field::new("html", DataType::LargeBinary, true),
        Field::new("file", TEXT, false),
        Field::new("offset", DataType::Int64, false),
        Field::new("error", TEXT, true),
    ]))
});

/// The position of the column `html`.
pub(super) const HTML: usize = 4;

/// Returns the columns of `read_warc`.
pub(super) fn schema() -> SchemaRef {
    Arc::clone(&SCHEMA)
}

/// Collects the records of a file.
#[derive(Debug)]
pub(super) struct Rows {
    file: String,
    /// The positions of the columns that are wanted.
    columns: Vec<usize>,
    schema: SchemaRef,
    max_rows: usize,
    rows: usize,
    bytes: usize,
    urls: LargeStringBuilder,
    dates: LargeStringBuilder,
    statuses: Int32Builder,
    content_types: LargeStringBuilder,
    html: LargeBinaryBuilder,
    files: LargeStringBuilder,
    offsets: Int64Builder,
    errors: LargeStringBuilder,
}

impl Rows {
    /// Starts a file, with the columns and the most rows of a batch. `schema` is that of the
    /// columns.
    pub(super) fn new(file: &str, columns: &[usize], schema: SchemaRef, max_rows: usize) -> Rows {
        Rows {
            file: file.to_owned(),
            columns: columns.to_vec(),
            schema,
            max_rows,
            rows: 0,
            bytes: 0,
            urls: LargeStringBuilder::new(),
            dates: LargeStringBuilder::new(),
            statuses: Int32Builder::new(),
            content_types: LargeStringBuilder::new(),
            html: LargeBinaryBuilder::new(),
            files: LargeStringBuilder::new(),
            offsets: Int64Builder::new(),
            errors: LargeStringBuilder::new(),
        }
    }

    /// Adds a record.
    pub(super) fn push(&mut self, record: &Record) {
        let response = &record.response;
        self.rows += 1;
        self.bytes += response.body.as_ref().map_or(0, Vec::len);
        self.urls.append_option(record.url.as_deref());
        self.dates.append_option(record.date.as_deref());
        self.statuses.append_option(response.status);
        self.content_types.append_option(response.content_type.as_deref());
        self.html.append_option(response.body.as_deref());
        self.files.append_value(&self.file);
        self.offsets.append_value(i64::try_from(record.offset).unwrap_or(i64::MAX));
        self.errors.append_option(response.error.as_deref());
    }

    /// Whether a batch is full.
    pub(super) fn is_full(&self) -> bool {
        self.rows >= self.max_rows || self.bytes >= BATCH_BYTES
    }

    /// Returns the rows since the last batch. `None` if there are none.
    ///
    /// # Errors
    ///
    /// Never: all columns have a value for each row.
    pub(super) fn finish(&mut self) -> Result<Option<RecordBatch>> {
        if self.rows == 0 {
            return Ok(None);
        }
        let all: [ArrayRef; 8] = [
            Arc::new(self.urls.finish()),
            Arc::new(self.dates.finish()),
            Arc::new(self.statuses.finish()),
            Arc::new(self.content_types.finish()),
            Arc::new(self.html.finish()),
            Arc::new(self.files.finish()),
            Arc::new(self.offsets.finish()),
            Arc::new(self.errors.finish()),
        ];
        let columns = self.columns.iter().map(|&column| Arc::clone(&all[column])).collect();
        // A query that counts rows wants no column.
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        (self.rows, self.bytes) = (0, 0);
        Ok(Some(RecordBatch::try_new_with_options(Arc::clone(&self.schema), columns, &options)?))
    }
}
