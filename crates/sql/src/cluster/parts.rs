//! The functions, the rule and the options in each process of a cluster.

use std::sync::Arc;

use ballista_core::extension::{EndpointOverrideFn, SessionConfigExt};
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::default_session_builder;
use datafusion::common::Result;
use datafusion::execution::{SessionState, SessionStateBuilder};
use datafusion::prelude::{SessionConfig, SessionContext};

use super::codec::{LogicalCodec, PhysicalCodec};
use super::connections::connections;
use crate::options::ConsommeOptions;
use crate::register::register;
use crate::stores::{Stores, runtime};

/// Returns the settings that each process starts from. The settings of the client's session replace
/// them.
pub(super) fn cluster_config(connections: EndpointOverrideFn) -> SessionConfig {
    with_parts(SessionConfig::new_with_ballista(), connections)
        .with_option_extension(ConsommeOptions::default())
}

/// Adds what a session needs on a cluster and cannot be set by SQL: the codecs, and how other
/// processes are connected to.
pub(super) fn with_parts(config: SessionConfig, connections: EndpointOverrideFn) -> SessionConfig {
    config
        .with_ballista_override_create_grpc_client_endpoint(connections)
        .with_ballista_logical_extension_codec(Arc::new(LogicalCodec::default()))
        .with_ballista_physical_extension_codec(Arc::new(PhysicalCodec::default()))
}

/// Returns the state of a session of a scheduler, for its `override_session_builder`: Ballista's
/// state with the functions, the rule, the options and the stores.
///
/// # Errors
///
/// Ballista's errors.
pub fn session_state(config: SessionConfig) -> Result<SessionState> {
    let state = SessionStateBuilder::new_from_existing(default_session_builder(config)?);
    let state = state.with_runtime_env(runtime(Arc::new(Stores::new()), None)?);
    let session = SessionContext::new_with_state(state.build());
    register(&session);
    Ok(session.state())
}

/// Returns the functions of an executor, for its `override_function_registry`: DataFusion's and
/// this crate's.
///
/// # Errors
///
/// Ballista's errors.
pub fn function_registry() -> Result<Arc<BallistaFunctionRegistry>> {
    Ok(Arc::new(BallistaFunctionRegistry::from(&session_state(cluster_config(connections(None)))?)))
}
