//! Certificates of the processes of a cluster.

use std::fs;
use std::path::{Path, PathBuf};

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};

/// An authority, which issues certificates for this machine.
pub(crate) struct Authority {
    folder: PathBuf,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    /// Makes an authority, whose files are in a folder.
    pub(crate) fn new(folder: &Path) -> Authority {
        fs::create_dir_all(folder).unwrap();
        let key = KeyPair::generate().unwrap();
        let mut about = CertificateParams::new(Vec::new()).unwrap();
        about.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        fs::write(folder.join("ca.pem"), about.self_signed(&key).unwrap().pem()).unwrap();
        Authority { folder: folder.to_owned(), issuer: Issuer::new(about, key) }
    }

    /// Issues a certificate for the hosts of a cluster, and returns the arguments for a process that
    /// trusts this authority.
    pub(crate) fn arguments(&self, name: &str) -> Vec<String> {
        let [certificate, key] = self.issue(name);
        arguments(&[self.ca(), certificate, key])
    }

    /// Returns the file of the authority's own certificate.
    pub(crate) fn ca(&self) -> PathBuf {
        self.folder.join("ca.pem")
    }

    /// Issues a certificate for the hosts of a cluster, and returns its file and that of its key.
    pub(crate) fn issue(&self, name: &str) -> [PathBuf; 2] {
        let key = KeyPair::generate().unwrap();
        let hosts = ["127.0.0.1", "127.0.0.2"].map(str::to_owned);
        let about = CertificateParams::new(hosts).unwrap();
        let certificate = about.signed_by(&key, &self.issuer).unwrap();
        let files = ["pem", "key"].map(|end| self.folder.join(format!("{name}.{end}")));
        fs::write(&files[0], certificate.pem()).unwrap();
        fs::write(&files[1], key.serialize_pem()).unwrap();
        files
    }
}

/// Returns the arguments for files: the authority's certificate, another one and its key.
pub(crate) fn arguments(files: &[PathBuf; 3]) -> Vec<String> {
    let options = ["--tls-ca", "--tls-cert", "--tls-key"];
    let pairs = options.iter().zip(files);
    pairs.flat_map(|(option, file)| [option.to_string(), file.display().to_string()]).collect()
}
