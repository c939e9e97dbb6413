//! A session whose queries run on a cluster, or in this process.

use std::collections::BTreeMap;
use std::env;
use std::sync::Arc;

use ballista::prelude::SessionContextExt;
use ballista_core::extension::SessionConfigExt;
use datafusion::common::Result;
use datafusion::execution::SessionStateBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};

use super::connections::connections;
use super::parts::with_parts;
use super::tls::Tls;
use super::whole::WholePlanner;
use crate::register::register;
use crate::stores::{Stores, runtime};

/// The environment variable with the scheduler of sessions that name none.
pub const SCHEDULER_VARIABLE: &str = "CONSOMME_SCHEDULER";

/// How many tasks a stage of a query has on a cluster, if the settings don't say so. DataFusion's
/// own default is the number of cores of the client, which says nothing about the cluster.
const CLUSTER_PARTITIONS: usize = 16;

/// Returns a session with all functions: on the cluster of a scheduler such as
/// `df://localhost:50050`, or in this process with `None`, unless [`SCHEDULER_VARIABLE`] names a
/// scheduler.
///
/// `config` has the settings; [`session_config`](crate::session_config) has settings that suit
/// pages. On a cluster, a `datafusion.execution.target_partitions` that is the number of cores of
/// this machine, as it is by default, becomes 16: have four times as many as the cluster has cores.
///
/// On a cluster, Ballista's defaults take the place of DataFusion's, such as joins that sort. A
/// setting of `config` with the value of DataFusion's default counts as not set; `SET` in the session
/// holds.
///
/// Files are in any store that [`Stores`](crate::Stores) knows. On a cluster, each process takes the
/// credentials from its own environment.
///
/// An executor that is lost doesn't change the answer of a query: see [`STARTS`](crate::STARTS).
/// The rows of a query are given out when all are here; until then, more than 64 MB of them wait in
/// temporary files. `COPY` writes to a folder beside its target, `.consomme-` and a number, from
/// which this process moves the files when the query has succeeded; so the folder has to be on all
/// machines.
///
/// # Errors
///
/// If the address is not one.
pub async fn session(scheduler: Option<&str>, config: SessionConfig) -> Result<SessionContext> {
    session_with_tls(scheduler, config, None).await
}

/// Returns a session as [`session`] does, on a cluster whose processes have certificates.
///
/// # Errors
///
/// If the address is not one.
pub async fn session_with_tls(
    scheduler: Option<&str>,
    config: SessionConfig,
    tls: Option<Tls>,
) -> Result<SessionContext> {
    let variable = env::var(SCHEDULER_VARIABLE).ok().filter(|address| !address.is_empty());
    let session = match scheduler.or(variable.as_deref()) {
        Some(scheduler) => {
            let is_default = config.target_partitions() == SessionConfig::new().target_partitions();
            let partitions =
                if is_default { CLUSTER_PARTITIONS } else { config.target_partitions() };
            let config = with_ballista_defaults(config)?;
            // Ballista 55's adaptive planner waits for ever for a stage whose results are lost with
            // an executor. Its other planner runs that stage again.
            let config = with_parts(config, connections(tls))
                .with_target_partitions(partitions)
                .with_ballista_adaptive_query_planner(false);
            let state = SessionStateBuilder::new()
                .with_config(config)
                .with_runtime_env(runtime(Arc::new(Stores::new()), None)?)
                .with_default_features();
            let state = SessionContext::remote_with_state(scheduler, state.build()).await?.state();
            let planner = WholePlanner::new(Arc::clone(state.query_planner()));
            let state = SessionStateBuilder::new_from_existing(state);
            SessionContext::new_with_state(state.with_query_planner(Arc::new(planner)).build())
        }
        None => SessionContext::new_with_config_rt(config, runtime(Arc::new(Stores::new()), None)?),
    };
    // After `remote_with_state`, which puts its own functions in the place of all others.
    register(&session);
    Ok(session)
}

/// Returns settings with Ballista's defaults in the place of DataFusion's, which let some queries
/// fail or wait for ever where steps of a plan are in different processes. What the caller has set
/// stays.
///
/// Ballista does this by itself for settings that have none of its own yet, and over what the caller
/// has set.
fn with_ballista_defaults(config: SessionConfig) -> Result<SessionConfig> {
    let values = |config: &SessionConfig| -> BTreeMap<String, Option<String>> {
        let entries = config.options().entries().into_iter();
        entries.map(|entry| (entry.key, entry.value)).collect()
    };
    let (defaults, callers) = (values(&SessionConfig::new()), values(&config));
    let mut config = config.upgrade_for_ballista();
    for (key, value) in values(&config) {
        let callers = callers.get(&key);
        let is_set = callers.is_some() && callers != defaults.get(&key);
        if let Some(Some(own)) = callers
            && is_set
            && value.as_ref() != Some(own)
        {
            config.options_mut().set(&key, own)?;
        }
    }
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ballista_changes_defaults_only() {
        let mut config = SessionConfig::new();
        let threshold = "datafusion.optimizer.hash_join_single_partition_threshold";
        config.options_mut().set(threshold, "7").unwrap();
        let config = with_ballista_defaults(config).unwrap();
        let optimizer = &config.options().optimizer;
        assert_eq!(optimizer.hash_join_single_partition_threshold, 7);
        assert!(!optimizer.enable_dynamic_filter_pushdown);
        assert!(!optimizer.enable_physical_uncorrelated_scalar_subquery);
    }
}
