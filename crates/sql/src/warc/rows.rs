//! Records as batches.

use std::sync::{Arc, LazyLock};

use consomme_warc::{Record, RecordError};
use datafusion::arrow::array::{
    ArrayRef, Int32Array, Int64Array, LargeBinaryBuilder, LargeStringArray, RecordBatch,
    RecordBatchOptions,
};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::common::Result;

use crate::values::TEXT;

/// How many bytes of bodies a batch has before it ends.
const BATCH_BYTES: usize = 16 << 20;

/// A column of `read_warc`: its name, its type, whether it can be null, and its array.
type Column = (&'static str, DataType, bool, fn(&Rows) -> ArrayRef);

/// The columns of `read_warc`.
static COLUMNS: [Column; 9] = [
    ("url", TEXT, true, |rows| rows.texts(|record| record.url.as_deref())),
    ("date", TEXT, true, |rows| rows.texts(|record| record.date.as_deref())),
    ("status", DataType::Int32, true, |rows| {
        Arc::new(rows.records.iter().map(|it| it.status).collect::<Int32Array>())
    }),
    ("content_type", TEXT, true, |rows| rows.texts(|record| record.content_type.as_deref())),
    ("html", DataType::LargeBinary, true, Rows::bodies),
    ("file", TEXT, false, |rows| rows.texts(|_| Some(&rows.file))),
    ("offset", DataType::Int64, false, |rows| {
        let offset = |record: &Record| i64::try_from(record.offset).unwrap_or(i64::MAX);
        Arc::new(Int64Array::from_iter_values(rows.records.iter().map(offset)))
    }),
    ("length", DataType::Int64, true, |rows| {
        let length = |record: &Record| record.length.and_then(|it| i64::try_from(it).ok());
        Arc::new(rows.records.iter().map(length).collect::<Int64Array>())
    }),
    ("error", TEXT, true, Rows::errors),
];

/// The position of the column `html`.
pub(super) const HTML: usize = 4;

/// Returns the columns of `read_warc`.
pub(super) fn schema() -> SchemaRef {
    static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
        let field = |(name, data_type, is_nullable, _): &Column| {
            Field::new(*name, data_type.clone(), *is_nullable)
        };
        Arc::new(Schema::new(COLUMNS.iter().map(field).collect::<Vec<_>>()))
    });
    Arc::clone(&SCHEMA)
}

/// The columns of a record that is read alone, whose place the query has.
const OF_RECORD: [usize; 6] = [0, 1, 2, 3, HTML, 8];

/// Returns the fields of the value of `warc_record`.
pub(super) fn record_schema() -> SchemaRef {
    static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
        let field = |column: &usize| schema().field(*column).clone();
        Arc::new(Schema::new(OF_RECORD.iter().map(field).collect::<Vec<_>>()))
    });
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
    records: Vec<Record>,
    /// How many bytes their bodies have.
    bytes: usize,
}

impl Rows {
    /// Starts a file, with the columns and the most rows of a batch. `schema` describes the
    /// columns.
    pub(super) fn new(file: &str, columns: &[usize], schema: SchemaRef, max_rows: usize) -> Rows {
        let (file, columns) = (file.to_owned(), columns.to_vec());
        Rows { file, columns, schema, max_rows, records: Vec::new(), bytes: 0 }
    }

    /// Returns the columns of [`record_schema`] for records of any files.
    pub(super) fn columns_of_records(records: Vec<Record>) -> Vec<ArrayRef> {
        let mut rows = Rows::new("", &OF_RECORD, record_schema(), records.len());
        records.into_iter().for_each(|record| rows.push(record));
        rows.arrays()
    }

    /// Returns the wanted columns.
    fn arrays(&self) -> Vec<ArrayRef> {
        self.columns.iter().map(|&column| COLUMNS[column].3(self)).collect()
    }

    /// Adds a record.
    pub(super) fn push(&mut self, record: Record) {
        self.bytes += record.body.as_ref().map_or(0, Vec::len);
        self.records.push(record);
    }

    /// Whether a batch is full.
    pub(super) fn is_full(&self) -> bool {
        self.records.len() >= self.max_rows || self.bytes >= BATCH_BYTES
    }

    /// Returns the rows since the last batch. `None` if there are none.
    ///
    /// # Errors
    ///
    /// Never: all columns have a value for each row.
    pub(super) fn finish(&mut self) -> Result<Option<RecordBatch>> {
        if self.records.is_empty() {
            return Ok(None);
        }
        let columns = self.arrays();
        // A query that counts rows wants no column.
        let options = RecordBatchOptions::new().with_row_count(Some(self.records.len()));
        self.records.clear();
        self.bytes = 0;
        Ok(Some(RecordBatch::try_new_with_options(Arc::clone(&self.schema), columns, &options)?))
    }

    /// Returns a column of texts.
    fn texts<'a>(&'a self, text: impl Fn(&'a Record) -> Option<&'a str>) -> ArrayRef {
        Arc::new(self.records.iter().map(text).collect::<LargeStringArray>())
    }

    /// Returns why bodies are missing.
    fn errors(&self) -> ArrayRef {
        let text = |error: &RecordError| match error {
            RecordError::TooLarge(max) => {
                format!("the body has more than consomme.max_page_bytes, {max} bytes")
            }
            error => error.to_string(),
        };
        let errors = self.records.iter().map(|record| record.error.as_ref().map(text));
        Arc::new(errors.collect::<LargeStringArray>())
    }

    /// Returns the bodies.
    fn bodies(&self) -> ArrayRef {
        let mut builder = LargeBinaryBuilder::with_capacity(self.records.len(), self.bytes);
        builder.extend(self.records.iter().map(|record| record.body.as_deref()));
        Arc::new(builder.finish())
    }
}
