//! The program `consomme-sql`: queries over pages in this process or on a cluster, and the
//! processes of a cluster.
//!
//! - `arguments.rs`: the arguments
//! - `failure.rs`: one line and an exit code
//! - `progress.rs`: how far a query is
//! - `query.rs`: runs queries
//! - `result_writer.rs`: how results are written

mod arguments;
mod failure;
mod progress;
mod query;
mod result_writer;

use std::process::ExitCode;

use clap::Parser;
use consomme_sql::{run_executor, run_scheduler};
use datafusion::error::DataFusionError;

use arguments::{Arguments, Command};
use failure::Failure;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let level = match arguments.command {
        Some(_) => "info,datafusion=warn",
        // Ballista logs the errors of queries, which are told anyway.
        None => "error,ballista_core=off",
    };
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(level)).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let result = match runtime {
        Ok(runtime) => runtime.block_on(run(&arguments)),
        Err(error) => Err(DataFusionError::from(error).into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

async fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Some(Command::Scheduler(options)) => Ok(run_scheduler(&options.options()?).await?),
        Some(Command::Executor(options)) => {
            let options = options.options()?;
            let result = run_executor(&options).await.map_err(Failure::from);
            result.map_err(|failure| failure.on_cluster(Some(&options.scheduler)))
        }
        None => query::run(&arguments.query).await,
    }
}
