//! Failures of the program: one line that it says, and an exit code.

use std::io::{self, Write};
use std::process::ExitCode;

use datafusion::common::DataFusionError;

/// The exit code of a query that fails.
const QUERY: u8 = 1;

/// The exit code of wrong options, and of tables that cannot be read.
const USE: u8 = 2;

/// Why the program ends.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    code: u8,
    /// One line.
    text: String,
}

impl Failure {
    /// Returns the failure of wrong options or tables.
    pub(crate) fn of_use(text: impl Into<String>) -> Failure {
        Failure { code: USE, text: text.into() }
    }

    /// Tells what was wrong with an option or a table.
    pub(crate) fn about(self, argument: &str) -> Failure {
        Failure::of_use(format!("{argument}: {}", self.text))
    }

    /// Tells that the scheduler doesn't answer or has other certificates, if that is the reason.
    pub(crate) fn on_cluster(self, address: Option<&str>) -> Failure {
        match address {
            Some(address) if is_refused(&self.text) => {
                let text = format!(
                    "{address} and this process don't trust each other's certificates; give both \
                     --tls-ca, --tls-cert and --tls-key, or none"
                );
                Failure { text, ..self }
            }
            Some(address) if is_unconnected(&self.text) => {
                let text = format!(
                    "no scheduler answers at {address}; is `consomme-sql scheduler` running?"
                );
                Failure { text, ..self }
            }
            Some(address) if is_closed(&self.text) => {
                let text = format!(
                    "{address} has closed the connection: it has ended, or wants another \
                     certificate (--tls-cert)"
                );
                Failure { text, ..self }
            }
            _ => self,
        }
    }

    /// Writes the line, and returns the code.
    pub(crate) fn report(&self) -> ExitCode {
        // Without a terminal, there is still the code.
        let _ = writeln!(io::stderr(), "consomme-sql: {}", self.text);
        ExitCode::from(self.code)
    }
}

impl From<DataFusionError> for Failure {
    fn from(error: DataFusionError) -> Failure {
        Failure { code: QUERY, text: line(&error.to_string()) }
    }
}

/// Whether an error says that nobody listens at an address.
fn is_unconnected(text: &str) -> bool {
    text.contains("transport::Error") && text.contains("ConnectError")
}

/// Whether an error says that the other side of a connection has other certificates, or that one
/// side has some and the other has none.
fn is_refused(text: &str) -> bool {
    text.contains("transport::Error")
        && ["kind: InvalidData", "FRAME_SIZE_ERROR"].iter().any(|sign| text.contains(sign))
}

/// Whether an error says that the other side has closed a connection. By TLS 1.3, the side that has
/// connected may send before it is told that its certificate is refused; then it may see only this.
fn is_closed(text: &str) -> bool {
    text.contains("transport::Error(Transport, hyper::Error(")
}

/// Returns the part of an error of the engine that a reader can use, in one line.
///
/// The engine names the step that has failed before each error, and error for error; it takes some
/// mistakes of its users for its own.
fn line(error: &str) -> String {
    if let Some(path) = between(error, "No files found at ", ". Cannot infer") {
        return format!("no file matches {}", path.strip_prefix("file://").unwrap_or(path));
    }
    if error.contains(CLOUD_OF_THE_MACHINE) {
        return "the store wants credentials; set its variables of the environment, such as \
                AWS_ACCESS_KEY_ID (the README lists them)"
            .to_owned();
    }
    let inner = between(error, "user-defined coercion failed with: ", " No function matches");
    let mut text = inner.unwrap_or(error);
    while let Some(rest) = STEPS.iter().find_map(|step| text.strip_prefix(step)) {
        text = rest;
    }
    let text = text.split("\nThis issue was likely caused by a bug").next().unwrap_or_default();
    let text: Vec<&str> = text.split_whitespace().collect();
    text.join(" ").trim_end_matches('.').to_owned()
}

/// Where a machine of a cloud asks for credentials if the environment has none. Others have nobody
/// there.
const CLOUD_OF_THE_MACHINE: &str = "169.254.169.254";

/// The steps that the engine names before an error.
const STEPS: [&str; 9] = [
    "Error during planning: ",
    "Execution error: ",
    "External error: ",
    "Internal error: ",
    "Invalid or Unsupported Configuration: ",
    "Object Store error: ",
    "Parquet error: ",
    "Schema error: ",
    "SQL error: ",
];

/// Returns the text between two others.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let rest = text.split_once(start)?.1;
    Some(rest.split_once(end)?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A client sees one of these if its certificate is refused, by how far it has come.
    #[test]
    fn a_connection_that_is_closed_is_told() {
        for reason in [
            "Io, Custom { kind: BrokenPipe, error: \"stream closed because of a broken pipe\" }",
            "Canceled, \"connection closed\"",
        ] {
            let text = format!(
                "Status {{ source: Some(tonic::transport::Error(Transport, hyper::Error({reason}))) }}"
            );
            let failure = Failure { code: QUERY, text }.on_cluster(Some("df://a:1"));
            assert!(
                failure.text.starts_with("df://a:1 has closed the connection: "),
                "{failure:?}"
            );
        }
    }

    #[test]
    fn credentials_that_are_missing_are_told() {
        let error = "Object Store error: Generic S3 error: Error performing PUT \
                     http://169.254.169.254/latest/api/token in 45ms - 403 Forbidden";
        assert!(line(error).starts_with("the store wants credentials; set its variables"));
        let error = "Object Store error: Generic S3 error: 403 Forbidden.";
        assert_eq!(line(error), "Generic S3 error: 403 Forbidden");
    }
}
