//! Notices that the report of a task is lost.
//!
//! An executor of Ballista 55 tells that a task has ended when it asks for the next one. If the
//! connection breaks just then, it doesn't tell again, and the scheduler waits for ever. The same
//! holds for tasks in an answer that is lost. But an executor that asks also says how many of its
//! cores are free. So it is known how many tasks it runs after the answer; if the scheduler counts
//! more, for a while, a report is lost.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use ballista_core::JobId;
use ballista_core::serde::protobuf::AvailableVcores;
use ballista_core::serde::scheduler::{
    ExecutorData, ExecutorMetadata, ExecutorOperatingSystemSpecification, ExecutorSpecification,
};
use ballista_scheduler::cluster::memory::InMemoryClusterState;
use ballista_scheduler::cluster::{BoundTask, ClusterState, DistributionPolicy};
use ballista_scheduler::config::TaskDistributionPolicy;
use ballista_scheduler::state::task_manager::JobInfoCache;
use datafusion::common::{DataFusionError, Result};

/// In how many looks, one after the other, a task may seem lost. The scheduler takes some
/// milliseconds to read a report, in which the task seems so.
const PATIENCE: u32 = 15;

/// A task: its query, its stage and its number.
type Task = (JobId, usize, usize);

/// Ballista's way to hand out tasks, which counts them, and the tasks whose reports seem lost.
pub(in crate::cluster) struct Reports {
    cluster: Arc<dyn ClusterState>,
    /// How many tasks each executor runs: by its last report, and the tasks that it was given then.
    runs: Mutex<HashMap<String, usize>>,
    /// The tasks of executors for which the scheduler counts more, and in how many looks.
    suspects: Mutex<HashMap<Task, u32>>,
    /// The queries with a task whose report is lost.
    lost: Mutex<HashSet<JobId>>,
}

impl Reports {
    pub(in crate::cluster) fn new(cluster: Arc<dyn ClusterState>) -> Reports {
        let (runs, suspects) = (Mutex::default(), Mutex::default());
        Reports { cluster, runs, suspects, lost: Mutex::default() }
    }

    /// Whether a report of a query is lost.
    pub(super) fn is_lost(&self, job: &JobId) -> bool {
        locked(&self.lost).contains(job)
    }

    /// Forgets a query that has ended.
    pub(super) fn forget(&self, job: &JobId) {
        locked(&self.lost).remove(job);
    }

    /// Looks at all queries that run. There should be a second or so between two looks.
    pub(super) async fn look(&self, jobs: &HashMap<JobId, JobInfoCache>) {
        let mut tasks: HashMap<String, Vec<Task>> = HashMap::new();
        for (id, job) in jobs {
            for task in job.execution_graph.read().await.running_tasks() {
                let of_executor = tasks.entry(task.executor_id).or_default();
                of_executor.push((id.clone(), task.stage_id, task.task_id));
            }
        }
        let runs = locked(&self.runs);
        tasks.retain(|executor, tasks| runs.get(executor).is_some_and(|runs| tasks.len() > *runs));
        let mut suspects = locked(&self.suspects);
        let before = mem::take(&mut *suspects);
        for task in tasks.into_values().flatten() {
            let looks = before.get(&task).unwrap_or(&0) + 1;
            if looks > PATIENCE {
                locked(&self.lost).insert(task.0.clone());
            }
            suspects.insert(task, looks);
        }
    }
}

/// Returns the value in a lock. A thread that panics leaves no half-made value there.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for Reports {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reports").field("suspects", &self.suspects).finish_non_exhaustive()
    }
}

#[async_trait]
impl DistributionPolicy for Reports {
    async fn bind_tasks(
        &self,
        budgets: Vec<&mut AvailableVcores>,
        running_jobs: Arc<HashMap<JobId, JobInfoCache>>,
    ) -> Result<Vec<BoundTask>> {
        // Ballista has its own way in a store of executors only. This one has those that ask.
        let executors = InMemoryClusterState::default();
        let mut busy = HashMap::new();
        for budget in budgets {
            let id = &budget.executor_id;
            if let Ok(metadata) = self.cluster.get_executor_metadata(id).await {
                let cores = metadata.specification.vcores;
                busy.insert(id.clone(), cores.saturating_sub(budget.vcores) as usize);
            }
            let (metadata, data) = described(budget);
            executors.register_executor(metadata, data).await.map_err(external)?;
        }
        let policy = TaskDistributionPolicy::Bias;
        let tasks = executors.bind_schedulable_tasks(policy, running_jobs, None).await;
        let tasks = tasks.map_err(external)?;
        for (executor, _) in &tasks {
            busy.entry(executor.clone()).and_modify(|tasks| *tasks += 1);
        }
        locked(&self.runs).extend(busy);
        Ok(tasks)
    }

