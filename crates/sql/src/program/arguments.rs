//! The arguments of the program.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use consomme_sql::{ExecutorOptions, SchedulerOptions, Tls};

use crate::failure::Failure;

/// SQL over HTML: in this process, or on a cluster.
#[derive(Parser, Debug)]
#[command(version, about, args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub(crate) struct Arguments {
    /// A process of a cluster instead of queries.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) query: QueryArguments,
}

/// A process of a cluster.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Runs a scheduler, which plans queries and hands out tasks.
    Scheduler(SchedulerArguments),
    /// Runs an executor, which runs tasks.
    Executor(ExecutorArguments),
}

/// The queries, where they run, and the form of their results.
#[derive(Args, Debug)]
pub(crate) struct QueryArguments {
    /// The queries, one after the other.
    pub(crate) queries: Vec<String>,
    /// A table: `pages=dir/*.parquet`, or files that end in .warc, .wet or .wat, also with .gz. They
    /// can be in a store: `pages=s3://bucket/dir/*.parquet`.
    #[arg(long = "table", value_name = "NAME=PATTERN")]
    pub(crate) tables: Vec<String>,
    /// The scheduler of the cluster to run on, such as df://localhost:50050.
    #[arg(long, value_name = "URL")]
    pub(crate) cluster: Option<String>,
    #[command(flatten)]
    pub(crate) tls: TlsArguments,
    /// A setting, as SET takes it: `consomme.max_page_bytes=1000000`.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(crate) settings: Vec<String>,
    /// How results are written.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
    /// Shows no progress. Without a terminal, none is shown anyway.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// The certificates of a process of a cluster.
#[derive(Args, Debug)]
pub(crate) struct TlsArguments {
    /// The certificate of the cluster's authority, in PEM.
    #[arg(long, value_name = "FILE", requires_all = ["tls_cert", "tls_key"])]
    tls_ca: Option<PathBuf>,
    /// The certificate that it has issued to this process. Others reach it at a name in there.
    #[arg(long, value_name = "FILE", requires_all = ["tls_ca", "tls_key"])]
    tls_cert: Option<PathBuf>,
    /// The key of that certificate.
    #[arg(long, value_name = "FILE", requires_all = ["tls_ca", "tls_cert"])]
    tls_key: Option<PathBuf>,
}

/// How results are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// A table for readers, when all rows are there.
    Table,
    /// JSON, an object in each line.
    Json,
    /// CSV with a header. It has no lists, structs or maps.
    Csv,
}

/// The arguments of the scheduler.
#[derive(Args, Debug)]
pub(crate) struct SchedulerArguments {
    /// The address to listen on; 0.0.0.0 for all.
    #[arg(long, default_value_t = SchedulerOptions::default().host)]
    host: String,
    /// The port to listen on.
    #[arg(long, default_value_t = SchedulerOptions::default().port)]
    port: u16,
    /// After how many seconds of silence an executor counts as lost; at least 10.
    #[arg(long, value_name = "SECONDS")]
    #[arg(default_value_t = SchedulerOptions::default().executor_timeout)]
    executor_timeout: u64,
    #[command(flatten)]
    tls: TlsArguments,
}

/// The arguments of an executor.
#[derive(Args, Debug)]
pub(crate) struct ExecutorArguments {
    /// The host and the port of the scheduler.
    #[arg(long, value_name = "HOST:PORT", default_value_t = ExecutorOptions::default().scheduler)]
    scheduler: String,
    /// The address to listen on; 0.0.0.0 for all.
    #[arg(long, default_value_t = ExecutorOptions::default().host)]
    host: String,
    /// The name or address under which others reach this executor.
    #[arg(long, value_name = "HOST")]
    external_host: Option<String>,
    /// The port from which results are taken.
    #[arg(long, default_value_t = ExecutorOptions::default().port)]
    port: u16,
    /// How many tasks run at a time; 0 for all cores.
    #[arg(long, default_value_t = ExecutorOptions::default().cores)]
    cores: usize,
    /// The memory that tasks share for sorting, joining and grouping, in bytes.
    #[arg(long, value_name = "BYTES")]
    memory: Option<u64>,
    /// The directory where results wait to be taken.
    #[arg(long, value_name = "DIR")]
    work_dir: Option<PathBuf>,
    #[command(flatten)]
    tls: TlsArguments,
}

impl TlsArguments {
    /// Reads the certificates, if there are some.
    pub(crate) fn read(&self) -> Result<Option<Tls>, Failure> {
        let (Some(ca), Some(certificate), Some(key)) =
            (&self.tls_ca, &self.tls_cert, &self.tls_key)
        else {
            return Ok(None);
        };
        let tls = Tls::read(ca, certificate, key).map_err(Failure::from);
        tls.map(Some).map_err(|failure| failure.about("--tls-ca, --tls-cert, --tls-key"))
    }
}

impl SchedulerArguments {
    /// Returns the options that they stand for.
    pub(crate) fn options(&self) -> Result<SchedulerOptions, Failure> {
        let mut options = SchedulerOptions::default();
        options.host.clone_from(&self.host);
        options.port = self.port;
        options.executor_timeout = self.executor_timeout;
        options.tls = self.tls.read()?;
        Ok(options)
    }
}

impl ExecutorArguments {
    /// Returns the options that they stand for.
    pub(crate) fn options(&self) -> Result<ExecutorOptions, Failure> {
        let mut options = ExecutorOptions::default();
        options.scheduler.clone_from(&self.scheduler);
        options.host.clone_from(&self.host);
        options.external_host.clone_from(&self.external_host);
        options.port = self.port;
        options.cores = self.cores;
        options.memory = self.memory;
        options.work_dir.clone_from(&self.work_dir);
        options.tls = self.tls.read()?;
        Ok(options)
    }
}
