//! Plans a query for each start that it may need.

use std::sync::Arc;

use async_trait::async_trait;
use ballista_core::execution_plans::DistributedQueryExec;
use datafusion::catalog::Session;
use datafusion::common::Result;
use datafusion::execution::context::QueryPlanner;
use datafusion::logical_expr::LogicalPlan;
use datafusion::logical_expr::dml::CopyTo;
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::protobuf::LogicalPlanNode;

use super::listed::with_listed_files;
use super::place::Place;
use super::whole_query::{STARTS, Start, WholeQuery};

/// Ballista's planner, whose queries become a [`WholeQuery`].
#[derive(Debug)]
pub(in crate::cluster) struct WholePlanner {
    ballista: Arc<dyn QueryPlanner + Send + Sync>,
}

impl WholePlanner {
    pub(in crate::cluster) fn new(ballista: Arc<dyn QueryPlanner + Send + Sync>) -> WholePlanner {
        WholePlanner { ballista }
    }

    /// Plans one start of `COPY`, which writes to a place of its own.
    async fn copy_start(&self, copy: &CopyTo, session: &dyn Session) -> Result<Start> {
        let place = Place::beside(&copy.output_url)?;
        let copy = CopyTo { output_url: place.url().to_owned(), ..copy.clone() };
        let plan = LogicalPlan::Copy(copy);
        let plan = self.ballista.create_physical_plan(&plan, session).await?;
        Ok(Start { plan, place: Some(place) })
    }
}

#[async_trait]
impl QueryPlanner for WholePlanner {
    async fn create_physical_plan(
        &self,
        query: &LogicalPlan,
        session: &dyn Session,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let query = &with_listed_files(query, session).await?;
        let plan = self.ballista.create_physical_plan(query, session).await?;
        if !plan.is::<DistributedQueryExec<LogicalPlanNode>>() {
            // It is answered in this process, or it measures a query for EXPLAIN ANALYZE.
            return Ok(plan);
        }
        let mut starts = Vec::new();
        match query {
            LogicalPlan::Copy(copy) => {
                for _ in 0..STARTS {
                    starts.push(self.copy_start(copy, session).await?);
                }
            }
            // A second start would insert the rows of the first one again.
            LogicalPlan::Dml(_) => starts.push(Start { plan, place: None }),
            _ => {
                for _ in 0..STARTS {
                    let plan = self.ballista.create_physical_plan(query, session).await?;
                    starts.push(Start { plan, place: None });
                }
            }
        }
        Ok(Arc::new(WholeQuery::new(starts)))
    }
}
