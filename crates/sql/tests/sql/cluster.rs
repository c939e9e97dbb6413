//! A cluster of two executors on this machine gives the same answers as one process, also when an
//! executor is killed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, OnceLock};

use crate::support::archives::archives;
use crate::support::cluster::{Cluster, Run, start_and_kill, wait_for};
use crate::support::pages::small_pages;
use crate::support::tables::write_parquet;

/// How many pages the answers are compared on.
const PAGES: usize = 30_000;

/// How many files they are in: tasks of the first stage.
const FILES: usize = 16;

/// Each row, by its number.
const ROWS: &str = "SELECT id, html_title(html) AS title, html_lang(html) AS lang, \
     html_encoding(html) AS encoding, html_encoding_source(html) AS source, \
     html_canonical(html) AS canonical, md5(html_text(html)) AS text, \
     md5(html_sanitize(html)) AS sanitized, html_metadata(html, 'https://example.com/') AS metadata, \
     array_to_string(html_select(html, 'h1, h2'), '|') AS headings, \
     array_to_string(html_select_attr(html, 'a', 'href'), ' ') AS hrefs, \
     array_to_string(html_xpath(html, 'count(//*)'), '') AS elements, \
     array_length(html_links(html)) AS links, array_length(html_errors(html)) AS errors, \
     html_error(html) AS error FROM pages ORDER BY id";

/// Groups: a shuffle of few rows after the parse.
const GROUPS: &str = "SELECT html_encoding(html) AS encoding, html_lang(html) AS lang, count(*) AS pages, \
     sum(array_length(html_links(html))) AS links, count(DISTINCT html_title(html)) AS titles, \
     sum(length(html_sanitize(html))) AS sanitized, sum(array_length(html_urls(html))) AS urls, \
     sum(length(html_metadata(html))) AS metadata FROM pages GROUP BY 1, 2 ORDER BY 1, 2";

/// Pages are shuffled before they are parsed, as nobody should do: the second stage is the long
/// one.
const LATE: &str = "SELECT html_lang(html) AS lang, count(*) AS pages, \
     sum(character_length(html_text(html))) AS characters, sum(array_length(html_errors(html))) AS errors, \
     sum(length(html_sanitize(html))) AS sanitized, sum(length(html_metadata(html))) AS metadata \
     FROM (SELECT DISTINCT html FROM pages) GROUP BY 1 ORDER BY 1";

/// Returns the argument for the table of pages, which are written once.
fn table() -> &'static str {
    static TABLE: OnceLock<String> = OnceLock::new();
    TABLE.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("small-pages");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(write_parquet(&small_pages(PAGES), FILES, &folder));
        format!("pages={}/*.parquet", folder.display())
    })
}

/// Starts a query in one process, or on a cluster.
fn start(query: &str, cluster: Option<&Cluster>) -> Run {
    let mut arguments = vec!["--format", "csv", "--table", table(), "--quiet"];
    let address = cluster.map(Cluster::address);
    arguments.extend(address.iter().flat_map(|address| ["--cluster", address]));
    arguments.push(query);
    Run::start(&arguments)
}

/// Returns the answer of one process, which is asked once for each query.
fn expected(query: &'static str) -> String {
    static ANSWERS: Mutex<BTreeMap<&str, String>> = Mutex::new(BTreeMap::new());
    let mut answers = ANSWERS.lock().unwrap();
    answers.entry(query).or_insert_with(|| start(query, None).output()).clone()
}

#[test]
fn the_answers_of_a_cluster_are_those_of_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(folder.path(), 2);
    for query in [ROWS, GROUPS, LATE] {
        let found = start(query, Some(&cluster)).output();
        assert!(found.lines().count() > 3, "{found}");
        assert!(found == expected(query), "{query}");
    }
    ask_until_executors_have_worked(&cluster);
}

/// Asks until each executor has had a task. An executor that has just started has none if all
/// tasks of a query are handed out before the scheduler hears of it.
fn ask_until_executors_have_worked(cluster: &Cluster) {
    wait_for("tasks for each executor", || {
        let have_worked = (0..2).all(|executor| !cluster.stages(executor).is_empty());
        if !have_worked {
            assert_eq!(start(GROUPS, Some(cluster)).output(), expected(GROUPS));
        }
        have_worked
    });
}

#[test]
fn a_query_survives_an_executor_that_is_killed_before_the_shuffle() {
    let folder = tempfile::tempdir().unwrap();
    let mut cluster = Cluster::start(folder.path(), 2);
    let query = start_and_kill(|on| start(GROUPS, Some(on)), 1, &mut cluster, &expected(GROUPS));
    assert_eq!(query.output(), expected(GROUPS));
    // It is taken back.
    cluster.restart(0);
    ask_until_executors_have_worked(&cluster);
}

