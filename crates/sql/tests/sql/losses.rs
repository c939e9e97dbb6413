//! A cluster never gives a wrong answer: each run loses an executor in one way at one place of one
//! query, and the answer is right or an error.
//!
//! The variable `CONSOMME_RUNS` has the runs, `0..10` by default. `benches/losses.sh` does 200.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::archives::archives;
use crate::support::certificates::Authority;
use crate::support::cluster::{Cluster, Environment, Run};
use crate::support::pages::{Random, small_pages};
use crate::support::tables::write_parquet;
use crate::support::wire::WireState;

/// How many pages the queries read, and in how many files they are. A stage takes about as long
/// without optimization as with it.
const PAGES: usize = if cfg!(debug_assertions) { 8_000 } else { 24_000 };
const FILES: usize = 12;

/// How long a cluster may do nothing while a query waits.
const PATIENCE: Duration = Duration::from_secs(120);

/// How many runs there are at a time. Most wait for an executor that doesn't answer.
const THREADS: usize = 5;

/// The queries, with their numbers of stages. `COPY` writes to `TARGET`, whose files are then read
/// in one process.
const QUERIES: [(&str, usize, &str); 5] = [
    (
        "rows",
        1,
        "SELECT id, html_lang(html) AS lang, md5(html_text(html)) AS text FROM pages \
         WHERE array_length(html_links(html)) > 0",
    ),
    (
        "before a shuffle",
        2,
        "SELECT html_lang(html) AS lang, count(*) AS pages, sum(length(html_sanitize(html))) AS bytes, \
         count(DISTINCT html_title(html)) AS titles FROM pages GROUP BY 1",
    ),
    (
        "after a shuffle",
        3,
        "SELECT html_lang(html) AS lang, count(*) AS pages, sum(n) AS places, \
         count(DISTINCT md5(html_text(html))) AS texts FROM (SELECT html, \
         row_number() OVER (PARTITION BY md5(html) ORDER BY id) AS n FROM pages) GROUP BY 1",
    ),
    (
        "two shuffles and a join",
        5,
        "SELECT html_lang(a.html) AS lang, count(*) AS pages, sum(b.pages) AS equal, \
         sum(b.bytes) AS bytes FROM pages a JOIN (SELECT md5(html) AS key, count(*) AS pages, \
         sum(length(html_text(html))) AS bytes FROM pages GROUP BY 1) b ON md5(a.html) = b.key GROUP BY 1",
    ),
    (
        "COPY",
        3,
        "COPY (SELECT id, html_lang(html) AS lang, n FROM (SELECT id, html, \
         row_number() OVER (PARTITION BY md5(html) ORDER BY id) AS n FROM pages)) \
         TO 'TARGET/' STORED AS PARQUET",
    ),
];

/// How the pages reach the queries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Source {
    /// Files of Parquet that match a pattern.
    Parquet,
    /// Compressed archives. The engine knows neither their rows nor where to cut them.
    Archives,
    /// A folder of Parquet files.
    Folder,
}

const SOURCES: [Source; 3] = [Source::Parquet, Source::Archives, Source::Folder];

impl Source {
    /// Returns the argument for the table, and the statement that makes `pages` of it.
    fn table(self) -> (String, Option<&'static str>) {
        let folder = folder().display();
        match self {
            Source::Parquet => (format!("pages={folder}/parquet/*.parquet"), None),
            Source::Folder => (format!("pages={folder}/parquet/"), None),
            Source::Archives => {
                let view = "CREATE VIEW pages AS SELECT \
                            CAST(split_part(url, '/', 4) AS BIGINT) AS id, html FROM records";
                (format!("records={folder}/archives/*.warc.gz"), Some(view))
            }
        }
    }
}

/// A fault of an executor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fault {
    Killed,
    KilledAndStarted,
    StoppedForLong,
    StoppedForShort,
    CutForLong,
    CutForShort,
    Reset,
}

const FAULTS: [Fault; 7] = [
    Fault::Killed,
    Fault::StoppedForLong,
    Fault::CutForLong,
    Fault::KilledAndStarted,
    Fault::Reset,
    Fault::StoppedForShort,
    Fault::CutForShort,
];

/// Longer and shorter than an executor may be silent.
const LONG: Duration = Duration::from_secs(25);
const SHORT: Duration = Duration::from_secs(3);

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum End {
    Right,
    RightAfterRestart,
    Error,
    Wrong,
    Hung,
}

/// Returns the folder of the pages, which are written once: as `parquet` and as `archives`.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("losses");
        let _ = fs::remove_dir_all(&folder);
        let [parquet, archived] = ["parquet", "archives"].map(|name| folder.join(name));
        for folder in [&parquet, &archived] {
            fs::create_dir_all(folder).unwrap();
        }
        let pages = small_pages(PAGES);
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(write_parquet(&pages, FILES, &parquet));
        for (index, file) in archives(&pages, FILES).into_iter().enumerate() {
            fs::write(archived.join(format!("{index}.warc.gz")), file).unwrap();
        }
        folder
    })
}

