//! Runs queries.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use consomme_sql::{STARTS, register_parquet, register_warc, session_config, session_with_tls};
use datafusion::common::Result;
use datafusion::physical_plan::{ExecutionPlan, execute_stream};
use datafusion::prelude::SessionContext;
use futures::StreamExt;
use tokio::time::{MissedTickBehavior, interval};

use crate::arguments::QueryArguments;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::result_writer::ResultWriter;

/// How often the progress is written.
const PERIOD: Duration = Duration::from_millis(500);

/// Runs the queries one after the other.
pub(crate) async fn run(arguments: &QueryArguments) -> Result<(), Failure> {
    let mut config = session_config();
    for setting in &arguments.settings {
        let about = || format!("--set {setting}");
        let (name, value) = split(setting).map_err(|failure| failure.about(&about()))?;
        let set = config.options_mut().set(name, value).map_err(Failure::from);
        set.map_err(|failure| failure.about(&about()))?;
    }
    let cluster = arguments.cluster.as_deref();
    let tls = arguments.tls.read()?;
    let session = session_with_tls(cluster, config, tls).await.map_err(|error| {
        Failure::of_use(format!("{error}; an address of a cluster is df://HOST:PORT"))
    })?;
    for table in &arguments.tables {
        let result = register_table(&session, table).await;
        result.map_err(|failure| failure.about(&format!("--table {table}")))?;
    }
    for query in &arguments.queries {
        let result = run_one(&session, query, arguments).await.map_err(Failure::from);
        result.map_err(|failure| failure.on_cluster(cluster))?;
    }
    Ok(())
}

/// Splits `name=value`.
fn split(argument: &str) -> Result<(&str, &str), Failure> {
    argument.split_once('=').ok_or_else(|| Failure::of_use("there is no ="))
}

/// Registers files as a table: of an archive by their ending, of Parquet otherwise.
async fn register_table(session: &SessionContext, table: &str) -> Result<(), Failure> {
    let (name, pattern) = split(table)?;
    if let Some(reason) = unread(pattern) {
        return Err(Failure::of_use(reason));
    }
    if is_archive(pattern) {
        return Ok(register_warc(session, name, pattern)?);
    }
    Ok(register_parquet(session, name, pattern).await?)
}

/// Whether files are archives, by their ending.
fn is_archive(pattern: &str) -> bool {
    let name = pattern.strip_suffix(".gz").unwrap_or(pattern);
    [".warc", ".wet", ".wat"].iter().any(|end| name.ends_with(end))
}

/// Returns why files of a pattern cannot be read, as far as their names tell.
fn unread(pattern: &str) -> Option<&'static str> {
    if pattern.ends_with(".parquet.gz") {
        return Some("Parquet is compressed inside; unpack the file first");
    }
    if pattern.starts_with("/dev/") {
        return Some(
            "a table is read more than once, so it cannot be a device; write a file first",
        );
    }
    None
}

async fn run_one(session: &SessionContext, query: &str, arguments: &QueryArguments) -> Result<()> {
    let frame = session.sql(query).await?;
    let context = frame.task_ctx().into();
    let plan = frame.create_physical_plan().await?;
    let mut progress = Progress::new(&plan, !arguments.quiet);
    let mut starts = Starts::new(&plan);
    let mut output = ResultWriter::new(arguments.format, plan.schema());
    let mut stream = execute_stream(plan, context)?;
    let mut ticks = interval(PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    loop {
        tokio::select! {
            batch = stream.next() => match batch {
                Some(batch) => {
                    starts.tell(&mut progress);
                    progress.clear();
                    output.write(batch?)?;
                }
                None => break,
            },
            _ = ticks.tick() => {
                starts.tell(&mut progress);
                progress.show();
            }
        }
    }
    progress.clear();
    output.finish()
}

/// Tells when a query on a cluster is started again.
struct Starts {
    plan: Arc<dyn ExecutionPlan>,
    told: usize,
}

impl Starts {
    fn new(plan: &Arc<dyn ExecutionPlan>) -> Starts {
        Starts { plan: Arc::clone(plan), told: 0 }
    }

    /// Writes a line for starts that have not been told.
    fn tell(&mut self, progress: &mut Progress) {
        let metrics = self.plan.metrics().unwrap_or_default();
        let starts = metrics.sum_by_name("restarts").map_or(0, |count| count.as_usize());
        if starts > self.told {
            progress.clear();
            let start = starts + 1;
            // A terminal that takes no output doesn't end a query.
            let _ = writeln!(
                io::stderr(),
                "consomme-sql: an executor was lost; the query starts again ({start} of {STARTS})"
            );
            self.told = starts;
        }
    }
}
