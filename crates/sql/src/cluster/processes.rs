//! The scheduler and the executor.

use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;

use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::utils::GrpcServerConfig;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::{SchedulerConfig, TaskDistributionPolicy};
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service};
use datafusion::common::{DataFusionError, Result, config_err, exec_err};

use super::codec::{LogicalCodec, PhysicalCodec};
use super::connections::connections;
use super::guard::{CheckedJobs, Reports, watch};
use super::parts::{cluster_config, function_registry, session_state};
use super::secured::{results_server, serve_scheduler};
use super::tls::Tls;
use crate::stores::{Stores, runtime};

/// The largest message between processes, in bytes: a plan with the files that it reads, or a batch
/// of results.
const MAX_MESSAGE_BYTES: u32 = 256 << 20;

/// Executors ask for tasks. The other policy of Ballista 55, where the scheduler sends them, doesn't
/// count on the core of a task that it has cancelled: an executor with one core, whose task reads
/// results that are lost, then has no more tasks, and its query never ends. And an executor that
/// was asleep never comes back.
const POLICY: TaskSchedulingPolicy = TaskSchedulingPolicy::PullStaged;

/// How a scheduler runs.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SchedulerOptions {
    /// The address to listen on, such as `127.0.0.1` or `0.0.0.0`.
    pub host: String,
    /// The port to listen on.
    pub port: u16,
    /// After how many seconds of silence an executor counts as lost. Its tasks then run elsewhere.
    /// An executor whose cores are all busy reports every five seconds, so have ten at least.
    pub executor_timeout: u64,
    /// The certificates of this process. `None` lets everybody connect who reaches the port.
    pub tls: Option<Tls>,
}

impl Default for SchedulerOptions {
    /// Returns options to listen on port 50050 of this machine only, with a timeout of 20 seconds.
    fn default() -> Self {
        SchedulerOptions {
            host: "127.0.0.1".to_owned(),
            port: 50050,
            executor_timeout: 20,
            tls: None,
        }
    }
}

/// How an executor runs.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ExecutorOptions {
    /// The host and the port of the scheduler.
    pub scheduler: String,
    /// The address to listen on, from which other executors and clients take results.
    pub host: String,
    /// The name or address under which others reach it. `None` if the scheduler sees it.
    pub external_host: Option<String>,
    /// The port from which results are taken.
    pub port: u16,
    /// How many tasks run at a time. 0 stands for all cores.
    pub cores: usize,
    /// How much memory the tasks share for sorting, joining and grouping, in bytes. `None` is 70 %
    /// of the memory of the machine or its container. It does not count batches of pages: see the
    /// README.
    pub memory: Option<u64>,
    /// Where results wait to be taken. `None` is a directory of the system for temporary files.
    pub work_dir: Option<PathBuf>,
    /// How many seconds to wait for a scheduler that has not started.
    pub connect_timeout: u16,
    /// The certificates of this process. `None` lets everybody connect who reaches the port.
    pub tls: Option<Tls>,
}

impl Default for ExecutorOptions {
    /// Returns options for a scheduler on this machine, with all cores.
    fn default() -> Self {
        ExecutorOptions {
            scheduler: "127.0.0.1:50050".to_owned(),
            host: "127.0.0.1".to_owned(),
            external_host: None,
            port: 50051,
            cores: 0,
            memory: None,
            work_dir: None,
            connect_timeout: 30,
            tls: None,
        }
    }
}

