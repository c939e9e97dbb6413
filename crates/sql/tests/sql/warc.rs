//! The table function `read_warc`.

use std::fs;
use std::io::Write;

use consomme_sql::register_warc;
use datafusion::arrow::array::AsArray;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::support::tables::{answer, error, session};

/// The sample of this crate.
const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/sample/soups.warc");

/// Returns a file, each of its records in a gzip member.
fn compressed(file: &[u8]) -> Vec<u8> {
    let mut members = Vec::new();
    let mut rest = file;
    while !rest.is_empty() {
        let end = rest[1..]
            .windows(10)
            .position(|window| window == b"WARC/1.1\r\n")
            .map_or(rest.len(), |at| at + 1);
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&rest[..end]).unwrap();
        members.extend(encoder.finish().unwrap());
        rest = &rest[end..];
    }
    members
}

#[tokio::test]
async fn the_sample_has_five_pages() {
    let session = session();
    let query = format!(
        "SELECT url, date, status, content_type, html_title(html) AS title, html_lang(html) AS lang, \
         error FROM read_warc('{SAMPLE}') ORDER BY date"
    );
    let found = answer(&session, &query).await;
    assert_eq!(found.lines().count(), 4 + 5, "{found}");
    assert!(
        found.contains("| https://soups.example/bisque   | 2026-11-22T12:00:03Z | 200    |"),
        "{found}"
    );
    assert!(found.contains("| Bisque à la crème "), "{found}");
    assert!(found.contains("| 404    | text/html; charset=utf-8 | No such soup "), "{found}");
}

#[tokio::test]
async fn files_of_a_pattern_are_one_table() {
    let folder = tempfile::tempdir().unwrap();
    let sample = fs::read(SAMPLE).unwrap();
    fs::write(folder.path().join("a.warc.gz"), compressed(&sample)).unwrap();
    fs::write(folder.path().join("b.warc.gz"), compressed(&sample)).unwrap();
    fs::write(folder.path().join("c.warc"), &sample).unwrap();
    fs::write(folder.path().join("notes.txt"), b"").unwrap();
    let session = session();
    let path = folder.path().display();
    register_warc(&session, "packed", &format!("{path}/*.warc.gz")).unwrap();
    register_warc(&session, "all_files", &format!("{path}/*.warc*")).unwrap();
    let found = answer(&session, "SELECT count(*) AS rows, count(html) AS pages FROM packed").await;
    assert!(found.contains("| 10   | 10    |"), "{found}");
    let query = "SELECT url, count(DISTINCT html), count(DISTINCT file), count(*) FROM all_files \
         GROUP BY url ORDER BY url";
    let found = answer(&session, query).await;
    let rows: Vec<_> = found.lines().map(|line| line.replace(' ', "")).collect();
    assert_eq!(rows.iter().filter(|row| row.ends_with("|1|3|3|")).count(), 5, "{found}");
    let error = error(&session, &format!("SELECT * FROM read_warc('{path}/*.gz.warc')")).await;
    assert!(error.contains("no file matches"), "{error}");
}

#[tokio::test]
async fn a_limit_ends_the_reading() {
    let session = session();
    let query = format!("SELECT url FROM read_warc('{SAMPLE}') LIMIT 2");
    assert_eq!(answer(&session, &query).await.lines().count(), 4 + 2);
    let plan = answer(&session, &format!("EXPLAIN {query}")).await;
    assert!(plan.contains("columns=[url], limit=2"), "{plan}");
}

#[tokio::test]
async fn what_is_damaged_is_a_row_with_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = compressed(&fs::read(SAMPLE).unwrap());
    let middle = file.len() / 2;
    file[middle..middle + 40].fill(0x55);
    let path = folder.path().join("damaged.warc.gz");
    fs::write(&path, file).unwrap();
    let session = session();
    let query = format!(
        "SELECT count(*) > 3 AS rows, count(error) AS errors FROM read_warc('{}')",
        path.display()
    );
    let found = answer(&session, &query).await;
    assert!(found.contains("| true | 1      |"), "{found}");
}

#[tokio::test]
async fn a_page_that_is_too_large_is_a_row_with_an_error() {
    let session = session();
    session.sql("SET consomme.max_page_bytes = 200").await.unwrap();
    let query = format!("SELECT url, html, error FROM read_warc('{SAMPLE}') WHERE html IS NULL");
    let found = answer(&session, &query).await;
    assert!(found.contains("the body has more than consomme.max_page_bytes, 200 bytes"), "{found}");
}

#[tokio::test]
async fn batches_end_at_16_megabytes_of_pages() {
    const PAGE: usize = 1_000_000;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.warc");
    let mut file = Vec::new();
    for page in 0..50 {
        let body = vec![b'a'; if page == 40 { 20 * PAGE } else { PAGE }];
        let http = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
        write!(
            file,
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://soups.example/{page}\r\n\
             Content-Type: application/http;msgtype=response\r\nContent-Length: {}\r\n\r\n{http}",
            http.len() + body.len()
        )
        .unwrap();
        file.extend(body);
        file.extend(b"\r\n\r\n");
    }
    fs::write(&path, file).unwrap();
    let query = format!("SELECT html FROM read_warc('{}')", path.display());
    let batches = session().sql(&query).await.unwrap().collect().await.unwrap();
    assert_eq!(batches.iter().map(|batch| batch.num_rows()).sum::<usize>(), 50);
    for batch in &batches {
        let last = batch.column(0).as_binary::<i64>().value(batch.num_rows() - 1).len();
        let bytes: usize =
            batch.column(0).as_binary::<i64>().iter().flatten().map(<[u8]>::len).sum();
        assert!(bytes - last < 16 << 20, "{bytes}");
    }
}
