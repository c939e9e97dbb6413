//! Queries on many machines, with Ballista: a scheduler plans them and hands out tasks, executors
//! run these.
//!
//! - `codec.rs`: how `read_warc` travels between the processes
//! - `parts.rs`: the functions, the rule and the options in each process
//! - `processes.rs`: the scheduler and the executor
//! - `session.rs`: a session whose queries run on a cluster, or in this process

mod codec;
mod parts;
mod processes;
mod session;

pub use parts::{function_registry, session_state};
pub use processes::{ExecutorOptions, SchedulerOptions, run_executor, run_scheduler};
pub use session::{SCHEDULER_VARIABLE, session};