/// Runs a scheduler until the process ends.
///
/// # Errors
///
/// If the address is wrong or taken.
pub async fn run_scheduler(options: &SchedulerOptions) -> Result<()> {
    let connections = connections(options.tls.clone());
    let of_sessions = Arc::clone(&connections);
    let mut config = SchedulerConfig {
        external_host: options.host.clone(),
        bind_host: options.host.clone(),
        bind_port: options.port,
        scheduling_policy: POLICY,
        executor_timeout_seconds: options.executor_timeout,
        no_executors_grace_period_seconds: options.executor_timeout.max(60),
        expire_dead_executor_interval_seconds: (options.executor_timeout / 4).max(1),
        grpc_server_max_decoding_message_size: MAX_MESSAGE_BYTES,
        grpc_server_max_encoding_message_size: MAX_MESSAGE_BYTES,
        grpc_client_max_message_size: MAX_MESSAGE_BYTES,
        override_config_producer: Some(Arc::new(move || cluster_config(Arc::clone(&of_sessions)))),
        override_session_builder: Some(Arc::new(session_state)),
        override_logical_codec: Some(Arc::new(LogicalCodec::default())),
        override_physical_codec: Some(Arc::new(PhysicalCodec::default())),
        override_create_grpc_client_endpoint: Some(connections),
        ..SchedulerConfig::default()
    };
    let cluster = BallistaCluster::new_from_config(&config).await.map_err(external)?;
    let reports = Arc::new(Reports::new(cluster.cluster_state()));
    config.task_distribution = TaskDistributionPolicy::Custom(Arc::clone(&reports) as _);
    let jobs = Arc::new(CheckedJobs::new(cluster.job_state(), Arc::clone(&reports)));
    let cluster = BallistaCluster::new(cluster.cluster_state(), jobs);
    let address = socket_address(&options.host, options.port)?;
    config.validate().map_err(external)?;
    let scheduler = create_scheduler(cluster, Arc::new(config)).await.map_err(external)?;
    let served = scheduler.clone();
    let served = async {
        match &options.tls {
            Some(tls) => serve_scheduler(tls, address, served, MAX_MESSAGE_BYTES as usize).await,
            None => start_grpc_service(address, served).await,
        }
    };
    tokio::select! {
        result = served => result.map_err(external),
        () = watch(scheduler, reports) => exec_err!("the scheduler doesn't cancel queries any more"),
    }
}

/// Runs an executor until the process is told to end.
///
/// # Errors
///
/// If an address is wrong or taken, or the scheduler doesn't answer.
pub async fn run_executor(options: &ExecutorOptions) -> Result<()> {
    let Some((host, port)) = options.scheduler.rsplit_once(':') else {
        return config_err!("{:?} is not a host and a port", options.scheduler);
    };
    let Ok(port) = port.parse() else {
        return config_err!("{port:?} is not a port");
    };
    let work_dir = options.work_dir.as_ref().map(|path| path.to_string_lossy().into_owned());
    let tls = options.tls.clone();
    let (stores, folder) = (Arc::new(Stores::new()), options.work_dir.clone());
    let connections = connections(options.tls.clone());
    let of_sessions = Arc::clone(&connections);
    let config = ExecutorProcessConfig {
        bind_host: options.host.clone(),
        external_host: options.external_host.clone(),
        port: options.port,
        // Where the other policy sends tasks.
        grpc_port: options.port,
        task_scheduling_policy: POLICY,
        scheduler_host: host.to_owned(),
        scheduler_port: port,
        scheduler_connect_timeout_seconds: options.connect_timeout,
        vcores: options.cores,
        work_dir,
        memory_pool_size: options.memory,
        grpc_max_decoding_message_size: MAX_MESSAGE_BYTES,
        grpc_max_encoding_message_size: MAX_MESSAGE_BYTES,
        grpc_server_config: GrpcServerConfig::default(),
        // Results of queries that ended an hour ago are removed, every ten minutes.
        job_data_ttl_seconds: 3600,
        job_data_clean_up_interval_seconds: 600,
        override_function_registry: Some(function_registry()?),
        override_runtime_producer: Some(Arc::new(move |_| {
            runtime(Arc::clone(&stores), folder.as_deref())
        })),
        override_config_producer: Some(Arc::new(move || cluster_config(Arc::clone(&of_sessions)))),
        override_logical_codec: Some(Arc::new(LogicalCodec::default())),
        override_physical_codec: Some(Arc::new(PhysicalCodec::default())),
        override_arrow_flight_service: tls
            .map(|tls| results_server(tls, MAX_MESSAGE_BYTES as usize)),
        override_create_grpc_client_endpoint: Some(connections),
        ..ExecutorProcessConfig::default()
    };
    start_executor_process(Arc::new(config)).await.map_err(external)
}

/// Returns the first address of a host.
fn socket_address(host: &str, port: u16) -> Result<SocketAddr> {
    match (host, port).to_socket_addrs()?.next() {
        Some(address) => Ok(address),
        None => config_err!("{host} has no address"),
    }
}

fn external(error: ballista_core::error::BallistaError) -> DataFusionError {
    DataFusionError::External(error.into())
}
