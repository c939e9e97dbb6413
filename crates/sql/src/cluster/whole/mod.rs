//! The part of the client that asks a query as a whole: its rows are given out when all are there,
//! and if an executor is lost whose results were used, it starts again from the beginning.
//!
//! - `planner.rs`: plans a query for each start that it may need
//! - `whole_query.rs`: the step that starts a query, and starts it again
//! - `listed.rs`: names the files of patterns
//! - `rows.rs`: the rows of a start, in memory or in a file
//! - `place.rs`: where `COPY` writes until a start has succeeded

mod listed;
mod place;
mod planner;
mod rows;
mod whole_query;

pub(super) use planner::WholePlanner;
pub use whole_query::STARTS;
