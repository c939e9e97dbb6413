//! A query of three stages on executors that are only pretended, for tests: Ballista's own graph of
//! stages, and the messages that executors would send.

use std::sync::Arc;

use ballista_core::JobId;
use ballista_core::serde::protobuf::task_status::Status;
use ballista_core::serde::protobuf::{
    ShuffleWritePartition, SuccessfulTask, TaskStatus, job_status,
};
use ballista_core::serde::scheduler::{
    ExecutorMetadata, ExecutorOperatingSystemSpecification, ExecutorSpecification,
};
use ballista_scheduler::planner::DefaultDistributedPlanner;
use ballista_scheduler::state::execution_graph::{
    ExecutionGraph, StaticExecutionGraph, create_task_info,
};
use ballista_scheduler::state::execution_stage::ExecutionStage;
use datafusion::arrow::array::{ArrayRef, Int64Array, RecordBatch};
use datafusion::datasource::MemTable;
use datafusion::prelude::{SessionConfig, SessionContext};

/// How many tasks each stage has.
pub(super) const TASKS: usize = 4;

/// How often a task or a stage may fail.
const FAILURES: usize = 4;

/// A query of three stages on pretended executors.
pub(super) struct Simulated {
    pub(super) graph: StaticExecutionGraph,
}

impl Simulated {
    /// Plans a query with two shuffles.
    pub(super) async fn new() -> Simulated {
        let config = SessionConfig::new().with_target_partitions(TASKS);
        let session = SessionContext::new_with_config(config.clone());
        let query =
            "SELECT n, count(*) FROM (SELECT k, count(*) AS n FROM t GROUP BY k) GROUP BY n";
        let part = |part: usize| {
            let numbers = Int64Array::from_iter_values((0..9).map(|row| (part * row) as i64));
            let column: ArrayRef = Arc::new(numbers);
            vec![RecordBatch::try_from_iter([("k", column)]).unwrap()]
        };
        let parts: Vec<_> = (0..TASKS).map(part).collect();
        let table = MemTable::try_new(parts[0][0].schema(), parts).unwrap();
        session.register_table("t", Arc::new(table)).unwrap();
        let plan = session.sql(query).await.unwrap().create_physical_plan().await.unwrap();
        let (job, mut planner) = (JobId::new("job"), DefaultDistributedPlanner::new());
        let config = Arc::new(config);
        let graph = StaticExecutionGraph::new(
            "scheduler",
            &job,
            "query",
            "session",
            plan,
            0,
            config,
            &mut planner,
            None,
        );
        let mut graph = graph.unwrap();
        graph.revive();
        assert_eq!(graph.stage_count(), 3);
        assert_eq!(graph.available_tasks(), TASKS);
        Simulated { graph }
    }

    /// Gives the next task to an executor, and returns the message that it has succeeded. `None` if
    /// no task is left.
    pub(super) fn task(&mut self, executor: &str) -> Option<TaskStatus> {
        let stage = self.graph.fetch_running_stage(&[])?;
        let task_id = stage.task_infos.len();
        let mut task = create_task_info(executor.to_owned(), task_id);
        task.global_input_partition_ids = stage.pending.next_slice(1);
        stage.task_infos.push(task);
        let part = |part: usize| ShuffleWritePartition {
            partition_id: part as u64,
            num_batches: 1,
            num_rows: 1,
            num_bytes: 1,
            file_id: Some(task_id as u64),
            is_sort_shuffle: false,
        };
        let status = Status::Successful(SuccessfulTask {
            executor_id: executor.to_owned(),
            partitions: (0..TASKS).map(part).collect(),
            ..SuccessfulTask::default()
        });
        Some(TaskStatus {
            task_id: task_id as u32,
            job_id: "job".to_owned(),
            stage_id: stage.stage_id as u32,
            stage_attempt_num: stage.stage_attempt_num as u32,
            status: Some(status),
            ..TaskStatus::default()
        })
    }

    /// Lets the scheduler know how a task has ended.
    pub(super) fn report(&mut self, executor: &str, status: TaskStatus) {
        let executor = ExecutorMetadata {
            id: executor.to_owned(),
            host: "localhost".to_owned(),
            port: 1,
            grpc_port: 1,
            specification: ExecutorSpecification::default(),
            os_info: ExecutorOperatingSystemSpecification::default(),
        };
        self.graph.update_task_status(&executor, vec![status], FAILURES, FAILURES).unwrap();
    }

    /// Runs a number of tasks on an executor.
    pub(super) fn run(&mut self, executor: &str, tasks: usize) {
        for _ in 0..tasks {
            let status = self.task(executor).unwrap();
            self.report(executor, status);
        }
    }

    /// Loses an executor.
    pub(super) fn lose(&mut self, executor: &str) {
        self.graph.reset_stages_on_lost_executor(executor).unwrap();
        self.graph.revive();
    }

    /// Runs all tasks that are left on an executor. The query succeeds.
    pub(super) fn finish(&mut self, executor: &str) {
        while let Some(status) = self.task(executor) {
            self.report(executor, status);
        }
        let status = &self.graph.status().status;
        assert!(matches!(status, Some(job_status::Status::Successful(_))), "{status:?}");
    }

    /// Returns how many results of stage 2 each task of the last stage reads at most.
    pub(super) fn results_read(&self) -> usize {
        let ExecutionStage::Successful(stage) = &self.graph.stages()[&3] else {
            panic!("the last stage has not succeeded");
        };
        let locations = stage.inputs[&2].partition_locations.values();
        locations.map(Vec::len).max().unwrap()
    }
}
