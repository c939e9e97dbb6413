//! Ends queries whose results are lost as soon as that is known, so that they don't run to their
//! end in vain.

use std::sync::Arc;
use std::time::Duration;

use ballista_scheduler::scheduler_server::SchedulerServer;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use tokio::time::{MissedTickBehavior, interval};

use super::losses::loss;
use super::lost_reports::Reports;

/// How often the running queries are looked at. One look takes a microsecond for each task.
const PERIOD: Duration = Duration::from_secs(1);

/// Looks at the running queries of a scheduler for ever, and cancels those that cannot succeed.
pub(in crate::cluster) async fn watch(
    scheduler: SchedulerServer<LogicalPlanNode, PhysicalPlanNode>,
    reports: Arc<Reports>,
) {
    let mut ticks = interval(PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let jobs = scheduler.state.task_manager.get_running_job_cache();
        reports.look(&jobs).await;
        for (id, job) in jobs.iter() {
            let is_lost =
                reports.is_lost(id) || loss(&**job.execution_graph.read().await).is_some();
            if is_lost && scheduler.cancel_job(id.clone()).await.is_err() {
                // The scheduler is about to end.
                return;
            }
        }
    }
}
