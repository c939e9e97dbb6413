//! Connections to other processes: they notice that the other side is gone, and are secured if the
//! cluster has certificates.
//!
//! A machine that loses its power or its network closes no connection. Ballista asks nothing of a
//! connection that waits for rows, so that who reads the results of such a machine waits for ever.

use std::sync::Arc;
use std::time::Duration;

use ballista_core::extension::EndpointOverrideFn;

use super::tls::Tls;

/// How long to wait until a connection is there, and for the sign of life of the other side.
const PATIENCE: Duration = Duration::from_secs(20);

/// After how much silence a sign of life is asked for.
const SILENCE: Duration = Duration::from_secs(10);

/// Returns a function that makes connections ask the other side for signs of life, and secures them
/// if there are certificates.
pub(super) fn connections(tls: Option<Tls>) -> EndpointOverrideFn {
    Arc::new(move |endpoint| {
        let endpoint = match &tls {
            Some(tls) => tls.secured(&endpoint)?,
            None => endpoint,
        };
        Ok(endpoint
            .connect_timeout(PATIENCE)
            .http2_keep_alive_interval(SILENCE)
            .keep_alive_timeout(PATIENCE)
            .keep_alive_while_idle(true))
    })
}
