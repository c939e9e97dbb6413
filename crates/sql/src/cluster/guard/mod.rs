//! The part of the scheduler that keeps a query from a wrong answer after an executor is lost.
//!
//! Ballista 55 recovers by itself: it runs the lost tasks again. If their results have been read
//! by then, it also runs the readers again, but doesn't forget what a reader had already handed
//! on: the next stage reads old results and new ones, and rows count twice. So a query to which
//! that happens ends with an error here, and the client starts it again from the beginning (see
//! `cluster/whole`). A task that is lost before anybody reads its results is run again as before.
//!
//! - `losses.rs`: whether the results of a query can be trusted
//! - `checked_jobs.rs`: no query succeeds whose results cannot be trusted
//! - `simulated.rs`: a query on executors that are only pretended, for tests
//! - `lost_reports.rs`: notices that the report of a task is lost
//! - `watch.rs`: ends such a query as soon as that is known

mod checked_jobs;
mod losses;
mod lost_reports;
#[cfg(test)]
mod simulated;
mod watch;

pub(super) use checked_jobs::CheckedJobs;
pub(super) use losses::RESULTS_LOST;
pub(super) use lost_reports::Reports;
pub(super) use watch::watch;
