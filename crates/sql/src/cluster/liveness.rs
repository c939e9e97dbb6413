//! Connections notice that the other side is gone.
//!
//! A machine that loses its power or its network closes no connection. Ballista asks nothing of a
//! connection that waits for rows, so that who reads the results of such a machine waits for ever.

use std::sync::Arc;
use std::time::Duration;

use ballista_core::extension::EndpointOverrideFn;

/// How long to wait until a connection is there, and for the sign of life of the other side.
const PATIENCE: Duration = Duration::from_secs(20);

/// After how much silence a sign of life is asked for.
const SILENCE: Duration = Duration::from_secs(10);

/// Returns a function that makes connections ask the other side for signs of life.
pub(super) fn signs_of_life() -> EndpointOverrideFn {
    Arc::new(|endpoint| {
        Ok(endpoint
            .connect_timeout(PATIENCE)
            .http2_keep_alive_interval(SILENCE)
            .keep_alive_timeout(PATIENCE)
            .keep_alive_while_idle(true))
    })
}
