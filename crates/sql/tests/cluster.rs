//! A cluster of two executors on this machine gives the same answers as one process, also when an
//! executor is killed.

mod support;

use std::fs;
use std::path::Path;
use std::sync::{Mutex, OnceLock};

use support::cluster::{Cluster, Run, wait_for};
use support::pages::small_pages;
use support::tables::write_parquet;

/// How many pages the answers are compared on.
const PAGES: usize = 100_000;

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

/// One cluster at a time.
static TURN: Mutex<()> = Mutex::new(());

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
fn start(query: &str, cluster: Option<&str>) -> Run {
    let mut arguments = vec!["--format", "csv", "--table", table(), "--quiet"];
    arguments.extend(cluster.iter().flat_map(|address| ["--cluster", address]));
    arguments.push(query);
    Run::start(&arguments)
}

#[test]
fn the_answers_of_a_cluster_are_those_of_one_process() {
    let _turn = TURN.lock();
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(folder.path(), 2);
    for query in [ROWS, GROUPS, LATE] {
        let expected = start(query, None).output();
        let found = start(query, Some(&cluster.address())).output();
        assert!(expected.lines().count() > 3, "{expected}");
        assert!(expected == found, "{query}");
    }
    for executor in 0..2 {
        assert!(!cluster.stages(executor).is_empty(), "executor {executor} had nothing to do");
    }
}

#[test]
fn a_query_survives_an_executor_that_is_killed_before_the_shuffle() {
    let _turn = TURN.lock();
    let folder = tempfile::tempdir().unwrap();
    let mut cluster = Cluster::start(folder.path(), 2);
    let expected = start(GROUPS, None).output();
    let mut query = start(GROUPS, Some(&cluster.address()));
    // The first of its eight tasks or so has ended.
    wait_for("the first stage", || cluster.stages(0).contains(&1));
    assert!(!query.has_ended());
    cluster.kill(0);
    assert_eq!(query.output(), expected);

    cluster.restart(0);
    let again = start(GROUPS, Some(&cluster.address())).output();
    assert_eq!(again, expected);
    assert!(cluster.stages(0).contains(&1), "the restarted executor had nothing to do");
}

#[test]
fn a_query_survives_an_executor_that_is_killed_after_the_shuffle() {
    let _turn = TURN.lock();
    let folder = tempfile::tempdir().unwrap();
    let mut cluster = Cluster::start(folder.path(), 2);
    let expected = start(LATE, None).output();
    let mut query = start(LATE, Some(&cluster.address()));
    wait_for("the second stage", || {
        cluster.stages(0).contains(&2) || cluster.stages(1).contains(&2)
    });
    assert!(!query.has_ended());
    // With it go its results of the first stage, which the second stage reads.
    cluster.kill(0);
    assert_eq!(query.output(), expected);
}
