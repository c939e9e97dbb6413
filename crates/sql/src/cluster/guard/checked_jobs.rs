//! No query succeeds whose results cannot be trusted.

use std::collections::HashSet;
use std::sync::Arc;

use async_trait::async_trait;
use ballista_core::error::Result;
use ballista_core::serde::protobuf::{JobStatus, job_status};
use ballista_core::{JobId, JobStatusSubscriber};
use ballista_scheduler::cluster::{JobState, JobStateEventStream};
use ballista_scheduler::state::execution_graph::ExecutionGraphBox;
use datafusion::prelude::{SessionConfig, SessionContext};

use super::losses::{RESULTS_LOST, loss};
use super::lost_reports::Reports;

/// A store of queries that saves a query as failed if its results cannot be trusted.
///
/// Ballista saves a query when it ends, and tells the client of what was saved, so this is the one
/// place that an answer passes. (A client that asks for the status again and again instead of
/// waiting for it could see a success before it is saved; the sessions of this crate wait.)
pub(in crate::cluster) struct CheckedJobs {
    jobs: Arc<dyn JobState>,
    reports: Arc<Reports>,
}

impl CheckedJobs {
    pub(in crate::cluster) fn new(jobs: Arc<dyn JobState>, reports: Arc<Reports>) -> CheckedJobs {
        CheckedJobs { jobs, reports }
    }

    /// Returns the error that an ended query gets instead of its own end, if its results are lost.
    /// A query that has failed gets it, too: the loss may be the reason, and if it is not, the
    /// query fails again.
    fn other_end(&self, id: &JobId, graph: &ExecutionGraphBox) -> Option<String> {
        match &graph.status().status {
            Some(job_status::Status::Successful(_)) => loss(&**graph),
            Some(job_status::Status::Failed(failed)) => {
                let loss = if let Some(loss) = loss(&**graph) {
                    loss
                } else if self.reports.is_lost(id) {
                    format!("{RESULTS_LOST}: an executor has not reported a task")
                } else if is_broken_connection(&failed.error) {
                    format!("{RESULTS_LOST}: a connection broke")
                } else {
                    return None;
                };
                Some(format!("{loss}; {}", failed.error))
            }
            Some(job_status::Status::Queued(_) | job_status::Status::Running(_)) | None => None,
        }
    }
}

/// Whether a query has failed because a connection between executors broke. Ballista 55 takes a
/// connection that breaks before the first rows for an error of the query.
fn is_broken_connection(error: &str) -> bool {
    error.contains("IpcError") && error.contains("h2 protocol error")
}

#[async_trait]
impl JobState for CheckedJobs {
    async fn save_job(&self, job_id: &JobId, graph: &ExecutionGraphBox) -> Result<()> {
        let saved = match self.other_end(job_id, graph) {
            Some(error) => {
                let mut graph = graph.cloned();
                graph.fail_job(error);
                self.jobs.save_job(job_id, &graph).await
            }
            None => self.jobs.save_job(job_id, graph).await,
        };
        if !matches!(graph.status().status, Some(job_status::Status::Running(_))) {
            self.reports.forget(job_id);
        }
        saved
    }

    fn accept_job(&self, job_id: &JobId, job_name: &str, queued_at: u64) -> Result<()> {
        self.jobs.accept_job(job_id, job_name, queued_at)
    }

    fn pending_job_number(&self) -> usize {
        self.jobs.pending_job_number()
    }

    async fn submit_job(
        &self,
        job_id: JobId,
        graph: &ExecutionGraphBox,
        subscriber: Option<JobStatusSubscriber>,
    ) -> Result<()> {
        self.jobs.submit_job(job_id, graph, subscriber).await
    }

    async fn get_jobs(&self) -> Result<HashSet<JobId>> {
        self.jobs.get_jobs().await
    }

    async fn get_all_jobs(&self) -> Result<HashSet<JobId>> {
        self.jobs.get_all_jobs().await
    }

    async fn get_job_status(&self, job_id: &JobId) -> Result<Option<JobStatus>> {
        self.jobs.get_job_status(job_id).await
    }

    async fn get_execution_graph(&self, job_id: &JobId) -> Result<Option<ExecutionGraphBox>> {
        self.jobs.get_execution_graph(job_id).await
    }

    async fn fail_unscheduled_job(&self, job_id: &JobId, reason: String) -> Result<()> {
        self.jobs.fail_unscheduled_job(job_id, reason).await
    }

