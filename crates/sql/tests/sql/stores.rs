//! Files in stores of S3 and on servers of HTTP.

use std::fs;

use crate::support::archives::{SAMPLE, archives, compressed};
use crate::support::cluster::{Cluster, Environment, Run, start_and_kill};
use crate::support::pages::small_pages;
use crate::support::s3::{BUCKET, S3Server};

/// Returns the answer of the program.
fn ask(environment: &Environment, arguments: &[&str]) -> String {
    let always = ["--quiet", "--format", "csv"];
    Run::start_in(environment, &[&always, arguments].concat()).output()
}

/// Returns a server with the sample as `crawl/0.warc.gz` and `crawl/1.warc`.
fn sample_server(folder: &std::path::Path, has_credentials: bool) -> S3Server {
    let server = S3Server::start(folder, has_credentials);
    let sample = fs::read(SAMPLE).unwrap();
    server.put("crawl/0.warc.gz", compressed(&sample));
    server.put("crawl/1.warc", sample);
    server
}

/// The query for all tables of pages.
const TITLES: &str = "SELECT url, html_title(html) AS title, count(*) AS pages, count(error) AS errors \
     FROM pages GROUP BY 1, 2 ORDER BY 1";

#[test]
fn tables_are_read_from_a_store_and_written_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = sample_server(folder.path(), true);
    let environment = server.environment();
    let local = format!("pages={SAMPLE}");
    let expected = ask(&environment, &["--table", &local, TITLES]);
    assert_eq!(expected.lines().count(), 1 + 5, "{expected}");
    let table = format!("pages=s3://{BUCKET}/crawl/1.warc");
    assert_eq!(ask(&environment, &["--table", &table, TITLES]), expected);
    let table = format!("pages=s3://{BUCKET}/crawl/[0-9].warc.gz");
    assert_eq!(ask(&environment, &["--table", &table, TITLES]), expected);
    let both = TITLES.replace("FROM pages", &format!("FROM read_warc('s3://{BUCKET}/crawl/*')"));
    assert_eq!(ask(&environment, &[&both]), expected.replace(",1,0", ",2,0"));
    for part in 0..2 {
        let copy = format!(
            "COPY (SELECT * FROM pages WHERE status {} 200) TO 's3://{BUCKET}/out/{part}.parquet'",
            ["=", "<>"][part]
        );
        ask(&environment, &["--table", &local, &copy]);
    }
    let table = format!("pages=s3://{BUCKET}/out/*.parquet");
    assert_eq!(ask(&environment, &["--table", &table, TITLES]), expected);
    let table = format!("pages=s3://{BUCKET}/out/");
    assert_eq!(ask(&environment, &["--table", &table, TITLES]), expected);
}

#[test]
fn tables_are_read_from_a_server_of_http() {
    let folder = tempfile::tempdir().unwrap();
    let server = sample_server(folder.path(), false);
    let none = Environment::new();
    let expected = ask(&none, &["--table", &format!("pages={SAMPLE}"), TITLES]);
    let address = server.address();
    let table = format!("pages={address}/{BUCKET}/crawl/0.warc.gz");
    assert_eq!(ask(&none, &["--table", &table, TITLES]), expected);
    let missing = format!("{address}/{BUCKET}/no.parquet");
    let pattern = format!("{address}/{BUCKET}/*.parquet");
    for (path, message) in [
        (&missing, format!("no file matches {missing}")),
        (
            &pattern,
            format!("{pattern}: servers of HTTP don't list their files, so name one of them"),
        ),
    ] {
        let table = format!("pages={path}");
        let (code, _, errors) = Run::start(&["--table", &table, TITLES]).end();
        assert_eq!(code, Some(2));
        assert_eq!(errors, format!("consomme-sql: --table {table}: {message}\n"));
    }
}

#[test]
fn mistakes_about_a_store_are_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let server = sample_server(folder.path(), true);
    let mut stranger = server.environment();
    stranger[1].1 = "onion".to_owned();
    for (environment, path, message) in [
        (
            &server.environment(),
            "s3://soups/no/*.parquet",
            "no file matches s3://soups/no/*.parquet",
        ),
        (&server.environment(), "s3://nobody/a.parquet", "NoSuchBucket"),
        (&stranger, "s3://soups/crawl/a.parquet", "403 Forbidden"),
    ] {
        let table = format!("pages={path}");
        let (code, output, errors) = Run::start_in(environment, &["--table", &table, TITLES]).end();
        assert_eq!((code, output.as_str()), (Some(2), ""), "{errors}");
        assert!(errors.contains(message) && errors.lines().count() == 1, "{errors}");
    }
}

