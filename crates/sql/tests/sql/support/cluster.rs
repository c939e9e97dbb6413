//! A scheduler and executors as processes.

use std::fs::{self, File};
use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::wire::{Wire, WireState};

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
    environment: Environment,
    /// Arguments of all processes.
    arguments: Vec<String>,
}

/// Variables of the environment.
pub(crate) type Environment = Vec<(&'static str, String)>;

/// An executor. Its connections go through wires that can be cut: others reach it at
/// `127.0.0.2`, and it reaches the scheduler at a port of its own.
struct Executor {
    process: Child,
    port: u16,
    to_executor: Wire,
    to_scheduler: Wire,
    /// How often it was started.
    starts: usize,
}

impl Cluster {
    /// Starts a cluster, whose files are in a folder.
    pub(crate) fn start(folder: &Path, executors: usize) -> Cluster {
        Cluster::start_in(Environment::new(), folder, executors)
    }

    /// Starts a cluster in an environment.
    pub(crate) fn start_in(environment: Environment, folder: &Path, executors: usize) -> Cluster {
        Cluster::start_with(environment, Vec::new(), folder, executors)
    }

    /// Starts a cluster in an environment, with arguments of all processes.
    pub(crate) fn start_with(
        environment: Environment,
        arguments: Vec<String>,
        folder: &Path,
        executors: usize,
    ) -> Cluster {
        let port = free_port();
        let number = port.to_string();
        let mut all = vec!["scheduler", "--executor-timeout", "10", "--port", &number];
        all.extend(arguments.iter().map(String::as_str));
        let scheduler = spawn(&all, &environment, &folder.join("scheduler.log"));
        wait_for("the scheduler", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        let folder = folder.to_owned();
        let none = Vec::new();
        let mut cluster =
            Cluster { folder, scheduler, port, executors: none, environment, arguments };
        for index in 0..executors {
            let port = free_port();
            let to_executor = Wire::new(("127.0.0.2", port), port);
            let to_scheduler = Wire::new(("127.0.0.1", free_port()), cluster.port);
            let process = cluster.spawn_executor(index, port, to_scheduler.port(), 0);
            let executor = Executor { process, port, to_executor, to_scheduler, starts: 1 };
            cluster.executors.push(executor);
        }
        cluster
    }

    fn spawn_executor(&self, index: usize, port: u16, scheduler: u16, start: usize) -> Child {
        let work_dir = self.work_dir(index, start);
        fs::create_dir_all(&work_dir).unwrap();
        let scheduler = format!("127.0.0.1:{scheduler}");
        let (port, work_dir) = (port.to_string(), work_dir.to_str().unwrap().to_owned());
        let mut arguments = vec![
            "executor",
            "--scheduler",
            &scheduler,
            "--port",
            &port,
            "--external-host",
            "127.0.0.2",
            "--cores",
            "1",
            "--work-dir",
            &work_dir,
        ];
        arguments.extend(self.arguments.iter().map(String::as_str));
        let log = self.folder.join(format!("executor-{index}-{start}.log"));
        let process = spawn(&arguments, &self.environment, &log);
        let port = port.parse().unwrap();
        wait_for("an executor", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        process
    }

    /// Returns the folder of an executor's results, after a number of starts.
    fn work_dir(&self, index: usize, start: usize) -> PathBuf {
        self.folder.join(format!("work-{index}-{start}"))
    }

    /// Returns the address for clients.
    pub(crate) fn address(&self) -> String {
        format!("df://127.0.0.1:{}", self.port)
    }

    /// Returns the port from which an executor's results are taken.
    pub(crate) fn executor_port(&self, index: usize) -> u16 {
        self.executors[index].port
    }

    /// Returns the arguments of all processes.
    pub(crate) fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// Kills an executor at once, as a machine that loses its power.
    pub(crate) fn kill(&mut self, index: usize) {
        self.executors[index].process.kill().unwrap();
        self.executors[index].process.wait().unwrap();
    }

    /// Stops an executor without its knowledge, as a machine that falls asleep.
    #[cfg(unix)]
    pub(crate) fn sleep(&self, index: usize) {
        self.signal(index, "-STOP");
    }

    /// Lets an executor go on that was stopped.
    #[cfg(unix)]
    pub(crate) fn wake(&self, index: usize) {
        self.signal(index, "-CONT");
    }

    #[cfg(unix)]
    fn signal(&self, index: usize, signal: &str) {
        let process = self.executors[index].process.id().to_string();
        let status = Command::new("kill").args([signal, &process]).status();
        assert!(status.unwrap().success());
    }

    /// Lets nothing through to an executor and from it, or everything again.
    pub(crate) fn set_wires(&self, index: usize, state: WireState) {
        let executor = &self.executors[index];
        executor.to_executor.set(state);
        executor.to_scheduler.set(state);
    }

    /// Whether the scheduler has counted an executor as lost.
    pub(crate) fn has_lost_an_executor(&self) -> bool {
        self.log().contains("Removing executor")
    }

    /// Returns what the scheduler has logged.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.folder.join("scheduler.log")).unwrap()
    }

    /// Returns how many bytes the processes have logged. They log each task.
    pub(crate) fn activity(&self) -> u64 {
        let entries = fs::read_dir(&self.folder).unwrap().flatten();
        let logs = entries.filter(|entry| entry.path().extension().is_some_and(|end| end == "log"));
        logs.map(|log| log.metadata().map_or(0, |data| data.len())).sum()
    }

    /// Starts an executor again, without the results that it had.
    pub(crate) fn restart(&mut self, index: usize) {
        self.kill(index);
        let Executor { port, starts, to_scheduler, .. } = &self.executors[index];
        let process = self.spawn_executor(index, *port, to_scheduler.port(), *starts);
        self.executors[index].process = process;
        self.executors[index].starts += 1;
    }

    /// Returns the last stage of which an executor has results since it was started.
    pub(crate) fn last_stage(&self) -> Option<usize> {
        (0..self.executors.len()).filter_map(|index| self.stages(index).into_iter().max()).max()
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

/// Starts a query, and kills executor 0 while the query is at a stage: an executor has results of
/// it, and none has results of a later one. `expected` is the answer if the query ends before.
pub(crate) fn start_and_kill(
    start: impl Fn(&Cluster) -> Run,
    stage: usize,
    cluster: &mut Cluster,
    expected: &str,
) -> Run {
    loop {
        let mut run = start(cluster);
        wait_for("the stage", || cluster.last_stage() >= Some(stage) || run.has_ended());
        if run.has_ended() {
            assert_eq!(run.output(), expected);
        } else {
            cluster.kill(0);
            if cluster.last_stage() == Some(stage) {
                return run;
            }
        }
        // The test did not run for so long that the query went on. The executors forget it.
        cluster.restart(0);
        cluster.restart(1);
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
        if thread::panicking() {
            for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.extension().is_some_and(|ending| ending == "log") {
                    eprintln!("{}:\n{}", path.display(), fs::read_to_string(&path).unwrap());
                }
            }
        }
    }
}

fn spawn(arguments: &[&str], environment: &Environment, log: &Path) -> Child {
    let log = File::create(log).unwrap();
    let mut command = Command::new(PROGRAM);
    command.args(arguments).envs(environment.iter().cloned());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
    command.spawn().unwrap()
}

/// Returns a port that nobody listens on. It is below the ports that systems give to connections,
/// so that an executor that starts again finds it free.
fn free_port() -> u16 {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    // Other runs of the tests at the same time start elsewhere.
    let start = process::id() % 500 * 20;
    loop {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let port = 20_000 + u16::try_from((start + count) % 10_000).unwrap();
        if ["127.0.0.1", "127.0.0.2"].iter().all(|ip| TcpListener::bind((*ip, port)).is_ok()) {
            return port;
        }
    }
}

/// Waits until something is so.
pub(crate) fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waited for {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// A run of the program. It ends with the value.
pub(crate) struct Run {
    process: Child,
    /// Reads its output, so that it needn't wait.
    output: Option<JoinHandle<String>>,
    errors: Option<JoinHandle<String>>,
}

impl Run {
    /// Starts the program.
    pub(crate) fn start(arguments: &[&str]) -> Run {
        Run::start_in(&Environment::new(), arguments)
    }

    /// Starts the program in an environment.
    pub(crate) fn start_in(environment: &Environment, arguments: &[&str]) -> Run {
        let mut command = Command::new(PROGRAM);
        command.args(arguments).envs(environment.iter().cloned());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let output = process.stdout.take().map(read_all);
        let errors = process.stderr.take().map(read_all);
        Run { process, output, errors }
    }

    /// Whether it has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.process.try_wait().unwrap().is_some()
    }

    /// Returns its output, and checks that it succeeds.
    pub(crate) fn output(self) -> String {
        let (code, output, errors) = self.end();
        assert_eq!(code, Some(0), "{errors}");
        output
    }

    /// Returns its exit code, if it has one, its output and its errors.
    pub(crate) fn end(mut self) -> (Option<i32>, String, String) {
        let status = self.process.wait().unwrap();
        let [output, errors] =
            [self.output.take(), self.errors.take()].map(|text| text.unwrap().join().unwrap());
        (status.code(), output, errors)
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Reads a text in a thread of its own.
fn read_all(mut pipe: impl Read + Send + 'static) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut text = String::new();
        pipe.read_to_string(&mut text).unwrap();
        text
    })
}