    async fn remove_job(&self, job_id: &JobId) -> Result<()> {
        self.jobs.remove_job(job_id).await
    }

    async fn try_acquire_job(&self, job_id: &JobId) -> Result<Option<ExecutionGraphBox>> {
        self.jobs.try_acquire_job(job_id).await
    }

    async fn job_state_events(&self) -> Result<JobStateEventStream> {
        self.jobs.job_state_events().await
    }

    async fn create_or_update_session(
        &self,
        session_id: &str,
        config: &SessionConfig,
    ) -> Result<Arc<SessionContext>> {
        self.jobs.create_or_update_session(session_id, config).await
    }

    async fn remove_session(&self, session_id: &str) -> Result<()> {
        self.jobs.remove_session(session_id).await
    }

    fn produce_config(&self) -> SessionConfig {
        self.jobs.produce_config()
    }
}

#[cfg(test)]
mod tests {
    use ballista_core::utils::{default_config_producer, default_session_builder};
    use ballista_scheduler::cluster::memory::{InMemoryClusterState, InMemoryJobState};
    use ballista_scheduler::state::execution_graph::ExecutionGraph;
    use tokio::sync::mpsc::channel;

    use super::super::simulated::{Simulated, TASKS};
    use super::*;

    /// Returns how a client learns that a query has ended, and how the scheduler remembers it.
    async fn ends(query: Simulated) -> [Option<job_status::Status>; 2] {
        let builder = Arc::new(default_session_builder);
        let jobs = InMemoryJobState::new("scheduler", builder, Arc::new(default_config_producer));
        let reports = Arc::new(Reports::new(Arc::new(InMemoryClusterState::default())));
        let jobs = CheckedJobs::new(Arc::new(jobs), reports);
        let (id, graph) = (JobId::new("job"), query.graph.cloned());
        let (sender, mut receiver) = channel(4);
        jobs.accept_job(&id, "query", 0).unwrap();
        jobs.submit_job(id.clone(), &graph, Some(sender)).await.unwrap();
        jobs.save_job(&id, &graph).await.unwrap();
        let told = receiver.recv().await.unwrap().status;
        [told, jobs.get_job_status(&id).await.unwrap().unwrap().status]
    }

    #[tokio::test]
    async fn a_query_without_losses_succeeds() {
        let mut query = Simulated::new().await;
        query.finish("a");
        for end in ends(query).await {
            assert!(matches!(end, Some(job_status::Status::Successful(_))), "{end:?}");
        }
    }

    #[tokio::test]
    async fn a_query_with_lost_results_fails() {
        let mut query = Simulated::new().await;
        query.run("a", 1);
        query.run("b", TASKS);
        query.lose("a");
        query.finish("b");
        for end in ends(query).await {
            let Some(job_status::Status::Failed(failed)) = end else { panic!("{end:?}") };
            assert!(failed.error.starts_with(RESULTS_LOST), "{}", failed.error);
        }
    }

    /// Returns the error of a query that fails, as it is told.
    async fn told(mut query: Simulated, error: &str) -> String {
        query.graph.fail_job(error.to_owned());
        match ends(query).await {
            [Some(job_status::Status::Failed(told)), Some(job_status::Status::Failed(saved))] => {
                assert_eq!(told.error, saved.error);
                told.error
            }
            ends => panic!("{ends:?}"),
        }
    }

    #[tokio::test]
    async fn an_error_of_a_query_is_told_as_it_is() {
        let error = told(Simulated::new().await, "a file is missing").await;
        assert_eq!(error, "a file is missing");
    }

    #[tokio::test]
    async fn a_connection_that_breaks_is_no_error_of_a_query() {
        let error = "DataFusionError(ArrowError(IpcError(\"h2 protocol error: broken pipe\")))";
        let error = told(Simulated::new().await, error).await;
        assert!(error.starts_with(RESULTS_LOST), "{error}");
    }

    #[tokio::test]
    async fn a_query_that_fails_says_that_results_were_lost() {
        let mut query = Simulated::new().await;
        query.run("a", 1);
        query.run("b", TASKS);
        query.lose("a");
        let error = told(query, "a file is missing").await;
        assert!(error.starts_with(RESULTS_LOST) && error.ends_with("a file is missing"), "{error}");
    }
}
