//! The step that starts a query on a cluster, and starts it again.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ballista_core::config::BALLISTA_CLIENT_PULL;
use ballista_core::execution_plans::DistributedQueryExec;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{DataFusionError, Result, internal_err};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_plan::metrics::{
    Count, ExecutionPlanMetricsSet, MetricBuilder, MetricsSet,
};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, ExecutionPlan, PlanProperties};
use datafusion_proto::protobuf::LogicalPlanNode;
use futures::{StreamExt, TryStreamExt, stream};

use super::place::Place;
use super::rows::Rows;
use crate::cluster::guard::RESULTS_LOST;

/// How often a query is started on a cluster at most: once, and again for each time that an
/// executor is lost whose results were used. A query that changes a table by `INSERT` is started
/// once.
pub const STARTS: usize = 4;

/// One start of a query.
#[derive(Debug)]
pub(super) struct Start {
    /// Ballista's step, which sends the query to the scheduler.
    pub(super) plan: Arc<dyn ExecutionPlan>,
    /// Where `COPY` writes.
    pub(super) place: Option<Place>,
}

/// A query on a cluster. Its rows are given out when the query has succeeded and all are here.
#[derive(Debug)]
pub(super) struct WholeQuery {
    starts: Arc<Vec<Start>>,
    /// The start that runs.
    current: Arc<AtomicUsize>,
    metrics: ExecutionPlanMetricsSet,
}

impl WholeQuery {
    /// Returns a query that can be started as often as it is planned here, once at least.
    pub(super) fn new(starts: Vec<Start>) -> WholeQuery {
        debug_assert!(!starts.is_empty(), "a query is started once");
        let current = Arc::new(AtomicUsize::new(0));
        WholeQuery { starts: Arc::new(starts), current, metrics: ExecutionPlanMetricsSet::new() }
    }

    /// Returns the plan of the start that runs.
    fn plan(&self) -> &Arc<dyn ExecutionPlan> {
        &self.starts[self.current.load(Ordering::Relaxed)].plan
    }
}

impl DisplayAs for WholeQuery {
    fn fmt_as(&self, kind: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "WholeQuery: starts={}", self.starts.len())?;
        match self.plan().downcast_ref::<DistributedQueryExec<LogicalPlanNode>>() {
            Some(query) => query.fmt_as(kind, f),
            None => Ok(()),
        }
    }
}

impl ExecutionPlan for WholeQuery {
    fn name(&self) -> &'static str {
        "WholeQuery"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        self.starts[0].plan.properties()
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        Vec::new()
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn with_new_children(
        self: Arc<Self>,
        _: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(self)
    }

    fn execute(&self, part: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        if part > 0 {
            return internal_err!("a query on a cluster has one partition, not {part}");
        }
        let restarts = MetricBuilder::new(&self.metrics).global_counter("restarts");
        let (starts, current) = (Arc::clone(&self.starts), Arc::clone(&self.current));
        let rows = async move { answer(&starts, &current, &restarts, &context).await };
        let rows = stream::once(rows).try_flatten();
        Ok(Box::pin(RecordBatchStreamAdapter::new(self.schema(), rows)))
    }

    /// Returns how often the query was started again, as `restarts`, and what the start that runs
    /// has counted.
    fn metrics(&self) -> Option<MetricsSet> {
        let mut metrics = self.metrics.clone_inner();
        for metric in self.plan().metrics().iter().flat_map(MetricsSet::iter) {
            metrics.push(Arc::clone(metric));
        }
        Some(metrics)
    }
}

/// Starts a query until a start succeeds or none is left.
async fn answer(
    starts: &[Start],
    current: &AtomicUsize,
    restarts: &Count,
    context: &TaskContext,
) -> Result<SendableRecordBatchStream> {
    let mut index = 0;
    let outcome = loop {
        let start = &starts[index];
        current.store(index, Ordering::Relaxed);
        match rows(&start.plan, context).await? {
            Ok(rows) => break Ok(rows),
            Err(error) if index + 1 < starts.len() && can_start_again(&error, &start.plan) => {
                index += 1;
                restarts.add(1);
            }
            Err(error) => break Err(error),
        }
    };
    let runtime = context.runtime_env();
    let last = starts[index].place.as_ref();
    let kept = match (&outcome, last) {
        (Ok(rows), Some(place)) => place.keep(rows.copied(), &runtime).await,
        (Err(_), Some(place)) => {
            place.drop_files(&runtime).await;
            Ok(())
        }
        (_, None) => Ok(()),
    };
    // Last of all, since the tasks of a start whose query has ended may go on writing for a while.
    for place in starts[..index].iter().filter_map(|start| start.place.as_ref()) {
        place.drop_files(&runtime).await;
    }
    let rows = outcome.map_err(|error| match index {
        0 => error,
        _ => error.context(format!("the query was started {} times", index + 1)),
    })?;
    kept?;
    rows.into_stream()
}

/// Returns all rows of a start, or the error with which it has ended on the cluster or on the way
/// from there.
///
/// # Errors
///
/// The errors of this machine, with which another start would end, too.
async fn rows(
    plan: &Arc<dyn ExecutionPlan>,
    context: &TaskContext,
) -> Result<Result<Rows, DataFusionError>> {
    let mut rows = Rows::new(plan.schema(), &context.runtime_env());
    // A client that asks for the status again and again could see a success before the scheduler
    // has checked it: see `CheckedJobs`.
    let mut config = context.session_config().clone();
    config.options_mut().set(BALLISTA_CLIENT_PULL, "false")?;
    let context = TaskContext::default().with_session_config(config);
    let mut batches = plan.execute(0, Arc::new(context))?;
    while let Some(batch) = batches.next().await {
        match batch {
            Ok(batch) => rows.push(batch)?,
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(Ok(rows))
}

/// Whether another start may succeed: the results of an executor were lost on the cluster, or on
/// the way from it.
fn can_start_again(error: &DataFusionError, plan: &Arc<dyn ExecutionPlan>) -> bool {
    let text = error.to_string();
    if text.contains(RESULTS_LOST) {
        return true;
    }
    let query = plan.downcast_ref::<DistributedQueryExec<LogicalPlanNode>>();
    let is_accepted = query.is_some_and(|query| query.job_id().is_some());
    is_accepted && !is_end_of_query(error)
}

/// Whether an error is one with which the scheduler has ended a query. Ballista gives it as text.
fn is_end_of_query(error: &DataFusionError) -> bool {
    match error.find_root() {
        DataFusionError::Execution(text) => text.starts_with("Job ") && text.contains(" failed: "),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::datatypes::Schema;
    use datafusion::common::exec_datafusion_err;
    use datafusion::physical_plan::empty::EmptyExec;

    use super::*;

    #[test]
    fn only_lost_results_start_a_query_again() {
        let plan: Arc<dyn ExecutionPlan> = Arc::new(EmptyExec::new(Arc::new(Schema::empty())));
        let lost = exec_datafusion_err!("Job 7 failed: {RESULTS_LOST}: stage 2 was started again");
        assert!(can_start_again(&lost, &plan));
        let wrong = exec_datafusion_err!("Job 7 failed: division by zero");
        assert!(is_end_of_query(&wrong) && !can_start_again(&wrong, &plan));
        // The query has not been accepted: there may be no scheduler.
        assert!(!can_start_again(&exec_datafusion_err!("tcp connect error"), &plan));
        assert!(!is_end_of_query(&exec_datafusion_err!("FetchFailed")));
    }
}