#[test]
fn a_query_survives_an_executor_that_is_killed_after_the_shuffle() {
    let folder = tempfile::tempdir().unwrap();
    let mut cluster = Cluster::start(folder.path(), 2);
    // Its results of the first stage, which the second stage reads, are lost with it.
    let query = start_and_kill(|on| start(LATE, Some(on)), 2, &mut cluster, &expected(LATE));
    assert_eq!(query.output(), expected(LATE));
}

#[cfg(unix)]
#[test]
fn an_executor_that_was_asleep_is_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(folder.path(), 1);
    // The scheduler can't lose an executor that it doesn't know yet. An answer shows that it does.
    start("SELECT count(*) FROM pages", Some(&cluster)).output();
    cluster.sleep(0);
    wait_for("the loss of the executor", || cluster.has_lost_an_executor());
    cluster.wake(0);
    assert_eq!(start(GROUPS, Some(&cluster)).output(), expected(GROUPS));
}

/// The scheduler gets the names of files, not the folder that they are in.
#[test]
fn a_pattern_leaves_other_files_of_its_folder_out() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("pages");
    fs::create_dir(&pages).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(write_parquet(&small_pages(60), 6, &pages));
    fs::write(pages.join("notes.txt"), "no Parquet").unwrap();
    let table = format!("pages={}/[0-3].*", pages.display());
    let create = format!(
        "CREATE EXTERNAL TABLE made STORED AS PARQUET LOCATION '{}/[0-3].*'",
        pages.display()
    );
    let query = "SELECT count(*) AS pages, count(DISTINCT a.id) AS ids FROM pages a JOIN made b ON a.html = b.html";
    let cluster = Cluster::start(folder.path(), 1);
    let address = cluster.address();
    let ask = |on: &[&str]| {
        let arguments = ["--format", "csv", "--quiet", "--table", &table, &create, query];
        Run::start(&[on, &arguments].concat()).output()
    };
    let found = ask(&["--cluster", &address]);
    assert_eq!(found, ask(&[]));
    assert!(found.contains(",40\n"), "{found}");
}

/// Settings for joins of two shuffles, also for small tables.
const PARTITIONED: [&str; 4] = [
    "--set",
    "datafusion.optimizer.hash_join_single_partition_threshold=0",
    "--set",
    "datafusion.optimizer.hash_join_single_partition_threshold_rows=0",
];

/// Each task reads its own files of a pattern, and no others.
#[test]
fn archives_of_a_pattern_are_read_once() {
    let folder = tempfile::tempdir().unwrap();
    for (index, file) in archives(&small_pages(90), 9).into_iter().enumerate() {
        fs::write(folder.path().join(format!("{index}.warc.gz")), file).unwrap();
    }
    let table = format!("pages={}/*.warc.gz", folder.path().display());
    let cluster = Cluster::start(folder.path(), 2);
    let address = cluster.address();
    let target = folder.path().join("out.csv");
    let copy = format!("COPY (SELECT url FROM pages) TO '{}'", target.display());
    for query in [
        "SELECT count(*) AS pages, count(DISTINCT url) AS urls FROM pages",
        "SELECT url, html_lang(html) AS lang, file, \"offset\", length FROM pages ORDER BY url",
        "SELECT html_lang(html) AS lang, count(*) AS pages FROM pages GROUP BY 1 ORDER BY 1",
        "SELECT count(*) AS pairs FROM pages a JOIN pages b ON a.url = b.url",
        // With DataFusion's own defaults, Ballista turns the sides of this join around too late, and
        // never ends, and it cannot send the average to where the pages are.
        "SELECT count(*) AS pages, sum(b.pages) AS equal FROM pages a JOIN (SELECT md5(html) AS key, \
         count(*) AS pages FROM pages GROUP BY 1) b ON md5(a.html) = b.key",
        "SELECT count(*) AS rows FROM pages WHERE length > (SELECT avg(length) FROM pages)",
        "SELECT count(*) AS rows FROM (SELECT url FROM pages UNION ALL SELECT file FROM pages)",
        "SELECT count(*) AS rows FROM (SELECT url FROM pages LIMIT 7)",
        &copy,
    ] {
        let ask = |on: &[&str]| {
            let arguments = ["--format", "csv", "--quiet", "--table", &table, query];
            Run::start(&[on, &PARTITIONED, &arguments].concat()).output()
        };
        assert_eq!(ask(&["--cluster", &address]), ask(&[]), "{query}");
    }
    assert_eq!(fs::read_to_string(target).unwrap().lines().count(), 1 + 90);
}
