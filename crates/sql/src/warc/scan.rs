//! The step of a plan that reads files.

use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use consomme_warc::{ReadOptions, Source};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{Result, exec_err};
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr};
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType};
use datafusion::physical_plan::metrics::{
    BaselineMetrics, Count, ExecutionPlanMetricsSet, MetricBuilder, MetricsSet,
};
use datafusion::physical_plan::stream::RecordBatchReceiverStream;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, ExecutionPlanProperties, Partitioning,
    PlanProperties,
};
use futures::TryStreamExt;
use object_store::path::Path;

use super::blocks::{Blocks, blocks};
use super::file_list::{all_files, files_of};
use super::kinds::kinds_of;
use super::rows::{HTML, Rows, schema};
use crate::options::ConsommeOptions;
use crate::stores::file_address;

/// How many batches are ready before they are wanted.
const BATCHES_AHEAD: usize = 1;

/// Reads the files that the step below lists, those of a partition one after the other.
#[derive(Debug)]
pub(crate) struct WarcScan {
    pub(crate) store: ObjectStoreUrl,
    list: Arc<dyn ExecutionPlan>,
    /// The positions of the columns that are wanted.
    pub(crate) columns: Vec<usize>,
    /// How many rows are wanted of each partition.
    pub(crate) limit: Option<usize>,
    schema: SchemaRef,
    properties: Arc<PlanProperties>,
    metrics: ExecutionPlanMetricsSet,
}

impl WarcScan {
    /// Creates the step on a list of files, which [`file_list`](super::file_list::file_list) makes.
    ///
    /// # Errors
    ///
    /// If there is no such column.
    pub(crate) fn new(
        store: ObjectStoreUrl,
        list: Arc<dyn ExecutionPlan>,
        columns: Vec<usize>,
        limit: Option<usize>,
    ) -> Result<WarcScan> {
        let schema = Arc::new(schema().project(&columns)?);
        let properties = PlanProperties::new(
            EquivalenceProperties::new(Arc::clone(&schema)),
            Partitioning::UnknownPartitioning(list.output_partitioning().partition_count()),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        Ok(WarcScan {
            store,
            list,
            columns,
            limit,
            schema,
            properties: Arc::new(properties),
            metrics: ExecutionPlanMetricsSet::new(),
        })
    }

    /// Returns the length of all files, in bytes.
    pub(crate) fn total_bytes(&self) -> u64 {
        all_files(&*self.list).iter().map(|file| file.bytes).sum()
    }
}

impl DisplayAs for WarcScan {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files = all_files(&*self.list).len();
        let columns: Vec<_> = self.schema.fields().iter().map(|it| it.name().as_str()).collect();
        write!(f, "WarcScan: files={files}, bytes={}, ", self.total_bytes())?;
        write!(f, "columns=[{}]", columns.join(", "))?;
        self.limit.map_or(Ok(()), |limit| write!(f, ", limit={limit}"))
    }
}

impl ExecutionPlan for WarcScan {
    fn name(&self) -> &str {
        "WarcScan"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.list]
    }

    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        // The files are shared by their lengths.
        vec![false]
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn with_new_children(
        self: Arc<Self>,
        mut children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let (Some(list), true) = (children.pop(), children.is_empty()) else {
            return exec_err!("WarcScan is on one step");
        };
        let (store, columns) = (self.store.clone(), self.columns.clone());
        Ok(Arc::new(WarcScan::new(store, list, columns, self.limit)?))
    }

    fn execute(
        &self,
        partition: usize,
        context: Arc<TaskContext>,
    ) -> Result<SendableRecordBatchStream> {
        let mut list = self.list.execute(partition, Arc::clone(&context))?;
        let address = self.store.clone();
        let store = context.runtime_env().object_store(&address)?;
        let options = ConsommeOptions::of(context.session_config().options());
        let wanted = ReadOptions::new()
            .bodies(self.columns.contains(&HTML))
            .max_body_bytes(options.max_page_bytes);
        let batch_size = context.session_config().batch_size();
        let metrics = Metrics {
            baseline: BaselineMetrics::new(&self.metrics, partition),
            bytes: MetricBuilder::new(&self.metrics).counter("bytes_scanned", partition),
        };
        let (columns, schema) = (self.columns.clone(), Arc::clone(&self.schema));
        let limit = self.limit.unwrap_or(usize::MAX);
        let mut builder =
            RecordBatchReceiverStream::builder(Arc::clone(&self.schema), BATCHES_AHEAD);
        let sender = builder.tx();
        builder.spawn(async move {
            let mut left = limit;
            let mut files = Vec::new();
            while let Some(batch) = list.try_next().await? {
                files.extend(files_of(&batch)?);
            }
            for file in files {
                if left == 0 {
                    break;
                }
                let path = Path::parse(&file.path).map_err(object_store::Error::from)?;
                let wanted = wanted.clone().kinds(kinds_of(&file.path));
                let name = file_address(&address, &path);
                let (fetch, blocks) = blocks(Arc::clone(&store), path, file.bytes);
                let rows = Rows::new(&name, &columns, Arc::clone(&schema), batch_size);
                let (sender, metrics) = (sender.clone(), metrics.clone());
                let send = move |batch| sender.blocking_send(Ok(batch)).is_ok();
                let read = tokio::task::spawn_blocking(move || {
                    read_file(blocks, rows, &wanted, left, &metrics, send)
                });
                let (read, ()) = tokio::join!(read, fetch.run());
                left = match read {
                    Ok(left) => left?,
                    Err(error) => return exec_err!("a reader of an archive has ended: {error}"),
                };
            }
            Ok(())
        });
        Ok(builder.build())
    }

    fn metrics(&self) -> Option<MetricsSet> {
        Some(self.metrics.clone_inner())
    }
}

/// Counts of the input read so far.
#[derive(Clone, Debug)]
struct Metrics {
    baseline: BaselineMetrics,
    bytes: Count,
}

/// Reads a file in a thread that may wait, with at least one row wanted. Returns how many rows are
/// still wanted, which is zero if the query has ended.
fn read_file(
    mut blocks: Blocks,
    mut rows: Rows,
    wanted: &ReadOptions,
    limit: usize,
    metrics: &Metrics,
    send: impl Fn(datafusion::arrow::array::RecordBatch) -> bool,
) -> Result<usize> {
    debug_assert!(limit > 0, "no file is read when no more rows are wanted");
    let mut left = limit;
    let mut is_wanted = true;
    let mut position = 0;
    let flush = |rows: &mut Rows| -> io::Result<bool> {
        let Some(batch) = rows.finish().map_err(io::Error::other)? else { return Ok(true) };
        metrics.baseline.record_output(batch.num_rows());
        Ok(send(batch))
    };
    wanted.read(&mut blocks, &mut |record| {
        metrics.bytes.add(usize::try_from(record.offset.saturating_sub(position)).unwrap_or(0));
        position = position.max(record.offset);
        rows.push(record);
        left -= 1;
        if rows.is_full() {
            is_wanted = flush(&mut rows)?;
        }
        Ok(match is_wanted && left > 0 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        })
    })?;
    is_wanted = is_wanted && flush(&mut rows)?;
    metrics.bytes.add(usize::try_from(blocks.position().saturating_sub(position)).unwrap_or(0));
    Ok(if is_wanted { left } else { 0 })
}