    fn name(&self) -> &'static str {
        "bias, with a look for lost reports"
    }
}

/// Describes an executor as far as it matters to hand out tasks.
fn described(budget: &AvailableVcores) -> (ExecutorMetadata, ExecutorData) {
    let metadata = ExecutorMetadata {
        id: budget.executor_id.clone(),
        host: String::new(),
        port: 0,
        grpc_port: 0,
        specification: ExecutorSpecification::default().with_vcores(budget.vcores),
        os_info: ExecutorOperatingSystemSpecification::default(),
    };
    let data = ExecutorData {
        executor_id: budget.executor_id.clone(),
        total_vcores: budget.vcores,
        available_vcores: budget.vcores,
    };
    (metadata, data)
}

fn external(error: ballista_core::error::BallistaError) -> DataFusionError {
    DataFusionError::External(error.into())
}

#[cfg(test)]
mod tests {
    use ballista_scheduler::state::execution_graph::ExecutionGraph;

    use super::super::simulated::{Simulated, TASKS};
    use super::*;

    /// Returns how many cores of executor `a` are free.
    fn free(cores: u32) -> AvailableVcores {
        AvailableVcores { executor_id: "a".to_owned(), vcores: cores }
    }

    /// Returns what looks for lost reports of executor `a`, which has two cores.
    async fn reports() -> Reports {
        let cluster = InMemoryClusterState::default();
        cluster.save_executor_metadata(described(&free(2)).0).await.unwrap();
        Reports::new(Arc::new(cluster))
    }

    /// Looks at a query a number of times, and returns whether a report of it is lost.
    async fn look(reports: &Reports, jobs: &HashMap<JobId, JobInfoCache>, looks: u32) -> bool {
        for _ in 0..looks {
            reports.look(jobs).await;
        }
        reports.is_lost(jobs.keys().next().unwrap())
    }

    #[tokio::test]
    async fn a_lost_report_is_noticed_after_a_while() {
        let (id, mut query) = (JobId::new("job"), Simulated::new().await);
        query.task("a");
        query.task("b");
        let jobs = HashMap::from([(id.clone(), JobInfoCache::new(query.graph.cloned()))]);
        let (reports, none) = (reports().await, Arc::new(HashMap::new()));
        // Nothing is known of executor b.
        assert!(!look(&reports, &jobs, 100).await);
        // Executor a runs the task.
        reports.bind_tasks(vec![&mut free(1)], Arc::clone(&none)).await.unwrap();
        assert!(!look(&reports, &jobs, 100).await);
        // It has just ended the task, and then another one.
        reports.bind_tasks(vec![&mut free(2)], Arc::clone(&none)).await.unwrap();
        assert!(!look(&reports, &jobs, PATIENCE).await);
        reports.bind_tasks(vec![&mut free(1)], Arc::clone(&none)).await.unwrap();
        assert!(!look(&reports, &jobs, 1).await);
        // It runs nothing now.
        reports.bind_tasks(vec![&mut free(2)], Arc::clone(&none)).await.unwrap();
        assert!(!look(&reports, &jobs, PATIENCE).await);
        assert!(look(&reports, &jobs, 1).await);
        reports.forget(&id);
        assert!(!reports.is_lost(&id));
    }

    #[tokio::test]
    async fn an_executor_that_always_asks_with_a_report_is_no_suspect() {
        let (id, mut query) = (JobId::new("job"), Simulated::new().await);
        let (reports, none) = (reports().await, Arc::new(HashMap::new()));
        for _ in 0..2 * TASKS {
            let status = query.task("a").unwrap();
            // The scheduler has got the report, but not read it yet.
            reports.bind_tasks(vec![&mut free(2)], Arc::clone(&none)).await.unwrap();
            let jobs = HashMap::from([(id.clone(), JobInfoCache::new(query.graph.cloned()))]);
            assert!(!look(&reports, &jobs, PATIENCE).await);
            query.report("a", status);
        }
    }

    #[tokio::test]
    async fn tasks_are_handed_out_for_cores_that_are_free() {
        let (id, query) = (JobId::new("job"), Simulated::new().await);
        let job = JobInfoCache::new(query.graph.cloned());
        let jobs = Arc::new(HashMap::from([(id, job)]));
        let reports = reports().await;
        for (cores, left) in [(0, TASKS), (2, TASKS - 2), (1, TASKS - 3)] {
            let mut budget = free(cores);
            let tasks = reports.bind_tasks(vec![&mut budget], Arc::clone(&jobs)).await.unwrap();
            let parts: usize =
                tasks.iter().map(|(_, task)| task.global_input_partition_ids.len()).sum();
            assert_eq!(parts, cores as usize);
            let job = jobs.values().next().unwrap();
            assert_eq!(job.execution_graph.read().await.available_tasks(), left);
        }
    }
}
