//! Whether the results of a query can be trusted.

use std::collections::{HashMap, HashSet};

use ballista_core::serde::protobuf::failed_task::FailedReason;
use ballista_core::serde::protobuf::task_status::Status;
use ballista_core::serde::scheduler::PartitionLocation;
use ballista_scheduler::state::execution_graph::ExecutionGraph;
use ballista_scheduler::state::execution_stage::{ExecutionStage, StageOutput};

/// How the error of a query begins that has to be started again. It travels as text from the
/// scheduler to the client: Ballista's errors of queries are texts.
pub(in crate::cluster) const RESULTS_LOST: &str = "results of an executor were lost";

/// Returns why the results of a query cannot be trusted, or `None` if they can.
///
/// They can if no stage has run twice, no task of the last stage was repeated, and no stage reads
/// a result twice. Then lost tasks were all in stages whose results nobody had read, and their
/// results were forgotten before the tasks were run again.
pub(super) fn loss(graph: &dyn ExecutionGraph) -> Option<String> {
    for (id, stage) in graph.stages() {
        if attempts(stage) > 0 {
            return Some(format!("{RESULTS_LOST}: stage {id} was started again"));
        }
        // Rows for the client, or files of COPY. Ballista doesn't take back either.
        if stage.output_links().is_empty() && has_repeated_task(stage) {
            return Some(format!("{RESULTS_LOST}: a task of the last stage was started again"));
        }
        let repeated = inputs(stage).into_iter().flatten().find(|(_, input)| {
            let locations = input.partition_locations.values().flatten();
            has_repeated_location(locations)
        });
        if let Some((input, _)) = repeated {
            return Some(format!("{RESULTS_LOST}: stage {id} has results of stage {input} twice"));
        }
    }
    if has_repeated_location(&graph.output_locations()) {
        return Some(format!("{RESULTS_LOST}: the last stage has results twice"));
    }
    None
}

/// Returns how often a stage was started after the first time.
fn attempts(stage: &ExecutionStage) -> usize {
    match stage {
        ExecutionStage::UnResolved(stage) => stage.stage_attempt_num,
        ExecutionStage::Resolved(stage) => stage.stage_attempt_num,
        ExecutionStage::Running(stage) => stage.stage_attempt_num,
        ExecutionStage::Successful(stage) => stage.stage_attempt_num,
        ExecutionStage::Failed(stage) => stage.stage_attempt_num,
    }
}

/// Returns the results that a stage reads, by the stage that they are from.
fn inputs(stage: &ExecutionStage) -> Option<&HashMap<usize, StageOutput>> {
    match stage {
        ExecutionStage::UnResolved(stage) => Some(&stage.inputs),
        ExecutionStage::Resolved(stage) => Some(&stage.inputs),
        ExecutionStage::Running(stage) => Some(&stage.inputs),
        ExecutionStage::Successful(stage) => Some(&stage.inputs),
        ExecutionStage::Failed(_) => None,
    }
}

/// Whether a task of a stage has failed for another reason than an error of the query, which ends
/// the query by itself.
fn has_repeated_task(stage: &ExecutionStage) -> bool {
    stage.task_infos().unwrap_or_default().iter().any(|task| match &task.task_status {
        Status::Failed(failed) => {
            !matches!(failed.failed_reason, Some(FailedReason::ExecutionError(_)))
        }
        Status::Running(_) | Status::Successful(_) => false,
    })
}

/// Whether a part of the results of a task is there twice: its executor has reported the task
/// twice.
fn has_repeated_location<'a>(locations: impl IntoIterator<Item = &'a PartitionLocation>) -> bool {
    let mut seen = HashSet::new();
    locations.into_iter().any(|location| {
        let part = location.partition_id.partition_id;
        !seen.insert((location.map_partition_id, part, location.file_id))
    })
}

#[cfg(test)]
mod tests {
    use super::super::simulated::{Simulated, TASKS};
    use super::*;

    #[tokio::test]
    async fn results_that_nobody_has_read_can_be_lost() {
        for before in 0..TASKS {
            let mut query = Simulated::new().await;
            query.run("a", before);
            query.task("a");
            query.lose("a");
            assert_eq!(loss(&query.graph), None);
            query.finish("b");
            assert_eq!((loss(&query.graph), query.results_read()), (None, TASKS));
        }
    }

    /// The fault of the engine: the last stage reads the results of the first run of stage 2, too.
    #[tokio::test]
    async fn results_that_were_read_cannot_be_lost() {
        for read in 1..TASKS {
            let mut query = Simulated::new().await;
            query.run("a", 1);
            query.run("b", TASKS - 1 + read);
            assert_eq!(loss(&query.graph), None);
            query.lose("a");
            let found = loss(&query.graph).unwrap();
            assert!(found.starts_with(RESULTS_LOST), "{found}");
            query.finish("b");
            assert!(loss(&query.graph).is_some());
            assert_eq!(query.results_read(), TASKS + read);
        }
    }

    #[tokio::test]
    async fn a_task_of_the_last_stage_is_not_repeated() {
        let mut query = Simulated::new().await;
        query.run("b", 2 * TASKS);
        query.run("a", 1);
        query.lose("a");
        let found = loss(&query.graph).unwrap();
        assert!(found.ends_with("a task of the last stage was started again"), "{found}");
    }

    #[tokio::test]
    async fn a_result_that_is_reported_twice_is_noticed() {
        for stage in 1..=3 {
            let mut query = Simulated::new().await;
            query.run("a", (stage - 1) * TASKS);
            let status = query.task("a").unwrap();
            query.report("a", status.clone());
            query.report("a", status);
            query.finish("a");
            let found = loss(&query.graph).unwrap();
            assert!(found.contains("twice"), "{found}");
        }
    }

    #[tokio::test]
    async fn a_query_without_losses_is_trusted() {
        let mut query = Simulated::new().await;
        for executor in ["a", "b"].into_iter().cycle() {
            match query.task(executor) {
                Some(status) => query.report(executor, status),
                None => break,
            }
        }
        query.finish("a");
        assert_eq!((loss(&query.graph), query.results_read()), (None, TASKS));
    }
}