/// Starts a query.
fn start(query: &str, source: Source, cluster: Option<&Cluster>) -> Run {
    let (table, view) = source.table();
    start_on(&table, view, query, cluster)
}

/// Starts a query on a table, after the statement for a view.
fn start_on(table: &str, view: Option<&str>, query: &str, cluster: Option<&Cluster>) -> Run {
    let mut arguments = vec!["--format", "csv", "--quiet", "--table", table];
    // Joins of two shuffles, also for small tables.
    for setting in [
        "datafusion.optimizer.hash_join_single_partition_threshold=0",
        "datafusion.optimizer.hash_join_single_partition_threshold_rows=0",
    ] {
        arguments.extend(["--set", setting]);
    }
    let address = cluster.map(Cluster::address);
    if let Some(address) = &address {
        arguments.extend(["--set", "datafusion.execution.target_partitions=8"]);
        arguments.extend(["--cluster", address]);
    }
    let secured = cluster.map(Cluster::arguments).unwrap_or_default();
    arguments.extend(secured.iter().map(String::as_str));
    arguments.extend(view);
    arguments.push(query);
    Run::start(&arguments)
}

/// Sorts the rows of an answer, whose first line names the columns.
fn sorted(answer: &str) -> String {
    let mut lines: Vec<&str> = answer.lines().collect();
    if lines.len() > 1 {
        lines[1..].sort_unstable();
    }
    lines.join("\n")
}

/// Returns what a query has written, as rows, and that nothing else is beside it.
fn written(target: &Path) -> String {
    let table = format!("pages={}/*.parquet", target.display());
    let names = fs::read_dir(target.parent().unwrap()).unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    let rows = start_on(&table, None, "SELECT id, lang, n FROM pages", None).output();
    format!("{names:?}\n{}", sorted(&rows))
}

/// Returns the right answer, which one process finds in Parquet.
fn expected(query: &'static str) -> String {
    static ANSWERS: Mutex<BTreeMap<&str, String>> = Mutex::new(BTreeMap::new());
    let mut answers = ANSWERS.lock().unwrap();
    let answer = answers.entry(query).or_insert_with(|| {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out");
        let query = query.replace("TARGET", target.to_str().unwrap());
        if !query.starts_with("COPY") {
            return sorted(&start(&query, Source::Parquet, None).output());
        }
        fs::create_dir(&target).unwrap();
        start(&query, Source::Parquet, None).output();
        written(&target)
    });
    answer.clone()
}

/// One run.
struct Case {
    query: usize,
    source: Source,
    /// Whether the processes have certificates.
    is_secured: bool,
    fault: Fault,
    stage: usize,
    /// How long after the first results of the stage.
    delay: Duration,
    executor: usize,
}

/// Returns a run by its number. Each query comes with each fault and each source once in 105 runs. Every
/// other cluster has certificates.
fn case(number: usize) -> Case {
    let mut random = Random::new(number as u64 + 1);
    let query = [2, 3, 4, 1, 0][number % 5];
    Case {
        query,
        source: SOURCES[number % 3],
        is_secured: number % 2 == 1,
        fault: FAULTS[number % 7],
        stage: 1 + random.below(QUERIES[query].1),
        delay: Duration::from_millis(random.below(400) as u64),
        executor: random.below(2),
    }
}

