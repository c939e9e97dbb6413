//! The rule of one parse: several functions of one page in a step of a plan become one call of
//! `html_once`, which parses the page once.
//!
//! ```text
//! Projection: html_title(html), html_links(html)
//!   Filter: html_lang(html) = 'de'
//!     TableScan: pages
//! ```
//!
//! becomes
//!
//! ```text
//! Projection: html_part(__html_1, 'title') AS html_title(html), html_part(__html_1, 'links') AS …
//!   Filter: html_part(__html_1, 'lang') = 'de'
//!     Projection: html_once(html, NULL, 'title, links, lang') AS __html_1
//!       TableScan: pages
//! ```
//!
//! - `calls.rs`: finds the functions of one page
//! - `rewrite.rs`: takes a step of a plan apart and puts it together again

mod calls;
mod rewrite;

use datafusion::common::Result;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::Transformed;
use datafusion::logical_expr::LogicalPlan;
use datafusion::optimizer::{AnalyzerRule, OptimizerConfig, OptimizerRule};

use crate::options::ConsommeOptions;

/// The rule of one parse: several `html_` functions of one page become one parse of it.
///
/// It is a rule of both the analyzer, which sees a query as it was written, and the optimizer,
/// which brings functions of views and subqueries together. [`register`](crate::register) adds it
/// to both; the option `consomme.one_parse` turns it off.
///
/// Functions in a `CASE` stay where they are, because they may never be called.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct OneParse;

/// The name of the rule in `EXPLAIN VERBOSE`.
const NAME: &str = "consomme_one_parse";

impl AnalyzerRule for OneParse {
    fn name(&self) -> &str {
        NAME
    }

    fn analyze(&self, plan: LogicalPlan, config: &ConfigOptions) -> Result<LogicalPlan> {
        Ok(rewrite_plan(plan, config)?.data)
    }
}

impl OptimizerRule for OneParse {
    fn name(&self) -> &str {
        NAME
    }

    fn rewrite(
        &self,
        plan: LogicalPlan,
        config: &dyn OptimizerConfig,
    ) -> Result<Transformed<LogicalPlan>> {
        rewrite_plan(plan, &config.options())
    }
}

fn rewrite_plan(plan: LogicalPlan, config: &ConfigOptions) -> Result<Transformed<LogicalPlan>> {
    match ConsommeOptions::of(config).one_parse {
        true => plan.transform_down_with_subqueries(rewrite::rewrite_step),
        false => Ok(Transformed::no(plan)),
    }
}
