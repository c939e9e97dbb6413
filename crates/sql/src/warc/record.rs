//! The function `warc_record(file, offset, length)`: one record by its place.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use async_trait::async_trait;
use consomme_warc::{ReadOptions, Record, RecordError};
use datafusion::arrow::array::{Array, AsArray, StructArray, new_empty_array};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::{DataType, Int64Type, SchemaRef};
use datafusion::common::{DataFusionError, Result, exec_err};
use datafusion::execution::runtime_env::RuntimeEnv;
use datafusion::logical_expr::async_udf::{AsyncScalarUDF, AsyncScalarUDFImpl};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use futures::{StreamExt, TryStreamExt, stream};
use object_store::ObjectStoreExt;

use super::kinds::ALL;
use super::rows::{Rows, record_schema};
use crate::options::ConsommeOptions;
use crate::stores::Address;

/// The name of the function.
const WARC_RECORD: &str = "warc_record";

/// How many records a task fetches at a time. A store answers within tens of milliseconds, in which
/// a core reads a few pages.
const RECORDS_AT_A_TIME: usize = 32;

/// Returns the function `warc_record`, which reads from the stores of an environment.
pub(crate) fn warc_record(runtime: Arc<RuntimeEnv>) -> ScalarUDF {
    // The value does not differ from call to call. But the optimizer copies expressions that are
    // not volatile, and each copy would fetch the record.
    let types = vec![DataType::LargeUtf8, DataType::Int64, DataType::Int64];
    let signature = Signature::exact(types, Volatility::Volatile);
    AsyncScalarUDF::new(Arc::new(WarcRecord { runtime, signature })).into_scalar_udf()
}

/// The function `warc_record`.
struct WarcRecord {
    runtime: Arc<RuntimeEnv>,
    signature: Signature,
}

impl fmt::Debug for WarcRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(WARC_RECORD)
    }
}

/// There is one function of that name in a session.
impl PartialEq for WarcRecord {
    fn eq(&self, other: &WarcRecord) -> bool {
        self.signature == other.signature
    }
}

impl Eq for WarcRecord {}

impl Hash for WarcRecord {
    fn hash<H: Hasher>(&self, state: &mut H) {
        WARC_RECORD.hash(state);
    }
}

/// A record as an index has it.
type Place = (String, i64, i64);

impl ScalarUDFImpl for WarcRecord {
    fn name(&self) -> &str {
        WARC_RECORD
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Struct(record_schema().fields().clone()))
    }

    fn invoke_with_args(&self, _: ScalarFunctionArgs) -> Result<ColumnarValue> {
        exec_err!("{WARC_RECORD} cannot be called here; call it in SELECT or WHERE")
    }
}

#[async_trait]
impl AsyncScalarUDFImpl for WarcRecord {
    async fn invoke_async_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let options = ConsommeOptions::of(&args.config_options);
        let options = ReadOptions::new().kinds(ALL).max_body_bytes(options.max_page_bytes);
        let arrays = ColumnarValue::values_to_arrays(&args.args)?;
        let [files, offsets, lengths] = arrays.as_slice() else {
            return exec_err!("{WARC_RECORD} takes three arguments");
        };
        let (files, offsets, lengths) = (
            files.as_string::<i64>(),
            offsets.as_primitive::<Int64Type>(),
            lengths.as_primitive::<Int64Type>(),
        );
        // The arrays of literals have one row.
        let rows = files.iter().zip(offsets).zip(lengths);
        let places =
            rows.map(|((file, offset), length)| Some((file?.to_owned(), offset?, length?)));
        let places: Vec<Option<Place>> = places.collect();
        let are_there = places.iter().map(Option::is_some).collect();
        let records = stream::iter(places)
            .map(|place| self.record(place, &options))
            .buffered(RECORDS_AT_A_TIME);
        let records: Vec<Record> = records.try_collect().await?;
        Ok(ColumnarValue::Array(struct_of(records, are_there)?))
    }
}

impl WarcRecord {
    /// Fetches a record.
    ///
    /// # Errors
    ///
    /// If its bytes cannot be had. An error of the record is in the result.
    async fn record(&self, place: Option<Place>, options: &ReadOptions) -> Result<Record> {
        let Some((file, offset, length)) = place else { return Ok(Record::default()) };
        let (Ok(start), Ok(length)) = (u64::try_from(offset), u64::try_from(length)) else {
            return exec_err!("{WARC_RECORD}: an offset or a length in {file} is negative");
        };
        // No record is that long; only a wrong index says so.
        if length > MAX_RECORD_BYTES {
            let mut record = Record::default();
            let error = format!("the record has {length} bytes, more than {MAX_RECORD_BYTES}");
            record.error = Some(RecordError::Archive(error));
            return Ok(record);
        }
        let Address { store, path } = Address::parse(&file)?;
        let store = self.runtime.object_store(&store)?;
        let bytes = store.get_range(&path, start..start + length).await;
        let bytes = bytes.map_err(|error| DataFusionError::ObjectStore(Box::new(error)))?;
        Ok(options.read_one(&bytes, start))
    }
}

/// The largest record that is fetched, in bytes as the file has them.
const MAX_RECORD_BYTES: u64 = 1 << 30;

/// Returns records as an array, null for rows without one.
fn struct_of(records: Vec<Record>, are_there: Vec<bool>) -> Result<Arc<dyn Array>> {
    let schema: SchemaRef = record_schema();
    if records.is_empty() {
        return Ok(new_empty_array(&DataType::Struct(schema.fields().clone())));
    }
    let columns = Rows::columns_of_records(records);
    let nulls = NullBuffer::from(are_there);
    Ok(Arc::new(StructArray::try_new(schema.fields().clone(), columns, Some(nulls))?))
}
