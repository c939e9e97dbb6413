//! The rows of a start, in memory or in files.

use std::mem;
use std::sync::Arc;

use datafusion::arrow::array::{AsArray, RecordBatch};
use datafusion::arrow::datatypes::{SchemaRef, UInt64Type};
use datafusion::common::Result;
use datafusion::execution::SendableRecordBatchStream;
use datafusion::execution::runtime_env::RuntimeEnv;
use datafusion::execution::spill_file::SpillFile;
use datafusion::physical_plan::SpillManager;
use datafusion::physical_plan::metrics::{ExecutionPlanMetricsSet, SpillMetrics};
use datafusion::physical_plan::spill::get_record_batch_memory_size;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use futures::{StreamExt, stream};

/// How many bytes of rows wait in memory. More go to a temporary file of the session.
const MAX_BYTES: usize = 64 << 20;

/// The rows of a start. They wait here, since another start can only follow one that has given
/// out no row.
pub(super) struct Rows {
    schema: SchemaRef,
    files: SpillManager,
    /// The first rows, in files of at least [`MAX_BYTES`]. They are removed with the value.
    written: Vec<Arc<dyn SpillFile>>,
    /// The rows after those.
    batches: Vec<RecordBatch>,
    /// How much memory `batches` take, in bytes.
    bytes: usize,
}

impl Rows {
    /// Returns no rows yet.
    pub(super) fn new(schema: SchemaRef, runtime: &Arc<RuntimeEnv>) -> Rows {
        let metrics = SpillMetrics::new(&ExecutionPlanMetricsSet::new(), 0);
        let files = SpillManager::new(Arc::clone(runtime), metrics, Arc::clone(&schema));
        Rows { schema, files, written: Vec::new(), batches: Vec::new(), bytes: 0 }
    }

    /// Adds rows.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub(super) fn push(&mut self, batch: RecordBatch) -> Result<()> {
        if batch.num_rows() == 0 {
            return Ok(());
        }
        self.bytes += get_record_batch_memory_size(&batch);
        self.batches.push(batch);
        if self.bytes > MAX_BYTES {
            let batches = mem::take(&mut self.batches);
            self.bytes = 0;
            let file = self.files.spill_record_batch_and_finish(&batches, "rows of a query")?;
            self.written.extend(file);
        }
        Ok(())
    }

    /// Returns the number that the one row of `COPY` has: how many rows were written.
    pub(super) fn copied(&self) -> u64 {
        let counts = self.batches.iter().filter_map(|batch| {
            let count = batch.columns().first()?.as_primitive_opt::<UInt64Type>()?;
            count.values().first().copied()
        });
        counts.sum()
    }

    /// Gives out the rows.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub(super) fn into_stream(self) -> Result<SendableRecordBatchStream> {
        let mut streams = Vec::new();
        for file in self.written {
            streams.push(self.files.read_spill_as_stream_unbuffered(file, None)?);
        }
        let rest = stream::iter(self.batches.into_iter().map(Ok));
        let rows = stream::iter(streams).flatten().chain(rest);
        Ok(Box::pin(RecordBatchStreamAdapter::new(self.schema, rows)))
    }
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::array::{ArrayRef, StringArray};
    use futures::TryStreamExt;

    use super::*;

    #[tokio::test]
    async fn rows_keep_their_order_through_files() {
        let batch = |row: usize| {
            let text = format!("{row} {}", "x".repeat(30 << 20));
            let column: ArrayRef = Arc::new(StringArray::from(vec![text]));
            RecordBatch::try_from_iter([("text", column)]).unwrap()
        };
        let mut rows = Rows::new(batch(0).schema(), &Arc::new(RuntimeEnv::default()));
        for row in 0..7 {
            rows.push(batch(row)).unwrap();
        }
        assert_eq!((rows.written.len(), rows.batches.len()), (2, 1));
        let found: Vec<RecordBatch> = rows.into_stream().unwrap().try_collect().await.unwrap();
        let first =
            |batch: &RecordBatch| batch.column(0).as_string::<i32>().value(0)[..1].to_owned();
        let found: String = found.iter().map(first).collect();
        assert_eq!(found, "0123456");
    }
}