/// The layout of Common Crawl: an index in Parquet has the place of each page. The pages that a query
/// wants are read, and no others.
#[test]
fn a_query_reads_only_its_pages() {
    let folder = tempfile::tempdir().unwrap();
    let server = S3Server::start(folder.path(), true);
    let environment = server.environment();
    for (index, file) in archives(&small_pages(300), 3).into_iter().enumerate() {
        server.put(&format!("crawl-data/CC-MAIN-2026-05/segments/1/warc/{index}.warc.gz"), file);
    }
    let pages = format!("pages=s3://{BUCKET}/crawl-data/CC-MAIN-2026-05/segments/1/warc/*.warc.gz");
    let folder =
        format!("s3://{BUCKET}/cc-index/table/cc-main/warc/crawl=CC-MAIN-2026-05/subset=warc/");
    let places = format!("places={folder}");
    let store = format!("s3://{BUCKET}/");
    let copy = format!(
        "COPY (SELECT url, replace(file, '{store}', '') AS warc_filename, \
         CAST(\"offset\" AS INT) AS warc_record_offset, CAST(length AS INT) AS warc_record_length \
         FROM pages) TO '{folder}' STORED AS PARQUET"
    );
    ask(&environment, &["--table", &pages, &copy]);
    let wanted = "url LIKE '%7'";
    let whole = format!(
        "SELECT url, status, md5(html_text(html)) AS text, html_lang(html) AS lang FROM pages \
         WHERE {wanted} ORDER BY url"
    );
    let by_place = format!(
        "SELECT url, page['status'] AS status, md5(html_text(page['html'])) AS text, \
         html_lang(page['html']) AS lang \
         FROM (SELECT url, warc_record('{store}' || warc_filename, warc_record_offset, \
         warc_record_length) AS page FROM places WHERE {wanted}) \
         WHERE page['status'] = 200 ORDER BY url"
    );
    let expected = ask(&environment, &["--table", &pages, &whole]);
    assert_eq!(expected.lines().count(), 1 + 30);
    let sum = format!("SELECT sum(warc_record_length) AS bytes FROM places WHERE {wanted}");
    let sum = ask(&environment, &["--table", &places, &sum]);
    server.take_requests();
    assert_eq!(ask(&environment, &["--table", &places, &by_place]), expected);
    let requests = server.take_requests();
    let of_pages: Vec<_> =
        requests.iter().filter(|request| request.name.contains("/crawl-data/")).collect();
    assert!(of_pages.iter().all(|request| request.name.starts_with("GET ")), "{of_pages:?}");
    let bytes: u64 = of_pages.iter().map(|request| request.bytes).sum();
    assert_eq!((of_pages.len(), format!("bytes\n{bytes}\n")), (30, sum));
}

/// Pages of archives in a store, on two executors of which one is killed.
#[test]
fn a_cluster_reads_from_a_store_also_when_an_executor_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let server = S3Server::start(&folder.path().join("s3"), true);
    let environment = server.environment();
    for (index, file) in archives(&small_pages(6_000), 12).into_iter().enumerate() {
        server.put(&format!("crawl/{index}.warc.gz"), file);
    }
    let pages = format!("pages=s3://{BUCKET}/crawl/*.warc.gz");
    let places = format!("places=s3://{BUCKET}/index/");
    let groups = "html_lang(html) AS lang, count(*) AS pages, sum(length(html_sanitize(html))) AS bytes, \
         count(DISTINCT html_title(html)) AS titles";
    let whole = format!("SELECT {groups} FROM pages GROUP BY 1 ORDER BY 1");
    let by_place = format!(
        "SELECT {groups} FROM (SELECT r['html'] AS html FROM (SELECT \
         warc_record(file, \"offset\", length) AS r FROM places)) GROUP BY 1 ORDER BY 1"
    );
    let expected = ask(&environment, &["--table", &pages, &whole]);
    assert!(expected.lines().count() > 3, "{expected}");
    let mut cluster = Cluster::start_in(environment.clone(), folder.path(), 2);
    let address = cluster.address();
    // The client moves the files that a cluster writes.
    let copy = format!(
        "COPY (SELECT file, \"offset\", length FROM pages) TO 's3://{BUCKET}/index/' STORED AS PARQUET"
    );
    ask(&environment, &["--cluster", &address, "--table", &pages, &copy]);
    for (table, query) in [(&pages, &whole), (&places, &by_place)] {
        let start = |cluster: &Cluster| {
            let address = cluster.address();
            let arguments = ["--cluster", &address, "--table", table, "--quiet"];
            Run::start_in(&environment, &[&arguments[..], &["--format", "csv", query]].concat())
        };
        assert_eq!(start(&cluster).output(), expected, "{query}");
        cluster.restart(0);
        cluster.restart(1);
        let run = start_and_kill(start, 1, &mut cluster, &expected);
        assert_eq!(run.output(), expected, "{query}");
        cluster.restart(0);
    }
}
