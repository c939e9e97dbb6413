//! Tables as streams of Arrow, which other libraries read without a copy.

use std::ffi::CStr;
use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, LargeStringArray, RecordBatch, RecordBatchIterator, RecordBatchOptions,
};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::web::Table;

/// The name by which consumers know the content of the capsule.
const STREAM: &CStr = c"arrow_array_stream";

#[pymethods]
impl Table {
    /// Returns the rows below the header as a stream of Arrow, for `pandas.DataFrame.from_arrow`,
    /// `polars.DataFrame`, `pyarrow.table` and others: a column of texts for each column, by the
    /// names that `records` has. `requested_schema` has no effect.
    ///
    /// <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // "best-effort": consumers convert what comes.
        drop(requested_schema);
        let batch = batch(self).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let schema = batch.schema();
        let batches = RecordBatchIterator::new([Ok(batch)], schema);
        // A consumer moves the stream out of the capsule. The capsule frees one that is left.
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), STREAM)
    }
}

/// Returns the rows below the header as columns. Their offsets have 64 bits: any length fits.
fn batch(table: &Table) -> Result<RecordBatch, ArrowError> {
    let names = table.column_names();
    let columns = (0..names.len()).map(|column| {
        let texts = table.body().iter().map(|row| row.get(column).map_or("", String::as_str));
        Arc::new(LargeStringArray::from_iter_values(texts)) as ArrayRef
    });
    let columns = columns.collect();
    let fields = names.iter().map(|name| Field::new(name, DataType::LargeUtf8, false));
    let schema = Schema::new(fields.collect::<Vec<_>>());
    // A table without columns has no column that says how many rows it has.
    let options = RecordBatchOptions::new().with_row_count(Some(table.body().len()));
    RecordBatch::try_new_with_options(Arc::new(schema), columns, &options)
}