/// Does a run, and returns its end with what is to be said about it.
fn run(case: &Case) -> (End, String) {
    let folder = tempfile::tempdir().unwrap();
    let tls = if case.is_secured {
        Authority::new(&folder.path().join("tls")).arguments("process")
    } else {
        Vec::new()
    };
    let mut cluster = Cluster::start_with(Environment::new(), tls, folder.path(), 2);
    let target: PathBuf = folder.path().join("copy/out");
    fs::create_dir_all(target.parent().unwrap()).unwrap();
    let template = QUERIES[case.query].2;
    let query = template.replace("TARGET", target.to_str().unwrap());
    let mut query = start(&query, case.source, Some(&cluster));
    let begin = Instant::now();
    while cluster.last_stage() < Some(case.stage) && !query.has_ended() {
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(case.delay);
    let is_late = query.has_ended();
    let executor = case.executor;
    match case.fault {
        Fault::Killed => cluster.kill(executor),
        Fault::KilledAndStarted => {
            cluster.kill(executor);
            thread::sleep(SHORT);
            cluster.restart(executor);
        }
        Fault::StoppedForLong | Fault::StoppedForShort => {
            cluster.sleep(executor);
            thread::sleep(if case.fault == Fault::StoppedForLong { LONG } else { SHORT });
            cluster.wake(executor);
        }
        Fault::CutForLong | Fault::CutForShort => {
            cluster.set_wires(executor, WireState::Silent);
            thread::sleep(if case.fault == Fault::CutForLong { LONG } else { SHORT });
            cluster.set_wires(executor, WireState::Whole);
        }
        Fault::Reset => {
            cluster.set_wires(executor, WireState::Reset);
            thread::sleep(SHORT);
            cluster.set_wires(executor, WireState::Whole);
        }
    }
    let mut last = (Instant::now(), cluster.activity());
    while !query.has_ended() {
        thread::sleep(Duration::from_millis(50));
        let activity = cluster.activity();
        if activity != last.1 {
            last = (Instant::now(), activity);
        }
        if last.0.elapsed() > PATIENCE {
            return (End::Hung, cluster.log());
        }
    }
    let seconds = begin.elapsed().as_secs();
    let late = if is_late { ", late" } else { "" };
    let (code, output, errors) = query.end();
    if code != Some(0) {
        return (End::Error, format!("{seconds} s{late}: {}", errors.trim()));
    }
    let found = if template.starts_with("COPY") { written(&target) } else { sorted(&output) };
    if found != expected(template) {
        return (End::Wrong, format!("{seconds} s{late}: {errors}\n{found}\n{}", cluster.log()));
    }
    let end = if errors.contains("starts again") { End::RightAfterRestart } else { End::Right };
    (end, format!("{seconds} s{late}"))
}

#[test]
fn a_lost_executor_never_makes_an_answer_wrong() {
    let runs = std::env::var("CONSOMME_RUNS").unwrap_or_else(|_| "0..10".to_owned());
    let (first, end) = runs.split_once("..").expect("runs such as 0..10");
    let (first, end): (usize, usize) = (first.parse().unwrap(), end.parse().unwrap());
    let runs = end - first;
    for (_, _, query) in QUERIES {
        let answer = expected(query);
        assert!(answer.lines().count() > 3, "{answer}");
    }
    let next = AtomicUsize::new(first);
    let ends = Mutex::new(Ends::new());
    let bad = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..THREADS.min(runs) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= end {
                        break;
                    }
                    let case = case(number);
                    let (end, note) = run(&case);
                    let Case { query, source, is_secured, fault, stage, delay, executor } = case;
                    let name = QUERIES[query].0;
                    let is_bad = matches!(end, End::Wrong | End::Hung);
                    let note = if is_bad { &note } else { note.lines().next().unwrap_or(&note) };
                    let place =
                        format!("stage {stage} + {} ms, executor {executor}", delay.as_millis());
                    let tls = if is_secured { ", secured" } else { "" };
                    let run =
                        format!("{number}: {name}, {source:?}{tls}, {fault:?}, {place}: {end:?}");
                    eprintln!("{run}, {note}");
                    *ends
                        .lock()
                        .unwrap()
                        .entry((query, source, is_secured, fault, end))
                        .or_default() += 1;
                    if is_bad {
                        bad.lock().unwrap().push(run);
                    }
                }
            });
        }
    });
    let ends = ends.into_inner().unwrap();
    print_table(&ends);
    // An answer may be missing, but not as a rule: one executor is always left.
    let errors: usize =
        ends.iter().filter(|((.., end), _)| *end == End::Error).map(|(_, n)| n).sum();
    assert!(errors * 10 <= runs, "{errors} errors in {runs} runs");
    let bad = bad.into_inner().unwrap();
    assert!(bad.is_empty(), "{} of {runs} runs\n{}", bad.len(), bad.join("\n"));
}

/// How many runs have ended how, by query, source, whether the cluster is secured, and fault.
type Ends = BTreeMap<(usize, Source, bool, Fault, End), usize>;

/// Prints how many runs have ended how.
fn print_table(ends: &Ends) {
    let kinds = [End::Right, End::RightAfterRestart, End::Error, End::Wrong, End::Hung];
    let row = |name: &str, is_in: &dyn Fn(usize, Source, bool, Fault) -> bool| {
        let count = |kind: End| -> usize {
            let found = ends.iter().filter(|((query, source, is_secured, fault, end), _)| {
                *end == kind && is_in(*query, *source, *is_secured, *fault)
            });
            found.map(|(_, count)| count).sum()
        };
        let counts: Vec<String> = kinds.iter().map(|kind| count(*kind).to_string()).collect();
        eprintln!("| {name} | {} |", counts.join(" | "));
    };
    eprintln!("| | right | right after another start | error | wrong | hung |");
    for (index, (name, _, _)) in QUERIES.iter().enumerate() {
        row(name, &|query, _, _, _| query == index);
    }
    for source in SOURCES {
        row(&format!("{source:?}"), &|_, found, _, _| found == source);
    }
    for is_secured in [false, true] {
        row(if is_secured { "secured" } else { "not secured" }, &|_, _, found, _| {
            found == is_secured
        });
    }
    for fault in FAULTS {
        row(&format!("{fault:?}"), &|_, _, _, found| found == fault);
    }
    row("all", &|_, _, _, _| true);
}
