//! A scheduler and executors as processes.

use std::fs::{self, File};
use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_consomme-sql");

/// How long anything may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(300);

/// A scheduler and executors of one core each. They end with the value.
pub(crate) struct Cluster {
    folder: PathBuf,
    scheduler: Child,
    port: u16,
    executors: Vec<Executor>,
}

/// An executor.
struct Executor {
    process: Child,
    port: u16,
    /// How often it was started.
    starts: usize,
}

impl Cluster {
    /// Starts a cluster, whose files are in a folder.
    pub(crate) fn start(folder: &Path, executors: usize) -> Cluster {
        let port = free_port();
        let arguments = ["scheduler", "--executor-timeout", "15", "--port", &port.to_string()];
        let scheduler = spawn(&arguments, &folder.join("scheduler.log"));
        wait_for("the scheduler", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        let folder = folder.to_owned();
        let mut cluster = Cluster { folder, scheduler, port, executors: Vec::new() };
        for _ in 0..executors {
            let index = cluster.executors.len();
            // Two ports in a row are needed.
            let port = loop {
                let port = free_port();
                if TcpListener::bind(("127.0.0.1", port + 1)).is_ok() {
                    break port;
                }
            };
            let process = cluster.spawn_executor(index, port, 0);
            cluster.executors.push(Executor { process, port, starts: 1 });
        }
        cluster
    }

    fn spawn_executor(&self, index: usize, port: u16, start: usize) -> Child {
        let work_dir = self.work_dir(index, start);
        fs::create_dir_all(&work_dir).unwrap();
        let scheduler = format!("127.0.0.1:{}", self.port);
        let (port, work_dir) = (port.to_string(), work_dir.to_str().unwrap().to_owned());
        let arguments = [
            "executor",
            "--scheduler",
            &scheduler,
            "--port",
            &port,
            "--cores",
            "1",
            "--work-dir",
            &work_dir,
        ];
        let process = spawn(&arguments, &self.folder.join(format!("executor-{index}-{start}.log")));
        let port = port.parse().unwrap();
        wait_for("an executor", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        process
    }

    /// Returns where an executor has its results, after so many starts.
    fn work_dir(&self, index: usize, start: usize) -> PathBuf {
        self.folder.join(format!("work-{index}-{start}"))
    }

    /// Returns the address for clients.
    pub(crate) fn address(&self) -> String {
        format!("df://127.0.0.1:{}", self.port)
    }

    /// Kills an executor at once, as a machine that loses its power.
    pub(crate) fn kill(&mut self, index: usize) {
        self.executors[index].process.kill().unwrap();
        self.executors[index].process.wait().unwrap();
    }

    /// Starts an executor again that was killed.
    pub(crate) fn restart(&mut self, index: usize) {
        let (port, start) = (self.executors[index].port, self.executors[index].starts);
        let process = self.spawn_executor(index, port, start);
        self.executors[index].process = process;
        self.executors[index].starts += 1;
    }

    /// Returns the stages of which an executor has results since its last start.
    pub(crate) fn stages(&self, index: usize) -> Vec<usize> {
        let jobs = self.work_dir(index, self.executors[index].starts - 1);
        let mut stages = Vec::new();
        for job in fs::read_dir(jobs).into_iter().flatten().flatten() {
            for stage in fs::read_dir(job.path()).into_iter().flatten().flatten() {
                let name = stage.file_name();
                stages.extend(name.to_str().and_then(|name| name.parse::<usize>().ok()));
            }
        }
        stages
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for executor in &mut self.executors {
            let _ = executor.process.kill();
            let _ = executor.process.wait();
        }
        let _ = self.scheduler.kill();
        let _ = self.scheduler.wait();
    }
}

fn spawn(arguments: &[&str], log: &Path) -> Child {
    let log = File::create(log).unwrap();
    let mut command = Command::new(PROGRAM);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
    command.spawn().unwrap()
}

/// Returns a port that nobody listens on.
fn free_port() -> u16 {
    TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port()
}

/// Waits until something is so.
pub(crate) fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waited for {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A run of the program.
pub(crate) struct Run(Child);

impl Run {
    /// Starts the program.
    pub(crate) fn start(arguments: &[&str]) -> Run {
        let mut command = Command::new(PROGRAM);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Run(command.spawn().unwrap())
    }

    /// Whether it has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some()
    }

    /// Returns what it writes, and checks that it succeeds.
    pub(crate) fn output(self) -> String {
        let Output { status, stdout, stderr } = self.0.wait_with_output().unwrap();
        let mut errors = String::new();
        stderr.as_slice().read_to_string(&mut errors).unwrap();
        assert!(status.success(), "{status}: {errors}");
        String::from_utf8(stdout).unwrap()
    }
}
