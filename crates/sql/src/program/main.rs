//! The program `consomme-sql`: queries over pages in this process or on a cluster, and the
//! processes of a cluster.
//!
//! - `arguments.rs`: the arguments
//! - `progress.rs`: how far a query is
//! - `query.rs`: runs queries
//! - `result_writer.rs`: how results are written

mod arguments;
mod progress;
mod query;
mod result_writer;

use std::process::ExitCode;

use clap::Parser;
use consomme_sql::{run_executor, run_scheduler};
use datafusion::error::Result;

use arguments::{Arguments, Command};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let level = match arguments.command {
        Some(_) => "info,datafusion=warn",
        None => "error",
    };
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(level)).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let result = match runtime {
        Ok(runtime) => runtime.block_on(run(&arguments)),
        Err(error) => Err(error.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("consomme-sql: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Some(Command::Scheduler(options)) => run_scheduler(&options.options()).await,
        Some(Command::Executor(options)) => run_executor(&options.options()).await,
        None => query::run(&arguments.query).await,
    }
}
