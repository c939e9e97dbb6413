//! Queries on many machines, with Ballista: a scheduler plans them and hands out tasks, executors
//! run these.
//!
//! - `codec.rs`: how `read_warc` travels between the processes
//! - `guard/`: in the scheduler, no query succeeds whose results were lost and used
//! - `liveness.rs`: connections notice that the other side is gone
//! - `parts.rs`: the functions, the rule and the options in each process
//! - `processes.rs`: the scheduler and the executor
//! - `session.rs`: a session whose queries run on a cluster, or in this process
//! - `whole/`: in the client, a query whose results were lost starts again as a whole

mod codec;
mod guard;
mod liveness;
mod parts;
mod processes;
mod session;
mod whole;

pub use parts::{function_registry, session_state};
pub use processes::{ExecutorOptions, SchedulerOptions, run_executor, run_scheduler};
pub use session::{SCHEDULER_VARIABLE, session};
pub use whole::STARTS;
