//! Queries on many machines, with Ballista: a scheduler plans them and hands out tasks, executors
//! run these.
//!
//! - `codec.rs`: how `read_warc` travels between the processes
//! - `connections.rs`: connections notice that the other side is gone, and are secured
//! - `guard/`: in the scheduler, no query succeeds whose results were lost and used
//! - `parts.rs`: the functions, the rule and the options in each process
//! - `processes.rs`: the scheduler and the executor
//! - `secured.rs`: the servers of a cluster with certificates
//! - `session.rs`: a session whose queries run on a cluster, or in this process
//! - `tls.rs`: certificates
//! - `whole/`: in the client, a query whose results were lost starts again as a whole

mod codec;
mod connections;
mod guard;
mod parts;
mod processes;
mod secured;
mod session;
mod tls;
mod whole;

pub use parts::{function_registry, session_state};
pub use processes::{ExecutorOptions, SchedulerOptions, run_executor, run_scheduler};
pub use session::{SCHEDULER_VARIABLE, session, session_with_tls};
pub use tls::Tls;
pub use whole::STARTS;
