//! Certificates: who has none of the cluster cannot connect, and nobody between two processes reads
//! along.
//!
//! A token would have to come with each request. Ballista 55 sends values of its user with the
//! client's requests to the scheduler, and with no others. So the certificate of a process takes the
//! place of its token, and is asked for on both sides of each connection.

use std::error::Error;
use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

use datafusion::common::{Result, config_err};
use tonic::transport::{
    Certificate, ClientTlsConfig, Endpoint, Identity, Server, ServerTlsConfig, Uri,
};

/// How long the two sides may take to agree.
const PATIENCE: Duration = Duration::from_secs(20);

/// How much of the results of a task may be on its way, in bytes: for a connection and for one of
/// its streams. As Ballista has it.
const CONNECTION_WINDOW: u32 = 64 << 20;
const STREAM_WINDOW: u32 = 16 << 20;

/// The certificates of a process of a cluster: the cluster's authority, and the certificate that it
/// has issued to this process, with its key.
///
/// The certificate of a scheduler or an executor names the host or the address at which others reach
/// it.
#[derive(Clone, PartialEq, Eq)]
pub struct Tls {
    ca: Vec<u8>,
    certificate: Vec<u8>,
    key: Vec<u8>,
}

impl Tls {
    /// Reads the certificates from files of PEM.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or is not what it should be.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// # fn main() -> consomme_sql::datafusion::error::Result<()> {
    /// use std::path::Path;
    ///
    /// use consomme_sql::{SchedulerOptions, Tls};
    ///
    /// let [ca, certificate, key] = ["ca.pem", "a.pem", "a.key"].map(Path::new);
    /// let mut options = SchedulerOptions::default();
    /// options.tls = Some(Tls::read(ca, certificate, key)?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn read(ca: &Path, certificate: &Path, key: &Path) -> Result<Tls> {
        let read = |path: &Path| match fs::read(path) {
            Ok(bytes) => Ok(bytes),
            Err(error) => config_err!("{}: {error}", path.display()),
        };
        let tls = Tls { ca: read(ca)?, certificate: read(certificate)?, key: read(key)? };
        let server = Server::builder().tls_config(tls.of_server());
        let client = tls.secured(&Endpoint::from_static("http://localhost"));
        let error = server.err().map(Into::into).or(client.err());
        match error {
            None => Ok(tls),
            Some(error) => config_err!(
                "{}, {} and {} are not two certificates and the key of the second, in PEM: {}",
                ca.display(),
                certificate.display(),
                key.display(),
                root(&*error)
            ),
        }
    }

    /// Returns the settings of a server, which asks its clients for certificates.
    pub(super) fn of_server(&self) -> ServerTlsConfig {
        ServerTlsConfig::new()
            .identity(Identity::from_pem(&self.certificate, &self.key))
            .client_ca_root(Certificate::from_pem(&self.ca))
            .timeout(PATIENCE)
    }

    /// Returns a secured endpoint in the place of another one.
    ///
    /// Ballista makes addresses of `http:`, for which certificates are not used, and an endpoint's
    /// address cannot be changed.
    pub(super) fn secured(
        &self,
        endpoint: &Endpoint,
    ) -> Result<Endpoint, Box<dyn Error + Send + Sync>> {
        let authority = endpoint.uri().authority().map_or("", |authority| authority.as_str());
        let uri =
            Uri::builder().scheme("https").authority(authority).path_and_query("/").build()?;
        // An IPv6 address has brackets in a URI, and none in a certificate.
        let host = uri.host().unwrap_or_default();
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let tls = ClientTlsConfig::new()
            .identity(Identity::from_pem(&self.certificate, &self.key))
            .ca_certificate(Certificate::from_pem(&self.ca))
            .domain_name(host)
            .timeout(PATIENCE);
        Ok(Endpoint::from(uri)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .initial_stream_window_size(STREAM_WINDOW)
            .tls_config(tls)?)
    }
}

/// Without the key.
impl fmt::Debug for Tls {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Tls").finish_non_exhaustive()
    }
}

/// Returns the first cause of an error.
fn root<'a>(mut error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    while let Some(source) = error.source() {
        error = source;
    }
    error
}
